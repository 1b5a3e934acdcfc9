/** Derivatives that Newton's methods of the oil and of the bodies use, against finite differences. */
import { compile, createData, type Formulation, type Spec, step } from "stiction";
import { expect, test } from "vitest";
import { compression } from "../../src/hydraulics/compressibility.js";
import { functionFlows, openingOf } from "../../src/hydraulics/function-flows.js";
import { DONE, DONE_SIZE, OIL, PART, PUMP, SUPPLY } from "../../src/hydraulics/layout.js";
import { checkedRoot, signedRoot } from "../../src/hydraulics/orifice.js";
import { pumpFlow } from "../../src/hydraulics/supply-equations.js";
import { FLOW, type HydraulicWork, NUMBER } from "../../src/hydraulics/system.js";

const SPEC: Spec = {
  timestep: 0.005,
  contact: "none",
  gravity: [0, 0, 0],
  formulation: "augmented-lagrangian",
  bodies: [{ name: "block", mass: 500, inertia: [10, 10, 10], position: [1.5, 0, 0], velocity: [0.1, 0, 0] }],
  joints: [{ type: "slider", name: "slide", bodyB: "block", at: [0, 0, 0], axis: [1, 0, 0] }],
  forces: [
    { type: "hydraulic-pump", name: "pump", pressure: 20e6, engineTorque: 500, power: 5e4 },
    {
      type: "hydraulic-cylinder",
      name: "ram",
      bodyB: "block",
      pump: "pump",
      bore: 0.1,
      rod: 0.06,
      minLength: 1,
      maxLength: 2,
      inletArea: 2e-5,
      leak: 1e-12,
      counterbalance: 8e6,
      relief: 9e6,
      command: 0.8,
      friction: 500,
      viscous: 1e3,
    },
  ],
};

const works = () => {
  const model = compile(SPEC);
  const data = createData(model);
  for (let k = 0; k < 10; k++) step(model, data);
  return { model, data, work: data.systems.hydraulics as HydraulicWork };
};

test("flow through an orifice has the derivative that it says, and none jumps at the laminar limit", () => {
  const [low, high, mid] = [0, 1, 2].map(() => new Float64Array(2));
  for (const x of [-2e6, -1.0001e4, -9999, -300, 0, 1, 5e3, 9999.9, 1.1e4, 3e7]) {
    const d = Math.max(1e-3, 1e-6 * Math.abs(x));
    signedRoot(x - d, low, 0);
    signedRoot(x + d, high, 0);
    signedRoot(x, mid, 0);
    expect((high[0] - low[0]) / (2 * d) / mid[1]).toBeCloseTo(1, 5);
  }
  checkedRoot(-5e5, mid, 0);
  expect([...mid]).toEqual([0, 0]);
});

test("compression has the derivative that it says; oil without air is linear", () => {
  const [low, high, mid] = [0, 1, 2].map(() => new Float64Array(2));
  for (const p of [-1.2e5, -0.9e5, 0, 1e5, 3e6, 2e7]) {
    compression(p - 1, 1.4e6, low, 0);
    compression(p + 1, 1.4e6, high, 0);
    compression(p, 1.4e6, mid, 0);
    expect((high[0] - low[0]) / 2 / mid[1]).toBeCloseTo(1, 4);
  }
  compression(3e6, 0, mid, 0);
  expect([...mid]).toEqual([3e6, 1]);
});

test.each([
  ["extending, the outlet held back", 0.7, 5e6, 2e6, 7e6, 5e6, 0],
  ["the same behind an orifice in the pilot line", 0.7, 5e6, 2e6, 7e6, 5e6, 0.05],
  ["extending, free", 0.7, 5e6, 6e6, 7e6, 5e6, 0],
  ["retracting against a relief valve", -0.6, 9.5e6, 3e6, 4e6, 3e6, 0],
  ["closed, sucking", 0, -2e4, 1e6, 4e6, 0, 0],
])("flows of a function, %s: derivatives by all four pressures", (_, spool, a, b, pump, load, pilotTime) => {
  const { work } = works();
  work.part[PART.pilotTime] = pilotTime;
  work.number[NUMBER.tau] = 0.01;
  work.pilotBase[0] = 1.5e6;
  const at = [a, b, pump, load];
  const place = (p: readonly number[]) => {
    work.oil[OIL.a] = p[0];
    work.oil[OIL.b] = p[1];
    work.supply[SUPPLY.pressure] = p[2];
    work.supply[SUPPLY.load] = p[3];
    work.oil[OIL.spool] = spool;
    functionFlows(work, 0, 0, 1.5, 0);
    return work.flow.slice();
  };
  expect(openingOf(work.part, 0, spool)).toBe(spool);
  const here = place(at);
  for (let k = 0; k < 4; k++) {
    const d = 10;
    const up = place(at.map((p, i) => (i === k ? p + d : p)));
    const down = place(at.map((p, i) => (i === k ? p - d : p)));
    for (const [flow, by] of [
      [FLOW.pump, FLOW.ofPump],
      [FLOW.a, FLOW.ofA],
      [FLOW.b, FLOW.ofB],
    ]) {
      // round-off of flows of 1e-3 m³/s over 20 Pa
      expect((up[flow] - down[flow]) / (2 * d)).toBeCloseTo(here[by + k], 15);
    }
  }
});

test.each([
  ["within its band", 6.9e6, 5e6, 205],
  ["at full stroke", 4e6, 5e6, 205],
  ["at the limit of power", 19e6, 18e6, 205],
])("a pump %s: derivatives of flow and torque", (_, pressure, felt, engine) => {
  const { work } = works();
  const at = [pressure, felt, engine];
  const place = (x: readonly number[]) => {
    work.supply[SUPPLY.pressure] = x[0];
    work.supply[SUPPLY.felt] = x[1];
    work.supply[SUPPLY.engine] = x[2];
    const out = new Float64Array(8);
    pumpFlow(work, 0, out);
    return out;
  };
  expect(work.pump[PUMP.margin]).toBe(2e6);
  const here = place(at);
  for (let k = 0; k < 3; k++) {
    const d = k === 2 ? 1e-3 : 100;
    const [up, down] = [1, -1].map((s) => place(at.map((x, i) => (i === k ? x + s * d : x))));
    for (const [value, by] of [
      [0, 2],
      [1, 5],
    ]) {
      const slope = (up[value] - down[value]) / (2 * d);
      expect(Math.abs(slope - here[by + k])).toBeLessThanOrEqual(1e-6 * Math.abs(here[by + k]) + 1e-12);
    }
  }
});

test("force of a cylinder: stiffness and damping of the tangent are the derivatives by length and speed", () => {
  const { model, data, work } = works();
  const forces = data.systems.forceStep as { elapsed: number };
  forces.elapsed = 0.005;
  const evaluate = (dx: number, dv: number) => {
    data.bodyPos[3] += dx;
    data.bodyVel[9] += dv;
    (model.formulation.kind as Formulation).evaluateForces(model, data);
    data.bodyPos[3] -= dx;
    data.bodyVel[9] -= dv;
    return work.done.slice(0, DONE_SIZE);
  };
  const here = evaluate(0, 0);
  const slope = (evaluate(1e-7, 0)[DONE.force] - evaluate(-1e-7, 0)[DONE.force]) / 2e-7;
  const drag = (evaluate(0, 1e-6)[DONE.force] - evaluate(0, -1e-6)[DONE.force]) / 2e-6;
  expect(here[DONE.stiffness]).toBeGreaterThan(1e6);
  // the tangent holds pump and load pressure, which follow the length a little
  expect(-slope / here[DONE.stiffness]).toBeGreaterThan(0.9);
  expect(-slope / here[DONE.stiffness]).toBeLessThan(1.1);
  expect(-drag / here[DONE.damping]).toBeCloseTo(1, 5);
});
