import type { Data } from "../../data/data.js";
import { COUNTER, STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { symMulInto, turnTensorInto } from "../../math/mat3.js";
import { turnInto } from "../../math/quat.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import type { ComplementarityState } from "./complementarity-state.js";
import { FREE, precesses, rotateFreely } from "./free-rotation.js";

/** How a body rotates: by ω⁺, by free rotation, or by ω⁺ with the angular momentum that joints leave it. */
const ROTATION = { pushed: 0, free: 1, held: 2 } as const;

/**
 * Inverse inertia in world axes and the velocities ν + h M⁻¹ f that forces alone lead to, (6.4). The gyroscopic torque
 * is not a force of the start of the step, which would gain energy: after the torques have acted, the body rotates
 * freely over the step, and `free` has the ω of its end in axes of the start. Reads: body state, bodyForce. Writes:
 * invInertia, free, freely, isFree.
 */
export function freeVelocities(model: Model, data: Data, state: ComplementarityState): void {
  const { invInertia: j, free, freely, isFree, settings } = state;
  const { bodyVel: v, bodyForce: f } = data;
  const h = model.options.timestep;
  j.fill(0);
  free.fill(0);
  isFree.fill(0);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    const o = 6 * b;
    for (let c = 0; c < 6; c++) free[o + c] = v[o + c];
    for (let c = 0; c < 6; c++) data.bodyApplied[o + c] = f[o + c];
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    turnTensorInto(j, o, model.bodyInvInertia, o, data.bodyQuat, 4 * b);
    const x = h * f[o];
    const y = h * f[o + 1];
    const z = h * f[o + 2];
    free[o] += j[o] * x + j[o + 3] * y + j[o + 4] * z;
    free[o + 1] += j[o + 3] * x + j[o + 1] * y + j[o + 5] * z;
    free[o + 2] += j[o + 4] * x + j[o + 5] * y + j[o + 2] * z;
    for (let c = 0; c < 3; c++) free[o + 3 + c] += h * model.bodyInvMass[3 * b + c] * f[o + 3 + c];
    if (!settings.gyroscopic || !precesses(model, b, free, o)) continue;
    const at = FREE.size * b;
    if (!rotateFreely(model, b, data.bodyQuat, 4 * b, free, o, h, freely, at))
      raiseStatus(data, STATUS.notConverged, b);
    for (let c = 0; c < 3; c++) free[o + c] = freely[at + FREE.start + c];
    isFree[b] = settings.linearRotation ? ROTATION.pushed : ROTATION.free;
  }
}

const turn = new Float64Array(7);
/** A tensor, a difference of velocities, two momenta. */
const held = new Float64Array(15);
const shake = new Float64Array(FREE.size);

/** ν⁺ = ν + M⁻¹ (h f + R z). Reads: free, response, z. Writes: bodyVel, isFree. */
export function applyImpulses(model: Model, data: Data, state: ComplementarityState, first: number): void {
  const { rows, response, free, isFree, z, settings } = state;
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
      const held = settings.jointRounds > 1 && rows.source[r] <= -2 && isFree[body] !== ROTATION.pushed;
      isFree[body] = held ? ROTATION.held : ROTATION.pushed;
      for (let c = 0; c < 6; c++) v[6 * body + c] += impulse * response[12 * r + 6 * side + c];
    }
  }
}

/**
 * q ← q + h V(q) ν⁺, (2.36): along the rotation vector, or by the rate of the quaternion, which is then made a unit
 * one. A body that no impulse acted on goes where free rotation leads it, so that its angular momentum does not change.
 * Where impulses act, the rows have foreseen a rotation by ω⁺, and it is that one. Where only joints act, the angular
 * momentum at the end is that of the start and of all torques: a wheel of 300 rad/s whose ω⁺ stayed as it was sank by
 * 63 mm in 1 s at 2 ms. Reads: bodyVel, free, freely. Writes: body state.
 */
export function moveBodies(model: Model, data: Data, { free, freely, isFree, settings }: ComplementarityState): void {
  const { bodyVel: v, bodyPos, bodyQuat } = data;
  const h = model.options.timestep;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    const at = FREE.size * b;
    if (isFree[b] !== ROTATION.free) {
      if (isFree[b] !== ROTATION.held) {
        moveBody(model, data, b, settings.linearRotation, v, 6 * b);
        continue;
      }
      momentumInto(model, data, b, free, freely);
      turnTensorInto(held, 0, model.bodyInvInertia, 6 * b, bodyQuat, 4 * b);
      symMulInto(held, 6, held, 0, held, 9);
      rotateFreely(model, b, bodyQuat, 4 * b, held, 6, h, shake, 0);
      for (let c = 0; c < 3; c++) {
        bodyPos[3 * b + c] += h * v[6 * b + 3 + c];
        v[6 * b + c] = shake[FREE.end + c];
      }
      for (let c = 0; c < 4; c++) bodyQuat[4 * b + c] = shake[FREE.quat + c];
      continue;
    }
    for (let c = 0; c < 3; c++) {
      bodyPos[3 * b + c] += h * v[6 * b + 3 + c];
      v[6 * b + c] = freely[at + FREE.end + c];
    }
    for (let c = 0; c < 4; c++) bodyQuat[4 * b + c] = freely[at + FREE.quat + c];
  }
}

/**
 * L⁺ = L + h τ + I (ω⁺ − ω_free) of a body that has not moved yet, L + h τ from its free rotation, which keeps it.
 * Writes: held[9..11].
 */
function momentumInto(model: Model, data: Data, b: number, free: Float64Array, freely: Float64Array): void {
  turnTensorInto(held, 0, model.bodyInertia, 6 * b, data.bodyQuat, 4 * b);
  for (let c = 0; c < 3; c++) held[6 + c] = data.bodyVel[6 * b + c] - free[6 * b + c];
  symMulInto(held, 9, held, 0, held, 6);
  const at = FREE.size * b;
  turnTensorInto(held, 0, model.bodyInertia, 6 * b, freely, at + FREE.quat);
  symMulInto(held, 12, held, 0, freely, at + FREE.end);
  for (let c = 0; c < 3; c++) held[9 + c] += held[12 + c];
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
