/**
 * A light chain carried a load 100,000 times as heavy: reactions were tens of percent off at first and took seconds to
 * converge, with a clean status.
 */
import { compileUntyped, createData, step, type UntypedSpec } from "stiction";
import { describe, expect, test } from "vitest";

const G = 9.81;

/** Links of 0.08 m and `link` kg below each other, and a load; in the plane, or in space with hinges or ball joints. */
function chain(
  kind: "ball" | "hinge" | "planar",
  count: number,
  link: number,
  load: number,
  timestep: number,
): UntypedSpec {
  const L = 0.08;
  const down = (z: number) => (kind === "planar" ? [0, -z] : [0, 0, -z]);
  const bodies = Array.from({ length: count }, (_, k) => {
    const moment = (link * L * L) / 12;
    return { name: `link${k}`, mass: link, inertia: [moment, moment, moment], position: down((k + 0.5) * L) };
  });
  const moment = 0.02 * load;
  bodies.push({ name: "load", mass: load, inertia: [moment, moment, moment], position: down(count * L + 0.15) });
  const joints = bodies.map(({ name }, k) => ({
    type: kind === "ball" ? "ball" : "hinge",
    name: `joint${k}`,
    ...(k > 0 ? { bodyA: bodies[k - 1].name } : {}),
    bodyB: name,
    at: down(k * L),
    ...(kind === "hinge" ? { axis: [0, 1, 0] } : {}),
  }));
  return {
    name: "chain",
    timestep,
    contact: "none",
    ...(kind === "planar" ? { plane: "xy" } : {}),
    gravity: down(G),
    formulation: "augmented-lagrangian",
    bodies,
    joints,
    sensors: joints.map(({ name }) => `joint/${name}/force`),
  };
}

describe.each(["ball", "hinge", "planar"] as const)("%s", (kind) => {
  test.each([
    [12, 2e-3, 300, 4e-3],
    [5, 1e-4, 250, 1e-3],
    [30, 1e-2, 5, 4e-3],
  ])("%i links of %f kg, load %f kg", (count, link, load, timestep) => {
    const model = compileUntyped(chain(kind, count, link, load, timestep));
    const data = createData(model);
    const first = model.sensors.columns.length - 3 * (count + 1);
    const up = kind === "planar" ? 1 : 2;
    for (let k = 0; k < 50; k++) {
      expect(step(model, data)).toBe(0);
      for (let j = 0; j <= count; j++) {
        const tension = (load + (count - j) * link) * G;
        const slot = model.sensors.columns[first + 3 * j + up].slot;
        // six digits that the firm penalties leave, at mass ratios up to 2.5e6
        expect(Math.abs(Math.abs(data.slot[slot]) / tension - 1)).toBeLessThan(1e-5);
      }
    }
  });
});
