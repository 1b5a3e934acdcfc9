/**
 * One bar of a linkage was set aside, and the rest of the linkage went on without it.
 *
 * Bodies of one mechanism share coordinates: it stands still as a whole, and other mechanisms do not notice.
 */
import { BODY_STATE, compile, createData, type Spec, setBodyState, step } from "stiction";
import { describe, expect, test } from "vitest";
import { lagrangianFields } from "../../src/formulations/augmented-lagrangian/fields.js";

/** Two double pendulums side by side. */
const scene = (method: "index-3" | "index-1" | "penalty"): Spec => ({
  name: "aside",
  timestep: 0.002,
  gravity: [0, 0, -9.81],
  contact: "none",
  formulation: { type: "augmented-lagrangian", method },
  bodies: [0, 1].flatMap((k) => [
    { name: `upper${k}`, mass: 1, inertia: [0.02, 0.1, 0.1], position: [0.5, k, 0] },
    { name: `lower${k}`, mass: 1, inertia: [0.02, 0.1, 0.1], position: [1.5, k, 0] },
  ]),
  joints: [0, 1].flatMap((k) => [
    { type: "hinge", name: `top${k}`, bodyB: `upper${k}`, at: [0, k, 0], axis: [0, 1, 0] },
    { type: "hinge", name: `middle${k}`, bodyA: `upper${k}`, bodyB: `lower${k}`, at: [1, k, 0], axis: [0, 1, 0] },
  ]),
});

describe.each(["index-3", "index-1"] as const)("%s", (method) => {
  const model = compile(scene(method));
  const data = createData(model);
  const other = createData(model);
  const run = (count: number) => {
    for (let k = 0; k < count; k++) {
      step(model, data);
      step(model, other);
    }
  };
  run(100);
  setBodyState(model, data, 2, BODY_STATE.dormant);
  const before = data.bodyPos.slice();
  const q = lagrangianFields(data).coordinate.slice();
  run(100);

  test("the mechanism stands still, coordinates and all", () => {
    // to the round-off of reading coordinates from bodies once
    for (let k = 3; k < 9; k++) expect(Math.abs(data.bodyPos[k] - before[k])).toBeLessThan(1e-13);
    expect([...data.bodyVel.subarray(6, 12)]).toEqual([0, 0, 0, 0, 0, 0]);
    const moved = lagrangianFields(data).coordinate.filter((value, i) => Math.abs(value - q[i]) > 1e-13).length;
    expect(moved).toBeLessThanOrEqual(q.length / 2);
  });

  test("the other goes on as if nothing had happened", () => {
    // when a body is set aside all accelerations are found anew: those of the step had the error of its projection, 1e-5 h²
    for (let k = 9; k < 15; k++) expect(Math.abs(data.bodyPos[k] - other.bodyPos[k])).toBeLessThan(1e-8);
    expect(Math.abs(data.bodyPos[14] - before[14])).toBeGreaterThan(0.01);
  });

  test("woken, it falls on from where it is", () => {
    setBodyState(model, data, 2, BODY_STATE.active);
    run(1);
    expect(Math.abs(data.bodyPos[8] - before[8])).toBeLessThan(1e-4);
    run(100);
    expect(Math.abs(data.bodyPos[8] - before[8])).toBeGreaterThan(0.01);
    expect(lagrangianFields(data).statistics[3]).toBeLessThan(1e-9);
  });
});
