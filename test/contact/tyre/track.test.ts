/** Tracks as rollers over a belt: driving, turning on the spot, holding on a slope, each against its closed form. */
import { compileUntyped, createData, type Data, type Model, readSensor, step } from "stiction";
import { describe, expect, test } from "vitest";
import { evaluateCurve, FORMULA } from "../../../src/contact/tyre/slip-curve.js";

const [MU, LENGTH, K, GAUGE] = [0.8, 2, 0.025, 1.2];
const RADIUS = 0.2;
const MASS = 3000;
const YAW_INERTIA = 1500;
/** Five rollers a side, each in the middle of its fifth of the track. */
const PLACES = [-0.8, -0.4, 0, 0.4, 0.8];
const G = 9.81;
const LOAD = (MASS * G) / (2 * PLACES.length);

/** Friction over load of a track at slip ρ: μ (1 − K/(ρ L) (1 − e^−ρL/K)), computed here by itself. */
const shear = (rho: number) => MU * (1 - (K / (rho * LENGTH)) * (1 - Math.exp((-rho * LENGTH) / K)));

/** A block on two tracks; `spins` are the speeds of the belts, m/s, null: rollers turn freely. */
function tracked(spins: readonly [number, number] | null, slope = 0, yaw = 0): object {
  const rollers = [1, -1].flatMap((side, s) =>
    PLACES.map((x, k) => ({ x, y: (side * GAUGE) / 2, s, name: `r${s}${k}` })),
  );
  const ahead = spins === null ? 0 : 0.5 * (spins[0] + spins[1]);
  return {
    timestep: 0.005,
    gravity: [-G * Math.sin(slope), 0, -G * Math.cos(slope)],
    formulation: { type: "augmented-lagrangian", priority: "real-time" },
    materials: {
      track: {
        contact: {
          ...{ type: "tyre", stiffness: 8e5, damping: 2e4, friction: MU, formula: "shear" },
          ...{ trackLength: LENGTH, shearLength: K, rollingResistance: 0, turningResistance: 0, dampedSpeed: 0.1 },
        },
      },
    },
    bodies: [
      { name: "ground", type: "static", shapes: [{ type: "plane" }] },
      {
        // its centre on the ground, so that loads stay equal on a slope
        ...{ name: "block", mass: MASS, inertia: [YAW_INERTIA, YAW_INERTIA, YAW_INERTIA], position: [0, 0, 0] },
        velocity: [ahead, 0, 0],
        angularVelocity: [0, 0, yaw],
      },
      ...rollers.map(({ x, y, s, name }) => ({
        ...{ name, mass: 0.5, inertia: [0.01, 0.01, 0.01], position: [x, y, RADIUS - LOAD / 8e5], material: "track" },
        velocity: [ahead - yaw * y, yaw * x, 0],
        angularVelocity: [0, spins === null ? (-yaw * y) / RADIUS : spins[s] / RADIUS, yaw],
        shapes: [{ type: "sphere", radius: RADIUS, orientation: { axis: [1, 0, 0], angle: -Math.PI / 2 } }],
      })),
    ],
    joints: rollers.map(({ x, y, s, name }) => ({
      ...{ type: "hinge", name, bodyA: "block", bodyB: name, at: [x, y, RADIUS - LOAD / 8e5], axis: [0, 1, 0] },
      ...(spins !== null && { drive: { mode: "speed", target: spins[s] / RADIUS } }),
    })),
    sensors: ["body/block/velocity.x", "body/block/angularVelocity.z", "body/block/position.x"],
  };
}

function run(spec: object, steps: number): [Model, Data] {
  const model = compileUntyped(spec);
  const data = createData(model);
  for (let k = 0; k < steps; k++) step(model, data);
  return [model, data];
}

/** Root of a function that grows. */
function rootOf(f: (x: number) => number, low: number, high: number): number {
  for (let k = 0; k < 80; k++) {
    const middle = 0.5 * (low + high);
    if (f(middle) < 0) low = middle;
    else high = middle;
  }
  return low;
}

test("the curve of a track is its integral over the length, and its derivative is that of the curve", () => {
  const curve = Float64Array.of(MU, MU, (MU * LENGTH) / (2 * K), (MU * LENGTH) / (2 * K), 1, 1, 0, 0);
  const work = new Float64Array(4);
  const force = (rho: number) => {
    work[0] = rho;
    evaluateCurve(FORMULA.shear, curve, 0, work);
    return work[0] * rho;
  };
  for (const rho of [1e-6, 1e-5, 1e-4, 0.01, 0.1, 0.5, 2]) {
    // μ ∫ (1 − e^−ρx/K) dx/L by Simpson's rule with 2,000 pieces, exact to 1e-9 for ρL/K ≤ 160
    const n = 2000;
    let sum = 0;
    for (let k = 0; k <= n; k++) {
      const weight = k === 0 || k === n ? 1 : k % 2 === 1 ? 4 : 2;
      sum += weight * -Math.expm1((-rho * ((LENGTH * k) / n)) / K);
    }
    const integral = (MU * sum) / (3 * n);
    expect(Math.abs(force(rho) / integral - 1)).toBeLessThan(1e-6);
    force(rho);
    const slope = work[1];
    const e = 1e-4 * rho;
    // central differences: e² f‴/6 and round-off
    expect(Math.abs((force(rho + e) - force(rho - e)) / (2 * e) - slope)).toBeLessThan(1e-6 * curve[2]);
  }
});

describe("a machine on tracks", () => {
  test("drives up a slope with the slip at which the soil gives its weight's share", () => {
    const slope = 0.3;
    const belt = 0.8;
    const [model, data] = run(tracked([belt, belt], slope), 500);
    const expected = rootOf((i) => shear(i) - Math.tan(slope), 1e-6, 1);
    // a belt on rollers whose loaded radius is less by their deflection
    const ahead = (belt * (RADIUS - readSensor(model, data, "contact/r02:ground/deflection"))) / RADIUS;
    const slip = 1 - readSensor(model, data, "body/block/velocity.x") / ahead;
    // the damper of the tread takes 1e-4 of the slip at this speed
    expect(Math.abs(slip / expected - 1)).toBeLessThan(1e-3);
  });

  test("turns on the spot at the rate at which drive and resistance to turning balance", () => {
    const belt = 0.6;
    const [model, data] = run(tracked([-belt, belt]), 300);
    const rate = readSensor(model, data, "body/block/angularVelocity.z");
    // moment of the tracks about the middle at a rate ω, by the slip of each roller
    const moment = (omega: number) => {
      let sum = 0;
      for (const x of PLACES) {
        const along = belt - (omega * GAUGE) / 2;
        const across = omega * x;
        const size = Math.sqrt(along * along + across * across);
        sum += (shear(size / belt) * (along * (GAUGE / 2) - across * x)) / size;
      }
      return sum;
    };
    const expected = rootOf((omega) => -moment(omega), 1e-3, (2 * belt) / GAUGE);
    // less than without resistance, 1 rad/s
    expect(expected).toBeLessThan(0.75);
    // the loaded radius is 2 % less than the free one
    expect(Math.abs(rate / expected - 1)).toBeLessThan(0.03);
  });

  test("resists turning by μ W L/4, less what five rollers and the soil's shear take off", () => {
    const yaw = 1.5;
    const [model, data] = run(tracked(null, 0, yaw), 10);
    const before = readSensor(model, data, "body/block/angularVelocity.z");
    const span = 20;
    for (let k = 0; k < span; k++) step(model, data);
    const after = readSensor(model, data, "body/block/angularVelocity.z");
    const inertia = YAW_INERTIA + 10 * 0.01 + 2 * PLACES.reduce((sum, x) => sum + 0.5 * (x * x + (GAUGE / 2) ** 2), 0);
    const moment = (inertia * (before - after)) / (span * 0.005);
    const expected =
      2 * PLACES.reduce((sum, x) => sum + (x === 0 ? 0 : LOAD * shear(Math.abs(x) / (GAUGE / 2)) * Math.abs(x)), 0);
    const whole = (MU * MASS * G * LENGTH) / 4;
    // five rollers instead of a continuous track 24/25; the soil's shear 1 − K/(ρ L) with ρ ≈ 1: 0.985
    expect(expected / whole).toBeGreaterThan(0.92);
    expect(expected / whole).toBeLessThan(0.96);
    expect(Math.abs(moment / expected - 1)).toBeLessThan(0.02);
  });

  test("holds on a slope within its friction, and slides beyond", () => {
    const [model, data] = run(tracked([0, 0], Math.atan(0.5)), 600);
    const from = readSensor(model, data, "body/block/position.x");
    for (let k = 0; k < 100; k++) step(model, data);
    // half a second without creep
    expect(Math.abs(readSensor(model, data, "body/block/position.x") - from)).toBeLessThan(1e-6);
    const steep = Math.atan(0.95);
    const [m2, d2] = run(tracked([0, 0], steep), 200);
    const before = readSensor(m2, d2, "body/block/velocity.x");
    for (let k = 0; k < 40; k++) step(m2, d2);
    const gained = readSensor(m2, d2, "body/block/velocity.x") - before;
    const expected = -0.2 * G * (Math.sin(steep) - MU * Math.cos(steep));
    // the soil's shear is all but fully there: 1 − K/(10 L)
    expect(Math.abs(gained / expected - 1)).toBeLessThan(0.02);
  });
});
