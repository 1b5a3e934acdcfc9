import { type Data, itemFields } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import { angularMomentumInto, setAngularVelocity } from "../data/momentum.js";
import { turnInto } from "../math/quat.js";
import { defineFields } from "../model/fields.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import { defineIntegrator, type EvaluateForces } from "./integrator.js";

/** Numbers per body at the middle of the step: velocity 3, angular momentum 3. */
const MIDDLE = 6;

/** Scratch of an integrator that does some of its steps this way. */
export const LEAPFROG_FIELDS = defineFields({
  middle: {
    type: "f64",
    role: "scratch",
    size: "nb",
    stride: MIDDLE,
    unit: "",
    help: "velocity and angular momentum before the kick",
  },
  work: { type: "f64", role: "scratch", size: 1, stride: 10, unit: "", help: "momentum, rotation vector, quaternion" },
});

/**
 * Leapfrog: half a drift, a kick, half a drift. Forces are those of the middle of the step; where they depend on
 * velocities, they are evaluated twice there, the second time with half of the first kick:
 *
 *   p ← p + h/2 v,   v½ = v + h/2 f(p, v)/m,   v ← v + h f(p, v½)/m,   p ← p + h/2 v
 *
 * Second order. Symplectic where forces depend on positions only; stable for ω h ≤ 2 and, of dampers, c h/m ≤ 2.
 */
export const leapfrog = defineIntegrator({
  name: "leapfrog",
  help: "second order, two evaluations of forces per step; keeps momentum, bounds the energy of springs",
  order: 2,
  divisible: true,
  params: {},
  fields: LEAPFROG_FIELDS,
  advance: (model, data, evaluate, h) => leap(model, data, evaluate, h, "leapfrog"),
});

/** One such step, with the fields of the integrator `owner`. Writes: body state. */
export function leap(model: Model, data: Data, evaluate: EvaluateForces, h: number, owner: string): void {
  const { middle, work } = itemFields(data, owner, LEAPFROG_FIELDS);
  const time = data.clock[0];
  drift(model, data, 0.5 * h, work);
  save(model, data, middle);
  data.clock[0] = time + 0.5 * h;
  evaluate(model, data);
  kick(model, data, 0.5 * h, middle, work);
  evaluate(model, data, h);
  kick(model, data, h, middle, work);
  data.clock[0] = time;
  drift(model, data, 0.5 * h, work);
}

/** Notes velocities and angular momenta. Writes: middle. */
function save(model: Model, data: Data, middle: Float64Array): void {
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    for (let c = 0; c < 3; c++) middle[MIDDLE * b + c] = data.bodyVel[6 * b + 3 + c];
    angularMomentumInto(model, data, b, middle, MIDDLE * b + 3);
  }
}

/** Velocities a time h after those of `middle`, by the present forces. Reads: bodyForce. Writes: bodyVel. */
function kick(model: Model, data: Data, h: number, middle: Float64Array, work: Float64Array): void {
  const { bodyVel, bodyForce } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    const o = MIDDLE * b;
    for (let c = 0; c < 3; c++) {
      bodyVel[6 * b + 3 + c] = middle[o + c] + h * model.bodyInvMass[3 * b + c] * bodyForce[6 * b + 3 + c];
      work[c] = middle[o + 3 + c] + h * bodyForce[6 * b + c];
    }
    setAngularVelocity(model, data, b, work, 0);
  }
}

/**
 * Moves bodies without forces; the axis is that of the middle of the turn, angular momentum is kept. Writes: body
 * state.
 */
function drift(model: Model, data: Data, h: number, work: Float64Array): void {
  const { bodyActive, bodyPos, bodyQuat, bodyVel } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const dynamic = model.bodyType[b] === BODY_TYPE.dynamic;
    for (let c = 0; c < 3; c++) bodyPos[3 * b + c] += h * bodyVel[6 * b + 3 + c];
    for (let c = 0; c < 4; c++) work[6 + c] = bodyQuat[4 * b + c];
    if (dynamic) {
      angularMomentumInto(model, data, b, work, 0);
      for (let c = 0; c < 3; c++) work[3 + c] = 0.5 * h * bodyVel[6 * b + c];
      turnInto(bodyQuat, 4 * b, work, 3, work, 6);
      setAngularVelocity(model, data, b, work, 0);
    }
    for (let c = 0; c < 3; c++) work[3 + c] = h * bodyVel[6 * b + c];
    turnInto(bodyQuat, 4 * b, work, 3, work, 6);
    if (dynamic) setAngularVelocity(model, data, b, work, 0);
  }
}
