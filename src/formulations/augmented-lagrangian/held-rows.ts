import type { Data } from "../../data/data.js";
import type { JointKind } from "../../joints/joint.js";
import { freshRows } from "../../joints/rows.js";
import { type JointFields, ROW } from "../../joints/system.js";
import { turnInto } from "../../math/quat.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { writeBodies } from "./bodies.js";
import { EFFORTS } from "./bounded-effort.js";
import { evaluateForms } from "./forms.js";
import { addJointEfforts, gatherSoftRows, type SoftRows } from "./soft-rows.js";
import type { LagrangianState } from "./state.js";
import { addRowProducts, factorTangent, solveTangent, startTangent } from "./tangent.js";

/**
 * The mass that each row moves with the constraints in place, times the ratio of penalties: ratio / (g A⁻¹ gᵀ), A = M +
 * Φ_qᵀ α Φ_q. Locks come first, and are in A for the others. A row of a bob's hinge so counts m l², not the moment of
 * the bob about its centre. Reads: jacobian, entries, kinds of rows. Writes: mass of rows, factors of the second
 * tangent.
 */
function weighRows(state: LagrangianState, fields: JointFields): void {
  const { soft, weights } = state;
  soft.massHold.fill(0);
  startWeights(state);
  factorTangent(weights, state.awake);
  let locks = 0;
  for (let to = soft.firstJointRow; to < soft.rows; to++) {
    if (soft.bounded[to] === 0 || fields.rowKind[soft.jointRowOf[to]] !== ROW.lock) continue;
    weighRow(state, to);
    soft.massHold[to] = soft.mass[to];
    locks++;
  }
  if (locks > 0) {
    addRowProducts(
      weights.values,
      soft,
      weights.softPairs,
      soft.entries,
      soft.massHold,
      state.massProjector.scale,
      0,
      state.awake.soft,
    );
    factorTangent(weights, state.awake);
  }
  for (let to = soft.firstJointRow; to < soft.rows; to++)
    if (soft.bounded[to] === 1 && fields.rowKind[soft.jointRowOf[to]] !== ROW.lock) weighRow(state, to);
}

function weighRow({ soft, weights, rhs, settings, awake }: LagrangianState, to: number): void {
  const { entries, rowStart, column } = soft;
  rhs.fill(0);
  for (let e = rowStart[to]; e < rowStart[to + 1]; e++) rhs[column[e]] = entries[e];
  solveTangent(weights, rhs, awake);
  let inverse = 0;
  for (let e = rowStart[to]; e < rowStart[to + 1]; e++) inverse += entries[e] * rhs[column[e]];
  soft.mass[to] = inverse > 0 ? settings.penaltyRatio / inverse : 0;
}

/** M + Φ_qᵀ α Φ_q, not factored. Writes: values of the second tangent. */
function startWeights({ weights, mass, natural, jacobian, rowMass, massProjector, awake }: LagrangianState): void {
  const { scale } = massProjector;
  startTangent(weights, mass, scale, 0, awake);
  addRowProducts(weights.values, natural.constraints, weights.constraintPairs, jacobian, rowMass, scale, 0, awake.rows);
}

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
 * Before Newton's method: the masses of the rows at the predicted state. Reads: value, jacobian. Writes: body state,
 * rows of joints, entries, mass of rows.
 */
export function prepareRows(model: Model, data: Data, state: LagrangianState, v: Float64Array): void {
  placeRows(model, data, state, v, EFFORTS.known);
  weighRows(state, data.items.joints);
}

/**
 * After it: entries and speeds of the rows, for the projection of velocities. Which rows hold is as the last iteration
 * has it.
 */
export function endRows(model: Model, data: Data, state: LagrangianState, v: Float64Array): void {
  placeRows(model, data, state, v, EFFORTS.known);
  writeOffsets(model, data, state.soft);
}

/**
 * After that: J̇ v of the rows at the velocities, for the projection of accelerations. Reads: value. Writes: rate, body
 * state, bias.
 */
export function turnRows(model: Model, data: Data, state: LagrangianState, v: Float64Array): void {
  evaluateForms(state.natural.forms, v, state.rate);
  writeBodies(model, state.natural, data, state.value, state.rate);
  writeBiases(model, data, state);
}

/**
 * At the start of a run: rows, their masses and J̇ v. Which rows hold is decided already. Reads: value, jacobian, body
 * state.
 */
export function startRows(model: Model, data: Data, state: LagrangianState, v: Float64Array): void {
  prepareRows(model, data, state, v);
  const { soft } = state;
  for (let to = soft.firstJointRow; to < soft.rows; to++) soft.massHold[to] = soft.holds[to] === 1 ? soft.mass[to] : 0;
  writeBiases(model, data, state);
}

/**
 * Lets go the rows whose effort, as accelerations have it, is out of bounds: they push with the bound from now on.
 * Returns whether there was one; a row that was let go does not hold again, so that this ends. Reads: effort. Writes:
 * rowEffort, rows that hold.
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

/** No row holds: before positions and velocities are solved for from the start. */
export function letGo(soft: SoftRows): void {
  soft.holds.fill(0);
  soft.hold.fill(0);
  soft.massHold.fill(0);
}

/**
 * Passes of the projections while a row holds. An impact changes velocities by much, and passes that the penalties of
 * constraints make up for in steps of 1e-5 times the ratio of the masses that the row and they move: 1e-2 for a bob of
 * small moment on a long arm.
 */
const HELD_PASSES = 6;

/** Passes of the projections of this step. */
export function passesOf({ soft, settings }: LagrangianState): number {
  return soft.hasBounded && soft.holds.includes(1) ? Math.max(HELD_PASSES, settings.passes) : settings.passes;
}

/**
 * Bodies, rows and their entries at (q, v). Reads: value. Writes: rate, body state, bodyForce, rows of joints, entries.
 */
function placeRows(model: Model, data: Data, state: LagrangianState, v: Float64Array, mode: number): void {
  const { natural, value, rate, soft } = state;
  evaluateForms(natural.forms, v, rate);
  writeBodies(model, natural, data, value, rate);
  addJointEfforts(model, data, state, mode);
  gatherSoftRows(natural, soft, value);
}

/**
 * Largest turn (rad) by which bodies are displaced for a difference. Error of the difference: its square, and round-off
 * over it.
 */
const DISPLACEMENT = 1e-5;

/**
 * bias ← J̇ v less the acceleration that a drive asks for, so that C'' = g · q̈ + bias. J̇ v is a central difference
 * along the motion: every kind of joint writes its J, none its derivative. Bodies are put back to the bit. Reads: body
 * state, rows. Writes: bias.
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
    const a = joints.bodyA[i];
    const b = joints.bodyB[i];
    const time = DISPLACEMENT / (1 + fastestTurn(data.bodyVel, a, b));
    soft.bias.fill(0, first, end);
    for (let sign = 1; sign >= -1; sign -= 2) {
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

/**
 * offset ← −speed, and J v of bodies that forces do not move, so that J v − speed = g · q̇ + offset. Reads: body state,
 * rows.
 */
function writeOffsets(model: Model, { bodyVel, items }: Data, soft: SoftRows): void {
  const { rowSpeed, rowJacobian, rowBody } = items.joints;
  for (let to = soft.firstJointRow; to < soft.rows; to++) {
    if (soft.holds[to] === 0) continue;
    const r = soft.jointRowOf[to];
    let sum = -rowSpeed[r];
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
  for (let c = 0; c < 3; c++) most = Math.max(most, Math.abs(v[6 * a + c]), Math.abs(v[6 * b + c]));
  return most;
}

/** Behind the two poses: the rotation vector of a displacement. */
const DISPLACED = 14;

/** Moves a body on by its velocity for a time, s; its pose before is in poses[o …]. */
function displace({ bodyPos, bodyQuat, bodyVel }: Data, b: number, time: number, poses: Float64Array, o: number): void {
  for (let c = 0; c < 3; c++) {
    poses[o + c] = bodyPos[3 * b + c];
    bodyPos[3 * b + c] += time * bodyVel[6 * b + 3 + c];
    poses[DISPLACED + c] = time * bodyVel[6 * b + c];
  }
  for (let c = 0; c < 4; c++) poses[o + 3 + c] = bodyQuat[4 * b + c];
  turnInto(bodyQuat, 4 * b, poses, DISPLACED, bodyQuat, 4 * b);
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
