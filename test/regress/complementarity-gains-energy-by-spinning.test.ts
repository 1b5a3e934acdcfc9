/**
 * A free body in complementarity spins up by itself: 120 % more energy after 20 s at 1/60 s.
 *
 * The gyroscopic torque was a force of the start of the step. Free rotation is now the midpoint rule with the Cayley map.
 */
import { compile, createData, type Spec, sensorValues, step } from "stiction";
import { expect, test } from "vitest";

const H = 1 / 50;

/** Largest relative change of energy and angular momentum of a box over `seconds`. */
function drift(spec: Partial<Spec>, seconds: number): { gain: number; energy: number; momentum: number } {
  const model = compile({
    timestep: H,
    gravity: [0, 0, 0],
    formulation: { type: "complementarity" },
    contact: "none",
    bodies: [
      {
        name: "box",
        mass: 3,
        // tilted, so that no axis of the world is a principal one
        orientation: [0.36, 0.48, 0, 0.8],
        angularVelocity: [4, 9, -2],
        shapes: [{ type: "box", halfExtents: [0.4, 0.15, 0.25] }],
      },
    ],
    sensors: ["system/all/energy", "body/box/angularMomentum"],
    ...spec,
  });
  const data = createData(model);
  const now = new Float64Array(4);
  step(model, data);
  sensorValues(model, data, now);
  const start = now.slice();
  const size = Math.hypot(start[1], start[2], start[3]);
  let energy = 0;
  let momentum = 0;
  let gain = 0;
  for (let k = 0; k < seconds / H; k++) {
    expect(step(model, data)).toBe(0);
    sensorValues(model, data, now);
    gain = Math.max(gain, now[0] / start[0] - 1);
    energy = Math.max(energy, Math.abs(now[0] / start[0] - 1));
    momentum = Math.max(momentum, Math.hypot(now[1] - start[1], now[2] - start[2], now[3] - start[3]) / size);
  }
  return { gain, energy, momentum };
}

test("a free body keeps energy and angular momentum to round-off", () => {
  const { energy, momentum } = drift({}, 20);
  // round-off: 1,000 steps of ten parts with some thirty operations each, adding up at random
  expect(energy).toBeLessThan(1e-12);
  expect(momentum).toBeLessThan(1e-12);
});

test("a body that forces turn follows the torque exactly", () => {
  const model = compile({
    timestep: H,
    gravity: [0, 0, 0],
    formulation: { type: "complementarity" },
    contact: "none",
    bodies: [
      { name: "box", mass: 3, angularVelocity: [3, 5, 1], shapes: [{ type: "box", halfExtents: [0.4, 0.15, 0.25] }] },
    ],
    forces: [{ type: "wrench", body: "box", torque: [0.1, -0.2, 0.05] }],
    sensors: ["body/box/angularMomentum"],
  });
  const data = createData(model);
  const now = new Float64Array(3);
  step(model, data);
  sensorValues(model, data, now);
  const start = now.slice();
  for (let k = 0; k < 100; k++) step(model, data);
  sensorValues(model, data, now);
  const t = 100 * H;
  // round-off
  for (const [c, torque] of [0.1, -0.2, 0.05].entries()) expect(now[c] - start[c]).toBeCloseTo(torque * t, 11);
});

test("a spinning body on a ball joint gains no energy", () => {
  const { gain } = drift({ joints: [{ type: "ball", name: "pivot", bodyB: "box", at: [0.3, 0, 0.2] }] }, 5);
  // what first order leaves: joints dissipate, the gyroscopic torque no longer adds
  expect(gain).toBeLessThan(1e-3);
});
