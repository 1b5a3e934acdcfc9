import type { CollisionSetup } from "../../collision/setup.js";
import { type Data, rebuildActive } from "../../data/data.js";
import { claimEvent, events } from "../../data/events.js";
import { BODY_BEFORE_SIZE, COUNTER } from "../../data/fields.js";
import { ROW, writeJointRows } from "../../joints/system.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../../model/model.js";
import { type ImpulseFields, impulseFields, SOLVED, STATISTIC } from "./fields.js";
import { findIslands } from "./islands.js";
import type { ImpulseState } from "./state.js";

/** A drive faster than this fraction of the sleeping speed, in m/s or rad/s, keeps its island awake. */
const DRIVE_PART = 0.01;

/** Scratch arrays of one Data. */
export interface SleepWork {
  /** Farthest point of each body from its centre of mass, m. */
  readonly reach: Float64Array;
  /** Per body: 1 when its island must not sleep. */
  readonly restless: Uint8Array;
  /** Per body: 1 for sleepers that wake in this step. */
  readonly wakes: Uint8Array;
  /** Number of sleepers, and `data.activeEpoch` it belongs to. */
  asleep: number;
  counted: number;
  /** When the loads on sleepers were looked at last: inputs of bodies, masses, gravity, `data.activeEpoch`, `epoch`. */
  readonly input: Float64Array;
  readonly mass: Float64Array;
  readonly gravity: Float64Array;
  loaded: number;
  loadedEpoch: number;
}

/**
 * Farthest points of the bodies' shapes; for bodies without shapes or with an unbounded one, the largest radius of
 * gyration.
 */
export function createSleepWork(model: Model): SleepWork {
  const { turnReach, body } = model.systems.collision;
  const reach = new Float64Array(model.nb);
  for (let s = 0; s < body.length; s++) reach[body[s]] = Math.max(reach[body[s]], turnReach[s]);
  for (let b = 0; b < model.nb; b++) {
    if (reach[b] > 0 && reach[b] < Number.POSITIVE_INFINITY) continue;
    const i = Math.max(model.bodyInertia[6 * b], model.bodyInertia[6 * b + 1], model.bodyInertia[6 * b + 2]);
    reach[b] = model.bodyMass[b] > 0 ? Math.sqrt(i / model.bodyMass[b]) : 0;
  }
  return {
    reach,
    restless: new Uint8Array(model.nb),
    wakes: new Uint8Array(model.nb),
    asleep: 0,
    counted: -1,
    input: new Float64Array(6 * model.nb),
    mass: new Float64Array(model.nb),
    gravity: new Float64Array(3),
    loaded: -1,
    loadedEpoch: -1,
  };
}

/**
 * End of a step: puts islands to sleep. A body is at rest while no point of it moves by more than sleepSpeed × timestep
 * in a step. The test uses the displacement because the velocity contains the corrections of the solver:
 *
 *   |Δp| + |Δθ| reach ≤ sleepSpeed h
 *
 * An island sleeps as a whole when all its bodies have been at rest for sleepTime [Gribel2009]. Bodies that rest on a
 * moving kinematic body or a belt, or have an active drive, do not sleep. Reads: bodyBefore, island, contact tables,
 * joint rows. Writes: restTime, bodyState, bodyVel, bodyActive, statistics, event ring.
 */
export function sleepIslands(model: Model, data: Data, state: ImpulseState): void {
  const { settings } = state;
  if (!settings.sleep) return;
  const f = impulseFields(data);
  if (settings.preset === "thesis") findIslands(model, data);
  const { restless } = state.sleep;
  for (let k = 0; k < data.counter[COUNTER.active]; k++) restless[data.bodyActive[k]] = 0;
  measureRest(model, data, f, state);
  findRestless(model, data, f, state);

  // one body that is not ready keeps its island awake
  const n = data.counter[COUNTER.active];
  const { island, restTime } = f;
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    if (island[b] >= 0 && restTime[b] < settings.sleepTime) restless[island[b]] = 1;
  }
  let slept = false;
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    if (island[b] < 0 || restless[island[b]] === 1) continue;
    slept = true;
    data.bodyState[b] = BODY_STATE.asleep;
    data.bodyVel.fill(0, 6 * b, 6 * b + 6);
    const at = claimEvent(data, events.bodyAsleep.code, b, -1);
    data.eventTime[at] = data.clock[0] + model.options.timestep;
    data.eventValue[at] = 0;
  }
  if (slept) rebuildActive(model, data);
  f.statistics[STATISTIC.asleep] = countAsleep(model, data, state.sleep);
}

/**
 * A step in which no body is awake: nothing moves, and joints keep their loads. `stale`: the rows of joints do not
 * match the state. Writes: statistics, rowMean.
 */
export function sleepOn(model: Model, data: Data, state: ImpulseState, stale: boolean): void {
  const { statistics } = impulseFields(data);
  statistics[STATISTIC.asleep] = countAsleep(model, data, state.sleep);
  const { rowMean, rowEffort } = data.items.joints;
  for (let r = 0; r < rowMean.length; r++) rowMean[r] = rowEffort[r];
  if (stale) writeJointRows(model, data);
}

/** Number of sleepers; counted again when one woke or fell asleep. */
export function countAsleep(model: Model, data: Data, sleep: SleepWork): number {
  if (sleep.counted === data.activeEpoch) return sleep.asleep;
  sleep.counted = data.activeEpoch;
  sleep.asleep = 0;
  for (let b = 1; b < model.nb; b++) if (data.bodyState[b] === BODY_STATE.asleep) sleep.asleep++;
  return sleep.asleep;
}

/** Updates how long each body that impulses move has been at rest. Writes: restTime. */
function measureRest(model: Model, data: Data, f: ImpulseFields, state: ImpulseState): void {
  const { bodyActive, bodyBefore, bodyPos, bodyQuat } = data;
  const { timestep } = model.options;
  const { reach } = state.sleep;
  const most = state.settings.sleepSpeed * timestep;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    const o = BODY_BEFORE_SIZE * b;
    const dx = bodyPos[3 * b] - bodyBefore[o];
    const dy = bodyPos[3 * b + 1] - bodyBefore[o + 1];
    const dz = bodyPos[3 * b + 2] - bodyBefore[o + 2];
    // the angle between the quaternions is half the rotation; its chord is |q − q'|, for q or −q
    let chord = 0;
    let other = 0;
    for (let c = 0; c < 4; c++) {
      const d = bodyQuat[4 * b + c] - bodyBefore[o + 3 + c];
      const e = bodyQuat[4 * b + c] + bodyBefore[o + 3 + c];
      chord += d * d;
      other += e * e;
    }
    const way = Math.sqrt(dx * dx + dy * dy + dz * dz) + 2 * Math.sqrt(Math.min(chord, other)) * reach[b];
    f.restTime[b] = way <= most ? Math.max(f.restTime[b], 0) + timestep : 0;
  }
}

/** Marks islands that drives, kinematic bodies or belts move. Writes: restless. */
function findRestless(model: Model, data: Data, f: ImpulseFields, state: ImpulseState): void {
  const { restless } = state.sleep;
  const { island } = f;
  const setup = model.systems.collision;
  const { moving } = state;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] === SOLVED.not) continue;
    const a = f.patchBody[2 * k];
    const b = f.patchBody[2 * k + 1];
    const moves = isMoved(model, data, a) || isMoved(model, data, b) || hasBelt(data, setup, k);
    if (!moves) continue;
    if (island[a] >= 0) restless[island[a]] = 1;
    if (island[b] >= 0) restless[island[b]] = 1;
  }
  const { rowStart } = model.systems.joints;
  const joints = data.items.joints;
  for (let i = 0; i < model.joints.count; i++) {
    if (joints.broken[i] === 1) continue;
    const a = model.joints.bodyA[i];
    const b = model.joints.bodyB[i];
    let moves = isMoved(model, data, a) || isMoved(model, data, b);
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
      if (joints.rowKind[r] !== ROW.off && Math.abs(joints.rowSpeed[r]) > DRIVE_PART * state.settings.sleepSpeed)
        moves = true;
    }
    if (!moves) continue;
    if (island[a] >= 0) restless[island[a]] = 1;
    if (island[b] >= 0) restless[island[b]] = 1;
  }
}

/** Whether a kinematic body has a velocity or receives one as input. */
export function isMoved(model: Model, data: Data, b: number): boolean {
  if (model.bodyType[b] !== BODY_TYPE.kinematic || data.bodyState[b] !== BODY_STATE.active) return false;
  const told = 6 * model.nb + 6 * b;
  for (let c = 0; c < 6; c++) if (data.bodyVel[6 * b + c] !== 0 || data.input[told + c] !== 0) return true;
  return false;
}

function hasBelt(data: Data, setup: CollisionSetup, patch: number): boolean {
  if (setup.belt === null) return false;
  const pair = data.patchPair[patch];
  for (let side = 0; side < 2; side++) {
    const s = 3 * data.pairKey[2 * pair + side];
    if (setup.belt[s] !== 0 || setup.belt[s + 1] !== 0 || setup.belt[s + 2] !== 0) return true;
  }
  return false;
}
