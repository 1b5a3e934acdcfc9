import { symMulInto } from "../math/mat3.js";
import { rotateInto, rotateInverseInto } from "../math/quat.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../model/model.js";
import type { Data } from "./data.js";
import { BODY_BEFORE_SIZE, COUNTER } from "./fields.js";
import { angularMomentumInto } from "./momentum.js";

/**
 * Everything that acted on the bodies over the step, applied forces, joints and contacts together, from what it did:
 *
 *   force = m (v − v₀)/h,   torque about the centre of mass = (L − L₀)/h
 *
 * Reads: body state, bodyBefore. Writes: bodyLoad.
 */
export function measureLoads(model: Model, data: Data): void {
  const { activeEpoch, atRest, bodyActive } = data;
  if (atRest.loads === activeEpoch) {
    const n = data.counter[COUNTER.active];
    for (let k = 0; k < n; k++) measureLoad(model, data, bodyActive[k]);
    return;
  }
  for (let b = 1; b < model.nb; b++) measureLoad(model, data, b);
  // what came to rest in this step has a load in it and none in the next
  if (atRest.before === activeEpoch) atRest.loads = activeEpoch;
}

function measureLoad(model: Model, data: Data, b: number): void {
  if (model.bodyType[b] !== BODY_TYPE.dynamic) return;
  const { bodyBefore, bodyLoad, bodyVel } = data;
  const { timestep } = model.options;
  const o = 6 * b;
  const before = BODY_BEFORE_SIZE * b;
  if (data.bodyState[b] === BODY_STATE.dormant) {
    for (let c = 0; c < 6; c++) bodyLoad[o + c] = 0;
    return;
  }
  if (data.bodyState[b] === BODY_STATE.asleep && isStill(bodyVel, o) && isStill(bodyBefore, before + 7)) {
    for (let c = 0; c < 6; c++) bodyLoad[o + c] = 0;
    return;
  }
  const mass = model.bodyMass[b];
  for (let c = 3; c < 6; c++) bodyLoad[o + c] = (mass * (bodyVel[o + c] - bodyBefore[before + 7 + c])) / timestep;
  if (model.planar) {
    for (let c = 0; c < 3; c++)
      bodyLoad[o + c] = (model.bodyInertia[o + c] * (bodyVel[o + c] - bodyBefore[before + 7 + c])) / timestep;
    return;
  }
  angularMomentumInto(model, data, b, momentum, 0);
  rotateInverseInto(momentum, 3, bodyBefore, before + 3, bodyBefore, before + 7);
  symMulInto(momentum, 3, model.bodyInertia, o, momentum, 3);
  rotateInto(momentum, 3, bodyBefore, before + 3, momentum, 3);
  for (let c = 0; c < 3; c++) bodyLoad[o + c] = (momentum[c] - momentum[3 + c]) / timestep;
}

function isStill(v: Float64Array, o: number): boolean {
  return v[o] === 0 && v[o + 1] === 0 && v[o + 2] === 0 && v[o + 3] === 0 && v[o + 4] === 0 && v[o + 5] === 0;
}

/** Angular momentum of a body after the step and before it, N m s. */
const momentum = new Float64Array(6);
