// `settle` of a scene with bodies that roll freely ends without saying which of them, and what would help.
import { compile, createData, settle } from "stiction";
import { expect, test } from "vitest";

test("bodies that roll on are named with the remedy", () => {
  const tilt = 0.02;
  const model = compile({
    formulation: { type: "augmented-lagrangian" },
    bodies: [
      {
        name: "slope",
        type: "static",
        orientation: [0, Math.sin(tilt / 2), 0, Math.cos(tilt / 2)],
        shapes: [{ type: "plane" }],
      },
      { name: "ball", mass: 1, position: [0, 0, 0.1], shapes: [{ type: "sphere", radius: 0.1 }] },
      { name: "crate", mass: 1, position: [0, 1, 0.1], shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }] },
    ],
  });
  const { found, reason } = settle(model, createData(model), { iterations: 25 });
  expect(found).toBe(false);
  expect(reason).toMatch(/"ball" still rolls: .*rollingFriction/);
  expect(reason).not.toContain("crate");
});
