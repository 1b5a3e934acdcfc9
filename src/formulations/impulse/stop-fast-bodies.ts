import { continuousSetup } from "../../collision/continuous/setup.js";
import { detectImpacts, MOTION_BOUND, PRESS_PART } from "../../collision/continuous/sweep.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { BODY_BEFORE_SIZE, COUNTER } from "../../data/fields.js";
import { angularMomentumInto, setAngularVelocity } from "../../data/momentum.js";
import { rotateInto, turnInto } from "../../math/quat.js";
import { resetSets, unite } from "../../math/union-find.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { closeJoints, TORN } from "./close-joints.js";
import { impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";
import { endPuttingBack, putBack, startPuttingBack } from "./put-back.js";
import type { ImpulseState } from "./state.js";

const MOTION = 7;

/**
 * Puts a fast body that hit something during the step back to the point of impact, together with all bodies that joints
 * connect to it. The contact that the next step finds there changes its velocity. A body that touched the obstacle from
 * the start keeps its displacement along it. Reads: bodyBefore, bodyForce, contacts of the step. Writes: body poses,
 * bodyVel, bodyApplied.
 */
export function stopFastBodies(model: Model, data: Data, state: ImpulseState): void {
  if (!model.systems.collision.active) return;
  detectImpacts(model, data, true, true);
  const { bodyImpact, bodyImpactShape } = itemFields(data, "collision", COLLISION_FIELDS);
  const { bodyActive, bodyBefore, bodyPos, bodyQuat } = data;
  const n = data.counter[COUNTER.active];
  // putting jointed bodies back changes their energy
  const held = model.joints.count > 0 && anyStops(data, bodyImpact);
  if (held) {
    startPuttingBack(model, data, state);
    stopTogether(model, data, state, bodyImpact);
  }
  const { stop } = state;
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const t = held ? stop[b] : bodyImpact[b];
    // what is driven goes on
    if (!(t < 1) || model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    for (let c = 0; c < 3; c++) stood[c] = bodyPos[3 * b + c];
    if (t === 0 && keepAlong(data, b)) {
      if (held) {
        putBack(data, state, b, stood);
        if (isMoved(data, b)) state.own[state.mechanism[b]] = TORN;
      }
      continue;
    }
    for (let c = 0; c < 3; c++) {
      const from = bodyBefore[BODY_BEFORE_SIZE * b + c];
      bodyPos[3 * b + c] = from + t * (bodyPos[3 * b + c] - from);
    }
    angularMomentumInto(model, data, b, momentum, 0);
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += bodyBefore[BODY_BEFORE_SIZE * b + 3 + c] * bodyQuat[4 * b + c];
    let norm = 0;
    for (let c = 0; c < 4; c++) {
      const from = bodyBefore[BODY_BEFORE_SIZE * b + 3 + c] * (dot < 0 ? -1 : 1);
      bodyQuat[4 * b + c] = from + t * (bodyQuat[4 * b + c] - from);
      norm += bodyQuat[4 * b + c] * bodyQuat[4 * b + c];
    }
    const scale = 1 / Math.sqrt(norm);
    for (let c = 0; c < 4; c++) bodyQuat[4 * b + c] *= scale;
    const s = bodyImpactShape[b];
    if (s >= 0 && !(held && state.jointed[b] === 1)) carryOn(model, data, b, model.systems.collision.body[s], t);
    if (held) putBack(data, state, b, stood);
    if (!model.planar) turnBack(model, data, b);
    // remove the forces over the rest of the step: otherwise a body that is held up step after step would keep
    // accelerating
    const rest = (1 - t) * model.options.timestep;
    for (let c = 0; c < 3; c++) {
      faster[c] = data.bodyVel[6 * b + 3 + c];
      data.bodyVel[6 * b + 3 + c] -= rest * model.bodyInvMass[3 * b + c] * data.bodyForce[6 * b + 3 + c];
    }
    if (held && state.jointed[b] === 1) shareGain(data, b, t);
    noteLoss(model, data, b);
  }
  if (!held) return;
  closeJoints(model, data, state, bodyImpact);
  endPuttingBack(model, data, state);
}

/**
 * What has met body b, and is not put back itself, goes on: b keeps its place against it for the rest (1 − t) of the
 * step, since where it was met it would be behind it. A way shorter than a quarter of the ball that fits into b is left
 * to contacts. Reads: bodyMotion, bodyImpact. Writes: pose of b.
 */
function carryOn(model: Model, data: Data, b: number, driver: number, t: number): void {
  const { bodyMotion: motion, bodyImpact } = itemFields(data, "collision", COLLISION_FIELDS);
  if (model.bodyType[driver] === BODY_TYPE.dynamic && bodyImpact[driver] < 1) return;
  if (!((1 - t) * motion[MOTION * driver + MOTION_BOUND] > PRESS_PART * continuousSetup(model).inner[b])) return;
  const { bodyPos, bodyQuat } = data;
  const m = MOTION * driver;
  for (let c = 0; c < 3; c++) {
    turn[c] = (1 - t) * motion[m + c];
    // from the centre of the driver at that time
    bodyPos[3 * b + c] -= bodyPos[3 * driver + c] - (1 - t) * motion[m + 3 + c];
  }
  for (let c = 0; c < 4; c++) spun[c] = c === 3 ? 1 : 0;
  turnInto(spun, 0, turn, 0, spun, 0);
  rotateInto(bodyPos, 3 * b, spun, 0, bodyPos, 3 * b);
  for (let c = 0; c < 3; c++) bodyPos[3 * b + c] += bodyPos[3 * driver + c];
  turnInto(bodyQuat, 4 * b, turn, 0, bodyQuat, 4 * b);
}

/** Whether the current body is no longer where it stood. */
function isMoved({ bodyPos: x }: Data, b: number): boolean {
  return x[3 * b] !== stood[0] || x[3 * b + 1] !== stood[1] || x[3 * b + 2] !== stood[2];
}

/** Velocity of the current body before forces were taken back, m/s. */
const faster = new Float64Array(3);

/**
 * What was taken from the momentum of a body that was put back is taken from the forces applied to it. Reads: faster,
 * momentum. Writes: bodyApplied.
 */
function noteLoss(model: Model, data: Data, b: number): void {
  const { bodyApplied, bodyVel } = data;
  const { timestep } = model.options;
  if (model.bodyType[b] !== BODY_TYPE.dynamic) return;
  angularMomentumInto(model, data, b, after, 0);
  for (let c = 0; c < 3; c++) {
    bodyApplied[6 * b + c] += (after[c] - momentum[c]) / timestep;
    bodyApplied[6 * b + 3 + c] += (model.bodyMass[b] * (bodyVel[6 * b + 3 + c] - faster[c])) / timestep;
  }
}

/** Whether any body hit something during the step. */
function anyStops(data: Data, impact: Float64Array): boolean {
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) if (impact[data.bodyActive[k]] < 1) return true;
  return false;
}

/**
 * The fraction of the step after which each body stops, 1 where it does not. Bodies that joints connect stop together,
 * as soon as one of them does; if only that one stopped, the remaining displacement of the others would pull the joints
 * apart. Bodies that touched the obstacle from the start are treated by themselves. Reads: bodyImpact. Writes: stop.
 */
function stopTogether(model: Model, data: Data, state: ImpulseState, impact: Float64Array): void {
  const { stop, own: first, mechanism } = state;
  findMechanisms(model, data, mechanism);
  const { bodyActive } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) first[mechanism[bodyActive[k]]] = 1;
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (impact[b] > 0 && impact[b] < first[mechanism[b]]) first[mechanism[b]] = impact[b];
  }
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    stop[b] = impact[b] > 0 ? first[mechanism[b]] : 0;
  }
}

/** For each body, the first of the dynamic bodies that unbroken joints connect to it. */
function findMechanisms(model: Model, data: Data, mechanism: Int32Array): void {
  const { joints, bodyType } = model;
  const { broken } = data.items.joints;
  resetSets(mechanism, model.nb);
  for (let i = 0; i < joints.count; i++) {
    const a = joints.bodyA[i];
    const b = joints.bodyB[i];
    if (broken[i] === 1 || bodyType[a] !== BODY_TYPE.dynamic || bodyType[b] !== BODY_TYPE.dynamic) continue;
    unite(mechanism, a, b);
  }
  // roots come before the bodies that point to them
  for (let b = 0; b < model.nb; b++) mechanism[b] = mechanism[mechanism[b]];
}

/** Position of the current body before it was put back. */
const stood = new Float64Array(3);

/**
 * A body keeps the fraction t of the translational energy that it has gained within the step, since it keeps the
 * fraction t of its displacement. Springs of joints that pull it against an obstacle, step after step, then do no more
 * work than along that displacement. Reads: bodyBefore. Writes: bodyVel.
 */
function shareGain(data: Data, b: number, t: number): void {
  const { bodyVel: v, bodyBefore } = data;
  let before = 0;
  let after = 0;
  for (let c = 3; c < 6; c++) {
    before += bodyBefore[BODY_BEFORE_SIZE * b + 7 + c] * bodyBefore[BODY_BEFORE_SIZE * b + 7 + c];
    after += v[6 * b + c] * v[6 * b + c];
  }
  if (!(after > before)) return;
  const scale = Math.sqrt((before + t * (after - before)) / after);
  for (let c = 3; c < 6; c++) v[6 * b + c] *= scale;
}

/** Angular momentum of the body that is put back, N m s, before and after. */
const momentum = new Float64Array(3);
const after = new Float64Array(4);

/** Turn of what a body is carried on with, as rotation vector and quaternion: the same arrays, not in use then. */
const turn = faster;
const spun = after;

/**
 * Angular velocity of a body that was rotated back: that of the same angular momentum, ω' = I(q')⁻¹ L, with no more
 * energy than before. An unchanged ω of a needle that spins about its axis would, after the needle is rotated away from
 * it, have the energy of the large moments of inertia. Reads: bodyQuat. Writes: bodyVel.
 */
function turnBack(model: Model, data: Data, b: number): void {
  const { bodyVel: v } = data;
  const o = 6 * b;
  const before = momentum[0] * v[o] + momentum[1] * v[o + 1] + momentum[2] * v[o + 2];
  setAngularVelocity(model, data, b, momentum, 0);
  const after = momentum[0] * v[o] + momentum[1] * v[o + 1] + momentum[2] * v[o + 2];
  if (!(after > before)) return;
  const scale = Math.sqrt(before / after);
  for (let c = 0; c < 3; c++) v[o + c] *= scale;
}

/**
 * Removes, from the displacement of a body that touched an obstacle from the start, the components into the obstacle
 * along the normals of its contacts. Removing all of the displacement would hold a body that slides or tilts there
 * forever, while forces keep accelerating it. Returns whether the body has contacts. Reads: bodyMotion. Writes:
 * bodyPos.
 */
function keepAlong(data: Data, body: number): boolean {
  const { patchBody, patchRow: row, pointRow: point, patchSolved } = impulseFields(data);
  const { bodyMotion: motion } = itemFields(data, "collision", COLLISION_FIELDS);
  const { bodyPos: x, patchPoint } = data;
  const { moving } = data.systems.impulseState;
  let any = false;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    const a = patchBody[2 * k];
    const b = patchBody[2 * k + 1];
    if ((a !== body && b !== body) || patchSolved[k] === SOLVED.not) continue;
    any = true;
    let gap = Number.POSITIVE_INFINITY;
    const end = patchPoint[2 * k] + patchPoint[2 * k + 1];
    for (let i = patchPoint[2 * k]; i < end; i++) {
      const own = point[POINT_SIZE * i + POINT.gap];
      if (own < gap) gap = own;
    }
    const o = PATCH_SIZE * k;
    let way = gap > 0 ? gap : 0;
    for (let side = 0; side < 2; side++) {
      const m = MOTION * (side === 0 ? a : b);
      const arm = o + (side === 0 ? PATCH.armA : PATCH.armB);
      for (let c = 0; c < 3; c++) {
        const d = (c + 1) % 3;
        const e = (c + 2) % 3;
        // displacement of the contact point: a body that tips over it may fall, but not into the obstacle
        const moved = motion[m + 3 + c] + motion[m + d] * row[arm + e] - motion[m + e] * row[arm + d];
        way += (side === 0 ? -1 : 1) * row[o + c] * moved;
      }
    }
    if (!(way < 0)) continue;
    const back = body === b ? -way : way;
    for (let c = 0; c < 3; c++) x[3 * body + c] += back * row[o + c];
  }
  return any;
}
