/** Luaces V10: stiffness and damping of springs and dampers between points against central differences, in space and in the plane. */
import { compile, createData, type Spec, step } from "stiction";
import { describe, expect, test } from "vitest";
import { evaluateGeneralisedForces, placeConstraints } from "../../src/formulations/augmented-lagrangian/evaluate.js";
import { lagrangianFields, NUMBER } from "../../src/formulations/augmented-lagrangian/fields.js";
import { writeLineBlock } from "../../src/formulations/augmented-lagrangian/line-tangent.js";
import { factorMassProjector, projectVelocities } from "../../src/formulations/augmented-lagrangian/project.js";
import { gatherSoftRows, writeSpringRows } from "../../src/formulations/augmented-lagrangian/soft-rows.js";

function random(seed: number): () => number {
  let s = seed;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2147483648 - 1;
  };
}

/** Two links and a body that nothing holds, with a spring, a damper, and both at once, to the world too. */
const scene = (planar: boolean): Spec => ({
  name: "lines",
  ...(planar ? { plane: "xy" as const } : { gravity: [0, 0, 0] }),
  contact: "none",
  timestep: 0.001,
  formulation: { type: "augmented-lagrangian" },
  bodies: [
    { name: "a", mass: 1, inertia: [0.1, 0.12, 0.14], position: [0.5, 0, 0], angularVelocity: [0, 0, 2] },
    { name: "b", mass: 2, inertia: [0.2, 0.22, 0.24], position: [1.5, 0, 0] },
    {
      name: "c",
      mass: 1,
      inertia: [0.1, 0.12, 0.14],
      position: [1, 1, 0],
      velocity: [1, 2, planar ? 0 : 3],
      angularVelocity: [planar ? 0 : 1, planar ? 0 : -2, 3],
    },
  ],
  joints: [
    { type: "hinge", name: "one", bodyB: "a", at: [0, 0, 0] },
    planar
      ? { type: "hinge", name: "two", bodyA: "a", bodyB: "b", at: [1, 0, 0] }
      : { type: "ball", name: "two", bodyA: "a", bodyB: "b", at: [1, 0, 0] },
  ],
  forces: [
    {
      type: "spring",
      name: "s",
      bodyA: "a",
      bodyB: "c",
      pointA: [0.1, 0.2, 0],
      pointB: [-0.1, -0.3, 0],
      stiffness: 900,
      restLength: 0.2,
    },
    { type: "damper", name: "d", bodyA: "b", bodyB: "c", pointA: [0.3, 0.1, 0], pointB: [0.2, 0.1, 0], damping: 70 },
    {
      type: "spring",
      name: "sd",
      bodyB: "b",
      pointA: [2, 1, 0],
      pointB: [0.1, 0.1, 0],
      stiffness: 400,
      damping: 30,
      restLength: 0.4,
    },
  ],
});

describe.each([false, true])("in the plane: %s", (planar) => {
  const model = compile(scene(planar));
  const data = createData(model);
  for (let k = 0; k < 200; k++) step(model, data);
  const state = data.systems.natural;
  const fields = lagrangianFields(data);
  const { free, count } = state.natural;
  const q0 = fields.coordinate.slice();
  const v0 = fields.velocity.slice();

  /** Generalised forces at (q₀ + s x, q̇₀ + s y). */
  const forces = (x: Float64Array, y: Float64Array, s: number) => {
    const q = q0.map((value, i) => value + s * x[i]);
    const v = v0.map((value, i) => value + s * y[i]);
    placeConstraints(state, q);
    evaluateGeneralisedForces(model, data, state, v);
    return state.force.slice();
  };
  const none = new Float64Array(count);

  /** A direction that the constraints allow. */
  const direction = (seed: number) => {
    const next = random(seed);
    const x = Float64Array.from({ length: count }, (_, i) => (i < free ? next() : 0));
    placeConstraints(state, q0);
    factorMassProjector(state);
    projectVelocities(state, state.massProjector, 6, x);
    return x;
  };

  const STEP = 1e-5;
  const difference = (x: Float64Array, y: Float64Array) => {
    const plus = forces(x, y, STEP);
    const minus = forces(x, y, -STEP);
    return plus.map((value, i) => (value - minus[i]) / (2 * STEP));
  };

  /** −K x or −C y by the rows, and −K x by the blocks too. */
  const predicted = (x: Float64Array, which: "stiffness" | "damping", exact: boolean) => {
    forces(none, none, 0);
    const { soft, general, natural } = state;
    state.numbers[NUMBER.stiffness] = 1;
    writeSpringRows(model, data, soft);
    gatherSoftRows(natural, soft, state.value);
    const out = new Float64Array(count);
    for (let r = 0; r < soft.rows; r++) {
      let along = 0;
      for (let e = soft.rowStart[r]; e < soft.rowStart[r + 1]; e++) along += soft.entries[e] * x[soft.column[e]];
      for (let e = soft.rowStart[r]; e < soft.rowStart[r + 1]; e++)
        out[soft.column[e]] -= soft[which][r] * along * soft.entries[e];
    }
    for (let k = 0; exact && general !== null && k < general.places.length; k++) {
      writeLineBlock(data, state, general.lines, k);
      const r = general.lines.row[k];
      const columns = soft.column.subarray(soft.rowStart[r], soft.rowStart[r + 1]);
      const n = columns.length;
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) out[columns[i]] -= general.lines.block[i * n + j] * x[columns[j]];
    }
    return out;
  };

  const norm = (x: Float64Array) => Math.hypot(...x.subarray(0, free));
  const apart = (x: Float64Array, y: Float64Array) => norm(x.map((value, i) => value - y[i])) / norm(y);

  // truncation and round-off of central differences at 1e-5: 1e-10 and 1e-11 of the forces
  test.each([1, 2, 3, 4, 5])("K, direction %i", (seed) => {
    const x = direction(seed);
    const there = difference(x, none);
    expect(apart(predicted(x, "stiffness", true), there)).toBeLessThan(1e-6);
    // and it is not the rows alone that do it
    expect(apart(predicted(x, "stiffness", false), there)).toBeGreaterThan(1e-2);
  });

  test.each([1, 2, 3])("C, direction %i", (seed) => {
    const y = direction(seed);
    expect(apart(predicted(y, "damping", false), difference(none, y))).toBeLessThan(1e-6);
  });

  test("the exact tangent takes no more iterations", () => {
    const iterations = (tangent: "exact" | "approximate") => {
      const other = compile({
        ...scene(planar),
        formulation: { type: "augmented-lagrangian", tangent },
        timestep: 0.01,
      });
      const run = createData(other);
      let sum = 0;
      for (let k = 0; k < 100; k++) {
        expect(step(other, run)).toBe(0);
        sum += lagrangianFields(run).statistics[0];
      }
      return sum;
    };
    expect(iterations("exact")).toBeLessThan(iterations("approximate"));
  });
});
