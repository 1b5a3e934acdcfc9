import { compileUntyped } from "stiction";
import { describe, expect, test } from "vitest";
import { bodiesOf, importShared, importText, models } from "./support.js";

/** Counted from the files; links without a mass count 1 kg. */
const MODELS = [
  ["double_pendulum_with_base/model.sdf", 3, { revolute: 2 }, 102],
  ["demo_joint_types/model.sdf", 18, { fixed: 9, revolute: 3, revolute2: 1, prismatic: 1, ball: 1, screw: 1, universal: 1, gearbox: 1 }, 116.1],
  ["cart_soft_suspension/model.sdf", 9, { prismatic: 4, revolute: 4 }, 14],
  ["pioneer2dx/model.sdf", 3, { revolute: 2 }, 8.67],
  ["pioneer2dx/model-1_2.sdf", 3, { revolute: 2 }, 5.6],
] as const; // biome-ignore format: a table

describe.skipIf(models === undefined)("models in SDFormat", () => {
  test.each(MODELS)("%s", async (path, links, joints, mass) => {
    const { summary, spec } = await importShared(`sdf/${path}`);
    expect(summary.links).toBe(links);
    expect(summary.joints).toEqual(joints);
    expect(summary.mass).toBeCloseTo(mass, 10);
    expect(() => compileUntyped(spec)).not.toThrow();
  });

  test("what cannot be built is told", async () => {
    const { notes } = await importShared("sdf/demo_joint_types/model.sdf");
    expect(notes.filter(({ text }) => text.includes("gearbox_demo")).map(({ line, kind }) => [line, kind])).toEqual([
      [315, "left-out"],
    ]);
  });

  test("axes are those of the file's version: of the joint, or of the model", async () => {
    for (const file of ["model.sdf", "model-1_2.sdf"]) {
      const { spec } = await importShared(`sdf/pioneer2dx/${file}`);
      const model = compileUntyped(spec);
      // both files turn the wheels about y of the robot: z of the frame on the chassis, which is not turned
      const [x, y, z, w] = model.joints.quatA.subarray(0, 4);
      expect(Math.abs(2 * (y * z - x * w))).toBeCloseTo(1, 6);
    }
  });
});

const link = (name: string, pose: string) => `<link name="${name}">${pose}<inertial><mass>2</mass></inertial></link>`;

describe("SDFormat", () => {
  test("poses relative to links, frames and joints", async () => {
    const text = `<sdf version="1.9"><model name="m"><pose>0 0 10 0 0 0</pose>
      ${link("a", "<pose>1 0 0 0 0 1.5707963267948966</pose>")}
      <frame name="f" attached_to="a"><pose>0 1 0 0 0 0</pose></frame>
      ${link("b", '<pose relative_to="f">0 0 1 0 0 0</pose>')}
      <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz expressed_in="__model__">0 1 0</xyz></axis></joint>
      ${link("c", '<pose relative_to="j">1 0 0 0 0 0</pose>')}
    </model></sdf>`;
    const imported = await importText("m.sdf", { "m.sdf": text });
    const places = bodiesOf(imported).map(({ position }) => position as number[]);
    // f is 1 along y of a, which points along −x of the model; b is 1 above it; c is 1 along x of b, which is y
    [
      [1, 0, 10],
      [0, 0, 11],
      [0, 1, 11],
    ].forEach((place, k) => {
      // biome-ignore format: one line
      place.forEach((x, i) => void expect(places[k][i]).toBeCloseTo(x, 12));
    });
    const model = compileUntyped(imported.spec);
    const [x, y, z, w] = model.joints.quatA.subarray(0, 4);
    // y of the model is x of a
    expect(
      [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)].map((c) => Math.round(1e9 * c) / 1e9),
    ).toEqual([1, 0, 0]);
  });

  test("a screw of old files gives the angle per length, with the other sign", async () => {
    const joint =
      '<joint name="j" type="screw"><parent>world</parent><child>a</child><thread_pitch>20</thread_pitch><axis><xyz>0 0 1</xyz></axis></joint>';
    const { spec } = await importText("m.sdf", {
      "m.sdf": `<sdf version="1.6"><model name="m">${link("a", "")}${joint}</model></sdf>`,
    });
    expect(spec.joints).toMatchObject([{ type: "screw", pitch: (-2 * Math.PI) / 20 }]);
  });

  test.each([
    ['<sdf version="1.6"><model name="m"/></sdf>', "no links"],
    [`<sdf version="1.6"><model name="m">${link("a", "<pose>1 2</pose>")}</model></sdf>`, "6 numbers"],
    [
      `<sdf version="1.9"><model name="m">${link("a", '<pose relative_to="b">0 0 0 0 0 0</pose>')}${link("b", '<pose relative_to="a">0 0 0 0 0 0</pose>')}</model></sdf>`,
      "relative to itself",
    ],
    [
      `<sdf version="1.6"><model name="m">${link("a", "")}<joint name="j" type="fixed"><parent>a</parent><child>q</child></joint></model></sdf>`,
      'no link "q"',
    ],
  ])("%s is refused with its place", async (text, message) => {
    const failed = importText("m.sdf", { "m.sdf": text });
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toThrow("m.sdf:1:");
  });
});
