import { mayTouch } from "../../contact/contact-step.js";
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { evaluateForces } from "../evaluate-forces.js";
import { addWrench, writeBodies } from "./bodies.js";
import { EFFORTS } from "./bounded-effort.js";
import { evaluateConstraints, evaluateConvective, multiplyJacobian } from "./constraints.js";
import { evaluateForms, evaluateSome } from "./forms.js";
import { addJointEfforts } from "./soft-rows.js";
import type { LagrangianState } from "./state.js";

/** Φ and Φ_q at q. Writes: value, phi, jacobian. */
export function placeConstraints(state: LagrangianState, q: Float64Array): void {
  const { natural, value, phi, jacobian } = state;
  evaluateForms(natural.forms, q, value);
  evaluateConstraints(natural.constraints, natural.forms, value, q, phi, jacobian);
}

/**
 * The same without centres and axes of bodies, for steps that do not need these. Writes: value (in part), phi,
 * jacobian.
 */
export function placeRows(state: LagrangianState, q: Float64Array): void {
  const { natural, value, phi, jacobian } = state;
  const { forms } = natural;
  evaluateSome(forms, 0, forms.inConstraints, q, value);
  evaluateConstraints(natural.constraints, forms, value, q, phi, jacobian);
}

/** The values that `placeRows` left out. Writes: value. */
export function placeBodies(state: LagrangianState, q: Float64Array): void {
  const { forms } = state.natural;
  evaluateSome(forms, forms.inConstraints, forms.count, q, state.value);
}

/**
 * Applied forces at (q, q̇) as generalised forces: poses and velocities go to the bodies, whatever acts on them is
 * evaluated there, and comes back. `efforts`: how rows of joints with bounded efforts act, see `EFFORTS`. Reads: value
 * (at q). Writes: rate, body state, bodyForce, force.
 */
export function evaluateGeneralisedForces(
  model: Model,
  data: Data,
  state: LagrangianState,
  v: Float64Array,
  efforts: number = EFFORTS.known,
): void {
  const { natural, value, rate, force, soft } = state;
  evaluateForms(natural.forms, v, rate);
  writeBodies(model, natural, data, value, rate);
  evaluateForces(model, data);
  if (soft.joints.length > 0) addJointEfforts(model, data, state, efforts);
  force.fill(0);
  for (let b = 1; b < model.nb; b++) addWrench(natural, b, data.bodyForce, 6 * b, value, force);
}

/**
 * The same at the start of a step. Returns true where nothing but gravity and given forces acts, without torques:
 * generalised forces are then constant during the step, poses of bodies do not count, and `updateGeneralisedForces` is
 * not needed. Reads: value (at q). Writes: as above, but no body state if they are constant.
 */
export function startGeneralisedForces(model: Model, data: Data, state: LagrangianState, v: Float64Array): boolean {
  if (!isSteady(model, data, state)) {
    evaluateGeneralisedForces(model, data, state, v, EFFORTS.first);
    return false;
  }
  const { natural, value, force } = state;
  evaluateForces(model, data);
  force.fill(0);
  for (let b = 1; b < model.nb; b++) addWrench(natural, b, data.bodyForce, 6 * b, value, force);
  return !hasTorque(data.bodyForce);
}

/** True where forces on bodies do not depend on their state. */
function isSteady(model: Model, data: Data, state: LagrangianState): boolean {
  return state.steady && data.hooks.forces.length === 0 && !mayTouch(model, data);
}

/**
 * The same within a step, for another (q, q̇): where nothing but gravity and given wrenches acts, forces on bodies are
 * those of the first iteration. Reads: value, bodyForce. Writes: as above.
 */
export function updateGeneralisedForces(model: Model, data: Data, state: LagrangianState, v: Float64Array): void {
  if (!isSteady(model, data, state)) {
    evaluateGeneralisedForces(model, data, state, v, EFFORTS.next);
    return;
  }
  const { natural, value, force } = state;
  force.fill(0);
  for (let b = 1; b < model.nb; b++) addWrench(natural, b, data.bodyForce, 6 * b, value, force);
}

function hasTorque(bodyForce: Float64Array): boolean {
  for (let o = 0; o < bodyForce.length; o += 6)
    if (bodyForce[o] !== 0 || bodyForce[o + 1] !== 0 || bodyForce[o + 2] !== 0) return true;
  return false;
}

/** Φ̇ = Φ_q q̇, prescribed velocities included. Writes: phiDot. */
export function velocityErrors(state: LagrangianState, v: Float64Array): void {
  multiplyJacobian(state.natural.constraints, state.jacobian, v, state.phiDot);
}

/** Φ̈ = Φ_q q̈ + Φ̇_q q̇. Writes: rate, gamma, phiDot. */
export function accelerationErrors(state: LagrangianState, q: Float64Array, v: Float64Array, a: Float64Array): void {
  convectiveTerms(state, q, v);
  addAccelerations(state, a);
}

/** Φ̇_q q̇. Writes: rate (of forms in constraints), gamma. */
export function convectiveTerms(state: LagrangianState, q: Float64Array, v: Float64Array): void {
  const { natural, value, rate, gamma } = state;
  evaluateSome(natural.forms, 0, natural.forms.inConstraints, v, rate);
  evaluateConvective(natural.constraints, value, rate, q, v, gamma);
}

/** Φ̈ from known convective terms. Writes: phiDot. */
export function addAccelerations(state: LagrangianState, a: Float64Array): void {
  const { natural, gamma, phiDot, jacobian } = state;
  multiplyJacobian(natural.constraints, jacobian, a, phiDot);
  for (let r = 0; r < phiDot.length; r++) phiDot[r] += gamma[r];
}

/** out[at] ← the largest error, see `worstError`. */
export function noteError(state: LagrangianState, error: Float64Array, out: Float64Array, at: number): void {
  out[at] = worstError(state, error);
}

/** The largest error over the length of its row's gradient: metres, or radians times the size of a vector. */
export function worstError(state: LagrangianState, error: Float64Array): number {
  const { rowScale } = state;
  let worst = 0;
  for (let r = 0; r < error.length; r++) {
    const e = Math.abs(error[r]) / rowScale[r];
    if (!(e <= worst)) worst = e;
  }
  return worst;
}

/** The row with that error, −1: none. */
export function worstRow(state: LagrangianState, error: Float64Array): number {
  const { rowScale } = state;
  let worst = 0;
  let row = -1;
  for (let r = 0; r < error.length; r++) {
    const e = Math.abs(error[r]) / rowScale[r];
    if (e > worst) {
      worst = e;
      row = r;
    }
  }
  return row;
}
