// In natural coordinates a top of 300 rad/s precesses 5 to 7 % too slowly and rises, at any step above 1 ms, status 0.
import { compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";

test.each([1 / 60, 5e-3, 2e-3])("a wheel of 250 rad/s on a pin precesses level, step %f s", (timestep) => {
  const [mass, arm, spin, axial, across] = [0.8, 0.15, 250, 3.6e-3, 1.8e-3];
  // steady precession of a level axis: Ω C ω = m g l
  const rate = (mass * 9.81 * arm) / (axial * spin);
  const model = compileUntyped({
    timestep,
    contact: "none",
    formulation: "augmented-lagrangian",
    bodies: [
      {
        name: "wheel",
        mass,
        inertia: [axial, across, across],
        position: [arm, 0, 0],
        velocity: [0, rate * arm, 0],
        angularVelocity: [spin, 0, rate],
      },
    ],
    joints: [{ type: "ball", bodyB: "wheel", at: [0, 0, 0] }],
  });
  const data = createData(model);
  let status = 0;
  const seconds = 0.5;
  for (let k = 0; k < Math.round(seconds / timestep); k++) status |= step(model, data);
  expect(status).toBe(0);
  const [x, y, z] = data.bodyPos.subarray(3, 6);
  const turned = rate * Math.round(seconds / timestep) * timestep;
  // parts turn by 0.3 rad at most: φ²/8 = 1.1 %
  expect(Math.abs(Math.atan2(y, x) / turned - 1)).toBeLessThan(0.012);
  expect(Math.abs(z)).toBeLessThan(0.002 * arm);
});
