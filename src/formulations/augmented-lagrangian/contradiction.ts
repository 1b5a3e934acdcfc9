import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { writeBodies } from "./bodies.js";
import { placeConstraints } from "./evaluate.js";
import { LAGRANGIAN_STATISTIC, type LagrangianFields, lagrangianFields } from "./fields.js";
import { evaluateForms } from "./forms.js";
import { type Guide, prescribe, RESUMED, STOPPED, type Stops } from "./guides.js";
import type { Natural } from "./natural.js";
import { factorMassProjector, projectVelocities } from "./project.js";
import { assemble, keepWritten, PASSES, startAccelerations } from "./start.js";
import type { LagrangianState } from "./state.js";

/**
 * Guides and kinematic bodies prescribe coordinates, whatever the joints say. Two guides of one angle that disagree, or
 * a slider that is driven farther than its rod reaches, leave constraints that nothing can satisfy. A step then starts
 * again with the guides of that mechanism stopped, as by a brake; what is free goes on. The next step tries the guides
 * again.
 */
export interface GuideWatch extends Stops {
  /** Who prescribes a coordinate: guide k as k + 1, kinematic body b as −b, 0: nobody, or the world. */
  readonly owner: Int32Array;
  /** Copies from before and after the step, in the order of `watchedArrays`, and the arrays once they are known. */
  readonly saved: readonly Float64Array[];
  readonly reached: readonly Float64Array[];
  live: readonly Float64Array[];
  /** Joint of a guide that was stopped in this step; −1: none. */
  culprit: number;
}

/** Constraints that stay open by more than this part of the mechanism's size contradict what is prescribed. */
const OPEN = 1e-9;

/** Room for a model in which something is prescribed; null for others. */
export function createGuideWatch(
  model: Model,
  natural: Natural,
  guides: readonly Guide[],
  jointRows: number,
): GuideWatch | null {
  const owner = new Int32Array(natural.count);
  for (const { body, offset } of natural.entities)
    if (offset >= natural.free && model.bodyType[body] === BODY_TYPE.kinematic)
      owner.fill(-body, offset, offset + natural.dim);
  guides.forEach(({ offset }, k) => {
    owner[offset] = k + 1;
  });
  if (owner.every((who) => who === 0)) return null;
  const { count } = natural;
  const sizes = [
    count,
    count,
    count,
    count,
    natural.constraints.rows,
    3 * model.nb,
    4 * model.nb,
    6 * model.nb,
    jointRows,
  ];
  return {
    guide: new Uint8Array(guides.length),
    body: new Uint8Array(model.nb),
    owner,
    saved: sizes.map((n) => new Float64Array(n)),
    reached: sizes.map((n) => new Float64Array(n)),
    live: [],
    culprit: -1,
  };
}

function watchedArrays(data: Data, fields: LagrangianFields, watch: GuideWatch): readonly Float64Array[] {
  if (watch.live.length > 0) return watch.live;
  const { coordinate, velocity, acceleration, inner, multiplier } = fields;
  const { bodyPos, bodyQuat, bodyVel } = data;
  const { rowEffort } = data.items.joints;
  watch.live = [coordinate, velocity, acceleration, inner, multiplier, bodyPos, bodyQuat, bodyVel, rowEffort];
  return watch.live;
}

/**
 * A step or part of one by `advance`, and again with guides stopped where what they prescribe cannot be: constraints
 * stay open, and stay so when only positions are asked for, without forces. Returns what `advance` returns. Reads and
 * writes: as `advance`.
 */
export function advanceWatched(
  model: Model,
  data: Data,
  state: LagrangianState,
  advance: (model: Model, data: Data, state: LagrangianState) => boolean,
): boolean {
  const { watch } = state;
  if (watch === null) return advance(model, data, state);
  const fields = lagrangianFields(data);
  const arrays = watchedArrays(data, fields, watch);
  for (let k = 0; k < arrays.length; k++) watch.saved[k].set(arrays[k]);
  const done = advance(model, data, state);
  if (done && isClosed(state, fields)) return true;
  for (let k = 0; k < arrays.length; k++) watch.reached[k].set(arrays[k]);
  goBack(watch, arrays);
  if (comeTogether(model, data, state, watch, fields) || !markStops(state, watch)) {
    for (let k = 0; k < arrays.length; k++) arrays[k].set(watch.reached[k]);
    placeConstraints(state, fields.coordinate);
    evaluateForms(state.natural.forms, fields.velocity, state.rate);
    return done;
  }
  goBack(watch, arrays);
  if (!resumes(model, data, state, watch, fields, arrays)) stop(model, data, state, watch, fields);
  const again = advance(model, data, state);
  if (!isClosed(state, fields)) hold(model, data, state, watch, fields, arrays);
  for (let b = 1; b < model.nb; b++) if (watch.body[b] === STOPPED) data.bodyVel.fill(0, 6 * b, 6 * b + 6);
  keepWritten(data, fields);
  watch.guide.fill(0);
  watch.body.fill(0);
  return again;
}

/** Says once per step that guides were stopped. Writes: status. */
export function reportContradiction(data: Data, watch: GuideWatch): void {
  if (watch.culprit < 0) return;
  raiseStatus(data, STATUS.contradiction, watch.culprit);
  watch.culprit = -1;
}

/** True when the constraints hold at the end of the step as well as Newton's method was asked to make them hold. */
function isClosed(state: LagrangianState, { statistics }: LagrangianFields): boolean {
  const tolerance = Math.max(OPEN, state.settings.tolerance);
  return statistics[LAGRANGIAN_STATISTIC.positionError] <= tolerance * state.natural.size;
}

function goBack(watch: GuideWatch, arrays: readonly Float64Array[]): void {
  for (let k = 0; k < arrays.length; k++) arrays[k].set(watch.saved[k]);
}

/**
 * True when positions exist that satisfy the constraints with what is prescribed at the end of the step. Writes:
 * coordinates, poses of kinematic bodies, phi.
 */
function comeTogether(
  model: Model,
  data: Data,
  state: LagrangianState,
  watch: GuideWatch,
  { coordinate: q, velocity: v, acceleration: a }: LagrangianFields,
): boolean {
  prescribe(model, state.natural, state.guides, watch, data, state.numbers, q, v, a);
  placeConstraints(state, q);
  return assemble(state, q) <= OPEN * state.natural.size;
}

/**
 * Marks the guides and kinematic bodies of mechanisms with open constraints; false where there are none. Reads: phi.
 * Writes: stops, culprit.
 */
function markStops({ natural, guides, phi, rowScale }: LagrangianState, watch: GuideWatch): boolean {
  const { rows, rowStart, rowFree, rowJoint, column } = natural.constraints;
  const markOf = (r: number) => (rowFree[r] > 0 ? natural.structure[column[rowStart[r]]] : 0);
  const open = new Set<number>();
  let worst = 0;
  let worstJoint = -1;
  for (let r = 0; r < rows; r++) {
    const e = Math.abs(phi[r]) / rowScale[r];
    if (e <= OPEN * natural.size) continue;
    open.add(markOf(r));
    if (e <= worst && worstJoint >= 0) continue;
    worst = e;
    worstJoint = rowJoint[r];
  }
  let guided = -1;
  for (let r = 0; r < rows; r++) {
    if (!open.has(markOf(r))) continue;
    for (let e = rowStart[r] + rowFree[r]; e < rowStart[r + 1]; e++) {
      const who = watch.owner[column[e]];
      if (who > 0) {
        watch.guide[who - 1] = STOPPED;
        if (guided < 0 || guides[who - 1].joint === worstJoint) guided = guides[who - 1].joint;
      } else if (who < 0) watch.body[-who] = STOPPED;
    }
  }
  // the joint that gapes most where kinematic bodies pull
  watch.culprit = guided >= 0 ? guided : Math.max(0, worstJoint);
  return watch.guide.includes(STOPPED) || watch.body.includes(STOPPED);
}

/**
 * Drives by speed that stood still start with half their speed in a step; guides that follow a profile do not. True
 * when all fits if they go on at full speed, and then they are marked so. Writes: stops, culprit.
 */
function resumes(
  model: Model,
  data: Data,
  state: LagrangianState,
  watch: GuideWatch,
  fields: LagrangianFields,
  arrays: readonly Float64Array[],
): boolean {
  const { guides } = state;
  const { guide: how, body } = watch;
  const waits = (k: number) => guides[k].speed && guides[k].profile === null && fields.velocity[guides[k].offset] === 0;
  if (!how.some((h, k) => h === STOPPED && waits(k))) return false;
  const [stopped, stoppedBodies] = [how.slice(), body.slice()];
  for (let k = 0; k < how.length; k++) if (how[k] === STOPPED) how[k] = waits(k) ? RESUMED : 0;
  body.fill(0);
  const together = comeTogether(model, data, state, watch, fields);
  goBack(watch, arrays);
  if (together) watch.culprit = -1;
  else {
    how.set(stopped);
    body.set(stoppedBodies);
  }
  return together;
}

/**
 * Brings what is marked to rest: velocities change as by an impact, and accelerations follow. Reads: stops. Writes: v,
 * a, multiplier, body state, structure.
 */
function stop(model: Model, data: Data, state: LagrangianState, watch: GuideWatch, fields: LagrangianFields): void {
  const { natural } = state;
  const { coordinate: q, velocity: v, acceleration: a, structure } = fields;
  let moving = false;
  for (let i = natural.free; i < natural.count; i++) {
    const who = watch.owner[i];
    if (who === 0 || (who > 0 ? watch.guide[who - 1] : watch.body[-who]) !== STOPPED) continue;
    moving ||= v[i] !== 0 || a[i] !== 0;
    v[i] = 0;
    a[i] = 0;
  }
  if (!moving) return;
  for (let b = 1; b < model.nb; b++) if (watch.body[b] === STOPPED) data.bodyVel.fill(0, 6 * b, 6 * b + 6);
  placeConstraints(state, q);
  factorMassProjector(state);
  projectVelocities(state, state.massProjector, PASSES, v);
  structure.fill(0);
  startAccelerations(model, data, state);
}

/**
 * Where the rest does not come together either, everything stays where it was, at rest. Writes: q, v, a, body
 * state.
 */
function hold(
  model: Model,
  data: Data,
  state: LagrangianState,
  watch: GuideWatch,
  fields: LagrangianFields,
  arrays: readonly Float64Array[],
): void {
  const { natural } = state;
  goBack(watch, arrays);
  fields.velocity.fill(0);
  fields.acceleration.fill(0);
  for (let b = 1; b < model.nb; b++) if (watch.body[b] === STOPPED) data.bodyVel.fill(0, 6 * b, 6 * b + 6);
  evaluateForms(natural.forms, fields.coordinate, state.value);
  evaluateForms(natural.forms, fields.velocity, state.rate);
  writeBodies(model, natural, data, state.value, state.rate);
  keepWritten(data, fields);
}
