import type { Data } from "../../data/data.js";
import { COUNTER, STATUS } from "../../data/fields.js";
import { angularMomentumInto, setAngularVelocity } from "../../data/momentum.js";
import { raiseStatus } from "../../data/status.js";
import { turnTensorInto } from "../../math/mat3.js";
import { rotateInto, rotateInverseInto, turnInto } from "../../math/quat.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { type ImpulseFields, impulseFields } from "./fields.js";
import { TURN_SIZE, turnFreely } from "./free-turn.js";

/** [L 3, rotation vector 3, quaternion 4, state of a turn] */
const work = new Float64Array(10 + TURN_SIZE);
const TURNED = 10;

/**
 * A body with unequal moments of inertia turns in parts of at most this angle, rad, and in at most so many: by the
 * midpoint rule, of second order, and by splitting, of fourth order, where its axes of inertia are those of its frame.
 */
const TURN = 0.01;
const SPLIT_TURN = 0.05;
const MOST_TURNS = 16;

/**
 * A turn may raise the energy by this factor before the body is slowed down: far beyond what the midpoint rule does
 * where it is one.
 */
const MOST_GAIN = 1.1;

/**
 * Up to this change of direction of ω over a sub-step, rad², a body turns as if its axis stood still: below the
 * round-off of a pose.
 */
const STEADY = 1e-18;

/** Numbers per body in `drifted`: position, quaternion, displacement, velocity. */
export const DRIFTED = { pos: 0, quat: 3, displacement: 7, velocity: 13 } as const;
export const DRIFTED_SIZE = 19;

/**
 * Remembers where the bodies are and how they move, so that a drift can be done again. Reads: body state. Writes:
 * drifted.
 */
export function rememberBodiesBeforeDrift(data: Data): void {
  const { bodyActive, bodyPos, bodyQuat, bodyVel } = data;
  const { drifted, displacement } = impulseFields(data);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const o = DRIFTED_SIZE * b;
    for (let c = 0; c < 3; c++) drifted[o + c] = bodyPos[3 * b + c];
    for (let c = 0; c < 4; c++) drifted[o + DRIFTED.quat + c] = bodyQuat[4 * b + c];
    for (let c = 0; c < 6; c++) drifted[o + DRIFTED.displacement + c] = displacement[6 * b + c];
    for (let c = 0; c < 6; c++) drifted[o + DRIFTED.velocity + c] = bodyVel[6 * b + c];
  }
}

/** Bodies as they were before the drift, or, with `keep`, their present velocities as those to drift with. */
export function recallBodies(model: Model, data: Data, keep: boolean): void {
  const { bodyActive, bodyVel, bodyQuat } = data;
  const f = impulseFields(data);
  const { drifted } = f;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const o = DRIFTED_SIZE * b + DRIFTED.velocity;
    if (keep) {
      for (let c = 0; c < 6; c++) drifted[o + c] = bodyVel[6 * b + c];
      continue;
    }
    for (let c = 0; c < 6; c++) bodyVel[6 * b + c] = drifted[o + c];
    // impulses act at the start, where the inertia is another
    for (let c = 0; c < 4; c++) bodyQuat[4 * b + c] = drifted[DRIFTED_SIZE * b + DRIFTED.quat + c];
    if (model.bodyType[b] === BODY_TYPE.dynamic) placeInertia(model, data, f, b);
  }
}

/**
 * x ← x + h v for all moving bodies. Without torque the angular momentum L stays. Bodies turn as in `free-turn.ts`
 * where the axes of their frame are those of inertia; others about the axis of the middle of each part of the sub-step
 * (implicit midpoint rule, two iterations):
 *
 *   q' = exp(h ω½) q,   ω½ = I(q½)⁻¹ L,   q½ = exp(h/2 ω½) q,   ω' = I(q')⁻¹ L
 *
 * Both are symmetric, so energy does not drift. Reads: drifted, bodyVel. Writes: body state, displacement, invInertia.
 */
export function drift(model: Model, data: Data, h: number): void {
  const { bodyActive, bodyPos, bodyVel } = data;
  const f = impulseFields(data);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const o = 6 * b;
    for (let c = 0; c < 3; c++) {
      const d = h * bodyVel[o + 3 + c];
      bodyPos[3 * b + c] = f.drifted[DRIFTED_SIZE * b + c] + d;
      f.displacement[o + 3 + c] = f.drifted[DRIFTED_SIZE * b + DRIFTED.displacement + 3 + c] + d;
    }
    turnBody(model, data, f, b, h);
  }
}

function turnBody(model: Model, data: Data, f: ImpulseFields, b: number, h: number): void {
  const { bodyQuat, bodyVel } = data;
  const { drifted } = f;
  const o = 6 * b;
  const before = DRIFTED_SIZE * b;
  for (let c = 0; c < 4; c++) bodyQuat[4 * b + c] = drifted[before + DRIFTED.quat + c];
  for (let c = 0; c < 3; c++) f.displacement[o + c] = drifted[before + DRIFTED.displacement + c];
  if (bodyVel[o] === 0 && bodyVel[o + 1] === 0 && bodyVel[o + 2] === 0) return;
  const dynamic = model.bodyType[b] === BODY_TYPE.dynamic;
  const free = dynamic && !model.planar && precesses(model, data, b, h);
  if (free) {
    angularMomentumInto(model, data, b, work, 0);
    const energy = work[0] * bodyVel[o] + work[1] * bodyVel[o + 1] + work[2] * bodyVel[o + 2];
    if (isPrincipal(model.bodyInertia, o)) turnBySplitting(model, data, f, b, h);
    else {
      const turns = turnsOf(bodyVel, o, h, TURN);
      for (let t = 0; t < turns; t++) turnByMidpoint(model, data, f, b, h, turns);
    }
    // turns beyond the reach of the midpoint rule: the moments of a needle make much of a small error of its axis
    const after = work[0] * bodyVel[o] + work[1] * bodyVel[o + 1] + work[2] * bodyVel[o + 2];
    if (after > MOST_GAIN * energy) {
      const scale = Math.sqrt(energy / after);
      for (let c = 0; c < 3; c++) bodyVel[o + c] *= scale;
      raiseStatus(data, STATUS.slowed, b);
    }
  } else {
    for (let c = 0; c < 3; c++) {
      work[3 + c] = h * bodyVel[o + c];
      f.displacement[o + c] += work[3 + c];
    }
    turnInto(bodyQuat, 4 * b, work, 3, drifted, before + DRIFTED.quat);
  }
  if (dynamic) placeInertia(model, data, f, b);
}

/** Whether the axes of a body's frame are those of its inertia. */
function isPrincipal(i: Float64Array, o: number): boolean {
  return i[o + 3] === 0 && i[o + 4] === 0 && i[o + 5] === 0 && i[o] > 0 && i[o + 1] > 0 && i[o + 2] > 0;
}

/**
 * The turn over h with the angular momentum in `work`. Its integral of ω, for the displacement, is that of
 * the trapezium rule. Reads: work. Writes: body state,
 * displacement.
 */
function turnBySplitting(model: Model, data: Data, f: ImpulseFields, b: number, h: number): void {
  const { bodyQuat, bodyVel } = data;
  const o = 6 * b;
  const q = 4 * b;
  rotateInverseInto(work, TURNED, bodyQuat, q, work, 0);
  for (let c = 0; c < 4; c++) work[TURNED + 3 + c] = bodyQuat[q + c];
  turnFreely(work, TURNED, model.bodyInertia, o, h, turnsOf(bodyVel, o, h, SPLIT_TURN));
  for (let c = 0; c < 3; c++) work[3 + c] = 0.5 * h * bodyVel[o + c];
  for (let c = 0; c < 4; c++) bodyQuat[q + c] = work[TURNED + 3 + c];
  for (let c = 0; c < 3; c++) work[TURNED + c] /= model.bodyInertia[o + c];
  rotateInto(bodyVel, o, bodyQuat, q, work, TURNED);
  for (let c = 0; c < 3; c++) f.displacement[o + c] += work[3 + c] + 0.5 * h * bodyVel[o + c];
}

/** Parts in which a spinning body turns: at most `most` rad each. */
function turnsOf(v: Float64Array, o: number, h: number, most: number): number {
  const angle = h * Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
  return Math.max(1, Math.min(MOST_TURNS, Math.ceil(angle / most)));
}

/** One of `turns` parts of the turn over h, with the angular momentum in `work`. */
function turnByMidpoint(model: Model, data: Data, f: ImpulseFields, b: number, h: number, turns: number): void {
  const { bodyQuat, bodyVel } = data;
  const o = 6 * b;
  const part = h / turns;
  for (let c = 0; c < 4; c++) work[6 + c] = bodyQuat[4 * b + c];
  for (let round = 0; round < 2; round++) {
    for (let c = 0; c < 3; c++) work[3 + c] = 0.5 * part * bodyVel[o + c];
    turnInto(bodyQuat, 4 * b, work, 3, work, 6);
    setAngularVelocity(model, data, b, work, 0);
  }
  for (let c = 0; c < 3; c++) {
    work[3 + c] = part * bodyVel[o + c];
    f.displacement[o + c] += work[3 + c];
  }
  turnInto(bodyQuat, 4 * b, work, 3, work, 6);
  setAngularVelocity(model, data, b, work, 0);
}

/** Whether ω would change noticeably over the sub-step: |h I⁻¹ (Iω × ω)|² against |ω|². */
function precesses(model: Model, data: Data, b: number, h: number): boolean {
  const { bodyVel: v } = data;
  const i = model.bodyInertia;
  const o = 6 * b;
  if (i[o] === i[o + 1] && i[o + 1] === i[o + 2] && i[o + 3] === 0 && i[o + 4] === 0 && i[o + 5] === 0) return false;
  const w2 = v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
  return h * h * w2 > STEADY;
}

/** I⁻¹ in world axes of a body: R I_b⁻¹ Rᵀ. Reads: bodyQuat. Writes: invInertia. */
export function placeInertia(model: Model, data: Data, f: ImpulseFields, b: number): void {
  turnTensorInto(f.invInertia, 6 * b, model.bodyInvInertia, 6 * b, data.bodyQuat, 4 * b);
}

/**
 * Inverse mass and inertia of every body as impulses see it: none for bodies that are static, kinematic, asleep or
 * dormant. Writes: invMass, invInertia, contactInertia, displacement.
 */
export function prepareBodies(model: Model, data: Data): void {
  const f = impulseFields(data);
  clearBodies(data, f);
  const { moving } = data.systems.impulseState;
  const { bodyActive } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    moving.bodies[moving.bodyCount++] = b;
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    f.invMass[b] = model.bodyInvMass[3 * b];
    placeInertia(model, data, f, b);
    for (let c = 0; c < 6; c++) f.contactInertia[6 * b + c] = f.invInertia[6 * b + c];
  }
}

/** Takes back what the last step prepared; the arrays of other bodies are zeros, and they are in no island. */
function clearBodies(data: Data, f: ImpulseFields): void {
  const { moving } = data.systems.impulseState;
  if (moving.epoch !== data.epoch) {
    f.invMass.fill(0);
    f.invInertia.fill(0);
    f.contactInertia.fill(0);
    f.displacement.fill(0);
    f.island.fill(-1);
  } else {
    for (let k = 0; k < moving.bodyCount; k++) {
      const b = moving.bodies[k];
      f.invMass[b] = 0;
      f.island[b] = -1;
      for (let c = 6 * b; c < 6 * b + 6; c++) f.invInertia[c] = f.contactInertia[c] = f.displacement[c] = 0;
    }
  }
  moving.epoch = data.epoch;
  moving.bodyCount = 0;
}
