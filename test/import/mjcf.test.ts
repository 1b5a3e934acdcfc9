import { dirname, join } from "node:path";
import { compileUntyped, createData, type Model } from "stiction";
import { parseSceneText } from "stiction/io";
import { describe, expect, test } from "vitest";
import { compileFolder, jointsOf, type Lump, loadMujoco, lumpsOf, sumLumps } from "./mujoco.js";
import { importShared, importText, models } from "./support.js";

/** File, bodies without the world, joints by kind, and the mass of what moves, as MuJoCo 3.14 has them. */
const MODELS = [
  ["humanoid/humanoid.xml", 16, { free: 1, hinge: 21 }, 40.84402122],
  ["car/car.xml", 3, { free: 1, hinge: 2 }, 0.5430345025],
  ["slider_crank/slider_crank.xml", 3, { hinge: 3 }, 0.1866106036],
  ["arm26/arm26.xml", 2, { hinge: 2 }, 5.66638595],
  ["newton_cradle/newton_cradle.xml", 7, { free: 7 }, 1.876578012],
  ["cube_3x3x3/cube_3x3x3.xml", 27, { hinge: 6, ball: 20 }, 0.06596304],
  ["kuka_iiwa_14/iiwa14.xml", 8, { hinge: 7 }, 25.61],
  ["kuka_iiwa_14/scene.xml", 8, { hinge: 7 }, 25.61],
  ["robotiq_2f85/2f85.xml", 14, { hinge: 8 }, 0.1251644837],
  ["robotiq_2f85/scene.xml", 15, { hinge: 8, free: 1 }, 0.1521644837],
] as const;

/** Tolerance of every comparison, relative to the largest of the numbers. */
const TOLERANCE = 1e-6;

/** Bodies of our model that move, carriers together with the body that they carry. */
function ownLumps(spec: Readonly<Record<string, unknown>>, model: Model): Lump[] {
  const data = createData(model);
  const bodies = spec.bodies as { type?: string; shapes: unknown[]; visuals: unknown[] }[];
  const out: Lump[] = [];
  let open: Lump[] = [];
  bodies.forEach(({ type, shapes, visuals }, k) => {
    if (type === "static") return;
    const b = k + 1;
    open.push(worldLump(model, data.bodyPos, data.bodyQuat, b));
    if (shapes.length + visuals.length === 0) return;
    out.push(sumLumps(open));
    open = [];
  });
  expect(open).toEqual([]);
  return out;
}

function worldLump(model: Model, pos: Float64Array, quat: Float64Array, b: number): Lump {
  const R = rotationOf(quat.subarray(4 * b, 4 * b + 4));
  const [xx, yy, zz, xy, xz, yz] = model.bodyInertia.subarray(6 * b, 6 * b + 6);
  const I = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]; // biome-ignore format: a matrix
  const at = (i: number, j: number) => {
    let sum = 0;
    for (let k = 0; k < 3; k++) for (let l = 0; l < 3; l++) sum += R[i][k] * I[k][l] * R[j][l];
    return sum;
  };
  return {
    mass: model.bodyMass[b],
    center: Array.from(pos.subarray(3 * b, 3 * b + 3)),
    tensor: [at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)],
  };
}

function rotationOf([x, y, z, w]: ArrayLike<number> & Iterable<number>): number[][] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}

function expectClose(own: readonly number[], other: readonly number[], scale: number, what: string): void {
  own.forEach(
    (x, k) => void expect(Math.abs(x - other[k]) / scale, `${what} ${k}: ${x}, ${other[k]}`).toBeLessThan(TOLERANCE),
  );
}

describe.skipIf(models === undefined)("MJCF against MuJoCo", () => {
  const mujoco = loadMujoco();

  test.each(MODELS)("%s: masses, centres, inertias and joint frames", async (path, bodies, joints, mass) => {
    const imported = await importShared(`mjcf/${path}`, { keyframe: false });
    expect(imported.summary.links).toBe(bodies);
    expect(imported.summary.joints).toEqual(joints);
    // ten digits are given
    expect(Math.abs(imported.summary.mass - mass) / mass).toBeLessThan(1e-9);
    const model = compileUntyped(imported.spec);
    const judge = await mujoco;
    const folder = join(models as string, "mjcf", dirname(path));
    const compiled = compileFolder(judge, folder, path.slice(path.lastIndexOf("/") + 1), path.replace(/\W/g, "_"));
    const theirs = lumpsOf(judge, compiled);
    const own = ownLumps(imported.spec, model);
    expect(own.length).toBe(theirs.length);
    own.forEach((lump, k) => {
      const other = theirs[k];
      expectClose([lump.mass], [other.mass], other.mass, `mass of body ${k}`);
      expectClose(lump.center, other.center, 1, `centre of body ${k}`);
      expectClose(lump.tensor, other.tensor, Math.max(...other.tensor.map(Math.abs)), `inertia of body ${k}`);
    });
    compareJoints(model, imported.spec, jointsOf(judge, compiled));
    compiled.delete();
  });

  test("what is read back from the text is the scene", async () => {
    const imported = await importShared("mjcf/humanoid/humanoid.xml");
    const { spec } = await parseSceneText(imported.yaml, "humanoid.yaml");
    expect(JSON.parse(JSON.stringify(spec))).toEqual(JSON.parse(JSON.stringify(withoutEmpty(imported.spec))));
  });

  test("the gripper keeps its closed loops, its gear and its springs", async () => {
    const { spec, notes } = await importShared("mjcf/robotiq_2f85/2f85.xml");
    const kinds = (spec.joints as { type: string }[]).map(({ type }) => type);
    expect(kinds.filter((kind) => kind === "ball").length).toBe(2);
    expect(kinds.filter((kind) => kind === "gear").length).toBe(1);
    expect(notes.some(({ kind, line, text }) => kind === "left-out" && line === 188 && text.includes("actuator"))).toBe(
      true,
    );
  });

  test("tendons of a cradle are ropes, as often as their sites are repeated", async () => {
    const { spec } = await importShared("mjcf/newton_cradle/newton_cradle.xml");
    const ropes = (spec.joints as { type: string; mode: string; length: number }[]).filter(
      ({ mode }) => mode === "rope",
    );
    expect(ropes.map(({ length }) => length)).toEqual(Array.from({ length: 14 }, () => 0.146));
  });
});

function compareJoints(
  model: Model,
  spec: Readonly<Record<string, unknown>>,
  theirs: readonly { anchor: number[]; axis: number[]; ball: boolean }[],
): void {
  const data = createData(model);
  const entries = (spec.joints as { type: string; name: string }[]).filter(({ type }) =>
    /^(hinge|slider|ball)$/.test(type),
  );
  theirs.forEach(({ anchor, axis, ball }, k) => {
    const j = model.joints.names.indexOf(entries[k].name);
    for (const side of ["A", "B"] as const) {
      const body = model.joints[`body${side}`][j];
      const R = rotationOf(data.bodyQuat.subarray(4 * body, 4 * body + 4));
      const point = model.joints[`point${side}`].subarray(3 * j, 3 * j + 3);
      const place = [0, 1, 2].map(
        (i) => data.bodyPos[3 * body + i] + R[i][0] * point[0] + R[i][1] * point[1] + R[i][2] * point[2],
      );
      expectClose(place, anchor, 1, `anchor of joint ${entries[k].name}`);
      if (ball) continue;
      const Q = rotationOf(model.joints[`quat${side}`].subarray(4 * j, 4 * j + 4));
      expectClose([0, 1, 2].map((i) => R[i][0] * Q[0][2] + R[i][1] * Q[1][2] + R[i][2] * Q[2][2]), axis, 1, `axis of joint ${entries[k].name}`); // biome-ignore format: one line
    }
  });
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => !(Array.isArray(v) && v.length === 0))
      .map(([k, v]) => [k, withoutEmpty(v)]),
  );
}

const body = (inside: string, more = "") =>
  `<mujoco>${more}<worldbody><body name="b">${inside}</body></worldbody></mujoco>`;
const ball = '<geom size=".1"/>';

describe("MJCF", () => {
  test("classes inside classes, and a class of the body around", async () => {
    const defaults =
      '<default><geom size="1"/><default class="a"><geom type="box" size="1 2 3"/><default class="c"><geom density="1"/></default></default></default>';
    const text = `<mujoco>${defaults}<worldbody><body childclass="a"><geom/><geom class="c"/><geom class="main"/></body></worldbody></mujoco>`;
    const { spec, summary } = await importText("m.xml", { "m.xml": text }, { density: 1 });
    expect(spec.bodies).toMatchObject([
      { type: "static", shapes: [{ type: "box" }, { type: "box" }, { type: "sphere", radius: 1 }] },
    ]);
    expect(summary.mass).toBe(0);
  });

  test("an actuator of position is a drive, and a motor leaves the spring beside it", async () => {
    const joints = `<joint name="j" stiffness="3" damping="2" springref="90"/>${ball}`;
    const servo = await importText("m.xml", {
      "m.xml": body(`<joint name="j" damping="2"/>${ball}`).replace(
        "</mujoco>",
        '<actuator><position joint="j" kp="50" kv="1"/></actuator></mujoco>',
      ),
    });
    expect(servo.spec.joints).toMatchObject([
      { type: "hinge", drive: { mode: "position", stiffness: 50, damping: 3, target: 0 } },
    ]);
    const motor = await importText("m.xml", {
      "m.xml": body(joints).replace(
        "</mujoco>",
        '<actuator><motor joint="j" gear="10" ctrlrange="-1 1"/></actuator></mujoco>',
      ),
    });
    expect(motor.spec.joints).toMatchObject([
      { type: "hinge", drive: { mode: "effort", target: 0, maxEffort: 10 } },
      { type: "angular-spring", stiffness: 3, damping: 2, restAngle: Math.PI / 2 },
    ]);
    expect(() => compileUntyped(motor.spec)).not.toThrow();
  });

  test("masks keep the rule of contype and conaffinity", async () => {
    const geom = (type: number, affinity: number) =>
      `<body><freejoint/><geom size=".1" contype="${type}" conaffinity="${affinity}"/></body>`;
    const text = `<mujoco><worldbody>${geom(1, 0)}${geom(0, 1)}${geom(2, 2)}</worldbody></mujoco>`;
    const { spec } = await importText("m.xml", { "m.xml": text });
    const shapes = (spec.bodies as { shapes: { category: number; mask: number }[] }[]).map(
      ({ shapes: [shape] }) => shape,
    );
    const meet = (a: number, b: number) =>
      (shapes[a].category & shapes[b].mask) !== 0 && (shapes[b].category & shapes[a].mask) !== 0;
    expect([meet(0, 1), meet(0, 2), meet(1, 2), meet(0, 0), meet(2, 2)]).toEqual([true, false, false, false, true]);
  });

  test("the scene starts as the first keyframe has it", async () => {
    const text = body(`<joint pos="0 0 1" axis="0 1 0"/>${ball}`).replace(
      "</mujoco>",
      '<keyframe><key qpos="1.5707963267948966"/><key qpos="0"/></keyframe></mujoco>',
    );
    const { spec, notes } = await importText("m.xml", { "m.xml": text });
    const [{ position }] = spec.bodies as { position: number[] }[];
    // a quarter turn about y at [0, 0, 1]: the origin goes to [−1, 0, 1]
    [-1, 0, 1].forEach((x, k) => void expect(position[k]).toBeCloseTo(x, 12));
    expect(notes.some(({ text: note }) => note.includes("first keyframe"))).toBe(true);
  });

  test.each([
    [body(`<joint type="screw"/>${ball}`), "unknown type"],
    [body('<geom type="box" size="1"/>'), "needs size 2"],
    [body('<geom class="x" size="1"/>'), 'no class "x"'],
    [
      body(ball).replace("</mujoco>", '<equality><connect body1="b" body2="q" anchor="0 0 0"/></equality></mujoco>'),
      'no body "q"',
    ],
    ['<mujoco><include file="m.xml"/></mujoco>', "included twice"],
    ['<mujoco><include file="n.xml"/></mujoco>', 'no file "n.xml"'],
    ['<mujoco><compiler coordinate="global"/><worldbody/></mujoco>', "global coordinates"],
  ])("%s is refused with its place", async (text, message) => {
    const failed = importText("m.xml", { "m.xml": text });
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toThrow("m.xml:1:");
  });
});
