import { detectImpacts } from "../../collision/continuous/sweep.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { BODY_BEFORE_SIZE, COUNTER } from "../../data/fields.js";
import { angularMomentumInto, setAngularVelocity } from "../../data/momentum.js";
import { resetSets, unite } from "../../math/union-find.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { closeJoints } from "./close-joints.js";
import { endPuttingBack, putBack, startPuttingBack } from "./energy.js";
import { impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";
import type { ImpulseState } from "./state.js";

const MOTION = 7;

/**
 * A fast body that met something on its way is put back to where it met it, with all that joints connect to it; its
 * velocity is left to the contact that the next step finds there. One that touched it from the start keeps its way
 * along it. Reads: bodyBefore, bodyForce, contacts of the step. Writes: body poses, bodyVel.
 */
export function stopFastBodies(model: Model, data: Data, state: ImpulseState): void {
  if (!model.systems.collision.active) return;
  detectImpacts(model, data, true);
  const { bodyImpact } = itemFields(data, "collision", COLLISION_FIELDS);
  const { bodyActive, bodyBefore, bodyPos, bodyQuat } = data;
  const n = data.counter[COUNTER.active];
  // what is held by joints does not come back for nothing
  const held = model.joints.count > 0 && anyStops(data, bodyImpact);
  if (held) {
    startPuttingBack(model, data, state);
    stopTogether(model, data, state, bodyImpact);
  }
  const { stop } = state;
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const t = held ? stop[b] : bodyImpact[b];
    if (!(t < 1)) continue;
    for (let c = 0; c < 3; c++) stood[c] = bodyPos[3 * b + c];
    if (t === 0 && keepAlong(data, b)) {
      if (held) putBack(data, state, b, stood);
      continue;
    }
    for (let c = 0; c < 3; c++) {
      const from = bodyBefore[BODY_BEFORE_SIZE * b + c];
      bodyPos[3 * b + c] = from + t * (bodyPos[3 * b + c] - from);
    }
    if (held) putBack(data, state, b, stood);
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
    if (model.bodyType[b] === BODY_TYPE.dynamic && !model.planar) turnBack(model, data, b);
    // nor have forces acted on it since: else what is held up step after step would become ever faster
    const rest = (1 - t) * model.options.timestep;
    for (let c = 0; c < 3; c++)
      data.bodyVel[6 * b + 3 + c] -= rest * model.bodyInvMass[3 * b + c] * data.bodyForce[6 * b + 3 + c];
    if (held && state.jointed[b] === 1) shareGain(data, b, t);
  }
  if (!held) return;
  closeJoints(model, data, state, bodyImpact);
  endPuttingBack(model, data, state);
}

/** Whether any body met something on its way. */
function anyStops(data: Data, impact: Float64Array): boolean {
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) if (impact[data.bodyActive[k]] < 1) return true;
  return false;
}

/**
 * The part of the step after which each body stops, 1 where it does not: what joints connect stops together, as soon as
 * one of it does; if only that one stopped, the joints would be torn by the rest of the way of the others. What touched
 * from the start keeps its own way. Reads: bodyImpact. Writes: stop.
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

/** For each body the first of the dynamic ones that joints, unless broken, connect to it. */
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
  // roots come before those that point to them
  for (let b = 0; b < model.nb; b++) mechanism[b] = mechanism[mechanism[b]];
}

/** Where the body at hand stood before it was put back. */
const stood = new Float64Array(3);

/**
 * Of the energy of translation that a body has gained within the step it keeps the part t of the way that it was let
 * go: springs of joints that pull it against what holds it up, step after step, do no more work than along that. Reads:
 * bodyBefore. Writes: bodyVel.
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

/** Angular momentum of the body that is put back, N m s. */
const momentum = new Float64Array(3);

/**
 * Turn rate of a body that was turned back: that of the same angular momentum, ω' = I(q')⁻¹ L, with no more energy than
 * before. The ω of a needle that spins about its axis would, with the needle turned away from it, have the energy of
 * its large moments. Reads: bodyQuat. Writes: bodyVel.
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
 * Takes from the way of a body that touched something from the start what leads into it, along the normals of its
 * contacts; all of its way would hold a body that slides or tilts there for ever, while forces make it ever faster.
 * Returns whether it has contacts. Reads: bodyMotion. Writes: bodyPos.
 */
function keepAlong(data: Data, body: number): boolean {
  const { patchBody, patchRow: row, pointRow: point, patchSolved } = impulseFields(data);
  const { bodyMotion: motion } = itemFields(data, "collision", COLLISION_FIELDS);
  const { bodyPos: x, patchPoint } = data;
  const patches = data.counter[COUNTER.patches];
  let any = false;
  for (let k = 0; k < patches; k++) {
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
        // of the point of contact: what tips over it falls, but not into it
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
