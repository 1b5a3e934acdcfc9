/**
 * A plank at rest just above the floor was struck by a falling weight and went through the floor.
 *
 * Contacts were looked for as far as a body's own motion led; neighbours may push it further within the step.
 */
import { compile, createData, step } from "stiction";
import { expect, test } from "vitest";

// ┌─┐ ↓ 1.2 m/s, 10 kg    a plank at rest, 6 mm above the floor, is struck beside its pivot: its end comes down by more than its own motion, nothing, tells
// └─┘
// ▬▬▬▬▬
//   ▲
test("what is struck by something fast does not go through what it was at rest over", () => {
  const model = compile({
    plane: "xy",
    timestep: 0.01,
    formulation: { type: "complementarity", cone: "none" },
    bodies: [
      { name: "floor", type: "static", position: [0, -0.5], shapes: [{ type: "polygon", halfExtents: [2, 0.5] }] },
      {
        name: "pivot",
        type: "static",
        position: [0, 0.003],
        shapes: [{ type: "polygon", halfExtents: [0.01, 0.003] }],
      },
      { name: "plank", mass: 1, position: [0, 0.026], shapes: [{ type: "polygon", halfExtents: [0.12, 0.02] }] },
      {
        name: "weight",
        mass: 10,
        position: [0.065, 0.1265],
        velocity: [0, -1.2],
        shapes: [{ type: "polygon", halfExtents: [0.05, 0.05] }],
      },
    ],
  });
  const data = createData(model);
  const plank = model.bodyNames.indexOf("plank");
  for (let i = 0; i < 60; i++) {
    expect(step(model, data)).toBe(0);
    const angle = 2 * Math.atan2(data.bodyQuat[4 * plank + 2], data.bodyQuat[4 * plank + 3]);
    for (const x of [-0.12, 0.12]) {
      const low = data.bodyPos[3 * plank + 1] + x * Math.sin(angle) - 0.02 * Math.cos(angle);
      // gaps are linear within the step: the plank turns by 0.05 rad in the first one, half the square of which is 1.5e-4 of its half length
      expect(low).toBeGreaterThan(-1.5e-4);
    }
  }
});
