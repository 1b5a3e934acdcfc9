import { reportPassages } from "../collision/continuous/passages.js";
import { detectContacts } from "../collision/detect.js";
import { noteStartOverlap } from "../contact/start-overlap.js";
import { isLate } from "../data/budget.js";
import type { Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import { supplyDrives } from "../joints/drive-work.js";
import { followFastTurns, updateJoints, writeJointRows } from "../joints/system.js";
import type { Model } from "../model/model.js";
import { evaluateForces } from "./evaluate-forces.js";
import { defineFormulation } from "./formulation.js";
import { boundEnergy, boundImpacts, boundMidway, isTooMuch } from "./impulse/bound-energy.js";
import { carryFriction } from "./impulse/carry-friction.js";
import { listLate, reportLate } from "./impulse/cone-residual.js";
import { keepLoads, startMeasuring } from "./impulse/contact-loads.js";
import { endContacts, sweepNormals, warmContacts } from "./impulse/contact-passes.js";
import { keepImpulses, prepareContacts } from "./impulse/contact-rows.js";
import { solveDirect } from "./impulse/direct.js";
import { keepContactImpulses, noteCorrection } from "./impulse/direct-contacts.js";
import { connectBodies } from "./impulse/direct-graph.js";
import {
  aimAgain,
  endJoints,
  halveJoints,
  isOff,
  recallJoints,
  startJoints,
  warmJoints,
} from "./impulse/direct-joints.js";
import { fillRows } from "./impulse/direct-rows.js";
import { type DirectSystem, VALUE, VALUE_SIZE } from "./impulse/direct-system.js";
import { drift, prepareBodies, recallBodies, rememberBodiesBeforeDrift } from "./impulse/drift.js";
import { IMPULSE_FIELDS, impulseFields, STATISTIC } from "./impulse/fields.js";
import { followRound } from "./impulse/follow-round.js";
import { sweepFresh, sweepGrip } from "./impulse/fresh.js";
import { dropGlancing } from "./impulse/glancing.js";
import { guardSpeeds, measureSpeeds } from "./impulse/guard.js";
import { bounce, listImpacts, markTimed, noteApproach, placeImpacts } from "./impulse/impacts.js";
import { chooseDirect, findIslands } from "./impulse/islands.js";
import { keepLost, keepRows, measureJoints } from "./impulse/joint-loads.js";
import { capTurning, kick } from "./impulse/kick.js";
import { EACH_TURN, MEASURED, MOST_TURNS, reverse, SHORT_TURNS } from "./impulse/late-turns.js";
import { measureEnergy } from "./impulse/measure-energy.js";
import { findMechanisms } from "./impulse/mechanisms.js";
import { meetBalls } from "./impulse/meet-balls.js";
import { listPatches } from "./impulse/moving.js";
import { orderPatches } from "./impulse/order.js";
import { preparePointFriction } from "./impulse/point-friction.js";
import {
  endPointFriction,
  keepPointFriction,
  startPointFriction,
  warmPointFriction,
} from "./impulse/point-friction-passes.js";
import { IMPULSE_QUANTITIES } from "./impulse/quantities.js";
import { checkDirect } from "./impulse/rescue.js";
import { IMPULSE_PARAMS, soften } from "./impulse/settings.js";
import { sleepIslands, sleepOn } from "./impulse/sleep.js";
import { sweepJoints } from "./impulse/soft-joints.js";
import { type ImpulseState, impulseStateOf, impulseSystem } from "./impulse/state.js";
import { stopFastBodies } from "./impulse/stop-fast-bodies.js";
import { chooseSubsteps, partsOfTurns } from "./impulse/substeps.js";
import { wakeIslands } from "./impulse/wake.js";
import { watchIslands } from "./impulse/watch-islands.js";

/** Sweeps over contacts of bodies on joints that are solved directly: with fewer, a heap of ragdolls gains energy. */
const TURNS = 3;

/** Joints that are off by so many times the tolerance after the corrections of the preset have so many more. */
const GROSS = 1000;
const MORE_CORRECTIONS = 4;

/** A turn that changes speeds by less than this is the last one, m/s. */
const AGREED = 1e-4;

/**
 * Impulses: detect → rows → sub-stepped solution → positions. A sub-step of length h is velocity Verlet with
 * constraints in both halves, as in RATTLE [Andersen1983]: half the forces, impulses that make the positions at its end
 * right, drift, the other half of the forces, impulses that make the velocities right. Joints and chosen contact
 * islands are solved directly, other contacts in sweeps over soft rows.
 */
export const impulseFormulation = defineFormulation({
  name: "impulse",
  help: "impulses on rigid bodies: joints, contacts, friction, stacks",
  params: IMPULSE_PARAMS,
  fields: IMPULSE_FIELDS,
  joints: "all",
  contacts: ["hard points"],
  systems: [impulseSystem],
  quantities: { solver: IMPULSE_QUANTITIES },
  advance(model, data) {
    const state = impulseStateOf(model, data.systems.impulseState);
    const thesis = data.systems.impulseThesis ?? null;
    if (thesis === null) advanceInSubsteps(model, data, state);
    else thesis.advance(model, data, state);
  },
  finish(model, data) {
    detect(model, data);
  },
  evaluateForces,
  keepsEnergy: true,
  startsByImpulses: true,
});

/** Contacts, found far enough ahead for the time until they are found again. */
function detect(model: Model, data: Data): void {
  const state = data.systems.impulseState;
  const { settings } = impulseStateOf(model, state);
  const { timestep } = model.options;
  const substeps = Math.max(state.parts, settings.substeps);
  data.systems.collision.ahead = detectsEach(state) ? (2 * timestep) / substeps : timestep;
  data.systems.collision.recycles = settings.recycles;
  detectContacts(model, data);
  state.epoch = data.epoch;
}

/** Whether contacts are found in every sub-step of this step. */
function detectsEach({ settings, parts }: ImpulseState): boolean {
  return settings.detectEachSubstep || parts > 0;
}

function advanceInSubsteps(model: Model, data: Data, state: ImpulseState): void {
  const { settings } = state;
  const { ahead } = data.items.joints;
  ahead[0] = 1;
  const stale = state.epoch !== data.epoch;
  if (stale) detect(model, data);
  state.parts = partsOfTurns(model, data);
  const substeps = Math.max(state.parts, chooseSubsteps(model, data, settings));
  setPace(model, state, substeps);
  startStatistics(data, substeps);
  if (stale || data.counter[COUNTER.steps] === 0) noteStartOverlap(model, data);
  evaluateForces(model, data);
  if (wakeIslands(model, data, state)) evaluateForces(model, data);
  if (settings.sleep && data.counter[COUNTER.active] === 0) {
    ahead[0] = 0;
    state.parts = 0;
    sleepOn(model, data, state, stale);
    return;
  }
  listPatches(model, data);
  startMeasuring(model, data);
  prepareRows(model, data, state, state.h);
  impulseFields(data).pace[0] = state.h;
  for (let s = 0; s < substeps; s++) {
    // an impact in this step may have made a body spin
    if (s > 0 && !detectsEach(state) && partsOfTurns(model, data) > 0) state.parts = substeps;
    if (s > 0 && detectsEach(state)) {
      keepContacts(model, data, state);
      detect(model, data);
      if (wakeIslands(model, data, state)) evaluateForces(model, data);
      listPatches(model, data);
      prepareRows(model, data, state, state.h);
    }
    ahead[0] = (substeps - s - 1) / substeps;
    substep(model, data, state, state.h, s === 0 || detectsEach(state), s === substeps - 1);
  }
  keepContacts(model, data, state);
  state.parts = 0;
  stopFastBodies(model, data, state);
  reportPassages(model, data);
  supplyDrives(model, data, model.options.timestep);
  updateJoints(model, data);
  sleepIslands(model, data, state);
}

/**
 * Length of the sub-steps, s, and what follows from it. It is kept as it is passed on: V8 boxes a number that was
 * computed at every call.
 */
function setPace(model: Model, state: ImpulseState, substeps: number): void {
  const h = model.options.timestep / substeps;
  if (state.h === h) return;
  state.h = h;
  state.half = 0.5 * h;
  soften(state.settings, h);
}

function startStatistics(data: Data, substeps: number): void {
  const { statistics } = impulseFields(data);
  statistics.fill(0);
  statistics[STATISTIC.substeps] = substeps;
  data.items.joints.rowMean.fill(0);
}

/** Bodies, contact rows, islands and their solvers, for contacts as they were found last. */
function prepareRows(model: Model, data: Data, state: ImpulseState, h: number): void {
  const { settings } = state;
  prepareBodies(model, data);
  prepareContacts(model, data, settings, h);
  meetBalls(model, data, state);
  dropGlancing(model, data, state);
  findIslands(model, data);
  state.bounces = listImpacts(model, data, state);
  if (state.bounces > 0 && model.joints.count > 0) findMechanisms(state.impacts.mechanisms, model, data);
  markTimed(data, state);
  chooseDirect(model, data, state, settings);
  state.ordered = orderPatches(model, data, state, settings);
  data.systems.impulseMixed?.start(data, state);
  connectBodies(state.direct, model, data, settings);
  watchIslands(model, data, state, settings);
  if (!settings.patchFriction) preparePointFriction(model, data, settings);
}

function substep(model: Model, data: Data, state: ImpulseState, h: number, first: boolean, last: boolean): void {
  const { settings, direct } = state;
  const { order } = impulseFields(data);
  const mixed = data.systems.impulseMixed ?? null;
  const swept = state.ordered + (mixed === null ? 0 : mixed.patches);
  const byPoints = !settings.patchFriction;
  if (byPoints) startPointFriction(data, order, state.ordered);
  startJoints(direct, model);

  // first half: positions at the end of the sub-step; joint rows are those of the pose
  if (first) measureSpeeds(model, data, state);
  if (last && swept > 0) state.started.set(data.bodyVel);
  if (state.bounces > 0) noteApproach(data, state, state.bounces);
  kick(model, data, state.half);
  measureEnergy(model, data, state, settings, h);
  if (state.bounces > 0) {
    rememberBodiesBeforeDrift(data);
    bounce(model, data, state, settings, h);
    placeImpacts(data, state, false);
    boundImpacts(model, data, state, settings, h);
    placeImpacts(data, state, true);
  }
  warmContacts(data, true);
  if (byPoints) warmPointFriction(data, order, state.ordered);
  warmJoints(direct, model, data, h);
  fillRows(direct, model, data, settings, h, "aim", true);
  const again = swept === 0 && direct.nodes + direct.trees.rows > 0;
  if (again) {
    rememberBodiesBeforeDrift(data);
    halveJoints(direct, model);
  }
  // contacts and joints solved in turn need a few turns to agree
  const turns =
    model.joints.count > 0 && settings.directJoints ? Math.max(settings.iterations, TURNS) : settings.iterations;
  const sweeps = state.ordered > 0 || !settings.directJoints ? turns : 1;
  mixed?.aim(data, settings, h, first);
  for (let i = 0; i < sweeps; i++) {
    startTurn(data, direct);
    sweepNormals(data, settings, h, true, order, state.ordered, null);
    if (first) sweepFresh(data, settings, h, true, state.fresh);
    if (!settings.directJoints) sweepJoints(direct, model, data, settings, h, "aim");
    solveDirect(direct, data, settings.newton);
    if (agree(data, direct)) break;
  }
  if (again && isTooMuch(model, data, state, h)) {
    // overlap that only violence could push apart, as of a wedge, waits
    recallBodies(model, data, false);
    recallJoints(direct);
    fillRows(direct, model, data, settings, h, "aim", false);
    solveDirect(direct, data, settings.newton);
  }
  keepContactImpulses(direct, data, "aim");
  guardSpeeds(model, data, state, settings);
  boundMidway(model, data, state, h);
  capTurning(model, data, h);
  rememberBodiesBeforeDrift(data);
  keepRows(data, state.shares);
  drift(model, data, h);
  correctPositions(model, data, state, h);
  followFastTurns(model, data);
  noteCorrection(direct, data);
  keepLost(direct, state.shares);
  halveJoints(direct, model);

  // second half: velocities
  carryFriction(model, data, state);
  followRound(model, data, state);
  evaluateForces(model, data);
  kick(model, data, state.half);
  warmContacts(data, false);
  if (byPoints) warmPointFriction(data, order, state.ordered);
  warmJoints(direct, model, data, h);
  fillRows(direct, model, data, settings, h, "relax", false);
  mixed?.relax(data, state, h, first, last);
  for (let i = 0; i < sweeps; i++) {
    startTurn(data, direct);
    if (!settings.directJoints) sweepJoints(direct, model, data, settings, h, "relax");
    solveDirect(direct, data, settings.newton);
    sweepNormals(data, settings, h, false, order, state.ordered, null);
    sweepGrip(data, settings, order, state.ordered, false);
    if (first) sweepFresh(data, settings, h, false, state.fresh);
    if (agree(data, direct)) break;
  }
  if (last && state.ordered > 0) sweepOn(model, data, state, h);
  keepContactImpulses(direct, data, "relax");
  if (direct.cones > 0) checkDirect(model, data, state, h);
  guardSpeeds(model, data, state, settings);
  boundEnergy(model, data, state, settings, h, direct.value, VALUE.impulse, VALUE_SIZE);
  endContacts(data);
  mixed?.end();
  if (byPoints) endPointFriction(data, order, state.ordered);
  endJoints(direct, model, data, settings, h);
  measureJoints(model, data, direct, state.shares);
}

/**
 * Further turns over the contacts of islands that sweeps have not solved to their tolerance; what is left then is
 * reported. Writes: bodyVel, impulses, statistics, status.
 */
function sweepOn(model: Model, data: Data, state: ImpulseState, h: number): void {
  const { settings, direct } = state;
  const { late } = impulseFields(data);
  let count = -1;
  for (let k = 0; ; k++) {
    // after a few turns residuals fall slowly: measuring them costs as much as a turn
    if (k < EACH_TURN || k % MEASURED === 0) count = listLate(data, state, h, count);
    if (count === 0) return;
    if (k === MOST_TURNS || isLate(data)) {
      reportLate(data, count);
      return;
    }
    if (model.joints.count > 0) {
      if (!settings.directJoints) sweepJoints(direct, model, data, settings, h, "relax");
      solveDirect(direct, data, settings.newton);
    }
    // in turn from either end: what comes last in every turn would lean to its side
    if (k % 2 === 1) reverse(late, 0, count);
    sweepNormals(data, settings, h, false, late, count, null);
    sweepGrip(data, settings, late, count, k >= SHORT_TURNS);
  }
}

/** Largest residual of the turns before. */
const residualBefore = new Float64Array(1);

/** Starts a turn of contacts and joints: nothing has changed in it yet. */
function startTurn(data: Data, direct: DirectSystem): void {
  const { statistics } = impulseFields(data);
  residualBefore[0] = statistics[STATISTIC.residual];
  statistics[STATISTIC.residual] = 0;
  direct.missed[0] = 0;
}

/** Whether contacts and joints have hardly changed each other in this turn, so that another would not either. */
function agree(data: Data, direct: DirectSystem): boolean {
  const { statistics } = impulseFields(data);
  const agreed = direct.missed[0] < AGREED && statistics[STATISTIC.residual] < AGREED;
  if (residualBefore[0] > statistics[STATISTIC.residual]) statistics[STATISTIC.residual] = residualBefore[0];
  return agreed;
}

/** Impulses for the next step, and for the contacts that detection finds again. */
function keepContacts(model: Model, data: Data, state: ImpulseState): void {
  data.systems.impulseMixed?.finish(data);
  keepLoads(data, state.settings.patchFriction);
  keepImpulses(data);
  if (!state.settings.patchFriction) keepPointFriction(data, model.planar, impulseFields(data).order, state.ordered);
}

/**
 * Joint rows where the bodies have drifted to, and Newton's method on the positions of the joints, with the Jacobian of
 * the start: corrects the velocities of the drift and drifts again.
 */
function correctPositions(model: Model, data: Data, state: ImpulseState, h: number): void {
  const { settings, direct } = state;
  if (model.joints.count === 0) return;
  writeJointRows(model, data);
  if (!settings.directJoints) return;
  for (let k = 0; k < settings.corrections + MORE_CORRECTIONS; k++) {
    const tolerance = k < settings.corrections ? settings.positionTolerance : GROSS * settings.positionTolerance;
    if (!isOff(direct, model, data, tolerance)) return;
    recallBodies(model, data, false);
    aimAgain(direct, model, data, h);
    solveDirect(direct, data, 2);
    boundMidway(model, data, state, h);
    recallBodies(model, data, true);
    drift(model, data, h);
    writeJointRows(model, data);
  }
}
