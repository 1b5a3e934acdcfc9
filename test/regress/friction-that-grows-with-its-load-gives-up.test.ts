// A rope over a turning drum lost all its grip above a ratio of tensions of 3.4, and a rod that had to jam slid on, both with status 0.
import { compile, compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";
import { ratioOfTensions, rod, rope } from "../../proof/experiments/friction-loads.js";

const PULL = 6;

/** Tension that holds a rope of `n` small bodies on a turning drum over the angle `theta`. */
function capstan(preset: "fast" | "precise", mu: number, theta: number, n: number, timestep: number) {
  const sizes = { drum: 0.4, link: 0.003, mass: 0.03, spin: -0.3, pull: PULL, timestep };
  const model = compileUntyped(rope(preset, mu, theta, n, sizes));
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
  const ratio = ratioOfTensions(mu, theta, n);
  // 10 × observed: the bodies move by micrometres until the rods are taut
  expect(Math.abs(tension / (PULL * ratio) - 1)).toBeLessThan(1e-4);
  expect(status).toBe(0);
});

/** A rod of 0.8 m whose lower tip, a small ball, slides over the floor at 1.5 m/s; it leans towards where it goes. */
function slidingRod(preset: "fast" | "precise", mu: number, direction: number) {
  const [half, radius, angle, speed] = [0.4, 0.005, 1.1, 1.5];
  const y = half * Math.sin(angle);
  const model = compile(rod(preset, mu, { half, radius, angle, speed: -speed * direction, step: 5e-4, mass: 1.3 }));
  const data = createData(model);
  const status = step(model, data);
  const at = 6 * model.bodyNames.indexOf("rod");
  const [spin, tip] = [data.bodyVel[at + 2], data.bodyVel[at + 3]];
  return {
    spin,
    slip: tip + spin * (y + radius),
    status,
    critical: (1 + 3 * Math.cos(angle) ** 2) / (3 * Math.sin(angle) * Math.cos(angle)),
    jammed: (speed * half * Math.sin(angle)) / ((4 / 3) * half * half),
  };
}

test.each(["fast", "precise"] as const)("%s: a rod in Painlevé's configuration jams, without a collision", (preset) => {
  const { critical, jammed } = slidingRod(preset, 0, -1);
  const stopped = slidingRod(preset, 1.5 * critical, -1);
  expect(stopped.status).toBe(0);
  // the tip stops at once, and the angular momentum about it stays: what a step of gravity and the ball's radius change
  expect(Math.abs(stopped.slip)).toBeLessThan(0.01);
  expect(Math.abs(stopped.spin / jammed - 1)).toBeLessThan(0.02);
  // below the critical friction, and in the other direction, it slides on
  expect(Math.abs(slidingRod(preset, 0.6 * critical, -1).slip)).toBeGreaterThan(1.4);
  expect(Math.abs(slidingRod(preset, 1.5 * critical, 1).slip)).toBeGreaterThan(1.4);
});
