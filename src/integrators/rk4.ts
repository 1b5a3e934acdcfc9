import { type Data, itemFields } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import { turnInto } from "../math/quat.js";
import { defineFields } from "../model/fields.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import { defineIntegrator } from "./integrator.js";
import { angularMomentumInto, setAngularVelocity } from "./momentum.js";

/** Numbers per body: start = position 3, quaternion 4, velocity 3, angular momentum 3; a slope = ṗ 3, v̇ 3, u̇ 3, L̇ 3. */
const START = 13;
const SLOPE = 12;

const fields = defineFields({
  start: { type: "f64", role: "scratch", size: "nb", stride: START, unit: "", help: "state at the beginning of the step" },
  slopes: { type: "f64", role: "scratch", size: "nb", stride: 4 * SLOPE, unit: "", help: "slopes of the four stages" },
  turn: { type: "f64", role: "scratch", size: "nb", stride: 3, unit: "rad", help: "rotation vector from the start of the step" },
  work: { type: "f64", role: "scratch", size: 1, stride: 3, unit: "", help: "angular momentum of one body" },
});

/** Where each stage stands within the step, and the weights of the stages. */
const NODE = Float64Array.of(0, 0.5, 0.5, 1);
const WEIGHT = Float64Array.of(1 / 6, 1 / 3, 1 / 3, 1 / 6);

/**
 * Classical Runge–Kutta of fourth order for positions, and its Lie-group form for rotations [MuntheKaas1999]: the orientation is
 * q = exp(u) q₀ and the rotation vector u is integrated,
 *
 *   u̇ = ω − ½ u × ω + 1/12 u × (u × ω),   ω = I(q)⁻¹ L,   L̇ = τ
 *
 * so the quaternion stays of unit length and angular momentum is kept to round-off. The next term of the series for u̇ is of
 * order |u|⁴, too small to change the order.
 */
export const rk4 = defineIntegrator({
  name: "rk4",
  help: "fourth order, four evaluations of forces per step; keeps angular momentum to round-off",
  order: 4,
  params: {},
  fields,
  advance(model, data, evaluate) {
    const time = data.clock[0];
    saveStart(model, data);
    for (let stage = 0; stage < 4; stage++) {
      data.clock[0] = time + NODE[stage] * model.options.timestep;
      evaluate(model, data);
      storeSlope(model, data, stage);
      if (stage < 3) moveTo(model, data, stage);
    }
    combine(model, data);
    data.clock[0] = time;
  },
});

function saveStart(model: Model, data: Data): void {
  const { start, turn } = itemFields(data, "rk4", fields);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    for (let c = 0; c < 3; c++) {
      start[START * b + c] = data.bodyPos[3 * b + c];
      start[START * b + 7 + c] = data.bodyVel[6 * b + 3 + c];
      turn[3 * b + c] = 0;
    }
    for (let c = 0; c < 4; c++) start[START * b + 3 + c] = data.bodyQuat[4 * b + c];
    angularMomentumInto(model, data, b, start, START * b + 10);
  }
}

/** Slopes at the current stage state. */
function storeSlope(model: Model, data: Data, stage: number): void {
  const { slopes, turn } = itemFields(data, "rk4", fields);
  const { bodyVel, bodyForce } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    const at = 4 * SLOPE * b + SLOPE * stage;
    const dynamic = model.bodyType[b] === BODY_TYPE.dynamic;
    for (let c = 0; c < 3; c++) {
      slopes[at + c] = bodyVel[6 * b + 3 + c];
      slopes[at + 3 + c] = model.bodyInvMass[3 * b + c] * bodyForce[6 * b + 3 + c];
      slopes[at + 9 + c] = dynamic ? bodyForce[6 * b + c] : 0;
    }
    // u̇ = ω − ½ u × ω + 1/12 u × (u × ω)
    const ux = turn[3 * b];
    const uy = turn[3 * b + 1];
    const uz = turn[3 * b + 2];
    const wx = bodyVel[6 * b];
    const wy = bodyVel[6 * b + 1];
    const wz = bodyVel[6 * b + 2];
    const cx = uy * wz - uz * wy;
    const cy = uz * wx - ux * wz;
    const cz = ux * wy - uy * wx;
    slopes[at + 6] = wx - 0.5 * cx + (uy * cz - uz * cy) / 12;
    slopes[at + 7] = wy - 0.5 * cy + (uz * cx - ux * cz) / 12;
    slopes[at + 8] = wz - 0.5 * cz + (ux * cy - uy * cx) / 12;
  }
}

/** State of the next stage: start + node · h · slope of this stage. */
function moveTo(model: Model, data: Data, stage: number): void {
  const { start, slopes, turn, work } = itemFields(data, "rk4", fields);
  const h = NODE[stage + 1] * model.options.timestep;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    const at = 4 * SLOPE * b + SLOPE * stage;
    for (let c = 0; c < 3; c++) {
      data.bodyPos[3 * b + c] = start[START * b + c] + h * slopes[at + c];
      data.bodyVel[6 * b + 3 + c] = start[START * b + 7 + c] + h * slopes[at + 3 + c];
      turn[3 * b + c] = h * slopes[at + 6 + c];
      work[c] = start[START * b + 10 + c] + h * slopes[at + 9 + c];
    }
    turnInto(data.bodyQuat, 4 * b, turn, 3 * b, start, START * b + 3);
    if (model.bodyType[b] === BODY_TYPE.dynamic) setAngularVelocity(model, data, b, work, 0);
  }
}

/** End of the step: start + h · Σ weight · slope. */
function combine(model: Model, data: Data): void {
  const { start, slopes, turn, work } = itemFields(data, "rk4", fields);
  const h = model.options.timestep;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    const at = 4 * SLOPE * b;
    for (let c = 0; c < 3; c++) {
      data.bodyPos[3 * b + c] = start[START * b + c] + h * weighted(slopes, at + c);
      data.bodyVel[6 * b + 3 + c] = start[START * b + 7 + c] + h * weighted(slopes, at + 3 + c);
      turn[3 * b + c] = h * weighted(slopes, at + 6 + c);
      work[c] = start[START * b + 10 + c] + h * weighted(slopes, at + 9 + c);
    }
    turnInto(data.bodyQuat, 4 * b, turn, 3 * b, start, START * b + 3);
    if (model.bodyType[b] === BODY_TYPE.dynamic) setAngularVelocity(model, data, b, work, 0);
  }
}

/** Small enough to be inlined always, so its result is never boxed. */
function weighted(slopes: Float64Array, at: number): number {
  return (
    WEIGHT[0] * slopes[at] + WEIGHT[1] * slopes[at + SLOPE] + WEIGHT[2] * slopes[at + 2 * SLOPE] + WEIGHT[3] * slopes[at + 3 * SLOPE]
  );
}
