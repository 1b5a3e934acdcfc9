import { isClaimed } from "../../../contact/contact-model.js";
import { keepMovingPairs, restContacts } from "../../../contact/contact-step.js";
import { type Data, rebuildActive } from "../../../data/data.js";
import { claimEvent, events } from "../../../data/events.js";
import { BODY_BEFORE_SIZE, COUNTER } from "../../../data/fields.js";
import { rememberBody } from "../../../data/remember-body.js";
import { rootOf, unite } from "../../../math/union-find.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../../../model/model.js";
import { updateAwake } from "../awake.js";
import { LAGRANGIAN_STATISTIC, lagrangianFields } from "../fields.js";
import { keepWritten } from "../start.js";
import type { LagrangianState } from "../state.js";
import { LOOSE_SIZE, type LooseBodies } from "./loose-bodies.js";

/**
 * Loose bodies enter and leave the dynamics by proximity and rest [Luaces2013]. What belongs together are loose bodies
 * whose boxes, widened by their velocities, meet. A group
 *
 *   wakes where it meets something that moves by itself: a body of the mechanism, a kinematic body with a velocity, a
 *   loose body that is awake; or where a wrench is applied to a member; and all groups where something but a step
 *   changed the state;
 *   falls asleep when all its members have been at rest for sleepTime and nothing of that kind is near.
 *
 * A sleeper stands where it is. Nothing that moves is near it, so that it touches sleepers and what stands still only.
 */
export interface SleepWork {
  /** Farthest point of each loose body from its centre of mass, m. */
  readonly reach: Float64Array;
  /** Per loose body: its group, and for a group by its root, 1: it must not sleep. */
  readonly group: Int32Array;
  readonly restless: Uint8Array;
}

export function createSleepWork(model: Model, loose: LooseBodies): SleepWork {
  const reach = new Float64Array(loose.count);
  // while a scene is being compiled there are no shapes yet
  const systems: Model["systems"] | undefined = model.systems;
  const { body, turnReach } = systems?.collision ?? { body: [], turnReach: [] };
  for (let s = 0; s < body.length; s++) {
    const k = loose.ofBody[body[s]];
    if (k >= 0 && turnReach[s] < Number.POSITIVE_INFINITY) reach[k] = Math.max(reach[k], turnReach[s]);
  }
  return { reach, group: new Int32Array(loose.count), restless: new Uint8Array(loose.count) };
}

/**
 * A step begins, its pairs are known: groups wake. Reads: pairs, bodyState, input. Writes: group, restless, bodyState,
 * pairs, what takes part.
 */
export function wakeLoose(model: Model, data: Data, state: LagrangianState): void {
  const { loose, sleep, awake, natural, mass } = state;
  const { group, restless } = sleep;
  for (let k = 0; k < loose.count; k++) group[k] = k;
  restless.fill(0);
  connectGroups(model, data, loose, sleep);
  const all = data.counter[COUNTER.disturbed] === 1;
  let woke = false;
  for (let k = 0; k < loose.count; k++) {
    if (data.bodyState[loose.body[k]] === BODY_STATE.active) restless[rootOf(group, k)] |= AWAKE;
    else if (all || hasInput(data, loose.body[k])) restless[rootOf(group, k)] |= DISTURBED;
  }
  for (let k = 0; k < loose.count; k++) {
    const b = loose.body[k];
    if (data.bodyState[b] !== BODY_STATE.asleep || restless[rootOf(group, k)] === 0) continue;
    wakeBody(data, b);
    woke = true;
  }
  if (woke) {
    rebuildActive(model, data);
    restContacts(model, data);
  }
  updateAwake(data, natural, mass, loose, awake);
  lagrangianFields(data).statistics[LAGRANGIAN_STATISTIC.awake] = awake.looseCount;
  if (awake.sleepers > 0) keepMovingPairs(model, data);
}

/** Marks of a group: it meets what moves by itself; a member is awake; a member was disturbed. */
const MEETS = 1;
const AWAKE = 2;
const DISTURBED = 4;

/** Loose bodies that meet are one group. Reads: pairs. Writes: group, restless. */
function connectGroups(model: Model, data: Data, { ofBody }: LooseBodies, { group, restless }: SleepWork): void {
  const { pairs, count } = data.systems.contactStep.pairs;
  const { body, sensor } = model.systems.collision;
  for (let x = 0; x < count; x++) {
    const a = pairs[2 * x];
    const b = pairs[2 * x + 1];
    if (ofBody[body[a]] >= 0 && ofBody[body[b]] >= 0 && sensor[a] + sensor[b] === 0)
      unite(group, ofBody[body[a]], ofBody[body[b]]);
  }
  for (let x = 0; x < count; x++) {
    const a = pairs[2 * x];
    const b = pairs[2 * x + 1];
    const first = ofBody[body[a]];
    const second = ofBody[body[b]];
    if (first < 0 === second < 0 || sensor[a] + sensor[b] > 0) {
      if (first >= 0 && second >= 0 && isClaimed(model, a, b)) restless[rootOf(group, first)] |= MEETS;
      continue;
    }
    const other = first < 0 ? body[a] : body[b];
    if (movesItself(model, data, other) || isClaimed(model, a, b))
      restless[rootOf(group, first < 0 ? second : first)] |= MEETS;
  }
}

/** A body of the mechanism, or a kinematic one that has or receives a velocity. */
function movesItself(model: Model, data: Data, b: number): boolean {
  if (data.bodyState[b] !== BODY_STATE.active) return false;
  if (model.bodyType[b] !== BODY_TYPE.kinematic) return model.bodyType[b] === BODY_TYPE.dynamic;
  const told = 6 * model.nb + 6 * b;
  for (let c = 0; c < 6; c++) if (data.bodyVel[6 * b + c] !== 0 || data.input[told + c] !== 0) return true;
  return false;
}

function hasInput({ input }: Data, b: number): boolean {
  for (let c = 6 * b; c < 6 * b + 6; c++) if (input[c] !== 0) return true;
  return false;
}

function wakeBody(data: Data, b: number): void {
  data.bodyState[b] = BODY_STATE.active;
  lagrangianFields(data).restTime[b] = 0;
  // the step began before it woke
  rememberBody(data, b);
  const at = claimEvent(data, events.bodyAwake.code, b, -1);
  data.eventTime[at] = data.clock[0];
  data.eventValue[at] = 0;
}

/**
 * A step has ended: groups at rest fall asleep. Reads: bodyBefore, group, restless. Writes: restTime, bodyState,
 * velocities and accelerations of sleepers, memory of contacts, event ring.
 */
export function sleepLoose(model: Model, data: Data, state: LagrangianState): void {
  const { loose, awake, sleep, settings } = state;
  const { group, restless } = sleep;
  const { restTime } = lagrangianFields(data);
  measureRest(model, data, state, restTime);
  for (let x = 0; x < awake.looseCount; x++) {
    const k = awake.loose[x];
    if (restTime[loose.body[k]] < settings.sleepTime) restless[rootOf(group, k)] |= MEETS;
  }
  let slept = false;
  for (let x = 0; x < awake.looseCount; x++) {
    const k = awake.loose[x];
    if ((restless[rootOf(group, k)] & MEETS) !== 0 || data.bodyState[loose.body[k]] !== BODY_STATE.active) continue;
    putToSleep(model, data, state, k);
    slept = true;
  }
  if (!slept) return;
  rebuildActive(model, data);
  restContacts(model, data);
  keepWritten(data, lagrangianFields(data), awake.bodies);
}

/** |Δp| + |Δθ| reach ≤ sleepSpeed h, by the displacement of the step. Writes: restTime. */
function measureRest(model: Model, data: Data, state: LagrangianState, restTime: Float64Array): void {
  const { loose, awake, sleep, settings } = state;
  const { bodyBefore, bodyPos, bodyQuat } = data;
  const { timestep } = model.options;
  const most = settings.sleepSpeed * timestep;
  for (let x = 0; x < awake.looseCount; x++) {
    const k = awake.loose[x];
    const b = loose.body[k];
    const o = BODY_BEFORE_SIZE * b;
    let way = 0;
    for (let c = 0; c < 3; c++)
      way += (bodyPos[3 * b + c] - bodyBefore[o + c]) * (bodyPos[3 * b + c] - bodyBefore[o + c]);
    // the angle between the quaternions is half the rotation; its chord is |q − q'|, for q or −q
    let chord = 0;
    let other = 0;
    for (let c = 0; c < 4; c++) {
      const d = bodyQuat[4 * b + c] - bodyBefore[o + 3 + c];
      const e = bodyQuat[4 * b + c] + bodyBefore[o + 3 + c];
      chord += d * d;
      other += e * e;
    }
    const moved = Math.sqrt(way) + 2 * Math.sqrt(Math.min(chord, other)) * sleep.reach[k];
    restTime[b] = moved <= most ? restTime[b] + timestep : 0;
  }
}

function putToSleep(model: Model, data: Data, { loose }: LagrangianState, k: number): void {
  const { velocity, acceleration } = lagrangianFields(data);
  const b = loose.body[k];
  const o = loose.offset[k];
  data.bodyState[b] = BODY_STATE.asleep;
  data.bodyVel.fill(0, 6 * b, 6 * b + 6);
  velocity.fill(0, o, o + LOOSE_SIZE);
  acceleration.fill(0, o, o + LOOSE_SIZE);
  const at = claimEvent(data, events.bodyAsleep.code, b, -1);
  data.eventTime[at] = data.clock[0] + model.options.timestep;
  data.eventValue[at] = 0;
}
