/** The force in the second hinge of an arm was wrong as soon as the first hinge had a drive by effort. */
import { expect, test } from "vitest";
import { mass, start } from "../joints/run.js";

test("two links that drives by effort hold level: each hinge bears the weight beyond it", () => {
  // hinges at 0 and 1 m, centres of 1 kg at 0.5 and 1.5 m: torques 9.81 (0.5 + 1.5) and 9.81 · 0.5 hold them at rest
  const s = start({
    formulation: "augmented-lagrangian",
    timestep: 1e-3,
    contact: "none",
    bodies: [mass("upper", [0.5, 0, 0]), mass("lower", [1.5, 0, 0])],
    joints: [
      {
        type: "hinge",
        name: "a",
        bodyB: "upper",
        at: [0, 0, 0],
        axis: [0, 1, 0],
        drive: { mode: "effort", target: -19.62 },
      },
      {
        type: "hinge",
        name: "b",
        bodyA: "upper",
        bodyB: "lower",
        at: [1, 0, 0],
        axis: [0, 1, 0],
        drive: { mode: "effort", target: -4.905 },
      },
    ],
    sensors: ["joint/a/force", "joint/b/force", "joint/b/position"],
  }).until(0.01);
  expect(s.value("joint/b/position")).toBeCloseTo(0, 12);
  expect(s.value("joint/a/force.z")).toBeCloseTo(19.62, 8);
  expect(s.value("joint/b/force.z")).toBeCloseTo(9.81, 8);
  expect(s.value("joint/a/force.x")).toBeCloseTo(0, 8);
});
