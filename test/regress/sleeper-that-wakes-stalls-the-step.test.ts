// On a site of 2,000 fences a step takes a tenth of a second now and then: when one that slept from the start wakes.
import { compile, createData, events, step, takeEvents } from "stiction";
import { expect, test } from "vitest";

/*
 *   origin            wall at 15 m        pusher → box at 30 m
 *      ·                  |                 ▯     ▢
 *
 * The way of the step was swept from a place that had never been written: from the origin, through all that stands between.
 */
test("a sleeper that wakes begins its step where it lay", () => {
  const model = compile({
    timestep: 0.005,
    formulation: { type: "augmented-lagrangian", priority: "real-time", sleep: true },
    materials: { default: { contact: { type: "linear", stiffness: 1e4, damping: 50 } } },
    bodies: [
      { name: "ground", type: "static", shapes: [{ type: "plane" }] },
      { name: "wall", type: "static", position: [15, 0, 1], shapes: [{ type: "box", halfExtents: [0.1, 4, 1] }] },
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
  const seen: number[] = [];
  for (let k = 0; k < 200; k++) {
    step(model, data);
    seen.push(...takeEvents(data).map(({ code }) => code));
  }
  expect(seen).toContain(events.bodyAwake.code);
  expect(seen).not.toContain(events.impact.code);
});
