import { reportImpacts } from "../collision/continuous/sweep.js";
import { detectContacts } from "../collision/detect.js";
import { COMPLIANT } from "../contact/contact-model.js";
import { beginContacts, commitContacts, findContactPairs, reportContacts } from "../contact/contact-step.js";
import { startStepLoads } from "../contact/step-loads.js";
import type { Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import { updateJoints } from "../joints/system.js";
import type { Model } from "../model/model.js";
import { awakenAll } from "./augmented-lagrangian/awake.js";
import { writeBodies } from "./augmented-lagrangian/bodies.js";
import { isJointClosed } from "./augmented-lagrangian/closed-joints.js";
import { reportContradiction } from "./augmented-lagrangian/contradiction.js";
import { balanceEnergy, notePowers } from "./augmented-lagrangian/energy-balance.js";
import { noteError, placeConstraints, velocityErrors } from "./augmented-lagrangian/evaluate.js";
import { LAGRANGIAN_FIELDS, LAGRANGIAN_STATISTIC, lagrangianFields, NUMBER } from "./augmented-lagrangian/fields.js";
import { evaluateForms } from "./augmented-lagrangian/forms.js";
import { noteGuideEfforts } from "./augmented-lagrangian/guide-efforts.js";
import { advanceIndex1 } from "./augmented-lagrangian/index1.js";
import { advanceIndex3 } from "./augmented-lagrangian/index3.js";
import { sleepLoose, wakeLoose } from "./augmented-lagrangian/loose/sleep.js";
import { findMeanReactions } from "./augmented-lagrangian/mean-reactions.js";
import { advanceInParts } from "./augmented-lagrangian/parts.js";
import { advancePenalty, penaltyEnergy } from "./augmented-lagrangian/penalty-method.js";
import { MECHANISM_QUANTITIES } from "./augmented-lagrangian/quantities.js";
import { createReactions, findReactions } from "./augmented-lagrangian/reactions.js";
import { lagrangianSensitivity } from "./augmented-lagrangian/sensitivity/follow.js";
import { holdSetAside, noteSetAside } from "./augmented-lagrangian/set-aside.js";
import { LAGRANGIAN_PARAMS } from "./augmented-lagrangian/settings.js";
import { placeSoftJoints } from "./augmented-lagrangian/soft-rows.js";
import {
  bodiesMoved,
  hasNewCoordinates,
  keepWritten,
  lacksAccelerations,
  refreshNumbers,
  startAccelerations,
  startNewCoordinates,
  startPositions,
} from "./augmented-lagrangian/start.js";
import type { LagrangianState } from "./augmented-lagrangian/state.js";
import { advanceControlled } from "./augmented-lagrangian/step-control.js";
import { startJointMeans } from "./augmented-lagrangian/step-loads.js";
import { supplyByAll } from "./augmented-lagrangian/supply.js";
import { naturalSystem } from "./augmented-lagrangian/system.js";
import { evaluateForces } from "./evaluate-forces.js";
import { defineFormulation } from "./formulation.js";

/**
 * Natural coordinates and the index-3 augmented Lagrangian: closed loops that do not drift, through singular positions
 * and with redundant constraints. Newton's method finds positions that satisfy constraints and equations of motion
 * together; projections then clean velocities and accelerations [BayoLedesma1996], [CuadradoCardenalMorerBayo2000], as
 * [Luaces2013] chapter 2 puts them together.
 */
export const augmentedLagrangianFormulation = defineFormulation({
  name: "augmented-lagrangian",
  help: "mechanisms in natural coordinates: joints exact at position, velocity and acceleration level",
  params: LAGRANGIAN_PARAMS,
  fields: LAGRANGIAN_FIELDS,
  joints: "all",
  contacts: [COMPLIANT],
  systems: [naturalSystem],
  quantities: { mechanism: MECHANISM_QUANTITIES },
  reset(model, data) {
    startPositions(model, data, stateOf(data));
  },
  advance(model, data) {
    const state = stateOf(data);
    begin(model, data, state);
    const fields = lagrangianFields(data);
    const hold = noteSetAside(model, data, state, fields);
    const { method, step } = state.settings;
    if (state.soft.hasBounded) placeSoftJoints(model, data, state.soft);
    findContactPairs(model, data);
    const sleeps = state.settings.sleep && state.loose.count > 0;
    if (sleeps) wakeLoose(model, data, state);
    startStepLoads(model, data);
    startJointMeans(data);
    const controlled = model.formulation.params.errorTolerance !== undefined;
    if (controlled && method !== "penalty") {
      beginContacts(model, data, method === "index-1" ? 0 : state.timestep, step.beta / step.gamma);
      advanceControlled(model, data, state, state.control);
      supplyByAll(model, data, state, model.options.timestep);
      commitContacts(model, data);
    } else advanceInParts(model, data, state, ADVANCE[method]);
    if (state.watch !== null) reportContradiction(data, state.watch);
    noteGuideEfforts(data, state);
    if (hold) holdSetAside(model, data, state, fields);
    if (state.balanced) balanceEnergy(model, data, state, fields);
    if (state.reactions !== null) findMeanReactions(model, data, state, state.reactions);
    if (state.soft.hasBounded) endJoints(model, data, state);
    else countTurns(model, data, state.numbers);
    if (sleeps) sleepLoose(model, data, state);
  },
  finish(model, data) {
    detectContacts(model, data, reportContacts);
    reportImpacts(model, data);
  },
  evaluateForces,
  withEfforts(model, data, read) {
    const state = stateOf(data);
    if (state.reactions !== null) return read();
    const { rowMean, rowEffort, jointLoad } = data.items.joints;
    const [mean, effort, load] = [rowMean.slice(), rowEffort.slice(), jointLoad.slice()];
    findMeanReactions(model, data, state, createReactions(model, state));
    read();
    rowMean.set(mean);
    rowEffort.set(effort);
    jointLoad.set(load);
  },
  measureStart(model, data) {
    const state = stateOf(data);
    if (state.reactions === null) return;
    placeConstraints(state, lagrangianFields(data).coordinate);
    findReactions(model, data, state, state.reactions);
  },
  isClosed: (model, data, i) => isJointClosed(model, data, stateOf(data), i),
  keepsEnergy: true,
  storedEnergy: (_model, data) => penaltyEnergy(stateOf(data)),
  sensitivity: lagrangianSensitivity,
});

function stateOf(data: Data): LagrangianState {
  return data.systems.natural;
}

/** Coordinates, accelerations and numbers that fit what anyone may have changed since the last step. */
function begin(model: Model, data: Data, state: LagrangianState): void {
  const fields = lagrangianFields(data);
  const { natural, mass, loose, awake } = state;
  if (bodiesMoved(data, fields)) {
    awakenAll(natural, mass, loose, awake);
    startPositions(model, data, state);
  } else if (hasNewCoordinates(fields.structure)) {
    awakenAll(natural, mass, loose, awake);
    startNewCoordinates(model, data, state);
  } else if (
    state.timestep !== model.options.timestep ||
    state.params !== model.formulation.params ||
    state.epoch !== data.epoch
  ) {
    awakenAll(natural, mass, loose, awake);
    refreshNumbers(model, data, state);
  }
  if (data.counter[COUNTER.disturbed] !== 0) fields.structure.fill(0);
  if (!lacksAccelerations(state.natural, fields.structure)) return;
  awakenAll(natural, mass, loose, awake);
  startAccelerations(model, data, state);
  if (state.balanced) notePowers(model, data, state, fields);
}

/** A step, or a part of one, by each method. */
const ADVANCE = { "index-3": advanceIndex3, "index-1": advanceIndex1, penalty: advanceByPenalty } as const;

/** One step of the penalty method; it has nothing to solve, and never fails. */
function advanceByPenalty(model: Model, data: Data, state: LagrangianState): boolean {
  const fields = lagrangianFields(data);
  advancePenalty(model, data, state, fields);
  noteError(state, state.phi, fields.statistics, LAGRANGIAN_STATISTIC.positionError);
  velocityErrors(state, fields.velocity);
  noteError(state, state.phiDot, fields.statistics, LAGRANGIAN_STATISTIC.velocityError);
  evaluateForms(state.natural.forms, fields.velocity, state.rate);
  writeBodies(model, state.natural, data, state.value, state.rate);
  keepWritten(data, fields);
  return true;
}

/**
 * Joints with limits, friction, drives or thresholds go on with what they remember; the motion starts again where one
 * broke.
 */
function endJoints(model: Model, data: Data, state: LagrangianState): void {
  if (!updateJoints(model, data)) return;
  lagrangianFields(data).structure.fill(0);
  startAccelerations(model, data, state);
}

/** Joints count their turns before any can have turned by half of one. */
const OFTEN = 1;

/**
 * Lets the joints bring their memory up to date, when one may have turned by a radian. Reads: bodyVel. Writes: memory,
 * turned.
 */
function countTurns(model: Model, data: Data, numbers: Float64Array): void {
  const { turned } = lagrangianFields(data);
  const { bodyVel } = data;
  let fastest = 0;
  for (let o = 0; o < bodyVel.length; o += 6) {
    const square = bodyVel[o] * bodyVel[o] + bodyVel[o + 1] * bodyVel[o + 1] + bodyVel[o + 2] * bodyVel[o + 2];
    if (square > fastest) fastest = square;
  }
  turned[0] += 2 * numbers[NUMBER.step] * Math.sqrt(fastest);
  if (turned[0] < OFTEN) return;
  turned[0] = 0;
  updateJoints(model, data);
}
