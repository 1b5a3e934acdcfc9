import { runControllers } from "../../../controllers/run.js";
import { createData, type Data, type Hooks } from "../../../data/data.js";
import { readSensors } from "../../../data/read-sensors.js";
import { updateJoints } from "../../../joints/system.js";
import { BODY_TYPE, type Model } from "../../../model/model.js";
import { evaluateForces } from "../../evaluate-forces.js";
import { writeBodies } from "../bodies.js";
import { addTransposed } from "../constraints.js";
import { balanceEnergy, notePowers } from "../energy-balance.js";
import { evaluateGeneralisedForces, placeConstraints } from "../evaluate.js";
import { type LagrangianFields, lagrangianFields } from "../fields.js";
import { evaluateForms } from "../forms.js";
import { prescribe } from "../guides.js";
import { findMeanReactions } from "../mean-reactions.js";
import { assembleTangentHere } from "../newton.js";
import { startAccelerations } from "../start.js";
import type { LagrangianState } from "../state.js";
import { measurePart, startJointMeans } from "../step-loads.js";
import { type Values, valuesOf } from "./values.js";

/**
 * A model with data of its own, in which the explicit parts of a step are evaluated at states that someone else puts
 * there. It never solves anything by iteration: differences between probes are differences of formulas, exact but for
 * round-off and the third order of the change.
 */
export interface Probe {
  readonly model: Model;
  readonly data: Data;
  readonly state: LagrangianState;
  readonly fields: LagrangianFields;
  readonly values: Values;
}

/** A probe with another value of a parameter, and its weight in differences. */
export interface WeightedProbe {
  readonly probe: Probe;
  readonly weight: number;
}

/** A probe at the start of a run, with consistent state. User functions at `forces` act on it, too. */
export function createProbe(model: Model, { forces }: Hooks): Probe {
  const data = createData(model);
  data.hooks.forces.push(...forces);
  return {
    model,
    data,
    state: data.systems.natural,
    fields: lagrangianFields(data),
    values: valuesOf(data),
  };
}

/** What happens before the first step: sensors are read, controllers run, accelerations and multipliers are found. */
export function startProbe(probe: Probe): void {
  const { model, data, state, fields } = probe;
  sense(probe);
  runControllers(model, data, 0);
  startAccelerations(model, data, state);
  if (state.balanced) notePowers(model, data, state, fields);
}

/** Whether anything is prescribed that moves, or controlled. */
export function isDriven({ model, state }: Probe): boolean {
  return state.guides.length > 0 || model.controllers.length > 0 || model.bodyType.includes(BODY_TYPE.kinematic);
}

/**
 * Controllers, and what is prescribed at the end of the step. Reads: state at its start. Writes: input, prescribed
 * coordinates, kinematic bodies.
 */
export function drive({ model, data, state, fields }: Probe, controlled: boolean): void {
  if (controlled) runControllers(model, data, 0);
  const { coordinate, velocity, acceleration } = fields;
  prescribe(model, state.natural, state.guides, null, data, state.numbers, coordinate, velocity, acceleration);
}

/**
 * out ← Φ_qᵀ λ − Q at the state as it stands. Reads: q, v, multiplier, input. Writes: phi, jacobian, force, body state.
 */
export function innerForces({ model, data, state, fields }: Probe, out: Float64Array): void {
  placeConstraints(state, fields.coordinate);
  evaluateGeneralisedForces(model, data, state, fields.velocity);
  for (let i = 0; i < out.length; i++) out[i] = -state.force[i];
  addTransposed(state.natural.constraints, state.jacobian, fields.multiplier, out);
}

/**
 * The tangent at the state as it stands without the products of constraints, which are differentiated for themselves:
 * masses, springs, tension. Reads: as above. Writes: values of the tangent, jacobian, force, body state.
 */
export function assembleRest({ model, data, state, fields }: Probe, exact: boolean): void {
  const { alpha } = state;
  const kept = alpha.slice();
  alpha.fill(0);
  assembleTangentHere(model, data, state, fields, exact);
  alpha.set(kept);
}

/** How a step of the run went, so that probes go the same way. */
export interface StepPath {
  /** Second derivatives were in the tangent of the last iteration. */
  readonly exact: boolean;
  /** The joints counted their turns. */
  readonly counted: boolean;
  /** Sensors, and reactions for them, are wanted. */
  readonly sample: boolean;
}

/** Whether anything but coordinates is wanted of the end of a step. */
export function hasTail({ state }: Probe, path: StepPath): boolean {
  return path.sample || path.counted || state.balanced || state.reactions !== null;
}

/**
 * What follows the projections: bodies, energy balance, reactions, turns of joints, sensors. Reads: q, v, a. Writes:
 * values.
 */
export function finishStep(probe: Probe, path: StepPath): void {
  const { model, data, state, fields } = probe;
  const { natural } = state;
  placeConstraints(state, fields.coordinate);
  evaluateForms(natural.forms, fields.velocity, state.rate);
  writeBodies(model, natural, data, state.value, state.rate);
  if (state.balanced) balanceEnergy(model, data, state, fields);
  if (state.reactions !== null) {
    // also where no one reads them: the next step begins with what acts now
    data.bodyApplied.fill(0);
    startJointMeans(data);
    evaluateGeneralisedForces(model, data, state, fields.velocity);
    measurePart(model, data, state);
    if (path.sample) findMeanReactions(model, data, state, state.reactions);
  }
  if (path.counted) updateJoints(model, data);
  if (path.sample) sense(probe);
}

/** Reads all sensors. Writes: slot. */
function sense({ model, data }: Probe): void {
  if (model.sensors.needsForces) evaluateForces(model, data);
  readSensors(model, data);
}
