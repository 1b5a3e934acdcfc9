// The energy of a ball without loss dipped by all it had while it touched the floor: contacts held it, no sensor showed it.
import { compileUntyped, createData, readSensor, step } from "stiction";
import { expect, test } from "vitest";

const RUBBER = { type: "sphere", radius: 0.07 };
const BLOCK = { type: "box", halfExtents: [0.07, 0.07, 0.07] };

test.each([
  // errors of the methods in the impact: RK4 in its parts, the trapezoidal rule; the shape of the region of a sphere
  ["forces", { integrator: "rk4" }, { type: "hertz", stiffness: 4e5 }, RUBBER, 1e-5],
  ["augmented-lagrangian", {}, { type: "hertz", stiffness: 4e5 }, RUBBER, 2e-3],
  ["forces", { integrator: "rk4" }, { type: "linear", stiffness: 5e4, damping: 0 }, BLOCK, 2e-3],
  ["forces", { integrator: "rk4" }, { type: "volumetric", modulus: 5e5, restitution: 1 }, RUBBER, 5e-3],
  ["augmented-lagrangian", {}, { type: "volumetric", modulus: 5e5, restitution: 1 }, BLOCK, 5e-3],
] as const)("%s %o %o", (type, extra, contact, shape, tolerance) => {
  const model = compileUntyped({
    timestep: 2e-4,
    formulation: { type, ...extra },
    materials: { ideal: { friction: 0, contact: contact } },
    bodies: [
      { name: "floor", type: "static", material: "ideal", shapes: [{ type: "plane" }] },
      { name: "body", mass: 0.6, material: "ideal", position: [0, 0, 0.09], shapes: [shape] },
    ],
  });
  const data = createData(model);
  const start = readSensor(model, data, "system/all/energy");
  const fallen = 0.6 * 9.81 * 0.02;
  let held = 0;
  for (let k = 0; k < 600; k++) {
    step(model, data);
    held = Math.max(held, readSensor(model, data, "system/all/contactEnergy"));
    expect(Math.abs(readSensor(model, data, "system/all/energy") - start)).toBeLessThan(tolerance * fallen);
  }
  expect(held).toBeGreaterThan(0.9 * fallen);
});

test("energy of a body that starts pressed into the floor is there from the first row on", () => {
  const model = compileUntyped({
    timestep: 1e-4,
    gravity: [0, 0, 0],
    formulation: { type: "forces", integrator: "rk4" },
    materials: { ideal: { friction: 0, contact: { type: "hertz", stiffness: 1e5 } } },
    bodies: [
      { name: "floor", type: "static", material: "ideal", shapes: [{ type: "plane" }] },
      { name: "ball", mass: 1, material: "ideal", position: [0, 0, 0.099], shapes: [{ type: "sphere", radius: 0.1 }] },
    ],
  });
  const data = createData(model);
  // ∫ k δ^1.5 dδ = 2/5 k δ^2.5
  expect(readSensor(model, data, "system/all/energy")).toBeCloseTo(0.4 * 1e5 * 0.001 ** 2.5, 12);
});
