/**
 * Hydraulic driver against a spring ([Gribel2009] §5.2): m = 0.1 kg, k = 200 N/m, v = 1 m/s.
 *
 *   |━━[driver]━━●∿∿∿∿∿|
 *   0            3      5 m
 *
 * Contracting, it stops at x = f/k + v √(m/k): the body overshoots, and the check valve keeps the peak.
 */
import { expect, test } from "vitest";
import { mass, start } from "./run.js";

const scene = (over: object) => ({
  timestep: 0.01,
  plane: "xy",
  gravity: [0, 0],
  bodies: [mass("m", [3, 0], { mass: 0.1 })],
  joints: [
    {
      type: "hydraulic",
      name: "h",
      bodyB: "m",
      at: [0, 0],
      to: [3, 0],
      force: 200,
      speed: 1,
      minLength: 0.5,
      maxLength: 3.5,
      ...over,
    },
    { type: "slider", bodyB: "m", at: [3, 0] },
  ],
  forces: [{ type: "spring", bodyA: "m", bodyB: "world", pointB: [5, 0], stiffness: 200, restLength: 2 }],
  controllers: [{ type: "expression", output: "joints.h.command", expression: "t < 0.5 ? 0 : t < 5 ? -1 : 1" }],
  sensors: ["joint/h/position", "joint/h/speed", "joint/h/effort"],
});

test.each([
  [200, 1.0224],
  [400, 2.0224],
])("stops at %d N where force, inertia and valve say (V23)", (force, stop) => {
  const run = start(scene({ force })).until(4);
  expect(Math.abs((3 - run.value("joint/h/position")) / stop - 1)).toBeLessThan(0.005);
  expect(run.value("joint/h/speed")).toBeCloseTo(0, 6);
  // held by the valve: what the spring pulls
  expect(run.value("joint/h/effort")).toBeCloseTo(-200 * (3 - run.value("joint/h/position")), 3);
  run.until(5.5);
  // the spring helps, and v_max holds all the same
  expect(run.value("joint/h/speed")).toBeCloseTo(1, 6);
});

test("stops at the end of its stroke", () => {
  const run = start(scene({})).until(8);
  expect(run.value("joint/h/position")).toBeCloseTo(3.5, 6);
});

test("without the check valve it does not stop (V24)", () => {
  const run = start(scene({ checkValve: false })).until(3);
  let [least, most] = [9, 0];
  for (let t = 3; t < 4; t += 0.01) {
    run.until(t);
    least = Math.min(least, run.value("joint/h/position"));
    most = Math.max(most, run.value("joint/h/position"));
  }
  // it swings about 2 m with the amplitude v √(m/k) = 22 mm
  expect(most - least).toBeGreaterThan(0.03);
});

test("holds ten times its force (V25)", () => {
  const run = start({
    timestep: 0.01,
    bodies: [mass("m", [0, 0, -1], { mass: 100 })],
    joints: [{ type: "hydraulic", name: "h", bodyB: "m", at: [0, 0, 0], to: [0, 0, -1], force: 98.1, speed: 1 }],
    sensors: ["joint/h/position"],
  }).until(10);
  expect(Math.abs(run.value("joint/h/position") - 1)).toBeLessThan(1e-6);
});

test("a leak lets it sink with leak × load", () => {
  const run = start({
    timestep: 0.01,
    bodies: [mass("m", [0, 0, -1], { mass: 10 })],
    joints: [
      { type: "hydraulic", name: "h", bodyB: "m", at: [0, 0, 0], to: [0, 0, -1], force: 1, speed: 1, leak: 1e-3 },
    ],
    sensors: ["joint/h/position", "joint/h/speed"],
  }).until(2);
  expect(run.value("joint/h/speed")).toBeCloseTo(98.1e-3, 6);
});
