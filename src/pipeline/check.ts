import { type Data, setBodyState } from "../data/data.js";
import { events, raiseEvent } from "../data/events.js";
import { BODY_BEFORE_SIZE, COUNTER, STATUS } from "../data/fields.js";
import { angularMomentumInto } from "../data/momentum.js";
import { raiseStatus } from "../data/status.js";
import { symMulInto } from "../math/mat3.js";
import { rotateInto, rotateInverseInto } from "../math/quat.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../model/model.js";

/**
 * Keeps pose and velocity of moving bodies, to fall back on and to measure against. A sleeping one has no velocity.
 * Reads: body state. Writes: bodyBefore.
 */
export function rememberBodies(model: Model, data: Data): void {
  const { bodyActive, bodyBefore, bodyPos, bodyQuat, bodyVel } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    for (let c = 0; c < 3; c++) bodyBefore[BODY_BEFORE_SIZE * b + c] = bodyPos[3 * b + c];
    for (let c = 0; c < 4; c++) bodyBefore[BODY_BEFORE_SIZE * b + 3 + c] = bodyQuat[4 * b + c];
    for (let c = 0; c < 6; c++) bodyBefore[BODY_BEFORE_SIZE * b + 7 + c] = bodyVel[6 * b + c];
  }
  for (let b = 1; b < model.nb; b++) {
    if (data.bodyState[b] === BODY_STATE.active) continue;
    for (let c = 0; c < 6; c++) bodyBefore[BODY_BEFORE_SIZE * b + 7 + c] = 0;
  }
}

/**
 * Everything that acted on the bodies over the step, applied forces, joints and contacts together, from what it did:
 *
 *   force = m (v − v₀)/h,   torque about the centre of mass = (L − L₀)/h
 *
 * Reads: body state, bodyBefore. Writes: bodyLoad.
 */
export function measureLoads(model: Model, data: Data): void {
  const { bodyBefore, bodyLoad, bodyVel } = data;
  const { timestep } = model.options;
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    const o = 6 * b;
    const before = BODY_BEFORE_SIZE * b;
    if (data.bodyState[b] === BODY_STATE.dormant) {
      for (let c = 0; c < 6; c++) bodyLoad[o + c] = 0;
      continue;
    }
    const mass = model.bodyMass[b];
    for (let c = 3; c < 6; c++) bodyLoad[o + c] = (mass * (bodyVel[o + c] - bodyBefore[before + 7 + c])) / timestep;
    if (model.planar) {
      for (let c = 0; c < 3; c++)
        bodyLoad[o + c] = (model.bodyInertia[o + c] * (bodyVel[o + c] - bodyBefore[before + 7 + c])) / timestep;
      continue;
    }
    angularMomentumInto(model, data, b, momentum, 0);
    rotateInverseInto(momentum, 3, bodyBefore, before + 3, bodyBefore, before + 7);
    symMulInto(momentum, 3, model.bodyInertia, o, momentum, 3);
    rotateInto(momentum, 3, bodyBefore, before + 3, momentum, 3);
    for (let c = 0; c < 3; c++) bodyLoad[o + c] = (momentum[c] - momentum[3 + c]) / timestep;
  }
}

/** Angular momentum of a body after the step and before it, N m s. */
const momentum = new Float64Array(6);

/**
 * A body whose state is no longer finite is set aside: dormant, at its last finite pose, with status bit, culprit and
 * event. Nothing else is touched. Reads: body state, bodyBefore. Writes: body state, status, event ring.
 */
export function checkFinite(model: Model, data: Data): void {
  const { bodyActive, bodyBefore, bodyPos, bodyQuat, bodyVel } = data;
  // The list changes while bodies are set aside, so it is walked from the end.
  for (let k = data.counter[COUNTER.active] - 1; k >= 0; k--) {
    const b = bodyActive[k];
    // 0 · x is NaN for every x that is not finite
    let poison = 0;
    for (let c = 0; c < 3; c++) poison += 0 * bodyPos[3 * b + c];
    for (let c = 0; c < 4; c++) poison += 0 * bodyQuat[4 * b + c];
    for (let c = 0; c < 6; c++) poison += 0 * bodyVel[6 * b + c];
    if (poison === 0) continue;
    for (let c = 0; c < 3; c++) bodyPos[3 * b + c] = bodyBefore[BODY_BEFORE_SIZE * b + c];
    for (let c = 0; c < 4; c++) bodyQuat[4 * b + c] = bodyBefore[BODY_BEFORE_SIZE * b + 3 + c];
    setBodyState(model, data, b, BODY_STATE.dormant);
    raiseStatus(data, STATUS.nonFinite, b);
    raiseEvent(data, events.setAside.code, b, -1, data.clock[0], 0);
  }
}
