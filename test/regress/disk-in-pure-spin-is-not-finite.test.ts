// A disk that only spins on the floor, volumetric with friction: disk, becomes non-finite in its first step.
import { bodyAngularVelocity, compile, createData, step } from "stiction";
import { describe, expect, test } from "vitest";
import { PATCH_FRICTION, PATCH_MOTION } from "../../src/contact/volumetric/patch-friction.js";
import { RATE_LAWS, rateFriction } from "../../src/contact/volumetric/rate-friction.js";

const G = 9.81;

test("it slows by (4/3) μ g/R", () => {
  const [radius, mu, spin, h] = [0.31, 0.23, 9, 1e-3];
  const model = compile({
    timestep: h,
    formulation: "augmented-lagrangian",
    materials: { m: { friction: mu, contact: { type: "volumetric", modulus: 2e5, thickness: 0.1, friction: "disk" } } },
    bodies: [
      { name: "floor", type: "static", material: "m", shapes: [{ type: "plane" }] },
      {
        name: "disk",
        mass: 3,
        material: "m",
        position: [0, 0, 0.02 - (3 * G) / (2e6 * Math.PI * radius * radius)],
        angularVelocity: [0, 0, spin],
        shapes: [{ type: "cylinder", radius, halfLength: 0.02 }],
      },
    ],
  });
  const data = createData(model);
  for (let k = 0; k < 300; k++) step(model, data);
  // half a step of the deceleration
  const slower = ((4 / 3) * mu * G) / radius;
  expect(Math.abs(bodyAngularVelocity(model, data, "disk")[2] - (spin - 0.3 * slower))).toBeLessThan(0.5 * h * slower);
});

describe("force, torque and derivatives are numbers whatever the ratio of slip and spin", () => {
  const out = new Float64Array(PATCH_FRICTION.size);
  test.each([
    [0, 0, 5],
    [0, 0, 0],
    [1, 0, 0],
    [1e-200, 0, 3],
    [2, 1, 1e-300],
    [1e-160, 1e-170, 1e-165],
  ])("slip %d, %d, spin %d", (v1, v2, spin) => {
    const motion = new Float64Array(PATCH_MOTION.size);
    motion.set([v1, v2, spin, 10, 0.3, 0.3, 0.1]);
    motion[PATCH_MOTION.speed] = 1e-3;
    rateFriction(RATE_LAWS.disk, motion, 0, out, 0);
    for (const x of out) expect(Number.isFinite(x)).toBe(true);
    // in pure spin 2/3 μ N R with R = 3/2 · 0.943 r_g, but for (v₀/(R ω))²/2
    if (v1 === 0 && spin === 5) expect(out[2] / (-0.3 * 10 * 0.1)).toBeCloseTo(0.9428, 4);
  });
});
