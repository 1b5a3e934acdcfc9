// In natural coordinates a dormant body that wakes by the clock with a start velocity stands still instead, status 0.
import { bodyVelocity, compile, createData, step } from "stiction";
import { expect, test } from "vitest";

const formulations = ["augmented-lagrangian", "impulse", "complementarity", "forces"] as const;

test.each(formulations)("%s: a body wakes with its start velocity", (formulation) => {
  const model = compile({
    timestep: 0.01,
    contact: "none",
    formulation,
    bodies: [
      { name: "other", mass: 1, inertia: [1, 1, 1], position: [0, 2, 0] },
      {
        name: "late",
        mass: 2,
        inertia: [0.1, 0.1, 0.1],
        state: "dormant",
        wakes: 0.05,
        velocity: [-0.7, 0.2, 0],
        angularVelocity: [0, 0, 3],
      },
    ],
  });
  const data = createData(model);
  for (let k = 0; k < 15; k++) expect(step(model, data)).toBe(0);
  const [x, y, z] = bodyVelocity(model, data, "late");
  // free fall for ten steps: exact in every method but for round-off
  expect(x).toBeCloseTo(-0.7, 10);
  expect(y).toBeCloseTo(0.2, 10);
  expect(z).toBeCloseTo(-0.981, 10);
  const late = model.bodyNames.indexOf("late");
  // the trapezoidal rule reads a spin of 0.03 rad a step to the second order
  expect(data.bodyVel[6 * late + 2]).toBeCloseTo(3, 2);
});
