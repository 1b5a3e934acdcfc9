/**
 * Volumetric contact as force. In an implicit step regions are found once, at the predicted poses; from there on their
 * volumes follow the motion by their derivatives, and they are found again when that says too little. Explicit
 * integrators find them in every evaluation. The memory is written once a step has been made. [Vilela2018].
 */
import { addToLoad, LOAD, LOAD_SIZE, type LoadTable, openLoadIn } from "../../collision/loads.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { rotateInto, rotateInverseInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import { elapsedTime } from "../contact-step.js";
import { commitField, fieldFriction } from "./bristle-field.js";
import { findRegions } from "./find-regions.js";
import { LAYER, MOMENTS, PRESS, pressPatch } from "./foundation.js";
import { PATCH_FRICTION, PATCH_MOTION } from "./patch-friction.js";
import { noteOverlaps, rememberMeeting } from "./push-out.js";
import { rateFriction } from "./rate-friction.js";
import { commitRolling, RESISTANCE, ROTATION, rollingResistance } from "./rolling-resistance.js";
import { ROW, volumeFields } from "./volume-fields.js";
import { FIELD, type VolumePair, type VolumeSetup } from "./volume-setup.js";
import { FOUND, type VolumeState } from "./volume-state.js";

/** A step, or a part of one, begins. Reads: bodyVel. Writes: the state. */
export function beginRegions(_model: Model, data: Data): void {
  const state = data.systems.volumetric;
  state.found = false;
  state.keptAt[0] = Number.NaN;
  for (let k = 0; k < state.velocity.length; k++) state.velocity[k] = data.bodyVel[k];
}

/** Adds the forces of all regions. Stage per evaluation. Reads: body state, memory. Writes: regions, bodyForce. */
export function addRegionForces(model: Model, data: Data): void {
  const setup = model.systems.volumetric;
  const state = data.systems.volumetric;
  loadRegions(model, data, setup, state, false);
  for (let i = 0; i < state.count; i++) addWrench(data, state, i);
}

/** What the regions of the last evaluation do in a time, s. Reads: regions. Writes: table. */
export function addRegionLoads(_model: Model, data: Data, time: number, table: LoadTable): void {
  const state = data.systems.volumetric;
  const { body, place, press, shape } = state;
  for (let i = 0; i < state.count; i++) {
    const row = openLoadIn(data, table, shape[2 * i], shape[2 * i + 1]);
    if (row < 0) return;
    writeWrench(state, i);
    table.loadWrench[LOAD_SIZE * row + LOAD.normal] += time * press[PRESS.size * i];
    const { wrench } = state.work;
    for (let k = 0; k < 6; k++) wrench[k] *= time;
    addToLoad(data, table, row, body[2 * i], body[2 * i + 1], place, 3 * i, wrench);
  }
}

/**
 * Elastic energy of the regions, ½ K ∫ δ² dS = K V²/S (½ + s/6), J: with s = 0 where the depth is uniform, 1 where it
 * is a paraboloid or a ridge, between them by the second moments of area and volume as for rolling (`foundation.ts`).
 * Reads: regions. Writes: out.
 */
export function addRegionEnergy(_model: Model, data: Data, out: Float64Array, at: number): void {
  const { count, law, moments, press } = data.systems.volumetric;
  for (let i = 0; i < count; i++) {
    const m = MOMENTS.size * i;
    const volume = press[PRESS.size * i + PRESS.volume];
    const area = moments[m + MOMENTS.area];
    if (!(volume > 0) || !(area > 0)) continue;
    const ofArea = (moments[m + MOMENTS.second] + moments[m + MOMENTS.second + 2]) / area;
    const ofVolume = (moments[m + MOMENTS.spread] + moments[m + MOMENTS.spread + 2]) / moments[m];
    const round = ofVolume > 0 ? Math.max(0, Math.min(1, 2 * (ofArea / ofVolume - 1))) : 0;
    out[at] += law[LAYER.size * i + LAYER.stiffness] * ((volume * volume) / area) * (0.5 + round / 6);
  }
}

/** The step has been made: what regions remember. Reads: body state, regions. Writes: memory. */
export function commitRegions(model: Model, data: Data): void {
  const setup = model.systems.volumetric;
  const state = data.systems.volumetric;
  loadRegions(model, data, setup, state, true);
  const { key, memory, remembered } = volumeFields(data);
  let kept = 0;
  for (let i = 0; i < state.count; i++) {
    if (!(state.press[PRESS.size * i + PRESS.volume] > 0)) continue;
    const pair = setup.pairs[state.pair[i]] as VolumePair;
    remember(data, state, pair, i);
    for (let k = 0; k < ROW.size; k++) memory[ROW.size * kept + k] = state.next[ROW.size * i + k];
    for (let k = 0; k < 4; k++) key[4 * kept + k] = state.nextKey[4 * i + k];
    key[4 * kept + 2] = kept;
    kept++;
  }
  remembered[0] = kept;
  noteOverlaps(data, state);
  state.found = false;
  state.keptAt[0] = data.clock[0];
  for (let k = 0; k < 3 * model.nb; k++) state.kept[k] = data.bodyPos[k];
  for (let k = 0; k < 4 * model.nb; k++) state.kept[3 * model.nb + k] = data.bodyQuat[k];
}

/** Regions with forces and derivatives at the present state. Writes: regions. */
function loadRegions(model: Model, data: Data, setup: VolumeSetup, state: VolumeState, ends: boolean): void {
  const step = data.systems.contactStep;
  if (!state.found && step.elapsed === 0 && stillHolds(model, data, state)) state.found = true;
  else if (!state.found) {
    findRegions(model, data, setup, state);
    state.found = true;
  } else if (mustFindAgain(setup, data, state, ends)) findRegions(model, data, setup, state);
  const elapsed = elapsedTime(data, step);
  for (let i = 0; i < state.count; i++) {
    state.slip[PATCH_MOTION.size * i + PATCH_MOTION.elapsed] = elapsed;
    loadRegion(model, data, setup.pairs[state.pair[i]] as VolumePair, state, i);
  }
}

/** Whether nothing has moved since the memory was written: sensors are read then, and need not find it all again. */
function stillHolds(
  { nb, options }: Model,
  { clock, bodyPos, bodyQuat }: Data,
  { keptAt, kept }: VolumeState,
): boolean {
  // the clock goes on when the step has been made
  if (!(clock[0] >= keptAt[0] && clock[0] <= keptAt[0] + 1.01 * options.timestep)) return false;
  for (let k = 0; k < 3 * nb; k++) if (kept[k] !== bodyPos[k]) return false;
  for (let k = 0; k < 4 * nb; k++) if (kept[3 * nb + k] !== bodyQuat[k]) return false;
  return true;
}

/** Part of its depth by which a region may have changed since it was found. */
const CHANGE = 0.5;

/**
 * Whether regions must be found again: some pair asks for it in every iteration, or a patch has moved by more than half
 * of its depth, or, where shapes have several, as much as changes half of their volume.
 */
function mustFindAgain(setup: VolumeSetup, data: Data, state: VolumeState, ends: boolean): boolean {
  const { motion } = state.work;
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as VolumePair;
    if (pair.everyIteration && !ends) return true;
    moveRegion(data, state, i);
    const m = MOMENTS.size * i;
    const area = state.moments[m + MOMENTS.area];
    const x = state.moments[m + MOMENTS.second];
    const y = state.moments[m + MOMENTS.second + 2];
    const tilt = Math.sqrt((motion[2] * motion[2] * x + motion[1] * motion[1] * y) / area);
    if ((Math.abs(motion[0]) + tilt) * area > CHANGE * volumeTogether(state, i)) return true;
  }
  // nothing touched when the step began to be solved: look again
  return state.count === 0 && !ends;
}

/**
 * V of all regions of the same shapes, m³: one that has just come in by its edge is no reason to find all of them
 * again.
 */
function volumeTogether({ shape, moments, count }: VolumeState, i: number): number {
  let sum = 0;
  for (let j = 0; j < count; j++) {
    if (shape[2 * j] === shape[2 * i] && shape[2 * j + 1] === shape[2 * i + 1]) sum += moments[MOMENTS.size * j];
  }
  return sum;
}

/** How B has moved and moves against A, at the region. Reads: body state. Writes: relative, motion, place. */
function moveRegion(data: Data, { at, body, place, work }: VolumeState, i: number): void {
  const { motion, relative, v: arm } = work;
  const { bodyPos, bodyQuat, bodyVel: v } = data;
  const f = FOUND.size * i;
  relative.fill(0);
  place[3 * i] = place[3 * i + 1] = place[3 * i + 2] = 0;
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    const sign = side === 0 ? -1 : 1;
    rotateInto(arm, 0, bodyQuat, 4 * b, at, f + FOUND.local + 3 * side);
    for (let k = 0; k < 3; k++) {
      const p = bodyPos[3 * b + k] + arm[k];
      place[3 * i + k] += 0.5 * p;
      // from the place where it was found, lest large numbers cancel
      relative[k] += sign * (p - at[f + FOUND.center + k]);
    }
    // 2 (q q₀⁻¹), its vector: the turn since then
    const q = 4 * b;
    const z = f + FOUND.quat + 4 * side;
    const x0 = at[z];
    const y0 = at[z + 1];
    const z0 = at[z + 2];
    const w0 = at[z + 3];
    const x1 = bodyQuat[q];
    const y1 = bodyQuat[q + 1];
    const z1 = bodyQuat[q + 2];
    const w1 = bodyQuat[q + 3];
    const w = x1 * x0 + y1 * y0 + z1 * z0 + w1 * w0;
    const twice = w < 0 ? -2 * sign : 2 * sign;
    relative[3] += twice * (x1 * w0 - w1 * x0 - y1 * z0 + z1 * y0);
    relative[4] += twice * (y1 * w0 - w1 * y0 - z1 * x0 + x1 * z0);
    relative[5] += twice * (z1 * w0 - w1 * z0 - x1 * y0 + y1 * x0);
  }
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    const sign = side === 0 ? -1 : 1;
    const o = 6 * b;
    const x = place[3 * i] - bodyPos[3 * b];
    const y = place[3 * i + 1] - bodyPos[3 * b + 1];
    const z = place[3 * i + 2] - bodyPos[3 * b + 2];
    relative[6] += sign * (v[o + 3] + v[o + 1] * z - v[o + 2] * y);
    relative[7] += sign * (v[o + 4] + v[o + 2] * x - v[o] * z);
    relative[8] += sign * (v[o + 5] + v[o] * y - v[o + 1] * x);
    for (let k = 0; k < 3; k++) relative[9 + k] += sign * v[o + k];
  }
  const e = f + FOUND.axes;
  motion.fill(0);
  const lead = at[f + FOUND.lead];
  for (let k = 0; k < 3; k++) {
    // the flank of a thread moves back when it turns about its normal
    motion[0] += at[e + 6 + k] * (relative[k] + lead * relative[3 + k]);
    motion[1] += at[e + k] * relative[3 + k];
    motion[2] += at[e + 3 + k] * relative[3 + k];
    motion[3] += at[e + 6 + k] * (relative[6 + k] + lead * relative[9 + k]);
    motion[4] += at[e + k] * relative[9 + k];
    motion[5] += at[e + 3 + k] * relative[9 + k];
  }
}

/** Pressure and friction of region i. Writes: slip, press, drag, resistance, place. */
function loadRegion(model: Model, data: Data, pair: VolumePair, state: VolumeState, i: number): void {
  moveRegion(data, state, i);
  const { at, slip, press, drag, next } = state;
  const { motion, relative } = state.work;
  const p = PRESS.size * i;
  pressPatch(state.moments, MOMENTS.size * i, motion, 0, state.law, LAYER.size * i, press, p);
  const f = FOUND.size * i;
  const e = f + FOUND.axes;
  const s = PATCH_MOTION.size * i;
  // forces that press have been found: from here on surfaces move with their belts
  const { belt } = model.systems.collision;
  if (belt !== null) addBelts(data, belt, state, i);
  for (let axis = 0; axis < 2; axis++) {
    let along = 0;
    for (let k = 0; k < 3; k++) along += at[e + 3 * axis + k] * relative[6 + k];
    slip[s + axis] = along;
  }
  slip[s + 2] = at[e + 6] * relative[9] + at[e + 7] * relative[10] + at[e + 8] * relative[11];
  slip[s + PATCH_MOTION.load] = press[p];
  if (pair.rollingFriction > 0 || pair.spinningFriction > 0) resistRotation(model, data, pair, state, i);
  const dwell = pair.dwellTime > 0 ? next[ROW.size * i + ROW.dwell] : 1;
  slip[s + PATCH_MOTION.friction] = pair.kineticFriction + dwell * (pair.staticFriction - pair.kineticFriction);
  slip[s + PATCH_MOTION.kineticFriction] = pair.kineticFriction;
  slip[s + PATCH_MOTION.gyration] = at[f + FOUND.gyration];
  slip[s + PATCH_MOTION.spread] = at[f + FOUND.spread];
  slip[s + PATCH_MOTION.spread + 1] = at[f + FOUND.spread + 1];
  slip[s + PATCH_MOTION.speed] = pair.slipSpeed;
  slip[s + PATCH_MOTION.viscosity] = press[p] > 0 ? pair.viscosity : 0;
  if (pair.friction !== FIELD) {
    rateFriction(pair.friction, slip, s, drag, PATCH_FRICTION.size * i);
    return;
  }
  // k_t = m/(N h)², c_t = 2 √(k_t m), of the whole step, also within a part of it
  const { bodyInvMass } = model;
  const mass = 1 / (bodyInvMass[3 * state.body[2 * i]] + bodyInvMass[3 * state.body[2 * i + 1]]);
  const rate = 1 / (pair.bristleSteps * model.options.timestep);
  slip[s + PATCH_MOTION.stiffness] = mass * rate * rate;
  slip[s + PATCH_MOTION.damping] = 2 * mass * rate;
  const o = ROW.size * i;
  fieldFriction(pair.pattern, next, o + ROW.bristle, next, o + ROW.stuck, slip, s, drag, PATCH_FRICTION.size * i);
}

/** Velocity of the surfaces against their shapes. Reads: pose. Writes: relative. */
function addBelts(data: Data, belt: Float64Array, { shape, work: { relative, v } }: VolumeState, i: number): void {
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  for (let side = 0; side < 2; side++) {
    const s = shape[2 * i + side];
    rotateInto(v, 0, pose, 7 * s + 3, belt, 3 * s);
    for (let k = 0; k < 3; k++) relative[6 + k] += side === 0 ? -v[k] : v[k];
  }
}

/** Torques of `rollingFriction` and `spinningFriction` on region i. Reads: motion, slip. Writes: resistance. */
function resistRotation(model: Model, data: Data, pair: VolumePair, state: VolumeState, i: number): void {
  const { rotation, slip, next, work } = state;
  const o = ROTATION.size * i;
  const s = PATCH_MOTION.size * i;
  rotation[o] = work.motion[4];
  rotation[o + 1] = work.motion[5];
  rotation[o + 2] = slip[s + 2];
  rotation[o + ROTATION.load] = slip[s + PATCH_MOTION.load];
  rotation[o + ROTATION.elapsed] = slip[s + PATCH_MOTION.elapsed];
  // k = I/(N h)², c = 2 √(k I), as the bristles of slip, with the inertia of the two bodies against each other
  const e = FOUND.size * i + FOUND.axes;
  const rate = 1 / (pair.bristleSteps * model.options.timestep);
  const across = inverseInertia(model, data, state, i, e) + inverseInertia(model, data, state, i, e + 3);
  const about = inverseInertia(model, data, state, i, e + 6);
  const rolls = across > 0 ? 2 / across : 0;
  const spins = about > 0 ? 1 / about : 0;
  rotation[o + ROTATION.rolling] = rolls > 0 ? pair.rollingFriction : 0;
  rotation[o + ROTATION.spinning] = spins > 0 ? pair.spinningFriction : 0;
  rotation[o + ROTATION.rollingStiffness] = rolls * rate * rate;
  rotation[o + ROTATION.rollingDamping] = 2 * rolls * rate;
  rotation[o + ROTATION.spinningStiffness] = spins * rate * rate;
  rotation[o + ROTATION.spinningDamping] = 2 * spins * rate;
  const m = ROW.size * i;
  rollingResistance(next, m + ROW.roll, m + ROW.spin, rotation, o, state.resistance, RESISTANCE.size * i);
}

/** e · (I_A⁻¹ + I_B⁻¹) e of the axis at[e …], 1/(kg m²). */
function inverseInertia(
  { bodyInvInertia: inverse }: Model,
  { bodyQuat }: Data,
  { at, body, work: { v } }: VolumeState,
  i: number,
  e: number,
): number {
  let sum = 0;
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    rotateInverseInto(v, 0, bodyQuat, 4 * b, at, e);
    const q = 6 * b;
    sum += inverse[q] * v[0] * v[0] + inverse[q + 1] * v[1] * v[1] + inverse[q + 2] * v[2] * v[2];
    sum += 2 * (inverse[q + 3] * v[0] * v[1] + inverse[q + 4] * v[0] * v[2] + inverse[q + 5] * v[1] * v[2]);
  }
  return sum;
}

/** F₁ e₁ + F₂ e₂ + N n, and the same of torques. Writes: wrench: torque, force. */
function writeWrench({ at, press, drag, resistance, work: { wrench } }: VolumeState, i: number): void {
  const e = FOUND.size * i + FOUND.axes;
  const p = PRESS.size * i;
  const d = PATCH_FRICTION.size * i;
  const t = RESISTANCE.size * i;
  const spin = drag[d + 2] + resistance[t + 2] + at[FOUND.size * i + FOUND.lead] * press[p];
  const tilt1 = press[p + 1] + resistance[t];
  const tilt2 = press[p + 2] + resistance[t + 1];
  for (let k = 0; k < 3; k++) {
    wrench[k] = at[e + k] * tilt1 + at[e + 3 + k] * tilt2 + at[e + 6 + k] * spin;
    wrench[3 + k] = at[e + k] * drag[d] + at[e + 3 + k] * drag[d + 1] + at[e + 6 + k] * press[p];
  }
}

/** The wrench on B and its opposite on A, both at the region. Writes: bodyForce. */
function addWrench(data: Data, state: VolumeState, i: number): void {
  const { wrench } = state.work;
  writeWrench(state, i);
  const { bodyForce: f, bodyPos } = data;
  const { body, place } = state;
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    const sign = side === 0 ? -1 : 1;
    const x = place[3 * i] - bodyPos[3 * b];
    const y = place[3 * i + 1] - bodyPos[3 * b + 1];
    const z = place[3 * i + 2] - bodyPos[3 * b + 2];
    const o = 6 * b;
    f[o] += sign * (wrench[0] + y * wrench[5] - z * wrench[4]);
    f[o + 1] += sign * (wrench[1] + z * wrench[3] - x * wrench[5]);
    f[o + 2] += sign * (wrench[2] + x * wrench[4] - y * wrench[3]);
    for (let k = 0; k < 3; k++) f[o + 3 + k] += sign * wrench[3 + k];
  }
}

/** Row of region i for the next step. Reads: body state, forces. Writes: next. */
function remember(data: Data, state: VolumeState, pair: VolumePair, i: number): void {
  const { next, at, press, moments, drag, slip, place } = state;
  const { wrench, v } = state.work;
  const o = ROW.size * i;
  const a = state.body[2 * i];
  const f = FOUND.size * i;
  if (pair.friction === FIELD)
    commitField(pair.pattern, next, o + ROW.bristle, next, o + ROW.stuck, slip, PATCH_MOTION.size * i);
  if (pair.rollingFriction > 0 || pair.spinningFriction > 0)
    commitRolling(next, o + ROW.roll, o + ROW.spin, state.rotation, ROTATION.size * i);
  if (pair.dwellTime > 0) {
    // κ is the part that sticks; implicit, so that no step is too long
    const share = slip[PATCH_MOTION.size * i + PATCH_MOTION.elapsed] / pair.dwellTime;
    const sticking = drag[PATCH_FRICTION.size * i + PATCH_FRICTION.sticking];
    next[o + ROW.dwell] =
      sticking < next[o + ROW.dwell] ? sticking : (next[o + ROW.dwell] + share * sticking) / (1 + share);
  }
  turnBack(data, a, place, 3 * i, next, o + ROW.center, true, v);
  turnBack(data, a, at, f + FOUND.axes, next, o + ROW.axis, false, v);
  turnBack(data, state.body[2 * i + 1], at, f + FOUND.axes, next, o + ROW.axis + 3, false, v);
  turnBack(data, a, at, f + FOUND.axes + 6, next, o + ROW.normal, false, v);
  rememberMeeting(state, pair, i);
  writeWrench(state, i);
  for (let k = 0; k < 3; k++) {
    next[o + ROW.wrench + k] = wrench[3 + k];
    next[o + ROW.wrench + 3 + k] = wrench[k];
  }
  next[o + ROW.load] = press[PRESS.size * i];
  next[o + ROW.sticking] = drag[PATCH_FRICTION.size * i + PATCH_FRICTION.sticking];
  next[o + ROW.volume] = press[PRESS.size * i + PRESS.volume];
  next[o + ROW.area] = moments[MOMENTS.size * i + MOMENTS.area];
}

/** A point or direction into the frame of body a. */
function turnBack(
  data: Data,
  a: number,
  from: Float64Array,
  o: number,
  to: Float64Array,
  p: number,
  point: boolean,
  work: Float64Array,
): void {
  const { bodyPos, bodyQuat } = data;
  for (let k = 0; k < 3; k++) work[k] = from[o + k] - (point ? bodyPos[3 * a + k] : 0);
  rotateInverseInto(to, p, bodyQuat, 4 * a, work, 0);
}
