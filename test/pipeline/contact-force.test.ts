/** Contact forces of the impulse formulation as sensors: what the last sub-step did, over its length. */
import { compile, createData, sensorValues, step } from "stiction";
import { expect, test } from "vitest";

test.each([
  ["sticks", 0.6, 2 * 9.81 * Math.sin(0.4), 0],
  ["slips", 0.2, 0.2 * 2 * 9.81 * Math.cos(0.4), 1],
])("a box on an incline %s: force, normal force, state", (_name, friction, expected, slips) => {
  const model = compile({
    gravity: [9.81 * Math.sin(0.4), 0, -9.81 * Math.cos(0.4)],
    timestep: 0.005,
    formulation: { type: "impulse" },
    materials: { any: { friction } },
    bodies: [
      { name: "table", type: "static", material: "any", shapes: [{ type: "plane" }] },
      {
        name: "box",
        mass: 2,
        material: "any",
        position: [0, 0, 0.5],
        shapes: [{ type: "box", halfExtents: [0.5, 0.5, 0.5] }],
      },
    ],
    sensors: ["force.x", "force.z", "normalForce", "slips"].map((q) => `contact/table:box/${q}`),
  });
  const data = createData(model);
  for (let i = 0; i < 100; i++) step(model, data);
  const values = new Float64Array(4);
  sensorValues(model, data, values);
  const [x, z, normal, state] = values;
  // it settles: 2.5e-9 N off on 16 November 2026
  expect(Math.abs(x + expected)).toBeLessThan(2.5e-8);
  expect(Math.abs(z - 2 * 9.81 * Math.cos(0.4))).toBeLessThan(2.5e-8);
  expect(normal).toBeCloseTo(z, 9);
  expect(state).toBe(slips);
});
