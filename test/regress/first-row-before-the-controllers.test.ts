// The first row of a recording reads inputs before controllers have run: a spring that a controller keeps slack has 4.5 J at t = 0.
import { compile, createData, readSensor, step } from "stiction";
import { expect, test } from "vitest";

test("an input that follows the state does so from the first row on", () => {
  const model = compile({
    plane: "xy",
    gravity: [0, 0],
    contact: "none",
    timestep: 0.01,
    formulation: "augmented-lagrangian",
    bodies: [{ name: "block", mass: 1, inertia: [0, 0, 1], position: [2.5, 0] }],
    forces: [
      { type: "spring", name: "spring", bodyB: "block", stiffness: 2, restLength: 1.5 },
      { type: "spring", name: "slack", bodyB: "block", stiffness: 9, restLength: 1.5 },
    ],
    controllers: [
      { type: "expression", output: "forces.slack.restLength", expression: "[force/slack/length]", rate: "evaluation" },
    ],
    sensors: ["system/all/energy"],
  });
  const data = createData(model);
  expect(readSensor(model, data, "system/all/energy")).toBeCloseTo(0.5 * 2 * 1, 12);
  step(model, data);
  // the trapezoidal rule keeps the energy of a linear spring to the tolerance of Newton's method
  expect(readSensor(model, data, "system/all/energy")).toBeCloseTo(0.5 * 2 * 1, 8);
});
