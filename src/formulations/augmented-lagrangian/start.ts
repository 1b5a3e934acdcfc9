import type { Data } from "../../data/data.js";
import { MEMORY } from "../../joints/coordinate.js";
import { quatRotate } from "../../math/quat.js";
import { cross } from "../../math/vec3.js";
import { BODY_STATE, type Model } from "../../model/model.js";
import { type BodyArrays, readEntity, writeBodies } from "./bodies.js";
import { EFFORTS } from "./bounded-effort.js";
import { addTransposed } from "./constraints.js";
import {
  accelerationErrors,
  evaluateGeneralisedForces,
  placeConstraints,
  velocityErrors,
  worstError,
} from "./evaluate.js";
import type { Extent } from "./extent.js";
import { type LagrangianFields, lagrangianFields, NUMBER } from "./fields.js";
import { evaluateForms } from "./forms.js";
import { jointMemory, measureScalar, startGuide } from "./guides.js";
import { addHeldTransposed, heldErrors, letGo, releaseRows, startRows } from "./held-rows.js";
import { buildGuidedMass, buildMass } from "./mass.js";
import type { Entity, Natural } from "./natural.js";
import { choosePenalties } from "./penalty-weights.js";
import { factorMassProjector, projectVelocities } from "./project.js";
import { readLagrangianSettings } from "./settings.js";
import type { LagrangianState } from "./state.js";
import { noteEnd, startHeld } from "./step-loads.js";
import { solveTangent } from "./tangent.js";

/** Positions that fit to this part of the mechanism's size are left as they were given. */
const FITS = 1e-13;
/** The same for a mechanism that has been running: within what Newton's method leaves. */
const FITS_RUNNING = 1e-9;
/** Iterations of the position problem; a mechanism that fits together needs few. */
const MOST = 100;
/** Passes of velocities and accelerations at the start: each leaves 1e-5 of the error. */
export const PASSES = 4;

/**
 * Initial positions: bodies as given → q, and the nearest q that satisfies the constraints,
 *
 *   (M + Φ_qᵀ α Φ_q) δ = −Φ_qᵀ (α Φ + λ),   q ← q + δ,   λ ← λ + α Φ
 *
 * and initial velocities, nearest in the metric of the mass. Bodies that fit already stay as they are, to the last bit.
 * Returns the largest error of a position that is left. Writes: q, v, body state, structure.
 */
export function startPositions(model: Model, data: Data, state: LagrangianState): number {
  const { natural } = state;
  const fields = lagrangianFields(data);
  const { coordinate: q, velocity: v, acceleration: a } = fields;
  readCoordinates(natural, data, jointMemory(data), state.value, q, v, a);
  for (const guide of state.guides) startGuide(guide, data, q, v, a);
  refreshNumbers(model, data, state);
  fields.structure.fill(0);
  return settle(model, data, state, false);
}

/**
 * After a recompile: coordinates that the old model did not have are read from the bodies, and made to fit; all others
 * go on as they were. Writes: q, v, body state.
 */
export function startNewCoordinates(model: Model, data: Data, state: LagrangianState): void {
  const { natural } = state;
  const { coordinate: q, velocity: v, acceleration: a, structure } = lagrangianFields(data);
  for (let k = 0; k < natural.entities.length; k++)
    if (structure[natural.entities[k].offset] === 0) readEntity(natural, data, k, q, v, a);
  evaluateForms(natural.forms, q, state.value);
  for (const scalar of natural.scalars) {
    if (structure[scalar.offset] !== 0) continue;
    measureScalar(scalar, state.value, jointMemory(data), q);
    v[scalar.offset] = 0;
  }
  for (const guide of state.guides) if (structure[guide.offset] === 0) startGuide(guide, data, q, v, a);
  refreshNumbers(model, data, state);
  settle(model, data, state, true);
}

/**
 * Positions and velocities that satisfy the constraints, and bodies to match. Returns the largest error of a position
 * that is left.
 */
function settle(model: Model, data: Data, state: LagrangianState, running: boolean): number {
  const tolerance = running ? FITS_RUNNING : FITS;
  const { natural } = state;
  const fields = lagrangianFields(data);
  const { coordinate: q, velocity: v } = fields;
  const before = worstError(state, state.phi);
  const error = before > tolerance * natural.size ? assemble(state, q) : before;
  velocityErrors(state, v);
  const wrong = worstError(state, state.phiDot) > tolerance * fastest(state, v);
  if (running) joinVelocities(model, data, state, v, wrong);
  else if (wrong) startVelocities(model, data, state, v, PASSES);
  evaluateForms(natural.forms, v, state.rate);
  if (!bodiesFit(natural, data, state)) writeBodies(model, natural, data, state.value, state.rate);
  keepWritten(data, fields);
  return error;
}

/** True when the bodies are where the coordinates have them, to round-off. */
function bodiesFit(natural: Natural, { bodyPos, bodyQuat, bodyVel }: BodyArrays, state: LagrangianState): boolean {
  const { value, rate } = state;
  const near = (a: number, b: number) => Math.abs(a - b) <= FITS * Math.max(1, natural.size, Math.abs(b));
  for (let b = 1; b < bodyPos.length / 3; b++) {
    const center = natural.bodyForms[4 * b];
    if (center < 0) continue;
    for (let c = 0; c < natural.dim; c++) {
      if (!near(value[3 * center + c], bodyPos[3 * b + c])) return false;
      if (!near(rate[3 * center + c], bodyVel[6 * b + 3 + c])) return false;
    }
    const [wx, wy, wz] = bodyVel.subarray(6 * b, 6 * b + 3);
    for (let k = 0; k < (natural.dim === 3 ? 3 : 1); k++) {
      const e = natural.bodyForms[4 * b + 1 + k];
      const axis = quatRotate(bodyQuat.subarray(4 * b, 4 * b + 4), [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]);
      const turn = [wy * axis[2] - wz * axis[1], wz * axis[0] - wx * axis[2], wx * axis[1] - wy * axis[0]];
      for (let c = 0; c < 3; c++) if (!near(value[3 * e + c], axis[c]) || !near(rate[3 * e + c], turn[c])) return false;
    }
  }
  return true;
}

/**
 * Velocities where joints were added to a running mechanism: nearest to those of all bodies in the metric of the mass,
 *
 *   (M + Φ_qᵀ α Φ_q) δ = Σ_b M_b (u_b − v),   v ← v + δ,   and the projection of v
 *
 * with u_b the velocities that body b gives to its coordinates: two bodies that now share one may differ. This is the
 * impact of the joints, which conserves momentum; a body at rest counts in full. Writes: v.
 */
function joinVelocities(model: Model, data: Data, state: LagrangianState, v: Float64Array, wrong: boolean): void {
  const { natural, rhs } = state;
  const { coordinate: q } = lagrangianFields(data);
  const { bodyPos: x, bodyVel: w } = data;
  const allowed = FITS_RUNNING * fastest(state, v);
  const momentum = new Float64Array(rhs.length);
  const apart = new Float64Array(v.length);
  const own: Entity[][] = Array.from({ length: model.nb }, () => []);
  for (const entity of natural.entities) for (const b of entity.users) own[b].push(entity);
  let differs = wrong;
  for (let b = 1; b < model.nb; b++) {
    let most = 0;
    for (const { kind, offset } of own[b]) {
      const point = kind === "point" ? 1 : 0;
      const arm = [0, 1, 2].map((c) => (c < natural.dim ? q[offset + c] - point * x[3 * b + c] : 0));
      const turn = cross(w.subarray(6 * b, 6 * b + 3), arm);
      for (let c = 0; c < natural.dim; c++) {
        apart[offset + c] = point * w[6 * b + 3 + c] + turn[c] - v[offset + c];
        most = Math.max(most, Math.abs(apart[offset + c]));
      }
    }
    if (most > allowed) {
      differs = true;
      const { row, column, value } = buildMass(model, natural, (other) => (other === b ? 1 : 0));
      for (let k = 0; k < row.length; k++) momentum[row[k]] += value[k] * apart[column[k]];
    }
    for (const { offset } of own[b]) apart.fill(0, offset, offset + natural.dim);
  }
  if (!differs) return;
  factorMassProjector(state);
  rhs.set(momentum);
  solveTangent(state.massProjector.tangent, rhs);
  for (let i = 0; i < natural.free; i++) v[i] += rhs[i];
  projectVelocities(state, state.massProjector, PASSES, v);
}

/** Bodies at rest count so much against bodies with a velocity; and how often what is given is put back. */
const LIGHT = 1e-4;
const TURNS = 5;

/**
 * Initial velocities from partial input: bodies that are given a velocity keep it, those at rest follow, as far as the
 * constraints allow. A projection in which bodies at rest count little leaves that little of an error; what is given is
 * put back and projected again. Where every body or none has a velocity this is the projection in the metric of the
 * mass, as after an impact. Writes: v.
 */
export function startVelocities(
  model: Model,
  bodies: BodyArrays,
  state: LagrangianState,
  v: Float64Array,
  passes: number,
): void {
  const { natural, mass } = state;
  const atRest = (b: number) => bodies.bodyVel.subarray(6 * b, 6 * b + 6).every((x) => x === 0);
  const given = v.slice();
  mass.value.set(buildMass(model, natural, (b) => (atRest(b) ? LIGHT : 1)).value);
  factorMassProjector(state);
  mass.value.set(buildMass(model, natural).value);
  const known = natural.entities.filter(({ body, offset }) => offset < natural.free && !atRest(body));
  const partial =
    known.length > 0 && natural.entities.some(({ body, offset }) => offset < natural.free && atRest(body));
  for (let turn = 0; turn < (partial ? TURNS : 1); turn++) {
    for (const { offset } of known) for (let c = 0; c < natural.dim; c++) v[offset + c] = given[offset + c];
    projectVelocities(state, state.massProjector, passes, v);
  }
}

/** Entities and scalars as the bodies have them. Writes: value, q, v, a. */
export function readCoordinates(
  natural: Natural,
  bodies: BodyArrays,
  memory: Float64Array,
  value: Float64Array,
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
): void {
  for (let k = 0; k < natural.entities.length; k++) readEntity(natural, bodies, k, q, v, a);
  evaluateForms(natural.forms, q, value);
  for (const scalar of natural.scalars) {
    measureScalar(scalar, value, memory, q);
    v[scalar.offset] = 0;
  }
}

/** Largest speed of a coordinate, in the unit of errors. */
export function fastest(state: LagrangianState, v: Float64Array): number {
  let most = 0;
  for (let i = 0; i < v.length; i++) most = Math.max(most, Math.abs(v[i]));
  return most * Math.max(1, state.natural.size);
}

/** Masses, settings and penalties for the model as it is. Writes: value, phi, jacobian. */
export function refreshNumbers(model: Model, data: Data, state: LagrangianState): void {
  state.settings = readLagrangianSettings(model);
  state.timestep = model.options.timestep;
  state.numbers[NUMBER.step] = state.timestep;
  state.numbers[NUMBER.span] = state.timestep;
  state.params = model.formulation.params;
  // what was just created has its masses already
  if (state.epoch >= 0) {
    state.mass.value.set(buildMass(model, state.natural).value);
    state.guidedMass.value.set(buildGuidedMass(model, state.natural).value);
  }
  state.epoch = data.epoch;
  // penalties are those of the scene's placement with no row holding, so that a run that is resumed has the same ones
  letGo(state.soft);
  const { bodyPos0: bodyPos, bodyQuat0: bodyQuat, bodyVel0: bodyVel } = model;
  const { q0, v0, a0 } = state;
  const noTurns = new Float64Array(MEMORY * model.joints.count);
  readCoordinates(state.natural, { bodyPos, bodyQuat, bodyVel }, noTurns, state.value, q0, v0, a0);
  placeConstraints(state, q0);
  choosePenalties(model, state);
  state.stepAlpha.set(state.alpha);
  placeConstraints(state, lagrangianFields(data).coordinate);
}

/** The position problem; returns the largest error that is left. */
export function assemble(state: LagrangianState, q: Float64Array): number {
  const { natural, rowWork, rhs, jacobian, rowMass, phi } = state;
  const multiplier = new Float64Array(rowWork.length);
  let error = worstError(state, phi);
  for (let k = 0; k < MOST && error > FITS * natural.size; k++) {
    factorMassProjector(state);
    for (let r = 0; r < rowWork.length; r++) rowWork[r] = -(rowMass[r] * phi[r] + multiplier[r]);
    rhs.fill(0);
    addTransposed(natural.constraints, jacobian, rowWork, rhs);
    solveTangent(state.weights, rhs);
    for (let i = 0; i < natural.free; i++) q[i] += rhs[i];
    placeConstraints(state, q);
    const next = worstError(state, phi);
    if (!(next < Number.POSITIVE_INFINITY)) return next;
    error = next;
  }
  return error;
}

/**
 * Accelerations and multipliers that go with positions, velocities and forces — the index-1 augmented Lagrangian,
 *
 *   (M + Φ_qᵀ α Φ_q) q̈ = Q − Φ_qᵀ (α (Φ̇_q q̇ + Φ̇_t) + λ),   λ ← λ + α Φ̈      [Luaces2013] (2.7)–(2.8) iterated
 *
 * so that M q̈ + Φ_qᵀ λ = Q and Φ̈ = 0 both hold. Reads: q, v. Writes: a, multiplier, body state, bodyForce, inner,
 * structure.
 */
export function startAccelerations(model: Model, data: Data, state: LagrangianState): void {
  const { natural, work, velocityRow } = state;
  const fields = lagrangianFields(data);
  const { coordinate: q, velocity: v, acceleration: a, multiplier, structure } = fields;
  work.set(a);
  velocityRow.set(multiplier);
  placeConstraints(state, q);
  evaluateGeneralisedForces(model, data, state, v, EFFORTS.start);
  multiplier.fill(0);
  if (state.soft.hasBounded) {
    startRows(model, data, state, v);
    do {
      evaluateGeneralisedForces(model, data, state, v, EFFORTS.released);
      multiplier.fill(0);
      solveAccelerations(state, q, v, a, multiplier, PASSES + 2);
    } while (releaseRows(state, data.items.joints));
  } else solveAccelerations(state, q, v, a, multiplier, PASSES + 2);
  keepKnown(natural, structure, work, velocityRow, a, multiplier);
  structure.set(natural.structure);
  keepInner(state, fields);
  noteEnd(model, data, state);
  startHeld(model, data, state);
}

/** True when some mechanism of the scene has no accelerations yet: new, or changed by a recompile. */
export function lacksAccelerations(natural: Natural, structure: Int32Array): boolean {
  for (let i = 0; i < natural.count; i++) if (structure[i] !== natural.structure[i]) return true;
  return false;
}

/** True when there are coordinates that the model before a recompile did not have. */
export function hasNewCoordinates(structure: Int32Array): boolean {
  return structure.includes(0);
}

/** Mechanisms that a recompile did not touch go on with what they had. */
function keepKnown(
  natural: Natural,
  structure: Int32Array,
  knownA: Float64Array,
  knownMultiplier: Float64Array,
  a: Float64Array,
  multiplier: Float64Array,
): void {
  const { rows, rowStart, column } = natural.constraints;
  for (let i = 0; i < natural.free; i++) if (structure[i] === natural.structure[i]) a[i] = knownA[i];
  for (let r = 0; r < rows; r++) {
    const i = column[rowStart[r]];
    if (structure[i] === natural.structure[i]) multiplier[r] = knownMultiplier[r];
  }
}

/**
 * The iteration above, from the multipliers and prescribed accelerations as they are; rows of joints that hold take
 * part as constraints do. Reads: value, jacobian, force, rows that hold. Writes: a, multiplier, effort of rows.
 */
export function solveAccelerations(
  state: LagrangianState,
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
  multiplier: Float64Array,
  passes: number,
): void {
  const { natural, mass, rowWork, rhs, phiDot, jacobian, rowMass, force, soft } = state;
  const { free } = natural;
  factorMassProjector(state);
  soft.effort.fill(0);
  for (let k = 0; k < passes; k++) {
    // with q̈ of free coordinates zero, Φ̈ is what has to be balanced, and M q̈ what prescribed motion drags along
    a.fill(0, 0, free);
    accelerationErrors(state, q, v, a);
    for (let r = 0; r < rowWork.length; r++) rowWork[r] = -(rowMass[r] * phiDot[r] + multiplier[r]);
    for (let i = 0; i < free; i++) rhs[i] = force[i];
    for (let e = 0; e < mass.row.length; e++) rhs[mass.row[e]] -= mass.value[e] * a[mass.column[e]];
    rhs.fill(0, free);
    addTransposed(natural.constraints, jacobian, rowWork, rhs);
    if (soft.hasBounded) {
      for (let r = soft.firstJointRow; r < soft.rows; r++)
        soft.push[r] = soft.effort[r] - soft.massHold[r] * soft.bias[r];
      addHeldTransposed(state, soft.push, rhs);
    }
    solveTangent(state.weights, rhs);
    for (let i = 0; i < free; i++) a[i] = rhs[i];
    if (soft.hasBounded) {
      heldErrors(state, a, soft.bias);
      for (let r = soft.firstJointRow; r < soft.rows; r++) soft.effort[r] -= soft.massHold[r] * soft.error[r];
    }
    accelerationErrors(state, q, v, a);
    for (let r = 0; r < rowWork.length; r++) multiplier[r] += rowMass[r] * phiDot[r];
  }
}

/** inner ← Φ_qᵀ (α Φ + λ) − Q at the end of the step. Reads: phi, jacobian, force. */
export function keepInner(state: LagrangianState, fields: LagrangianFields): void {
  const { natural, rowWork, alpha, phi, jacobian, force } = state;
  const { inner, multiplier } = fields;
  for (let r = 0; r < rowWork.length; r++) rowWork[r] = multiplier[r] + alpha[r] * phi[r];
  for (let i = 0; i < natural.count; i++) inner[i] = -force[i];
  addTransposed(natural.constraints, jacobian, rowWork, inner);
}

const POSE = 13;

/** Remembers how the bodies were left; dormant ones are at rest, whatever they will wake with. Writes: written. */
export function keepWritten(data: Data, fields: LagrangianFields, bodies: Extent | null = null): void {
  if (bodies === null) keepSome(data, fields, 0, data.bodyPos.length / 3);
  else for (let s = 0; s < bodies.count; s++) keepSome(data, fields, bodies.from[s], bodies.to[s]);
}

/** The same for bodies `from` … `to` − 1. */
function keepSome(data: Data, { written }: LagrangianFields, from: number, to: number): void {
  const { bodyPos, bodyQuat, bodyState, bodyVel } = data;
  for (let b = from; b < to; b++) {
    const dormant = bodyState[b] === BODY_STATE.dormant;
    for (let c = 0; c < 3; c++) written[POSE * b + c] = bodyPos[3 * b + c];
    for (let c = 0; c < 4; c++) written[POSE * b + 3 + c] = bodyQuat[4 * b + c];
    for (let c = 0; c < 6; c++) written[POSE * b + 7 + c] = dormant ? 0 : bodyVel[6 * b + c];
  }
}

/** True when someone but the step moved a body. */
export function bodiesMoved(data: Data, fields: LagrangianFields): boolean {
  for (let b = 0; b < data.bodyPos.length / 3; b++) if (bodyMoved(data, fields, b)) return true;
  return false;
}

/** True when someone but the step moved body b. */
export function bodyMoved(data: Data, { written }: LagrangianFields, b: number): boolean {
  const { bodyPos, bodyQuat, bodyState, bodyVel } = data;
  for (let c = 0; c < 3; c++) if (written[POSE * b + c] !== bodyPos[3 * b + c]) return true;
  for (let c = 0; c < 4; c++) if (written[POSE * b + 3 + c] !== bodyQuat[4 * b + c]) return true;
  if (bodyState[b] === BODY_STATE.dormant) return false;
  for (let c = 0; c < 6; c++) if (written[POSE * b + 7 + c] !== bodyVel[6 * b + c]) return true;
  return false;
}
