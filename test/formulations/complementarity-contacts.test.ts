/** What the complementarity formulation tells of its contacts: impulses in the tables, forces as sensors. */
import {
  buildScene,
  compile,
  compileUntyped,
  createData,
  type Data,
  type Model,
  restore,
  type Scene,
  sensorValues,
  snapshot,
  stateHash,
  step,
} from "stiction";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";
import { COUNTER } from "../../src/data/fields.js";

const G = 9.81;

function run(spec: object, steps: number) {
  const model = compileUntyped(spec);
  const data = createData(model);
  let status = 0;
  for (let i = 0; i < steps; i++) status |= step(model, data);
  const values = new Float64Array(model.sensors.columns.length);
  sensorValues(model, data, values);
  return { model, data, status, values: [...values] };
}

/** A box of 2 kg and 1 m on a table, under gravity that leans by `angle`; [force along the table, force across it, sum of normal forces, slips]. */
function incline(planar: boolean, angle: number, friction: number, over: object, steps = 40) {
  const gravity = [G * Math.sin(angle), -G * Math.cos(angle)];
  return run(
    {
      ...(planar ? { plane: "xy", gravity } : { gravity: [gravity[0], 0, gravity[1]] }),
      timestep: 0.005,
      formulation: { type: "complementarity", ...over },
      materials: { any: { friction } },
      bodies: [
        {
          name: "table",
          type: "static",
          material: "any",
          position: planar ? [0, -0.5] : [0, 0, -0.5],
          shapes: [planar ? { type: "polygon", halfExtents: [5, 0.5] } : { type: "box", halfExtents: [5, 5, 0.5] }],
        },
        {
          name: "box",
          mass: 2,
          material: "any",
          position: planar ? [0, 0.5] : [0, 0, 0.5],
          shapes: [
            planar ? { type: "polygon", halfExtents: [0.5, 0.5] } : { type: "box", halfExtents: [0.5, 0.5, 0.5] },
          ],
        },
      ],
      sensors: [
        "contact/table:box/force.x",
        `contact/table:box/force.${planar ? "y" : "z"}`,
        "contact/table:box/normalForce",
        "contact/table:box/slips",
      ],
    },
    steps,
  );
}

// the problem is solved to 1e-10 of the largest speed, and forces are impulses over 5 ms: 2 kg · 1e-10 m/s / 5 ms = 4e-8 N at worst; the active set ends at round-off
const NEAR = 9;

describe.each([
  ["plane", true, {}],
  ["space", false, {}],
  ["space, mixed", false, { form: "mixed" }],
  ["space, full peg", false, { peg: "full" }],
  ["space, quadratic cone", false, { cone: "quadratic" }],
  ["plane, standard", true, { contacts: "standard" }],
])("a box on a table, %s", (_name, planar, over) => {
  test("rests on its weight", () => {
    const { values, status } = incline(planar, 0, 0.5, over);
    expect(status).toBe(0);
    expect(values[0]).toBeCloseTo(0, NEAR);
    expect(values[1]).toBeCloseTo(2 * G, NEAR);
    expect(values[2]).toBeCloseTo(2 * G, NEAR);
    expect(values[3]).toBe(0);
  });

  test("sticks by m g sin α", () => {
    const { values } = incline(planar, 0.4, 0.5, over);
    expect(values[0]).toBeCloseTo(-2 * G * Math.sin(0.4), NEAR);
    expect(values[2]).toBeCloseTo(2 * G * Math.cos(0.4), NEAR);
    expect(values[3]).toBe(0);
  });

  test("slips against μ m g cos α", () => {
    const { values, data } = incline(planar, 0.4, 0.2, over);
    // the first of the seven directions need not run along the table: the friction's part along it is as large as the directions allow, and what it lacks is across
    const loose = planar || "cone" in over ? 1e-9 : 2 * G * 0.2 * (1 - Math.cos(Math.PI / 7));
    expect(Math.abs(values[0] + 0.2 * 2 * G * Math.cos(0.4))).toBeLessThanOrEqual(loose);
    expect(values[2]).toBeCloseTo(2 * G * Math.cos(0.4), NEAR);
    expect(values[3]).toBe(1);
    expect(data.bodyVel[15]).toBeGreaterThan(0.1);
  });
});

test("impulses are on the corners of the box, within the cone, and balance its moment", () => {
  const { data } = incline(false, 0.4, 0.5, {});
  expect(data.counter[COUNTER.pairs]).toBe(1);
  expect(data.counter[COUNTER.patches]).toBe(1);
  expect(data.counter[COUNTER.points]).toBe(4);
  let load = 0;
  let moment = 0;
  for (let i = 0; i < 4; i++) {
    expect(Math.abs(data.pointPos[3 * i])).toBeCloseTo(0.5, 9);
    expect(Math.abs(data.pointPos[3 * i + 1])).toBeCloseTo(0.5, 9);
    const [n, s, t] = data.pointImpulse.subarray(3 * i, 3 * i + 3);
    expect(Math.hypot(s, t)).toBeLessThanOrEqual(0.5 * n + 1e-12);
    load += n;
    moment += n * data.pointPos[3 * i];
  }
  // friction at the foot, 0.5 m below the centre of mass, tips it downhill: Σ n x = m g sin α · 0.5 h
  expect(load / 0.005).toBeCloseTo(2 * G * Math.cos(0.4), NEAR);
  expect(moment / 0.005).toBeCloseTo(G * Math.sin(0.4), NEAR);
});

test("a ball that rolls down is held back by 2/7 m g sin α, at the narrow phase's point", () => {
  const { values, data, status } = run(
    {
      gravity: [G * Math.sin(0.3), 0, -G * Math.cos(0.3)],
      timestep: 0.001,
      formulation: { type: "complementarity", cone: "quadratic" },
      materials: { any: { friction: 0.5 } },
      bodies: [
        { name: "ground", type: "static", material: "any", shapes: [{ type: "plane" }] },
        { name: "ball", mass: 3, material: "any", position: [0, 0, 0.2], shapes: [{ type: "sphere", radius: 0.2 }] },
      ],
      sensors: [
        "contact/ground:ball/force.x",
        "contact/ball:ground/force.x",
        "contact/ground:ball/normalForce",
        "contact/ground:ball/slips",
      ],
    },
    200,
  );
  expect(status).toBe(0);
  // the cone's solver leaves 1e-10 m/s; over 1 ms and with 3 kg that is 3e-7 N
  expect(values[0]).toBeCloseTo((-2 / 7) * 3 * G * Math.sin(0.3), 6);
  expect(values[1]).toBe(-values[0]);
  expect(values[2]).toBeCloseTo(3 * G * Math.cos(0.3), 6);
  expect(values[3]).toBe(0);
  expect(data.counter[COUNTER.points]).toBe(1);
  // 0.2 m/s in: it has rolled on by more than the radius's hundredth within the step
  expect(data.bodyVel[15]).toBeGreaterThan(0.3);
});

test("the standard model's hold on a triangle that touches nothing is told too", () => {
  const triangle = (radius: number) =>
    [90, 210, 330].map((a) => [radius * Math.cos((a * Math.PI) / 180), radius * Math.sin((a * Math.PI) / 180)]);
  const { values, data } = run(
    {
      plane: "xy",
      timestep: 0.01,
      formulation: { type: "complementarity", contacts: "standard", reach: 0.1, cone: "none" },
      bodies: [
        { name: "base", type: "static", shapes: [{ type: "polygon", vertices: triangle(2 * Math.SQRT2) }] },
        {
          name: "t",
          mass: 1,
          inertia: [0.649519, 0.649519, 0.649519],
          position: [1, 5],
          orientation: Math.PI / 3,
          shapes: [{ type: "polygon", vertices: triangle(Math.SQRT2) }],
        },
      ],
      sensors: ["contact/base:t/force.x", "contact/base:t/force.y"],
    },
    150,
  );
  expect(data.bodyPos[7]).toBeCloseTo(2.12132, 5);
  expect(values[0]).toBeCloseTo(0, 6);
  expect(values[1]).toBeCloseTo(G, 6);
});

/** Largest difference between the change of a body's momentum and what forces and the contacts in the tables did, N s. */
function imbalance(model: Model, data: Data, steps: number): number {
  const h = model.options.timestep;
  let worst = 0;
  for (let i = 0; i < steps; i++) {
    const before = data.bodyVel.slice();
    step(model, data);
    const balance = new Float64Array(3 * model.nb);
    for (let b = 1; b < model.nb; b++)
      for (let k = 0; k < 3; k++)
        balance[3 * b + k] =
          model.bodyMass[b] * (data.bodyVel[6 * b + 3 + k] - before[6 * b + 3 + k]) - h * data.bodyForce[6 * b + 3 + k];
    for (let patch = 0; patch < data.counter[COUNTER.patches]; patch++) {
      const pair = data.patchPair[patch];
      expect(patch).toBeGreaterThanOrEqual(data.pairPatch[2 * pair]);
      expect(patch).toBeLessThan(data.pairPatch[2 * pair] + data.pairPatch[2 * pair + 1]);
      const [a, b] = [0, 1].map((s) => model.shapes[data.pairKey[2 * pair + s]].body);
      const first = data.patchPoint[2 * patch];
      let normal = 0;
      for (let p = first; p < first + data.patchPoint[2 * patch + 1]; p++) normal += data.pointImpulse[3 * p];
      for (let k = 0; k < 3; k++) {
        const impulse = normal * data.patchNormal[3 * patch + k] + data.patchFriction[8 * patch + k];
        balance[3 * a + k] += impulse;
        balance[3 * b + k] -= impulse;
      }
    }
    for (let b = 1; b < model.nb; b++)
      if (model.bodyType[b] === 2) for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(balance[3 * b + k]));
  }
  return worst;
}

test.each([
  ["polygon-box", 150],
  ["polyhedron-box", 60],
  ["ten-balls", 60],
])("in %s, the tables account for every change of momentum", (name, steps) => {
  const model = compile(buildScene(sceneByName(name) as Scene));
  // round-off of sums of impulses of the order of 1 N s
  expect(imbalance(model, createData(model), steps)).toBeLessThan(1e-12);
});

test("a run that is resumed has the same tables, to the bit", () => {
  const model = compile(buildScene(sceneByName("polygon-box") as Scene));
  const data = createData(model);
  for (let i = 0; i < 80; i++) step(model, data);
  const other = createData(model);
  restore(model, other, snapshot(data));
  for (let i = 0; i < 40; i++) {
    step(model, data);
    step(model, other);
  }
  expect(data.counter[COUNTER.points]).toBeGreaterThan(10);
  expect(stateHash(other)).toBe(stateHash(data));
});

test("statistics of the step are sensors", () => {
  const names = ["rows", "contacts", "unilateral", "inter", "cross", "residual", "iterations", "status", "gap"];
  const box = (steps: number) => {
    const { values, data } = run(
      {
        plane: "xy",
        timestep: 0.01,
        formulation: { type: "complementarity" },
        bodies: [
          { name: "table", type: "static", position: [0, -0.5], shapes: [{ type: "polygon", halfExtents: [5, 0.5] }] },
          { name: "box", mass: 1, position: [0, 3], shapes: [{ type: "polygon", halfExtents: [0.5, 0.5] }] },
        ],
        sensors: names.map((name) => `solver/all/${name}`),
      },
      steps,
    );
    return { ...Object.fromEntries(names.map((name, i) => [name, values[i]])), y: data.bodyPos[7] };
  };
  const falling = box(10);
  expect(falling).toMatchObject({ rows: 0, contacts: 0, gap: Number.NaN });
  // two corners, each with a normal, two directions and a slip speed
  const resting = box(200);
  expect(resting).toMatchObject({ rows: 8, contacts: 2, unilateral: 2, inter: 0, cross: 0, status: 0 });
  expect((resting as Record<string, number>).residual).toBeLessThan(1e-9);
  expect((resting as Record<string, number>).gap).toBeCloseTo(0, 9);
});
