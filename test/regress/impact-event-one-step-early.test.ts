// Events of fast impacts in `impulse` carried a time one step before the impact, negative in the first step.
import { compile, createData, events, step, takeEvents } from "stiction";
import { expect, test } from "vitest";

//        o  v = 80 m/s down, radius 10 mm, centre 0.7 m above a plate of 2 mm
//   ───────────   The ball meets the upper side at t = (0.7 − 0.001 − 0.01)/80 s.
test.each(["impulse", "forces"] as const)("%s: a ball meets a plate when it gets there", (formulation) => {
  const h = 0.02;
  const model = compile({
    timestep: h,
    gravity: [0, 0, 0],
    formulation: formulation === "forces" ? { type: "forces", parts: 1 } : formulation,
    bodies: [
      { name: "plate", type: "static", shapes: [{ type: "box", halfExtents: [1, 1, 0.001] }] },
      { name: "ball", position: [0, 0, 0.7], velocity: [0, 0, -80], shapes: [{ type: "sphere", radius: 0.01 }] },
    ],
  });
  const data = createData(model);
  step(model, data);
  const impacts = takeEvents(data).filter(({ code }) => code === events.impact.code);
  expect(impacts).toHaveLength(1);
  // a straight path: round-off of the cast
  expect(impacts[0].time).toBeCloseTo(0.689 / 80, 12);
});
