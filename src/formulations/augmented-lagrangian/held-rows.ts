import type { Data } from "../../data/data.js";
import type { JointKind } from "../../joints/joint.js";
import { freshRows } from "../../joints/rows.js";
import { type JointFields, ROW } from "../../joints/system.js";
import { turnInto } from "../../math/quat.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { writeBodies } from "./bodies.js";
import { evaluateForms } from "./forms.js";
import { addJointEfforts, gatherSoftRows, type SoftRows } from "./soft-rows.js";
import type { LagrangianState } from "./state.js";
import { addRowProducts, factorTangent, solveTangent, startTangent } from "./tangent.js";

/**
 * Rows of joints with bounded efforts: limits, friction, drives with a largest effort, and the locks of joints that can break. Each has a
 * multiplier λ (`rowEffort`, state) and a penalty, as constraints have, and its effort is the multiplier moved by the error and cut to its
 * bounds [lo, hi],
 *
 *   locks, limits      e = cut(λ − α C)                       C = 0, or C ≥ 0 with lo = 0
 *   drives, friction   e = cut(λ − c (C' − speed))            C' = J v; friction has speed 0 and bounds ∓ f
 *
 * In every iteration of Newton's method a row either holds or is at a bound. A row that holds acts with e and its derivative, and takes the effort
 * that the iteration balanced as its λ; it goes to a bound when that is beyond it (`keepBalance`). A row at a bound acts with the bound, and holds again when its
 * error has the other sign. (The cut itself, with the large α, jumps from bound to bound past the row that holds.) At the end e = λ, and every row either holds (C = 0, or C' = speed, with an effort within the bounds) or has an effort at a bound:
 * the complementarity conditions themselves, without a stiffness that a user would feel. A stop lets nothing through, a joint that sticks does
 * not creep. This is the method of multipliers for inequalities [AlartCurnier1991], iterated within Newton's method as [Luaces2013] (2.59)–(2.61)
 * does for equations, with the active set of a semi-smooth Newton method.
 *
 * A row that holds at the end of the step is a constraint of the projections: C' = 0 (or the speed) and C'' = 0, which makes the impact on a stop
 * inelastic and keeps the accelerations of the next step free of its impulse.
 */

/** What an evaluation of the efforts does. */
export const EFFORTS = {
  /** From the multipliers of the last step: the first of Newton's method. */
  first: 0,
  /** Moves the multipliers before: the further ones. */
  next: 1,
  /** The multipliers themselves: at the end of the step. */
  known: 2,
  /** Rows that hold have none, as their efforts are what is looked for. */
  released: 3,
  /** As `released`, and decides from the state alone which rows hold: at the start of a run. */
  start: 4,
} as const;

/** Speeds (m/s or rad/s) and errors (m or rad) below which a row at the start of a run is taken to hold. */
const REST_SPEED = 1e-9;
const REST_ERROR = 1e-9;

/**
 * Effort of joint row r, which is soft row `to`; `slip` is J v − speed. Reads: rowError, rowBounds, rowSpring, mass of the row. Writes:
 * rowEffort, and whether and with which weight the row holds.
 */
export function boundedEffort(
  state: LagrangianState,
  fields: JointFields,
  to: number,
  r: number,
  slip: number,
  mode: number,
): number {
  const { soft, settings, timestep: h } = state;
  if (mode === EFFORTS.known) return fields.rowEffort[r];
  if (mode === EFFORTS.start) startRow(soft, fields, to, r, slip);
  if (mode >= EFFORTS.released) return soft.holds[to] === 1 ? 0 : fields.rowEffort[r];

  const { beta, gamma } = settings.step;
  const byVelocity = fields.rowKind[r] === ROW.drive;
  const alpha = soft.mass[to] / (beta * h * h);
  // c = α β h / γ, so that velocities count in the tangent as positions do
  const error = alpha * (byVelocity ? ((beta * h) / gamma) * slip : fields.rowError[r]);
  const least = fields.rowBounds[2 * r];
  const most = fields.rowBounds[2 * r + 1];
  const { rowEffort } = fields;
  let holds = mode === EFFORTS.next ? soft.holds[to] === 1 : rowEffort[r] > least && rowEffort[r] < most;
  if (!holds) {
    // at the present bound, which may have changed; a row at a bound holds as soon as its error has the other sign
    rowEffort[r] = rowEffort[r] <= least ? least : most;
    if (soft.released[to] === 0) holds = rowEffort[r] === least ? error < 0 : error > 0;
  }
  soft.released[to] = 0;
  // a drive by position changes its speed by −gain per unit of the coordinate
  const gain = byVelocity ? fields.rowSpring[2 * r] : 0;
  soft.holds[to] = holds ? 1 : 0;
  soft.hold[to] = holds ? alpha * (1 + (gain * beta * h) / gamma) : 0;
  soft.massHold[to] = holds ? soft.mass[to] : 0;
  return holds ? rowEffort[r] - error : rowEffort[r];
}

/**
 * After an iteration: rows whose effort, as its linear equations balance it, e − w g · δ, is beyond a bound go to that bound; if there is none, every
 * row that holds takes that effort as its λ. (Where rows contradict each other, as a drive and a stop, the one that gives way has made the efforts of
 * the others as large as its own; they keep their λ.) The error itself after the iteration has a part of the second order in δ, which α makes
 * larger than any effort. Reads: rowMean, δ. Writes: rowEffort, rows that hold.
 */
export function keepBalance({ soft, rhs }: LagrangianState, fields: JointFields): void {
  const { entries, rowStart, column, holds, hold, push } = soft;
  let any = false;
  for (let to = soft.firstJointRow; to < soft.rows; to++) {
    if (holds[to] === 0) continue;
    let along = 0;
    for (let e = rowStart[to]; e < rowStart[to + 1]; e++) along += entries[e] * rhs[column[e]];
    const r = soft.jointRowOf[to];
    push[to] = fields.rowMean[r] - hold[to] * along;
    if (push[to] >= fields.rowBounds[2 * r] && push[to] <= fields.rowBounds[2 * r + 1]) continue;
    fields.rowEffort[r] = fields.rowBounds[2 * r + (push[to] < fields.rowBounds[2 * r] ? 0 : 1)];
    holds[to] = 0;
    soft.released[to] = 1;
    any = true;
  }
  if (any) return;
  for (let to = soft.firstJointRow; to < soft.rows; to++)
    if (holds[to] === 1) fields.rowEffort[soft.jointRowOf[to]] = push[to];
}

/** At the start of a run rows at rest are taken to hold; the others push with what they can. */
function startRow(soft: SoftRows, fields: JointFields, to: number, r: number, slip: number): void {
  const kind = fields.rowKind[r];
  let holds = true;
  if (kind === ROW.limit) holds = fields.rowError[r] <= REST_ERROR && slip <= REST_SPEED;
  else if (kind === ROW.drive)
    holds = fields.rowBounds[2 * r + 1] === Number.POSITIVE_INFINITY || Math.abs(slip) <= REST_SPEED;
  soft.holds[to] = holds ? 1 : 0;
  fields.rowEffort[r] = holds || kind === ROW.limit ? 0 : fields.rowBounds[2 * r + (slip > 0 ? 0 : 1)];
}

/**
 * The mass that each row moves with the constraints in place, times the ratio of penalties: ratio / (g A⁻¹ gᵀ), A = M + Φ_qᵀ α Φ_q. Locks come
 * first, and are in A for the others. A row of a bob's hinge so counts m l², not the moment of the bob about its centre. Reads: jacobian, entries,
 * kinds of rows. Writes: mass of rows, factors of the second tangent.
 */
export function weighRows(state: LagrangianState, fields: JointFields): void {
  const { soft, weights } = state;
  soft.massHold.fill(0);
  startWeights(state);
  factorTangent(weights);
  let locks = 0;
  for (let to = soft.firstJointRow; to < soft.rows; to++) {
    if (soft.bounded[to] === 0 || fields.rowKind[soft.jointRowOf[to]] !== ROW.lock) continue;
    weighRow(state, to);
    soft.massHold[to] = soft.mass[to];
    locks++;
  }
  if (locks > 0) {
    addRowProducts(weights.values, soft, weights.softPairs, soft.entries, soft.massHold, ONE, 0);
    factorTangent(weights);
  }
  for (let to = soft.firstJointRow; to < soft.rows; to++)
    if (soft.bounded[to] === 1 && fields.rowKind[soft.jointRowOf[to]] !== ROW.lock) weighRow(state, to);
}

function weighRow({ soft, weights, rhs, settings }: LagrangianState, to: number): void {
  const { entries, rowStart, column } = soft;
  rhs.fill(0);
  for (let e = rowStart[to]; e < rowStart[to + 1]; e++) rhs[column[e]] = entries[e];
  solveTangent(weights, rhs);
  let inverse = 0;
  for (let e = rowStart[to]; e < rowStart[to + 1]; e++) inverse += entries[e] * rhs[column[e]];
  soft.mass[to] = inverse > 0 ? settings.penaltyRatio / inverse : 0;
}

/** M + Φ_qᵀ α Φ_q, not factored. Writes: values of the second tangent. */
function startWeights({ weights, mass, natural, jacobian, rowMass }: LagrangianState): void {
  startTangent(weights, mass, ONE, 0);
  addRowProducts(weights.values, natural.constraints, weights.constraintPairs, jacobian, rowMass, ONE, 0);
}

const ONE = Float64Array.of(1);

/** error ← g · x + add of the rows that hold: J v − speed for velocities, C'' for accelerations. */
export function heldErrors({ soft }: LagrangianState, x: Float64Array, add: Float64Array): void {
  const { entries, rowStart, column, holds, error } = soft;
  for (let to = soft.firstJointRow; to < soft.rows; to++) {
    error[to] = 0;
    if (holds[to] === 0) continue;
    let sum = add[to];
    for (let e = rowStart[to]; e < rowStart[to + 1]; e++) sum += entries[e] * x[column[e]];
    error[to] = sum;
  }
}

/** rhs += Σ y_r gᵀ over the rows that hold. */
export function addHeldTransposed({ soft }: LagrangianState, y: Float64Array, rhs: Float64Array): void {
  const { entries, rowStart, column, holds } = soft;
  for (let to = soft.firstJointRow; to < soft.rows; to++) {
    if (holds[to] === 0) continue;
    for (let e = rowStart[to]; e < rowStart[to + 1]; e++) rhs[column[e]] += entries[e] * y[to];
  }
}

/**
 * Before Newton's method: the masses of the rows at the predicted state. Reads: value, jacobian. Writes: body state, rows of joints, entries,
 * mass of rows.
 */
export function prepareRows(model: Model, data: Data, state: LagrangianState, v: Float64Array): void {
  placeRows(model, data, state, v, EFFORTS.known);
  weighRows(state, data.items.joints);
}

/** After it: entries and speeds of the rows, for the projection of velocities. Which rows hold is as the last iteration has it. */
export function endRows(model: Model, data: Data, state: LagrangianState, v: Float64Array): void {
  placeRows(model, data, state, v, EFFORTS.known);
  writeOffsets(model, data, state.soft);
}

/** After that: J̇ v of the rows at the velocities, for the projection of accelerations. Reads: value. Writes: rate, body state, bias. */
export function turnRows(model: Model, data: Data, state: LagrangianState, v: Float64Array): void {
  evaluateForms(state.natural.forms, v, state.rate);
  writeBodies(model, state.natural, data, state.value, state.rate);
  writeBiases(model, data, state);
}

/** At the start of a run: rows, their masses and J̇ v. Which rows hold is decided already. Reads: value, jacobian, body state. */
export function startRows(model: Model, data: Data, state: LagrangianState, v: Float64Array): void {
  prepareRows(model, data, state, v);
  const { soft } = state;
  for (let to = soft.firstJointRow; to < soft.rows; to++) soft.massHold[to] = soft.holds[to] === 1 ? soft.mass[to] : 0;
  writeBiases(model, data, state);
}

/**
 * Lets go the rows whose effort, as accelerations have it, is out of bounds: they push with the bound from now on. Returns whether there was
 * one; a row that was let go does not hold again, so that this ends. Reads: effort. Writes: rowEffort, rows that hold.
 */
export function releaseRows({ soft }: LagrangianState, fields: JointFields): boolean {
  let any = false;
  for (let to = soft.firstJointRow; to < soft.rows; to++) {
    if (soft.holds[to] === 0) continue;
    const r = soft.jointRowOf[to];
    const least = fields.rowBounds[2 * r];
    const most = fields.rowBounds[2 * r + 1];
    fields.rowEffort[r] = Math.max(least, Math.min(most, soft.effort[to]));
    if (soft.effort[to] >= least && soft.effort[to] <= most) continue;
    soft.holds[to] = 0;
    soft.massHold[to] = 0;
    any = true;
  }
  return any;
}

/** No row holds: for positions and velocities that are looked for anew. */
export function letGo(soft: SoftRows): void {
  soft.holds.fill(0);
  soft.hold.fill(0);
  soft.massHold.fill(0);
}

/**
 * Passes of the projections while a row holds. An impact changes velocities by much, and passes that the penalties of constraints make up for in
 * steps of 1e-5 times the ratio of the masses that the row and they move: 1e-2 for a bob of small moment on a long arm.
 */
const HELD_PASSES = 6;

/** Passes of the projections of this step. */
export function passesOf({ soft, settings }: LagrangianState): number {
  return soft.hasBounded && soft.holds.includes(1) ? Math.max(HELD_PASSES, settings.passes) : settings.passes;
}

/** Bodies, rows and their entries at (q, v). Reads: value. Writes: rate, body state, bodyForce, rows of joints, entries. */
function placeRows(model: Model, data: Data, state: LagrangianState, v: Float64Array, mode: number): void {
  const { natural, value, rate, soft } = state;
  evaluateForms(natural.forms, v, rate);
  writeBodies(model, natural, data, value, rate);
  addJointEfforts(model, data, state, mode);
  gatherSoftRows(natural, soft, value);
}

/** Largest turn (rad) by which bodies are displaced for a difference. Error of the difference: its square, and round-off over it. */
const DISPLACEMENT = 1e-5;

/**
 * bias ← J̇ v less the acceleration that a drive asks for, so that C'' = g · q̈ + bias. J̇ v is a central difference along the motion: every kind
 * of joint writes its J, none its derivative. Bodies are put back to the bit. Reads: body state, rows. Writes: bias.
 */
function writeBiases(model: Model, data: Data, state: LagrangianState): void {
  const { soft } = state;
  const { joints } = model;
  const fields = data.items.joints;
  for (let k = 0; k < soft.joints.length; k++) {
    const i = soft.joints[k];
    const first = soft.jointRow[k];
    const end = k + 1 < soft.joints.length ? soft.jointRow[k + 1] : soft.rows;
    let any = false;
    for (let to = first; to < end; to++) any ||= soft.holds[to] === 1;
    if (!any) continue;
    const scratch = scratchOf(model, data, soft, k);
    const [a, b] = [joints.bodyA[i], joints.bodyB[i]];
    const time = DISPLACEMENT / (1 + fastestTurn(data.bodyVel, a, b));
    soft.bias.fill(0, first, end);
    for (const sign of [1, -1]) {
      displace(data, a, sign * time, soft.poses, 0);
      displace(data, b, sign * time, soft.poses, 7);
      (joints.kinds[i] as JointKind).writeRows(model, data, i, 0, scratch);
      putBack(data, b, soft.poses, 7);
      putBack(data, a, soft.poses, 0);
      for (let to = first; to < end; to++)
        soft.bias[to] += (sign * twistAlong(scratch.rowJacobian, 12 * (to - first), data.bodyVel, a, b)) / (2 * time);
    }
    for (let to = first; to < end; to++) {
      const r = soft.jointRowOf[to];
      if (fields.rowKind[r] === ROW.drive) soft.bias[to] += fields.rowSpring[2 * r] * fields.rowSpeed[r];
    }
  }
}

/** offset ← −speed, and J v of bodies that forces do not move, so that J v − speed = g · q̇ + offset. Reads: body state, rows. */
function writeOffsets(model: Model, { bodyVel, items }: Data, soft: SoftRows): void {
  const { rowKind, rowSpeed, rowJacobian, rowBody } = items.joints;
  for (let to = soft.firstJointRow; to < soft.rows; to++) {
    if (soft.holds[to] === 0) continue;
    const r = soft.jointRowOf[to];
    let sum = rowKind[r] === ROW.drive ? -rowSpeed[r] : 0;
    for (let side = 0; side < 2; side++) {
      const body = rowBody[2 * r + side];
      if (model.bodyType[body] === BODY_TYPE.dynamic) continue;
      for (let c = 0; c < 6; c++) sum += rowJacobian[12 * r + 6 * side + c] * bodyVel[6 * body + c];
    }
    soft.offset[to] = sum;
  }
}

/** Rows of one joint for differences, made when first needed. */
function scratchOf(model: Model, data: Data, soft: SoftRows, k: number): JointFields {
  soft.scratch[k] ??= freshRows(model, data, soft.joints[k]);
  const scratch = soft.scratch[k] as JointFields;
  scratch.memory.set(data.items.joints.memory);
  return scratch;
}

function fastestTurn(v: Float64Array, a: number, b: number): number {
  let most = 0;
  for (const body of [a, b]) for (let c = 0; c < 3; c++) most = Math.max(most, Math.abs(v[6 * body + c]));
  return most;
}

const TURN = new Float64Array(3);

/** Moves a body on by its velocity for a time, s; its pose before is in poses[o …]. */
function displace({ bodyPos, bodyQuat, bodyVel }: Data, b: number, time: number, poses: Float64Array, o: number): void {
  for (let c = 0; c < 3; c++) {
    poses[o + c] = bodyPos[3 * b + c];
    bodyPos[3 * b + c] += time * bodyVel[6 * b + 3 + c];
    TURN[c] = time * bodyVel[6 * b + c];
  }
  for (let c = 0; c < 4; c++) poses[o + 3 + c] = bodyQuat[4 * b + c];
  turnInto(bodyQuat, 4 * b, TURN, 0, bodyQuat, 4 * b);
}

function putBack({ bodyPos, bodyQuat }: Data, b: number, poses: Float64Array, o: number): void {
  for (let c = 0; c < 3; c++) bodyPos[3 * b + c] = poses[o + c];
  for (let c = 0; c < 4; c++) bodyQuat[4 * b + c] = poses[o + 3 + c];
}

function twistAlong(J: Float64Array, o: number, v: Float64Array, a: number, b: number): number {
  let sum = 0;
  for (let c = 0; c < 6; c++) sum += J[o + c] * v[6 * a + c] + J[o + 6 + c] * v[6 * b + c];
  return sum;
}
