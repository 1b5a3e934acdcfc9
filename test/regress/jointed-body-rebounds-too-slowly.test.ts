// A bar on a hinge that met a post with restitution 1 left it with two thirds of its speed, and a plate near its hinge did not rebound at all.
import { compile, createData, step } from "stiction";
import { expect, test } from "vitest";

/** Spins of a bar on a hinge until it has met a post, and the status of the steps. */
function strike(preset: "fast" | "precise", restitution: number, reach: number, spin: number, post: object) {
  const model = compile({
    plane: "xy",
    gravity: [0, 0],
    timestep: 0.002,
    formulation: { type: "impulse", preset },
    materials: { steel: { restitution, friction: 0.1 } },
    bodies: [
      {
        name: "post",
        material: "steel",
        position: [reach, -0.042],
        shapes: [{ type: "circle", radius: 0.03 }],
        ...post,
      },
      {
        name: "bar",
        mass: 0.7,
        material: "steel",
        position: [0.3, 0],
        velocity: [0, 0.3 * spin],
        angularVelocity: [0, 0, spin],
        shapes: [{ type: "polygon", halfExtents: [0.3, 0.01] }],
      },
    ],
    joints: [{ type: "hinge", name: "hinge", bodyB: "bar", at: [0, 0] }],
  });
  const data = createData(model);
  const bar = model.bodyNames.indexOf("bar");
  const other = model.bodyNames.indexOf("post");
  let impulse = 0;
  for (let i = 0; i < 200 && data.bodyVel[6 * bar + 2] < 0.3 * Math.abs(spin); i++) {
    if (Math.abs(data.bodyVel[6 * bar + 2] - spin) > 0.1) break;
    step(model, data);
    impulse = data.items.joints.rowMean[1] * model.options.timestep;
  }
  return { spin: data.bodyVel[6 * bar + 2], other: data.bodyVel[6 * other + 4], impulse };
}

/** Bodies are put back along the tangents of joints: (ω h)² at 1.5 rad/s in sub-steps of 0.25 ms. */
const PLACED = (1.5 * 0.25e-3) ** 2;

test.each([
  ["precise", 1, 0.5, PLACED],
  ["precise", 0.35, 0.2, PLACED],
  ["precise", 0.8, 0.05, PLACED],
  // joints are held to 1e-6 m in steps of 2 ms
  ["fast", 1, 0.5, 2e-6],
  ["fast", 0.35, 0.05, 2e-6],
] as const)("%s, e = %f, %f m from the hinge: the spin changes by −e", (preset, e, reach, tolerance) => {
  const { spin } = strike(preset, e, reach, -1.5, { type: "static" });
  expect(Math.abs(spin / (1.5 * e) - 1)).toBeLessThan(tolerance);
});

test("a free ball that is struck leaves as the mass of the bar at that place says, and the hinge reports its share", () => {
  // I/r² against m: Newton's law for two masses
  const [e, reach, spin, mass] = [0.6, 0.45, -2, 0.5];
  const struck = strike("precise", e, reach, spin, { mass });
  const inertia = 0.7 * ((0.3 ** 2 * 4 + 0.01 ** 2 * 4) / 12 + 0.3 ** 2);
  const bar = inertia / reach ** 2;
  const p = ((1 + e) * -spin * reach) / (1 / bar + 1 / mass);
  // the bar meets the ball at the angle 0.005, so that the lever is known to its square only
  expect(Math.abs(struck.other / (-p / mass) - 1)).toBeLessThan(0.03);
  expect(Math.abs(struck.spin / (spin + (p * reach) / inertia) - 1)).toBeLessThan(0.03);
  // momentum: m Δv of the bar's centre is p and the impulse of the hinge
  const hinge = 0.7 * 0.3 * ((p * reach) / inertia) - p;
  expect(Math.abs(Math.abs(struck.impulse) / Math.abs(hinge) - 1)).toBeLessThan(0.05);
});

test("a ball leaves a paddle that moves towards it with the paddle's speed added twice", () => {
  const model = compile({
    gravity: [0, 0, 0],
    timestep: 0.002,
    formulation: { type: "impulse" },
    materials: { steel: { restitution: 1, friction: 0.2 } },
    bodies: [
      {
        name: "paddle",
        type: "kinematic",
        velocity: [0, 0, 1.5],
        material: "steel",
        shapes: [{ type: "box", halfExtents: [1, 1, 0.1] }],
      },
      {
        name: "ball",
        mass: 1,
        material: "steel",
        position: [0, 0, 0.3],
        velocity: [0, 0, -1],
        shapes: [{ type: "sphere", radius: 0.1 }],
      },
    ],
  });
  const data = createData(model);
  for (let i = 0; i < 100; i++) expect(step(model, data)).toBe(0);
  // round-off
  expect(data.bodyVel[6 * model.bodyNames.indexOf("ball") + 5]).toBeCloseTo(4, 12);
});
