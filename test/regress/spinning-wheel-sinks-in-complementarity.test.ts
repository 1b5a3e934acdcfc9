// A wheel of 300 rad/s on an arm sank by 63 mm in 1 s at 2 ms in complementarity, and a board on a pin that turned at
// 40 rad/s lost all its energy or gained half of it, at status 0.
import { compile, createData, step } from "stiction";
import { expect, test } from "vitest";

test("a wheel that is let go nutates about the height of its closed form", () => {
  const [h, mass, arm, spin, axial, across] = [0.002, 1, 0.2, 300, 0.005, 0.0026];
  const model = compile({
    timestep: h,
    formulation: { type: "complementarity" },
    bodies: [
      { name: "wheel", mass, inertia: [axial, across, across], position: [arm, 0, 0], angularVelocity: [spin, 0, 0] },
    ],
    joints: [{ name: "pin", type: "ball", bodyB: "wheel", at: [0, 0, 0] }],
  });
  const data = createData(model);
  let lowest = 0;
  let status = 0;
  for (let k = 0; k < 1 / h; k++) {
    status |= step(model, data);
    lowest = Math.min(lowest, data.bodyPos[5]);
  }
  // a fast top falls by 2 Ω/ω_n from where it is let go, Ω = m g l/(I ω), ω_n = I ω/I′; the next term is (Ω/ω_n)²
  const precession = (mass * 9.81 * arm) / (axial * spin);
  const nutation = (axial * spin) / (across + mass * arm ** 2);
  const ratio = precession / nutation;
  expect(Math.abs(lowest + 2 * arm * ratio)).toBeLessThan(arm * (4 * ratio ** 2 + precession * h));
  expect(status).toBe(0);
});

test("a board on a pin keeps its energy", () => {
  const h = 0.01;
  const model = compile({
    timestep: h,
    contact: "none",
    formulation: { type: "complementarity" },
    bodies: [
      {
        name: "board",
        density: 1000,
        position: [0.3, 0, 0],
        angularVelocity: [40, 0, 0],
        shapes: [{ type: "box", halfExtents: [0.3, 0.05, 0.1] }],
      },
    ],
    joints: [{ name: "pin", type: "ball", bodyB: "board", at: [0, 0, 0] }],
    sensors: ["system/all/energy"],
  });
  const data = createData(model);
  const mass = 1000 * 0.6 * 0.1 * 0.2;
  const before = (mass / 6) * (0.05 ** 2 + 0.1 ** 2) * 40 ** 2;
  let worst = 0;
  let power = 0;
  for (let k = 0; k < 4 / h; k++) {
    expect(step(model, data)).toBe(0);
    worst = Math.max(worst, Math.abs(data.slot[2] - before));
    power = Math.max(power, mass * 9.81 * Math.abs(data.bodyVel[11]));
  }
  // velocities are those of half a step before poses, and the leapfrog rule is off by (ω h)² of what changes
  expect(worst).toBeLessThan(power * (0.5 * h) * (1 + (40 * h) ** 2));
});
