// On a site of 2,000 fences a step takes a tenth of a second now and then: when one that slept from the start wakes.
import { BODY_STATE, compile, createData, step } from "stiction";
import { expect, test } from "vitest";

// The way of the step was swept from a place that had never been written: from the origin, through all that stands between.
test("a sleeper that wakes begins its step where it lay", () => {
  const model = compile({
    timestep: 0.005,
    formulation: { type: "augmented-lagrangian", priority: "real-time", sleep: true },
    bodies: [
      { name: "ground", type: "static", shapes: [{ type: "plane" }] },
      {
        name: "pusher",
        type: "kinematic",
        position: [29, 0, 0.3],
        velocity: [1, 0, 0],
        shapes: [{ type: "box", halfExtents: [0.1, 0.2, 0.2] }],
      },
      {
        name: "box",
        state: "asleep",
        mass: 2,
        position: [30, 0, 0.1],
        shapes: [{ type: "box", halfExtents: [0.1, 0.1, 0.1] }],
      },
    ],
  });
  const data = createData(model);
  const box = model.bodyIndex.get("box") as number;
  for (let k = 0; k < 200 && data.bodyState[box] !== BODY_STATE.active; k++) step(model, data);
  expect(data.bodyState[box]).toBe(BODY_STATE.active);
  expect([...data.bodyBefore.subarray(13 * box, 13 * box + 7)]).toEqual([30, 0, 0.1, 0, 0, 0, 1]);
});
