import { mayTouch } from "../../contact/contact-step.js";
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { evaluateForces } from "../evaluate-forces.js";
import { addWrench, writeBodies } from "./bodies.js";
import { EFFORTS } from "./bounded-effort.js";
import { evaluateConstraints, evaluateConvective, multiplyJacobian } from "./constraints.js";
import { clearExtent } from "./extent.js";
import { evaluateExtent } from "./forms.js";
import { addJointEfforts } from "./soft-rows.js";
import type { LagrangianState } from "./state.js";

/** Φ and Φ_q at q. Writes: value, phi, jacobian. */
export function placeConstraints(state: LagrangianState, q: Float64Array): void {
  const { natural, value, phi, jacobian, awake } = state;
  evaluateExtent(natural.forms, awake.constraintForms, q, value);
  evaluateExtent(natural.forms, awake.bodyForms, q, value);
  evaluateConstraints(natural.constraints, natural.forms, value, q, phi, jacobian, awake.entries, awake.dots);
}

/**
 * The same without centres and axes of bodies, for steps that do not need these. Writes: value (in part), phi,
 * jacobian.
 */
export function placeRows(state: LagrangianState, q: Float64Array): void {
  const { natural, value, phi, jacobian, awake } = state;
  const { forms } = natural;
  evaluateExtent(forms, awake.constraintForms, q, value);
  evaluateConstraints(natural.constraints, forms, value, q, phi, jacobian, awake.entries, awake.dots);
}

/** The values that `placeRows` left out. Writes: value. */
export function placeBodies(state: LagrangianState, q: Float64Array): void {
  evaluateExtent(state.natural.forms, state.awake.bodyForms, q, state.value);
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
  const { soft } = state;
  writeMotion(model, data, state, v);
  evaluateForces(model, data);
  if (soft.joints.length > 0) addJointEfforts(model, data, state, efforts);
  gatherForces(data, state);
}

/** q̇ → rates of forms, and poses and velocities of bodies. Reads: value. Writes: rate, body state. */
export function writeMotion(model: Model, data: Data, state: LagrangianState, v: Float64Array): void {
  const { natural, value, rate, awake } = state;
  evaluateExtent(natural.forms, awake.constraintForms, v, rate);
  evaluateExtent(natural.forms, awake.bodyForms, v, rate);
  writeBodies(model, natural, data, value, rate, awake.bodies);
}

/** Forces on bodies → generalised forces. Reads: bodyForce, value. Writes: force. */
function gatherForces(data: Data, { natural, value, force, awake }: LagrangianState): void {
  const { count, from, to } = awake.bodies;
  clearExtent(awake.coordinates, force);
  for (let s = 0; s < count; s++)
    for (let b = from[s]; b < to[s]; b++) addWrench(natural, b, data.bodyForce, 6 * b, value, force);
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
  evaluateForces(model, data);
  gatherForces(data, state);
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
  gatherForces(data, state);
}

function hasTorque(bodyForce: Float64Array): boolean {
  for (let o = 0; o < bodyForce.length; o += 6)
    if (bodyForce[o] !== 0 || bodyForce[o + 1] !== 0 || bodyForce[o + 2] !== 0) return true;
  return false;
}

/** Φ̇ = Φ_q q̇, prescribed velocities included. Writes: phiDot. */
export function velocityErrors(state: LagrangianState, v: Float64Array): void {
  multiplyJacobian(state.natural.constraints, state.jacobian, v, state.phiDot, state.awake.rows);
}

/** Φ̈ = Φ_q q̈ + Φ̇_q q̇. Writes: rate, gamma, phiDot. */
export function accelerationErrors(state: LagrangianState, q: Float64Array, v: Float64Array, a: Float64Array): void {
  convectiveTerms(state, q, v);
  addAccelerations(state, a);
}

/** Φ̇_q q̇. Writes: rate (of forms in constraints), gamma. */
export function convectiveTerms(state: LagrangianState, q: Float64Array, v: Float64Array): void {
  const { natural, value, rate, gamma, awake } = state;
  evaluateExtent(natural.forms, awake.constraintForms, v, rate);
  evaluateConvective(natural.constraints, value, rate, q, v, gamma, awake.dots, awake.rows);
}

/** Φ̈ from known convective terms. Writes: phiDot. */
export function addAccelerations(state: LagrangianState, a: Float64Array): void {
  const { natural, gamma, phiDot, jacobian, awake } = state;
  multiplyJacobian(natural.constraints, jacobian, a, phiDot, awake.rows);
  const { count, from, to } = awake.rows;
  for (let s = 0; s < count; s++) for (let r = from[s]; r < to[s]; r++) phiDot[r] += gamma[r];
}

/** out[at] ← the largest error, see `worstError`. */
export function noteError(state: LagrangianState, error: Float64Array, out: Float64Array, at: number): void {
  out[at] = worstError(state, error);
}

/** The largest error over the length of its row's gradient: metres, or radians times the size of a vector. */
export function worstError(state: LagrangianState, error: Float64Array): number {
  const { rowScale, awake } = state;
  const { count, from, to } = awake.rows;
  let worst = 0;
  for (let s = 0; s < count; s++) {
    for (let r = from[s]; r < to[s]; r++) {
      const e = Math.abs(error[r]) / rowScale[r];
      if (!(e <= worst)) worst = e;
    }
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
