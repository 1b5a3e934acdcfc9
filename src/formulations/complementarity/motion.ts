import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { angularMomentumInto } from "../../data/momentum.js";
import { turnTensorInto } from "../../math/mat3.js";
import { turnInto } from "../../math/quat.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import type { ComplementarityState } from "./complementarity-state.js";

/**
 * Inverse inertia in world axes and the velocities ν + h M⁻¹ f that forces alone lead to, (6.4). Reads: body state,
 * bodyForce. Writes: invInertia, free.
 */
export function freeVelocities(model: Model, data: Data, state: ComplementarityState): void {
  const { invInertia: j, free, settings } = state;
  const { bodyVel: v, bodyForce: f } = data;
  const h = model.options.timestep;
  j.fill(0);
  free.fill(0);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    const o = 6 * b;
    for (let c = 0; c < 6; c++) free[o + c] = v[o + c];
    for (let c = 0; c < 6; c++) data.bodyApplied[o + c] = f[o + c];
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    turnTensorInto(j, o, model.bodyInvInertia, o, data.bodyQuat, 4 * b);
    for (let c = 0; c < 3; c++) torque[c] = f[o + c];
    if (settings.gyroscopic && !model.planar) {
      angularMomentumInto(model, data, b, momentum, 0);
      torque[0] -= v[o + 1] * momentum[2] - v[o + 2] * momentum[1];
      torque[1] -= v[o + 2] * momentum[0] - v[o] * momentum[2];
      torque[2] -= v[o] * momentum[1] - v[o + 1] * momentum[0];
    }
    const x = h * torque[0];
    const y = h * torque[1];
    const z = h * torque[2];
    free[o] += j[o] * x + j[o + 3] * y + j[o + 4] * z;
    free[o + 1] += j[o + 3] * x + j[o + 1] * y + j[o + 5] * z;
    free[o + 2] += j[o + 4] * x + j[o + 5] * y + j[o + 2] * z;
    for (let c = 0; c < 3; c++) free[o + 3 + c] += h * model.bodyInvMass[3 * b + c] * f[o + 3 + c];
  }
}

const torque = new Float64Array(3);
const momentum = new Float64Array(3);
const turn = new Float64Array(7);

/** ν⁺ = ν + M⁻¹ (h f + R z). Reads: free, response, z. Writes: bodyVel. */
export function applyImpulses(model: Model, data: Data, state: ComplementarityState, first: number): void {
  const { rows, response, free, z } = state;
  const { bodyVel: v } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    for (let c = 0; c < 6; c++) v[6 * b + c] = free[6 * b + c];
  }
  for (let r = 0; r < rows.count; r++) {
    const impulse = z[first + r];
    if (impulse === 0) continue;
    for (let side = 0; side < 2; side++) {
      const body = rows.body[2 * r + side];
      if (model.bodyType[body] !== BODY_TYPE.dynamic) continue;
      for (let c = 0; c < 6; c++) v[6 * body + c] += impulse * response[12 * r + 6 * side + c];
    }
  }
}

/**
 * q ← q + h V(q) ν⁺, (2.36): along the rotation vector, or by the rate of the quaternion, which is then made a unit
 * one. Reads: bodyVel. Writes: body poses.
 */
export function moveBodies(model: Model, data: Data, linear: boolean): void {
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) moveBody(model, data, data.bodyActive[k], linear, data.bodyVel, 6 * data.bodyActive[k]);
}

/** Moves one body by a step with the velocity [ω; v] at o of `v`. */
export function moveBody(model: Model, data: Data, b: number, linear: boolean, v: Float64Array, o: number): void {
  const h = model.options.timestep;
  const { bodyPos, bodyQuat: q } = data;
  for (let c = 0; c < 3; c++) bodyPos[3 * b + c] += h * v[o + 3 + c];
  if (v[o] === 0 && v[o + 1] === 0 && v[o + 2] === 0) return;
  const at = 4 * b;
  if (!linear) {
    for (let c = 0; c < 3; c++) turn[c] = h * v[o + c];
    for (let c = 0; c < 4; c++) turn[3 + c] = q[at + c];
    turnInto(q, at, turn, 0, turn, 3);
    return;
  }
  const x = 0.5 * h * v[o];
  const y = 0.5 * h * v[o + 1];
  const z = 0.5 * h * v[o + 2];
  const qx = q[at];
  const qy = q[at + 1];
  const qz = q[at + 2];
  const qw = q[at + 3];
  q[at] += x * qw + y * qz - z * qy;
  q[at + 1] += y * qw + z * qx - x * qz;
  q[at + 2] += z * qw + x * qy - y * qx;
  q[at + 3] -= x * qx + y * qy + z * qz;
  let norm = 0;
  for (let c = 0; c < 4; c++) norm += q[at + c] * q[at + c];
  const scale = 1 / Math.sqrt(norm);
  for (let c = 0; c < 4; c++) q[at + c] *= scale;
}
