/**
 * A rack and pinion whose rack is a point mass gaped by 5.3 m at status 0.
 *
 * A body without moments of inertia does not turn. The direct solution turned it freely, so that a joint beside its centre held nothing.
 */
import { compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";
import { jointGap } from "../support/joint-gap.js";

test.each([{ preset: "fast" }, { preset: "precise" }])("%o: teeth beside the centre of mass hold", (preset) => {
  const model = compileUntyped({
    formulation: { type: "impulse", ...preset },
    timestep: 0.008,
    gravity: [2, -1, -9.81],
    bodies: [
      { name: "pinion", mass: 1.5, inertia: [0.01, 0.012, 0.01], position: [0, 0, 1] },
      { name: "rack", mass: 6, position: [-0.3, 0.1, 0.9] },
    ],
    joints: [
      { type: "hinge", name: "bearing", bodyB: "pinion", at: [0, 0, 1], axis: [0, 1, 0] },
      { type: "point-on-line", name: "guide", bodyB: "rack", at: [0.2, 0.4, 0.7], axis: [1, 0, 0] },
      {
        type: "rack-and-pinion",
        name: "teeth",
        bodyA: "pinion",
        bodyB: "rack",
        at: [0, 0, 0.88],
        axis: [0, 1, 0],
        travel: [1, 0, 0],
        radius: 0.12,
      },
    ],
  });
  const data = createData(model);
  for (let k = 0; k < 250; k++) expect(step(model, data)).toBe(0);
  expect(jointGap(model, data)).toBeLessThan(1e-9); // round-off of metres
  // it rolls down 2 m/s²: ẍ = m g/(m + I/r²)
  const x = (0.5 * 6 * 2 * 4) / (6 + 0.012 / 0.12 ** 2);
  expect(Math.abs(data.bodyPos[6] + 0.3 - x)).toBeLessThan(1e-6); // Newton's method on rows of 1e-9 m/s, 2 s
  // what the guide holds
  expect(Math.abs(data.bodyPos[7] - 0.1) + Math.abs(data.bodyPos[8] - 0.9)).toBeLessThan(1e-9);
});

test("a point mass at the end of an arm, held by a ball joint, stays where its joint is", () => {
  // it cannot turn about the joint: gravity does nothing
  const model = compileUntyped({
    formulation: "impulse",
    timestep: 0.01,
    bodies: [
      { name: "p", mass: 2, position: [1, 0, 0] },
      { name: "q", mass: 2, inertia: [1, 1, 1], position: [1, 0, -1] },
    ],
    joints: [
      { type: "ball", name: "arm", bodyB: "p", at: [0, 0, 0] },
      { type: "distance", name: "rod", bodyA: "p", bodyB: "q", at: [1, 0, -0.2], to: [1, 0, -1] },
    ],
  });
  const data = createData(model);
  for (let k = 0; k < 100; k++) expect(step(model, data)).toBe(0);
  expect(Math.abs(data.bodyPos[3] - 1) + Math.abs(data.bodyPos[5]) + Math.abs(data.bodyPos[8] + 1)).toBeLessThan(1e-9);
});
