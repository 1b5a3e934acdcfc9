import { compileUntyped, createData } from "stiction";
import { parseSceneText } from "stiction/io";
import { describe, expect, test } from "vitest";
import { bodiesOf, centerOf, importShared, importText, models } from "./support.js";

/** Counted from the files; mass and centre of all but husky were found with MuJoCo as well. */
const ROBOTS = [
  ["r2d2/r2d2.urdf", 16, { fixed: 7, continuous: 5, revolute: 2, prismatic: 1 }, 65.25, [0, 0.003202, -0.09607]],
  ["cartpole/cartpole.urdf", 3, { prismatic: 1, continuous: 1 }, 11, [0, 0, 0.454545]],
  ["kuka_iiwa/model.urdf", 8, { revolute: 7 }, 17.5, [-0.000078, 0.000641, 0.653407]],
  ["husky/husky.urdf", 11, { fixed: 6, continuous: 4 }, 44.003, [-0.06651, -0.000646, 0.228423]],
  ["differential/diff_ring.urdf", 6, { continuous: 5 }, 13.185, [0.256, 0.2854, 0.03282]],
  ["zx120/zx120.urdf", 7, { fixed: 1, continuous: 1, revolute: 4 }, 10.121, [-0.117751, -0.00131, 0.367622]],
] as const;

describe.skipIf(models === undefined)("robots in URDF", () => {
  test.each(ROBOTS)("%s", async (path, links, joints, mass, center) => {
    const imported = await importShared(`urdf/${path}`);
    expect(imported.summary.links).toBe(links);
    expect(imported.summary.joints).toEqual(joints);
    expect(imported.summary.mass).toBeCloseTo(mass, 9);
    // the figures have six decimals
    centerOf(imported).forEach((x, k) => void expect(Math.abs(x - center[k])).toBeLessThan(1e-6));
    const { spec } = await parseSceneText(imported.yaml, "robot.yaml");
    const model = compileUntyped(spec);
    expect(model.bodyMass.length - 1).toBe(imported.summary.bodies);
    expect(createData(model).bodyPos.every(Number.isFinite)).toBe(true);
  });

  test("what a file has and a scene does not is told with its line", async () => {
    const { notes } = await importShared("urdf/husky/husky.urdf");
    expect(notes.some(({ kind, line, text }) => kind === "left-out" && line === 61 && text === "<gazebo>")).toBe(true);
    expect(notes.filter(({ text }) => text.includes("$(optenv")).length).toBe(2);
  });

  test("COLLADA meshes of a package are drawn, with unit and colours", async () => {
    const { files, notes } = await importShared("urdf/zx120/zx120.urdf");
    expect([...files.keys()]).toEqual(["zx120.glb"]);
    expect(notes.filter(({ text }) => text.includes("not there"))).toEqual([]);
  });
});

const link = (name: string, more = "") =>
  `<link name="${name}"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>${more}</link>`;

describe("URDF", () => {
  test("an inertial frame that is turned gives the tensor in the frame of the link", async () => {
    const inertial =
      '<inertial><origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/><mass value="2"/><inertia ixx="1" ixy="0.1" ixz="0" iyy="2" iyz="0" izz="2.5"/></inertial>';
    const imported = await importText("a.urdf", {
      "a.urdf": `<robot name="a"><link name="l">${inertial}</link></robot>`,
    });
    const [body] = imported.spec.bodies as { inertia: number[]; centerOfMass: number[] }[];
    // a quarter turn about z changes x and y: I'xx = Iyy, I'xy = −Ixy
    [2, 1, 2.5, -0.1, 0, 0].forEach((x, k) => void expect(body.inertia[k]).toBeCloseTo(x, 14));
    expect(body.centerOfMass).toEqual([1, 2, 3]);
  });

  test("fixed links are one body, or kept", async () => {
    const text = `<robot name="a">${link("p")}${link("c")}<joint name="j" type="fixed"><parent link="p"/><child link="c"/><origin xyz="0 0 2"/></joint></robot>`;
    const merged = await importText("a.urdf", { "a.urdf": text });
    // two of 1 kg at a distance of 2 m: 2 · 1 + 2 · 1 · 1²
    expect(bodiesOf(merged)).toMatchObject([{ mass: 2, centerOfMass: [0, 0, 1], inertia: [4, 4, 2] }]);
    const kept = await importText("a.urdf", { "a.urdf": text }, { fixed: "keep" });
    expect(bodiesOf(kept).length).toBe(2);
    expect(kept.spec.joints).toMatchObject([{ type: "fixed", bodyA: "p", bodyB: "c" }]);
  });

  test.each([
    ["gear", "world", '<mimic joint="j" multiplier="-2"/>'],
    ["controller", "base", '<mimic joint="j" multiplier="0.5" offset="0.1"/>'],
  ])("a mimic joint becomes a %s", async (kind, base, mimic) => {
    const joint = (name: string, child: string, more = "") =>
      `<joint name="${name}" type="continuous"><parent link="${base}"/><child link="${child}"/><axis xyz="0 1 0"/>${more}</joint>`;
    const root = base === "world" ? '<link name="world"/>' : link(base);
    const text = `<robot name="a">${root}${link("b")}${link("c")}${joint("j", "b")}${joint("k", "c", mimic)}</robot>`;
    const { spec } = await importText("a.urdf", { "a.urdf": text });
    const gears = (spec.joints as { type: string }[]).filter(({ type }) => type === "gear");
    if (kind === "gear") expect(gears).toMatchObject([{ ratio: -2, bodyA: "b", bodyB: "c" }]);
    else
      expect(spec.controllers).toMatchObject([
        { output: "joints.k.drive.target", expression: "0.5 * [joint/j/position] + 0.1" },
      ]);
    expect(() => compileUntyped(spec)).not.toThrow();
  });

  test.each([
    ["a.urdf:2:3", '<robot name="a">\n  <link/></robot>', "needs the attribute name"],
    [
      "a.urdf:1:",
      `<robot name="a">${link("p")}<joint name="j" type="hinge"><parent link="p"/><child link="p"/></joint></robot>`,
      "unknown type",
    ],
    [
      "a.urdf:1:",
      `<robot name="a">${link("p")}<joint name="j" type="fixed"><parent link="p"/><child link="q"/></joint></robot>`,
      'no link "q"',
    ],
    [
      "a.urdf:1:",
      `<robot name="a">${link("p")}<joint name="j" type="fixed"><parent link="p"/><child link="p"/></joint></robot>`,
      "circle",
    ],
    [
      "a.urdf:1:",
      '<robot name="a"><link name="l"><inertial><mass value="heavy"/></inertial></link></robot>',
      'got "heavy"',
    ],
    ["a.urdf:1:", '<!DOCTYPE r [<!ENTITY a "aaaa">]><robot name="&a;"/>', "no XML"],
    ["a.urdf:1:", '<robot><xacro:include filename="x"/></robot>', "run xacro first"],
  ])("%s is named where it is wrong: %s", async (place, text, message) => {
    const failed = importText("a.urdf", { "a.urdf": text });
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toThrow(place);
  });
});
