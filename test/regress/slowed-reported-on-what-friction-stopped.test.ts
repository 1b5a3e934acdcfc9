// A wheel that the friction of its hinge had stopped, at 1e-20 rad/s, reported `slowed` in every second step.
import { compile, createData, step } from "stiction";
import { expect, test } from "vitest";

test.each(["fast", "precise"] as const)("%s: rest after friction is clean", (preset) => {
  const model = compile({
    timestep: preset === "fast" ? 1 / 240 : 1 / 60,
    formulation: { type: "impulse", preset },
    gravity: [0, 0, 0],
    bodies: [{ name: "wheel", mass: 2, inertia: [0.4, 0.5, 0.3], angularVelocity: [0, 3, 0] }],
    joints: [{ type: "hinge", bodyB: "wheel", at: [0, 0, 0], axis: [0, 1, 0], friction: { effort: 0.8 } }],
  });
  const data = createData(model);
  let status = 0;
  while (data.time < 3.5) status |= step(model, data);
  expect(status).toBe(0);
  expect(Math.abs(data.bodyVel[7])).toBeLessThan(1e-12);
});
