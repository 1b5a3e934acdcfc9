// A spring among the joints of `impulse` lost 88 to 99 % of its swing in 35 periods of 20 steps, without damping.
import { compile, createData, readSensor, type Spec, step } from "stiction";
import { describe, expect, test } from "vitest";

const RATE = 5;
const STIFF = 2.1 * RATE * RATE;

const bodies: Spec["bodies"] = [
  { name: "mass", mass: 2.1, inertia: [2.1, 2.1, 2.1], velocity: [0.3, 0, 0], angularVelocity: [0, 0, 0.2] },
];

/** Joints whose springs stand at rest in the first pose. */
const joints: Record<string, Spec["joints"]> = {
  slider: [
    {
      type: "slider",
      name: "j",
      bodyB: "mass",
      at: [0, 0, 0],
      axis: [1, 0, 0],
      drive: { mode: "position", target: 0, stiffness: STIFF, damping: 0 },
    },
  ],
  "angular-spring": [
    { type: "hinge", name: "axle", bodyB: "mass", at: [0, 0, 0], axis: [0, 0, 1] },
    { type: "angular-spring", name: "j", bodyB: "mass", at: [0, 0, 0], axis: [0, 0, 1], stiffness: STIFF },
  ],
};

const run = (spec: Partial<Spec>, periods: number, perPeriod: number) => {
  const model = compile({
    timestep: (2 * Math.PI) / RATE / perPeriod,
    gravity: [0, 0, 0],
    contact: "none",
    bodies,
    ...spec,
  });
  const data = createData(model);
  const start = readSensor(model, data, "system/all/energy");
  let worst = 0;
  for (let k = 0; k < periods * perPeriod; k++) {
    step(model, data);
    // joints keep what they allow of the start
    if (k === 0) continue;
    worst = Math.max(worst, readSensor(model, data, "system/all/energy"));
  }
  return { start, worst, end: readSensor(model, data, "system/all/energy") };
};

describe.each(Object.keys(joints))("%s", (name) => {
  test.each(["fast", "precise"] as const)("keeps its energy in 35 periods, %s", (preset) => {
    const { worst, end } = run({ formulation: { type: "impulse", preset }, joints: joints[name] }, 35, 20);
    // round-off of 35 × 20 steps
    expect(end / worst).toBeGreaterThan(1 - 1e-9);
    expect(end).toBeGreaterThan(0.01);
  });
});

test("a damper takes what it should", () => {
  // ζ = c/(2√(km)) = 0.05: e^(−2ζωt) of the energy is left, and the steps err by (ωh)² of the rate
  const damping = 2 * 0.05 * Math.sqrt(STIFF * 2.1);
  const slider = (joints.slider ?? []).map((joint) => ({
    ...joint,
    drive: { mode: "position", target: 0, stiffness: STIFF, damping },
  })) as Spec["joints"];
  const start = 0.5 * 2.1 * 0.3 ** 2;
  const { end } = run({ formulation: { type: "impulse" }, joints: slider }, 4, 20);
  expect(end / start).toBeCloseTo(Math.exp(-2 * 0.05 * 2 * Math.PI * 4), 2);
});

test("a spring too stiff for the step gains nothing", () => {
  const stiff = (joints.slider ?? []).map((joint) => ({
    ...joint,
    drive: { mode: "position", target: 0, stiffness: 1e8, damping: 0 },
  })) as Spec["joints"];
  const { start, worst } = run({ formulation: { type: "impulse" }, joints: stiff }, 2, 20);
  expect(worst).toBeLessThan(start);
});
