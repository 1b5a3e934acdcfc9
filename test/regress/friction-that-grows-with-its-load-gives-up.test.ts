// A rope over a turning drum lost all its grip above a ratio of tensions of 3.4, and a rod that had to jam slid on, both with status 0.
import { compile, createData, type Spec, step } from "stiction";
import { expect, test } from "vitest";

/** Tension that holds `n` small bodies, joined by rods, on a turning drum over the angle `theta`, pulled by 6 N. */
function capstan(preset: "fast" | "precise", mu: number, theta: number, n: number, timestep: number) {
  const reach = 0.403;
  const part = theta / n;
  const place = (k: number) => [reach * Math.cos(k * part), reach * Math.sin(k * part)];
  const last = place(n - 0.5);
  const away = [last[0] - 0.4 * Math.sin(theta), last[1] + 0.4 * Math.cos(theta)];
  const name = (k: number) => `link-${String(k).padStart(2, "0")}`;
  const model = compile({
    plane: "xy",
    gravity: [0, 0],
    timestep,
    formulation: { type: "impulse", preset },
    materials: { hemp: { friction: mu } },
    bodies: [
      {
        name: "drum",
        type: "kinematic",
        angularVelocity: [0, 0, -0.3],
        material: "hemp",
        shapes: [{ type: "circle", radius: 0.4 }],
      },
      ...Array.from({ length: n }, (_, k) => ({
        name: name(k),
        mass: 0.03,
        inertia: [0, 0, 1],
        material: "hemp",
        position: place(k + 0.5),
        shapes: [{ type: "circle", radius: 0.003 }],
      })),
    ],
    joints: [
      ...Array.from({ length: n - 1 }, (_, k) => ({
        type: "distance",
        mode: "rod",
        bodyA: name(k),
        bodyB: name(k + 1),
        at: place(k + 0.5),
        to: place(k + 1.5),
      })),
      { type: "distance", mode: "rod", bodyB: name(n - 1), at: away, to: last },
    ],
    forces: [{ type: "wrench", body: name(0), force: [0, -6] }],
  } as unknown as Spec);
  const data = createData(model);
  let status = 0;
  for (let i = 0; i < 30; i++) status |= step(model, data);
  const row = model.systems.joints.rowStart[model.joints.count - 1];
  return { tension: Math.abs(data.items.joints.rowMean[row]), status };
}

test.each([
  ["precise", 0.8, 1.3, 1, 0.01],
  ["fast", 0.8, 1.3, 1, 0.002],
  ["precise", 0.35, 5, 14, 0.001],
  ["precise", 0.7, 3.5, 12, 1 / 240],
] as const)("%s: μ = %f over %f rad in %i parts at %f s", (preset, mu, theta, n, timestep) => {
  const { tension, status } = capstan(preset, mu, theta, n, timestep);
  // each part turns the rope by θ/n, so that T₂/T₁ = (cos b + μ sin b)/(cos b − μ sin b) with b = θ/2n
  const b = theta / (2 * n);
  const ratio = ((Math.cos(b) + mu * Math.sin(b)) / (Math.cos(b) - mu * Math.sin(b))) ** n;
  // 10 × observed: the bodies move by micrometres until the rods are taut
  expect(Math.abs(tension / (6 * ratio) - 1)).toBeLessThan(1e-4);
  expect(status).toBe(0);
});

/** A rod of 0.8 m whose lower tip, a small ball, slides over the floor at 1.5 m/s; it leans towards where it goes. */
function slidingRod(preset: "fast" | "precise", mu: number, direction: number) {
  const [half, radius, angle] = [0.4, 0.005, 1.1];
  const [x, y] = [half * Math.cos(angle), half * Math.sin(angle)];
  const model = compile({
    plane: "xy",
    timestep: 5e-4,
    formulation: { type: "impulse", preset },
    materials: { chalk: { friction: mu } },
    bodies: [
      {
        name: "floor",
        type: "static",
        material: "chalk",
        position: [0, -1],
        shapes: [{ type: "polygon", halfExtents: [9, 1] }],
      },
      {
        name: "rod",
        mass: 1.3,
        centerOfMass: [0, 0],
        inertia: [0, 0, (1.3 * half * half) / 3],
        material: "chalk",
        position: [x, y + radius],
        velocity: [1.5 * direction, 0],
        shapes: [{ type: "circle", radius, position: [-x, -y] }],
      },
    ],
  } as unknown as Spec);
  const data = createData(model);
  const status = step(model, data);
  const rod = 6 * model.bodyNames.indexOf("rod");
  const [spin, speed] = [data.bodyVel[rod + 2], data.bodyVel[rod + 3]];
  return {
    spin,
    slip: speed + spin * (y + radius),
    status,
    critical: (1 + 3 * Math.cos(angle) ** 2) / (3 * Math.sin(angle) * Math.cos(angle)),
    jammed: (1.5 * half * Math.sin(angle)) / ((4 / 3) * half * half),
  };
}

test.each(["fast", "precise"] as const)("%s: a rod in Painlevé's configuration jams, without a collision", (preset) => {
  const { critical, jammed } = slidingRod(preset, 0, -1);
  const rod = slidingRod(preset, 1.5 * critical, -1);
  expect(rod.status).toBe(0);
  // the tip stops at once, and the angular momentum about it stays: what a step of gravity and the ball's radius change
  expect(Math.abs(rod.slip)).toBeLessThan(0.01);
  expect(Math.abs(rod.spin / jammed - 1)).toBeLessThan(0.02);
  // below the critical friction, and in the other direction, it slides on
  expect(Math.abs(slidingRod(preset, 0.6 * critical, -1).slip)).toBeGreaterThan(1.4);
  expect(Math.abs(slidingRod(preset, 1.5 * critical, 1).slip)).toBeGreaterThan(1.4);
});
