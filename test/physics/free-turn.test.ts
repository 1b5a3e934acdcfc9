// Free rotation of unequal bodies in impulses: order, energy, angular momentum, and the exact motion of a symmetric top.
import { compile, createData, step } from "stiction";
import { expect, test } from "vitest";
import { TURN_SIZE, turnFreely } from "../../src/formulations/impulse/free-turn.js";
import { rotateInto } from "../../src/math/quat.js";

const state = (momentum: readonly number[]) => {
  const s = new Float64Array(TURN_SIZE);
  s.set([...momentum, 0, 0, 0, 1]);
  return s;
};

const energy = (s: Float64Array, i: readonly number[]) =>
  0.5 * (s[0] ** 2 / i[0] + s[1] ** 2 / i[1] + s[2] ** 2 / i[2]);

const MOMENTS = Float64Array.of(1, 2, 3);
const MOMENTUM = [1.1, 4, 0.9];

function turned(time: number, parts: number): Float64Array {
  const s = state(MOMENTUM);
  turnFreely(s, 0, MOMENTS, 0, time, parts);
  return s;
}

test("halving the parts divides the error by 2⁴", () => {
  const exact = turned(1, 512);
  const errors = [8, 16, 32].map((parts) => Math.max(...turned(1, parts).map((x, k) => Math.abs(x - exact[k]))));
  for (const k of [1, 2]) {
    const order = Math.log2(errors[k - 1] / errors[k]);
    // the next term of the error is of sixth order
    expect(order).toBeGreaterThan(3.7);
    expect(order).toBeLessThan(4.4);
  }
});

test("angular momentum in the world stays to round-off, and back in time leads to the start", () => {
  const s = turned(10, 200);
  const world = new Float64Array(3);
  rotateInto(world, 0, s, 3, s, 0);
  // 3000 stages of five turns, 1e-16 each, at random
  for (let k = 0; k < 3; k++) expect(Math.abs(world[k] - MOMENTUM[k])).toBeLessThan(1e-12);
  turnFreely(s, 0, MOMENTS, 0, -10, 200);
  for (let k = 0; k < 3; k++) expect(Math.abs(s[k] - MOMENTUM[k])).toBeLessThan(1e-11);
});

test("a symmetric top precesses in closed form", () => {
  // in the body L turns about the axis of symmetry at (1/I₃ − 1/I₁) L₃
  const moments = Float64Array.of(2, 2, 0.5);
  const s = state([1, 0, 3]);
  turnFreely(s, 0, moments, 0, 0.4, 64);
  const angle = (1 / 0.5 - 1 / 2) * 3 * 0.4;
  // 64 parts of 0.0375 rad, an error of fourth order: 2e-8
  expect(s[2]).toBeCloseTo(3, 7);
  expect(s[0]).toBeCloseTo(Math.cos(angle), 7);
  expect(s[1]).toBeCloseTo(-Math.sin(angle), 7);
  expect(energy(s, [...moments])).toBeCloseTo(energy(state([1, 0, 3]), [...moments]), 7);
});

test("a tumbling brick keeps its energy over a minute, with steps of a game", () => {
  const model = compile({
    gravity: [0, 0, 0],
    timestep: 1 / 60,
    formulation: { type: "impulse", preset: "fast" },
    bodies: [{ name: "brick", mass: 1, inertia: [1, 2, 3], angularVelocity: [0.1, 8, 0.1] }],
  });
  const data = createData(model);
  const spin = () => [...data.bodyLoad, ...data.bodyVel.subarray(6, 9)].slice(-3);
  const start = 0.5 * (0.01 + 2 * 64 + 3 * 0.01);
  let worst = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3600; k++) {
    step(model, data);
    // ω · L = 2 T, with L of the start in the world
    const [x, y, z] = spin();
    worst = Math.max(worst, Math.abs((0.5 * (0.1 * x + 16 * y + 0.3 * z)) / start - 1));
    least = Math.min(least, y);
  }
  // 8 rad/s in four sub-steps turn 0.033 rad each: fourth order leaves 1e-7
  expect(worst).toBeLessThan(1e-6);
  // it flips in the body, and its spin in the world stays about L
  expect(least).toBeGreaterThan(0);
});
