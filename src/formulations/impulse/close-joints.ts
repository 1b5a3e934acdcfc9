import { continuousSetup } from "../../collision/continuous/setup.js";
import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { type JointFields, ROW, writeJointRows } from "../../joints/system.js";
import { turnInto } from "../../math/quat.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { placeInertia } from "./drift.js";
import { type ImpulseFields, impulseFields } from "./fields.js";
import { inverseMass, measureInverseMass, measureSpeed, push, pushRow, rowSpeed } from "./joint-row.js";
import { putBack } from "./put-back.js";
import type { ImpulseState } from "./state.js";
import { WORK, WORK_SIZE } from "./thesis-joints.js";

/**
 * Steps of Newton's method on the positions, sweeps over the rows in each, and the error that is let be, m or rad. A
 * chain with a heavy end needs more sweeps: they go on while they change an error by more than OPEN.
 */
const ROUNDS = 6;
const SWEEPS = 20;
const MOST_SWEEPS = 2000;
const CLOSED = 1e-6;
const OPEN = 1e-5;

/**
 * Part of the radius of a ball inside a body that its points are moved at most: its way was free so far, and by so
 * little it cannot get past anything.
 */
const MOST = 0.5;

/** In `own` of a mechanism: one of its bodies was moved by itself, along what it touches. */
export const TORN = -1;

const stood = new Float64Array(3);
const turn = new Float64Array(7);

/**
 * Joints of bodies that were put back along the chord of their way: between its ends a joint swings on an arc, so they
 * gape by r (1 − cos θ/2), r the arm and θ the turn of the step; and by what a body was moved by itself, along what it
 * touched from the start. The bodies with `stop` in (0, 1), or of such a mechanism, that did not meet anything
 * themselves are moved until the joints close or as far as is safe, by the masses; the one that did stays where it met
 * it:
 *
 *   Δq = M⁻¹ Jᵀ μ,   J Δq = −C;   limits: J Δq ≥ −C, μ ≥ 0
 *
 * Reads: stop, own, bodyImpact, body state. Writes: body poses, joint rows, rowWork, energy of
 * putting back.
 */
export function closeJoints(model: Model, data: Data, state: ImpulseState, impact: Float64Array): void {
  const { rows } = model.systems.joints;
  const joints = data.items.joints;
  const f = impulseFields(data);
  if (!release(model, data, state, impact)) return;
  room[0] = 1;
  for (let round = 0; round < ROUNDS && room[0] > 0; round++) {
    writeJointRows(model, data);
    let worst = 0;
    for (let r = 0; r < rows; r++) {
      if (!canClose(data, r)) continue;
      const off = -joints.rowError[r];
      worst = Math.max(worst, joints.rowKind[r] === ROW.limit ? off : Math.abs(off));
      state.rowWork[WORK_SIZE * r + WORK.impulse] = 0;
    }
    if (!(worst > CLOSED)) return;
    f.displacement.fill(0);
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      let change = 0;
      for (let r = 0; r < rows; r++) {
        if (!canClose(data, r)) continue;
        closeRow(f, joints, state.rowWork, r);
        change = Math.max(change, Math.abs(push[0]) * inverseMass[0]);
      }
      if (sweep >= SWEEPS - 1 && !(change > OPEN)) break;
    }
    stayClose(model, data);
    move(model, data, state);
  }
}

/** One row of a sweep. Writes: displacement, multipliers. */
function closeRow(f: ImpulseFields, joints: JointFields, work: Float64Array, r: number): void {
  const o = WORK_SIZE * r + WORK.impulse;
  measureInverseMass(f, joints, r);
  measureSpeed(f.displacement, joints, r);
  push[0] = -(joints.rowError[r] + rowSpeed[0]) / inverseMass[0];
  if (joints.rowKind[r] === ROW.limit && !(work[o] + push[0] > 0)) push[0] = -work[o];
  work[o] += push[0];
  pushRow(f.displacement, f, joints, r);
}

/** What is left of the ways that bodies may be moved, as a part of them. */
const room = new Float64Array(1);

/** Shortens `displacement` to what is left of `room`, and takes it from there. */
function stayClose(model: Model, data: Data): void {
  const { displacement: d, invMass } = impulseFields(data);
  const { inner, turnReach } = continuousSetup(model);
  let part = 0;
  for (let b = 1; b < model.nb; b++) {
    if (invMass[b] === 0) continue;
    let way2 = 0;
    let turn2 = 0;
    for (let c = 0; c < 3; c++) {
      turn2 += d[6 * b + c] * d[6 * b + c];
      way2 += d[6 * b + 3 + c] * d[6 * b + 3 + c];
    }
    part = Math.max(part, (Math.sqrt(way2) + Math.sqrt(turn2) * turnReach[b]) / (MOST * inner[b]));
  }
  if (part > room[0]) for (let i = 0; i < d.length; i++) d[i] *= room[0] / part;
  room[0] = Math.max(0, room[0] - part);
}

/** Whether row r is a lock or a limit between bodies of which one may move. */
function canClose(data: Data, r: number): boolean {
  const { rowKind, rowBody } = data.items.joints;
  const { invMass } = impulseFields(data);
  if (rowKind[r] !== ROW.lock && rowKind[r] !== ROW.limit) return false;
  return invMass[rowBody[2 * r]] > 0 || invMass[rowBody[2 * r + 1]] > 0;
}

/** Gives mass only to bodies that may be moved; returns whether there are any. Writes: invMass, invInertia. */
function release(model: Model, data: Data, state: ImpulseState, impact: Float64Array): boolean {
  const f = impulseFields(data);
  const n = data.counter[COUNTER.active];
  let any = false;
  f.invMass.fill(0);
  f.invInertia.fill(0);
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    const stop = state.stop[b];
    const torn = state.own[state.mechanism[b]] === TORN;
    if (model.bodyType[b] !== BODY_TYPE.dynamic || !(stop > 0 && (stop < 1 || torn))) continue;
    if (impact[b] === stop && stop < 1) continue;
    f.invMass[b] = model.bodyInvMass[3 * b];
    placeInertia(model, data, f, b);
    any = true;
  }
  return any;
}

/** Moves bodies by `displacement`. */
function move(model: Model, data: Data, state: ImpulseState): void {
  const f = impulseFields(data);
  const { bodyPos, bodyQuat } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    if (f.invMass[b] === 0) continue;
    for (let c = 0; c < 3; c++) {
      stood[c] = bodyPos[3 * b + c];
      bodyPos[3 * b + c] += f.displacement[6 * b + 3 + c];
      turn[c] = f.displacement[6 * b + c];
    }
    for (let c = 0; c < 4; c++) turn[3 + c] = bodyQuat[4 * b + c];
    turnInto(bodyQuat, 4 * b, turn, 0, turn, 3);
    placeInertia(model, data, f, b);
    putBack(data, state, b, stood);
  }
}
