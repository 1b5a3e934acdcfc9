/** `stability/all/…` among the sensors of a scene ended `compile` in a TypeError: systems were not prepared yet. */
import { compile, createData, readSensor, step } from "stiction";
import { expect, test } from "vitest";

test("the stability of the heaviest machine can be declared, and equals that by name", () => {
  const model = compile({
    timestep: 0.002,
    formulation: "augmented-lagrangian",
    bodies: [
      { name: "ground", type: "static", shapes: [{ type: "plane" }] },
      { name: "block", position: [0, 0, 0.5], shapes: [{ type: "box", halfExtents: [0.5, 0.4, 0.5] }] },
    ],
    sensors: ["stability/all/margin", "stability/all/tilt"],
  });
  const data = createData(model);
  for (let k = 0; k < 50; k++) step(model, data);
  const margin = readSensor(model, data, "stability/all/margin");
  expect(margin).toBe(readSensor(model, data, "stability/block/margin"));
  // a block that stands upright: its weight is in the middle of the support polygon; contact gives way by some 1e-4 m
  expect(Math.abs(margin - 1)).toBeLessThan(1e-2);
});

test("without a body that moves there is nothing to tip", () => {
  expect(() => compile({ bodies: [{ name: "ground", type: "static" }], sensors: ["stability/all/margin"] })).toThrow(
    /stability/,
  );
});
