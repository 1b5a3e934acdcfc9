import { findPair } from "../../collision/insert-contact.js";
import { hasWoken } from "../../collision/still.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields, rebuildActive } from "../../data/data.js";
import { claimEvent, events } from "../../data/events.js";
import { COUNTER } from "../../data/fields.js";
import { rememberBody } from "../../data/remember-body.js";
import { rootOf, unite } from "../../math/union-find.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../../model/model.js";
import { type ImpulseFields, impulseFields } from "./fields.js";
import { countAsleep, isMoved } from "./sleep.js";
import type { ImpulseState } from "./state.js";

/**
 * A body is taken to get so many times as far within the step as its velocity says: rounding must not make a wall of a
 * sleeper.
 */
const AHEAD = 1.25;

/**
 * Start of a step, after contacts were found and forces evaluated: wakes every island of sleepers of which a body
 *
 *   touches a body that is awake, or will meet it within the step, so that an impact finds it movable;
 *   touches or is jointed to a kinematic body that moves, or is jointed to a body that is awake;
 *   has a joint whose input changed;
 *   bears another load than the one under which it fell asleep, by more than would give it sleepSpeed within sleepTime;
 *
 * and all islands when something but a step changed the state. Sleepers act on each other where they touch, bear, or
 * are jointed. Reads: contact tables, bodyForce, input, joints. Writes: bodyState, bodyActive, bodyBefore, restTime,
 * restForce, restInput, event ring. Returns whether anyone woke; forces must then be evaluated again.
 */
export function wakeIslands(model: Model, data: Data, state: ImpulseState): boolean {
  const { settings } = state;
  if (!settings.sleep) return false;
  const f = impulseFields(data);
  const { wakes } = state.sleep;
  const all = data.counter[COUNTER.disturbed] === 1;
  const asleep = countAsleep(model, data, state.sleep);
  let any = false;
  if (asleep > 0 && all) {
    for (let b = 1; b < model.nb; b++) if (data.bodyState[b] === BODY_STATE.asleep) wakes[b] = 1;
    any = true;
  } else if (asleep > 0) {
    any = findTouched(model, data, wakes);
    if (findJoined(model, data, f, wakes)) any = true;
    if (mayBeLoaded(model, data, state) && findLoaded(model, data, f, state, wakes)) any = true;
  }
  keepInputs(model, data, f);
  data.counter[COUNTER.disturbed] = 0;
  if (!any) return false;
  wakeMarked(model, data, f, wakes);
  wakes.fill(0);
  // islands of sleepers were written to where those of bodies that move are
  state.moving.epoch = -1;
  return true;
}

/** Marks sleepers that a body which is awake touches, or will meet; returns whether there are any. Writes: wakes. */
function findTouched(model: Model, data: Data, wakes: Uint8Array): boolean {
  const setup = model.systems.collision;
  if (!setup.active) return false;
  const { still } = data.systems.collision;
  let any = false;
  if (hasWoken(model, data, setup, still)) {
    const pairs = data.counter[COUNTER.pairs];
    for (let pair = 0; pair < pairs; pair++) if (touchesSleeper(model, data, wakes, pair)) any = true;
    return any;
  }
  for (let k = 0; k < still.rows; k++) {
    const pair = findPair(data, still.key[2 * k], still.key[2 * k + 1]);
    if (pair >= 0 && touchesSleeper(model, data, wakes, pair)) any = true;
  }
  return any;
}

/** Whether in a pair a body that is awake touches a sleeper, or will meet it. Writes: wakes. */
function touchesSleeper(model: Model, data: Data, wakes: Uint8Array, pair: number): boolean {
  const setup = model.systems.collision;
  const { bodyState, bodyVel: v, bodyPos, pairKey, pairPatch, patchPoint, patchNormal, pointPos, pointGap } = data;
  const shapeA = pairKey[2 * pair];
  const shapeB = pairKey[2 * pair + 1];
  const a = setup.body[shapeA];
  const b = setup.body[shapeB];
  const sleeper = bodyState[a] === BODY_STATE.asleep ? a : b;
  const other = sleeper === a ? b : a;
  if (bodyState[sleeper] !== BODY_STATE.asleep || bodyState[other] !== BODY_STATE.active) return false;
  if (model.bodyType[sleeper] !== BODY_TYPE.dynamic || !canWake(model, data, other)) return false;
  if (setup.sensor[shapeA] + setup.sensor[shapeB] > 0) return false;
  if (isBonded(data, pair)) {
    wakes[sleeper] = 1;
    return true;
  }
  const g = model.options.gravity;
  const { timestep } = model.options;
  const weight = timestep * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  // from the one that is awake towards the sleeper
  const sign = other === a ? 1 : -1;
  const o = 6 * other;
  for (let patch = pairPatch[2 * pair]; patch < pairPatch[2 * pair] + pairPatch[2 * pair + 1]; patch++) {
    const nx = sign * patchNormal[3 * patch];
    const ny = sign * patchNormal[3 * patch + 1];
    const nz = sign * patchNormal[3 * patch + 2];
    const end = patchPoint[2 * patch] + patchPoint[2 * patch + 1];
    for (let i = patchPoint[2 * patch]; i < end; i++) {
      const x = pointPos[3 * i] - bodyPos[3 * other];
      const y = pointPos[3 * i + 1] - bodyPos[3 * other + 1];
      const z = pointPos[3 * i + 2] - bodyPos[3 * other + 2];
      const approach =
        nx * (v[o + 3] + v[o + 1] * z - v[o + 2] * y) +
        ny * (v[o + 4] + v[o + 2] * x - v[o] * z) +
        nz * (v[o + 5] + v[o] * y - v[o + 1] * x);
      if (pointGap[i] <= AHEAD * timestep * (approach + weight)) wakes[sleeper] = 1;
    }
  }
  return wakes[sleeper] === 1;
}

/** Bodies that forces move, and kinematic ones that move. */
function canWake(model: Model, data: Data, b: number): boolean {
  return model.bodyType[b] === BODY_TYPE.dynamic || isMoved(model, data, b);
}

/** Whether the shapes of a pair touch or bear. Reads: pairTouch, pointImpulse. */
function isBonded(data: Data, pair: number): boolean {
  const { pairTouch } = itemFields(data, "collision", COLLISION_FIELDS);
  if (pairTouch[pair] === 1) return true;
  const { pairPatch, patchPoint, pointImpulse } = data;
  for (let patch = pairPatch[2 * pair]; patch < pairPatch[2 * pair] + pairPatch[2 * pair + 1]; patch++) {
    const end = patchPoint[2 * patch] + patchPoint[2 * patch + 1];
    for (let i = patchPoint[2 * patch]; i < end; i++) if (pointImpulse[3 * i] > 0) return true;
  }
  return false;
}

/**
 * Marks sleepers with a joint to a body that is awake, or with a joint whose inputs changed; returns whether there are
 * any. Writes: wakes.
 */
function findJoined(model: Model, data: Data, f: ImpulseFields, wakes: Uint8Array): boolean {
  const { joints } = model;
  const { broken } = data.items.joints;
  const { bodyState } = data;
  let any = false;
  for (let i = 0; i < joints.count; i++) {
    const a = joints.bodyA[i];
    const b = joints.bodyB[i];
    const sleepsA = bodyState[a] === BODY_STATE.asleep;
    const sleepsB = bodyState[b] === BODY_STATE.asleep;
    if (broken[i] === 1 || !(sleepsA || sleepsB)) continue;
    if (!inputChanged(model, data, f, i) && !wakesOther(model, data, a) && !wakesOther(model, data, b)) continue;
    if (sleepsA) wakes[a] = 1;
    if (sleepsB) wakes[b] = 1;
    any = true;
  }
  return any;
}

function wakesOther(model: Model, data: Data, b: number): boolean {
  return data.bodyState[b] === BODY_STATE.active && canWake(model, data, b);
}

function inputChanged(model: Model, data: Data, f: ImpulseFields, i: number): boolean {
  const { joints } = model;
  const drive = joints.driveInput[i];
  if (drive >= 0 && data.input[drive] !== f.restInput[drive]) return true;
  const brake = joints.brakeInput[i];
  if (brake >= 0 && data.input[brake] !== f.restInput[brake]) return true;
  for (let k = joints.inputStart[i]; k < joints.inputStart[i + 1]; k++) {
    const at = joints.input[k];
    if (data.input[at] !== f.restInput[at]) return true;
  }
  return false;
}

/** Remembers the inputs of joints for the next step. Writes: restInput. */
function keepInputs(model: Model, data: Data, f: ImpulseFields): void {
  const { joints } = model;
  for (let i = 0; i < joints.count; i++) {
    const drive = joints.driveInput[i];
    if (drive >= 0) f.restInput[drive] = data.input[drive];
    const brake = joints.brakeInput[i];
    if (brake >= 0) f.restInput[brake] = data.input[brake];
    for (let k = joints.inputStart[i]; k < joints.inputStart[i + 1]; k++)
      f.restInput[joints.input[k]] = data.input[joints.input[k]];
  }
}

/**
 * Whether the load on a sleeper may be another than when loads were looked at last: only forces, functions of the user,
 * inputs and weight act on it. Writes: `sleep.loaded`.
 */
function mayBeLoaded(model: Model, data: Data, { sleep }: ImpulseState): boolean {
  const known = sleep.loaded === data.activeEpoch && sleep.loadedEpoch === data.epoch;
  // in its first step asleep a body still has the load of a body that moves
  sleep.loaded = data.activeEpoch;
  sleep.loadedEpoch = data.epoch;
  if (!known || model.forces.length > 0 || data.hooks.forces.length > 0) return true;
  const { input: before, mass, gravity } = sleep;
  for (let c = 0; c < 3; c++) if (model.options.gravity[c] !== gravity[c]) return true;
  for (let b = 0; b < mass.length; b++) if (model.bodyMass[b] !== mass[b]) return true;
  for (let i = 0; i < before.length; i++) if (data.input[i] !== before[i]) return true;
  return false;
}

/**
 * Marks sleepers under another load; returns whether there are any. The load is what forces, inputs and weight do to
 * the body; that of the first step asleep counts, in which it has no velocity any more. Reads: bodyForce, input.
 * Writes: restForce, restTime, wakes, `sleep.input`.
 */
function findLoaded(model: Model, data: Data, f: ImpulseFields, state: ImpulseState, wakes: Uint8Array): boolean {
  const { bodyForce, input, bodyState } = data;
  const { gravity } = model.options;
  const { sleepSpeed, sleepTime } = state.settings;
  const { reach, input: seen, mass } = state.sleep;
  for (let i = 0; i < seen.length; i++) seen[i] = input[i];
  for (let b = 0; b < mass.length; b++) mass[b] = model.bodyMass[b];
  for (let c = 0; c < 3; c++) state.sleep.gravity[c] = gravity[c];
  let any = false;
  const acceleration = sleepSpeed / Math.max(sleepTime, model.options.timestep);
  for (let b = 1; b < model.nb; b++) {
    if (bodyState[b] !== BODY_STATE.asleep || model.bodyType[b] !== BODY_TYPE.dynamic) continue;
    const known = f.restTime[b] < 0;
    let force = 0;
    let torque = 0;
    for (let c = 0; c < 6; c++) {
      const o = 6 * b + c;
      const weight = c < 3 ? 0 : model.bodyMass[b] * gravity[c - 3];
      const load = bodyForce[o] + input[o] + weight;
      const change = load - f.restForce[o];
      if (c < 3) torque += change * change;
      else force += change * change;
      if (!known) f.restForce[o] = load;
    }
    f.restTime[b] = -1;
    if (!known) continue;
    // a torque as the force at the farthest point that makes it
    const change = Math.sqrt(force) + (reach[b] > 0 ? Math.sqrt(torque) / reach[b] : 0);
    if (!(change > model.bodyMass[b] * acceleration)) continue;
    wakes[b] = 1;
    any = true;
  }
  return any;
}

/**
 * Wakes the islands of the bodies that are marked. Writes: bodyState, bodyActive, bodyBefore, restTime, island, event
 * ring.
 */
function wakeMarked(model: Model, data: Data, f: ImpulseFields, wakes: Uint8Array): void {
  const { bodyState } = data;
  const { island } = f;
  for (let b = 0; b < model.nb; b++)
    island[b] = bodyState[b] === BODY_STATE.asleep && model.bodyType[b] === BODY_TYPE.dynamic ? b : -1;
  uniteSleepers(model, data, island);
  for (let b = 1; b < model.nb; b++) if (wakes[b] === 1 && island[b] >= 0) wakes[rootOf(island, b)] = 1;
  for (let b = 1; b < model.nb; b++) {
    if (bodyState[b] !== BODY_STATE.asleep) continue;
    if (wakes[island[b] < 0 ? b : rootOf(island, b)] === 0) continue;
    bodyState[b] = BODY_STATE.active;
    f.restTime[b] = 0;
    // the step began before it woke
    rememberBody(data, b);
    const at = claimEvent(data, events.bodyAwake.code, b, -1);
    data.eventTime[at] = data.clock[0];
    data.eventValue[at] = 0;
  }
  rebuildActive(model, data);
}

function uniteSleepers(model: Model, data: Data, island: Int32Array): void {
  const setup = model.systems.collision;
  const pairs = setup.active ? data.counter[COUNTER.pairs] : 0;
  for (let pair = 0; pair < pairs; pair++) {
    const shapeA = data.pairKey[2 * pair];
    const shapeB = data.pairKey[2 * pair + 1];
    if (setup.sensor[shapeA] + setup.sensor[shapeB] > 0 || !isBonded(data, pair)) continue;
    unite(island, setup.body[shapeA], setup.body[shapeB]);
  }
  const { broken } = data.items.joints;
  for (let i = 0; i < model.joints.count; i++) {
    if (broken[i] === 0) unite(island, model.joints.bodyA[i], model.joints.bodyB[i]);
  }
}
