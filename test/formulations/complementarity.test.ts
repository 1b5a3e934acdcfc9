/** Complementarity time-stepping with polytope-exact geometry [Williams2014]: spec of the theory, section 15, and of the experiments, sections 3 and 4. */
import { compile, complementarity, createData, step, stepProblem } from "stiction";
import { problemFromJson, problemToJson } from "stiction/io";
import { describe, expect, test } from "vitest";
import { complementarityFields, STATISTIC } from "../../src/formulations/complementarity/complementarity-fields.js";

const square = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];
const inertia = (j: number) => [j, j, j];

function run(spec: Record<string, unknown>) {
  const model = compile({ plane: "xy", ...spec });
  return { model, data: createData(model) };
}

const triangle = (radius: number) =>
  [90, 210, 330].map((a) => [radius * Math.cos((a * Math.PI) / 180), radius * Math.sin((a * Math.PI) / 180)]);

/** The triangle drop of 3.1: end pose, status bits that were raised, deepest constraint. */
function drop(h: number, contacts: string, over: object = {}) {
  const { model, data } = run({
    timestep: h,
    formulation: { type: "complementarity", contacts, reach: 10 * h, cone: "none", ...over },
    bodies: [
      { name: "base", type: "static", shapes: [{ type: "polygon", vertices: triangle(2 * Math.SQRT2) }] },
      {
        name: "t",
        mass: 1,
        inertia: inertia(0.649519),
        position: [1, 5],
        orientation: Math.PI / 3,
        shapes: [{ type: "polygon", vertices: triangle(Math.SQRT2) }],
      },
    ],
  });
  let status = 0;
  let gap = 0;
  let off = 0;
  for (let i = 0; i < Math.round(1.5 / h); i++) {
    status |= step(model, data);
    // on the incline, τ after contact at 0.712409 s (3.1, closed form until it tips)
    const tau = data.time - 0.712409;
    const along = 6.05242 * tau + 4.247855 * tau * tau;
    if (data.time > 0.72 && data.time < 1.21)
      off = Math.max(off, Math.hypot(data.bodyPos[6] - 1 - along / 2, data.bodyPos[7] - 2.510589 + 0.866025 * along));
    gap = Math.min(gap, complementarityFields(data).statistics[STATISTIC.gap]);
  }
  return {
    x: data.bodyPos[6],
    y: data.bodyPos[7],
    angle: 2 * Math.atan2(data.bodyQuat[10], data.bodyQuat[11]),
    status,
    gap,
    off,
  };
}

describe("triangle drop", () => {
  test.each([0.001, 0.004, 0.01, 0.016])("peg slides off at h = %s, and nothing overlaps", (h) => {
    const end = drop(h, "peg");
    expect(end.status).toBe(0);
    // V3: first order, 7 h; at 1.5 s the ground truth is (4.58715, −3.96602) with 5.3963 and −11.5998 m/s, its angle 1.0118
    const late = h * Math.round(1.5 / h) - 1.5;
    expect(Math.hypot(end.x - 4.58715 - 5.3963 * late, end.y + 3.96602 + 11.5998 * late)).toBeLessThan(7 * h);
    expect(end.angle).toBeGreaterThan(1.004);
    expect(end.angle).toBeLessThan(1.013);
    expect(end.gap).toBeGreaterThan(-1e-12);
    // V4
    expect(end.off).toBeLessThan(7 * h);
  });

  test.each([0.002, 0.01])("the standard model is caught at the apex, h = %s", (h) => {
    const end = drop(h, "standard");
    // V5, to 1e-6: the left vertex lies exactly on the apex
    expect(end.x).toBeCloseTo(1.224745, 6);
    expect(end.y).toBeCloseTo(2.12132, 6);
    expect(end.angle).toBeCloseTo(Math.PI / 3, 6);
  });

  test("the corrective one bounces off by decimetres, whatever the step", () => {
    for (const h of [0.001, 0.01]) {
      // V6: 0.1 to 1.3 m over the run; here up to where it would tip
      expect(drop(h, "corrective").off).toBeGreaterThan(0.05);
    }
  });

  test("mixed and reduced form, and both rules of the reduced and full peg, lead to the same motion", () => {
    const end = drop(0.01, "peg");
    for (const over of [{ form: "mixed" }, { peg: "full" }, { solver: "lemke" }]) {
      const other = drop(0.01, "peg", over);
      expect(other.status).toBe(0);
      // the same problem but for round-off, which 150 steps do not raise above 1e-9
      expect(other.x).toBeCloseTo(end.x, 9);
      expect(other.y).toBeCloseTo(end.y, 9);
    }
  });
});

test("ten boxes: peg rests without drift, the standard model traps, the corrective one loses the stack", () => {
  const offsets = [
    0.062596, -0.048015, 0.058582, -0.069609, 0.068663, -0.034357, 0.050121, -0.043018, 0.034357, -0.027069,
  ];
  const stack = (contacts: string, steps: number) => {
    const { model, data } = run({
      timestep: 0.005,
      formulation: { type: "complementarity", contacts, reach: 0.07, cone: "none" },
      bodies: offsets.map((x, i) => ({
        name: `b${i}`,
        ...(i === 0 ? { type: "static" } : { mass: 1, inertia: inertia(1 / 12) }),
        position: [x, 0.7 + 1.2 * i],
        shapes: [{ type: "polygon", vertices: square }],
      })),
    });
    let status = 0;
    for (let i = 0; i < steps; i++) status |= step(model, data);
    let drift = 0;
    for (let b = 2; b <= 10; b++) drift = Math.max(drift, Math.abs(data.bodyPos[3 * b] - offsets[b - 1]));
    return { drift, status, top: data.bodyPos[31] };
  };
  const peg = stack("peg", 400);
  expect(peg.status).toBe(0);
  // V7: 1e-6 asked, round-off expected
  expect(peg.drift).toBeLessThan(1e-12);
  expect(peg.top).toBeCloseTo(9.7, 9);
  expect(stack("standard", 140).drift).toBeGreaterThan(0.01);
  expect(stack("corrective", 400).drift).toBeGreaterThan(0.5);
});

describe("rotation within a step", () => {
  const overlap = (h: number, implicit: number) => {
    const box = (name: string, w: number, y: number) => ({
      name,
      mass: 1,
      inertia: inertia(1),
      position: [0, y],
      angularVelocity: [0, 0, 1],
      shapes: [{ type: "polygon", halfExtents: [w / 2, 0.25] }],
    });
    const { model, data } = run({
      timestep: h,
      gravity: [0, 0],
      formulation: { type: "complementarity", cone: "none", implicit },
      bodies: [box("a", 2, -0.25), box("b", 1, 0.25)],
    });
    step(model, data);
    // edges stay parallel: the overlap is the width of the smaller one times its depth along the normal of the larger one
    const angle = 2 * Math.atan2(data.bodyQuat[6], data.bodyQuat[7]);
    const across =
      -Math.sin(angle) * (data.bodyPos[6] - data.bodyPos[3]) + Math.cos(angle) * (data.bodyPos[7] - data.bodyPos[4]);
    return 0.5 - across;
  };
  test.each([0.01, 0.1, 0.2, 0.3, 0.4, 0.5])("h = %s: the overlap of the thesis, 0.5 (1 − cos h)", (h) => {
    // V1, to 1e-9
    expect(overlap(h, 0)).toBeCloseTo(0.5 * (1 - Math.cos(h)), 9);
  });
  test.each([0.01, 0.1, 0.5])("h = %s: none with gaps at the end of the step", (h) => {
    // four rounds of a fixed point whose error shrinks by (ω h)²/2 each: 2e-4 at h = 0.5
    expect(Math.abs(overlap(h, 4))).toBeLessThan(2e-4 * h);
  });
});

test("momentum of five bodies in a row is kept, and they end at one speed (V2)", () => {
  const masses = [1.5, 1, 0.25, 0.12, 0.8];
  const { model, data } = run({
    timestep: 0.01,
    gravity: [0, 0],
    formulation: { type: "complementarity", cone: "none" },
    bodies: masses.map((mass, i) => ({
      name: `b${i}`,
      mass,
      inertia: inertia(mass / 6),
      position: [1.5 * i, 0],
      velocity: [i === 0 ? 2 : 0, 0],
      shapes: [{ type: "polygon", vertices: square }],
    })),
  });
  for (let i = 0; i < 600; i++) {
    expect(step(model, data)).toBe(0);
    let momentum = 0;
    masses.forEach((mass, k) => {
      momentum += mass * data.bodyVel[6 * (k + 1) + 3];
    });
    expect(momentum).toBeCloseTo(3, 12);
  }
  // 3/3.67
  for (let b = 1; b <= 5; b++) expect(data.bodyVel[6 * b + 3]).toBeCloseTo(3 / 3.67, 9);
});

describe("friction in the plane (15.6)", () => {
  const slide = (speed: number, cone: string) => {
    const { model, data } = run({
      timestep: 0.1,
      formulation: { type: "complementarity", cone },
      materials: { m: { friction: 0.5 } },
      bodies: [
        {
          name: "floor",
          type: "static",
          shapes: [{ type: "polygon", halfExtents: [5, 0.5], material: "m" }],
          position: [0, -0.5],
        },
        {
          name: "p",
          mass: 1,
          position: [0, 0.5],
          velocity: [speed, 0],
          shapes: [{ type: "polygon", vertices: square, material: "m" }],
          inertia: inertia(1 / 6),
        },
      ],
    });
    expect(step(model, data)).toBe(0);
    return data.bodyVel[15];
  };
  test.each(["polyhedral", "quadratic"])("%s cone: slips, and sticks", (cone) => {
    // μ g h = 0.4905; a block that does not tip moves like a particle
    expect(slide(1, cone)).toBeCloseTo(0.5095, 7);
    expect(slide(0.3, cone)).toBeCloseTo(0, 7);
  });
});

test("the problem of a step can be taken out, written down and solved again", () => {
  const { model, data } = run({
    timestep: 0.01,
    formulation: { type: "complementarity", cone: "none" },
    bodies: [
      { name: "floor", type: "static", position: [0, -0.5], shapes: [{ type: "polygon", halfExtents: [5, 0.5] }] },
      {
        name: "box",
        mass: 1,
        inertia: inertia(1 / 6),
        position: [0, 0.5],
        shapes: [{ type: "polygon", vertices: square }],
      },
    ],
  });
  expect(stepProblem(data)).toBeNull();
  step(model, data);
  const taken = stepProblem(data);
  expect(taken?.problem.size).toBe(2);
  const { problem } = problemFromJson(problemToJson(taken!), "step.json");
  const z = new Float64Array(2);
  const result = complementarity.solveComplementarity(
    problem,
    complementarity.solverSettings(),
    complementarity.createWorkspace(),
    z,
  );
  expect(result.status).toBe(complementarity.SOLVE_STATUS.solved);
  // half of the weight over one step at each corner
  for (const p of [z, taken!.solution]) for (const impulse of p) expect(impulse).toBeCloseTo(0.5 * 9.81 * 0.01, 12);
});

test("balls, boxes and cylinders rest on a plane, in space and in the plane", () => {
  const spatial = compile({
    timestep: 0.01,
    formulation: "complementarity",
    bodies: [
      { name: "floor", type: "static", shapes: [{ type: "plane" }] },
      { name: "ball", mass: 1, position: [0, 0, 0.7], shapes: [{ type: "sphere", radius: 0.5 }] },
      { name: "box", mass: 1, position: [2, 0, 0.7], shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }] },
      { name: "can", mass: 1, position: [4, 0, 0.7], shapes: [{ type: "cylinder", radius: 0.3, halfLength: 0.5 }] },
    ],
  });
  const planar = compile({
    plane: "xy",
    timestep: 0.01,
    formulation: "complementarity",
    bodies: [
      { name: "floor", type: "static", shapes: [{ type: "plane" }] },
      { name: "disk", mass: 1, position: [0, 0.7], shapes: [{ type: "circle", radius: 0.5 }] },
      { name: "box", mass: 1, position: [2, 0.7], shapes: [{ type: "polygon", vertices: square }] },
    ],
  });
  for (const [model, up] of [
    [spatial, 2],
    [planar, 1],
  ] as const) {
    const data = createData(model);
    let status = 0;
    for (let k = 0; k < 100; k++) status |= step(model, data);
    expect(status).toBe(0);
    // plastic landing; to the solver's tolerance
    for (let b = 2; b < model.nb; b++) expect(data.bodyPos[3 * b + up]).toBeCloseTo(0.5, 8);
  }
});
