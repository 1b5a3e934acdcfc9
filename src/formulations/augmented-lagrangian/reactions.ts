import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { ROW, writeJointLoads, writeJointRows } from "../../joints/system.js";
import { symMulInto } from "../../math/mat3.js";
import { rotateInto, rotateInverseInto } from "../../math/quat.js";
import { analyzeSparse } from "../../math/sparse/analyze.js";
import { createSparseLdlt, factorSparseLdlt, type SparseLdlt, solveSparseLdlt } from "../../math/sparse/ldlt.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { EFFORTS } from "./bounded-effort.js";
import { evaluateGeneralisedForces } from "./evaluate.js";
import { lagrangianFields } from "./fields.js";
import { evaluateForms } from "./forms.js";
import { isUnknown } from "./known-rows.js";
import type { SoftRows } from "./soft-rows.js";
import { solveAccelerations } from "./start.js";
import type { LagrangianState } from "./state.js";

/**
 * Reactions of joints from accelerations. Bodies that share points have no multiplier for what passes through these, so
 * that the balance of every body is solved for the efforts x of its joints' rows J (those that every formulation
 * writes):
 *
 *   Σ Jᵀ x = w,   w = [I α + ω × I ω; m a] − applied wrench
 *   J M⁻¹ Jᵀ x = J M⁻¹ w
 *
 * with the accelerations that constraints and forces allow at the end of the step. Where constraints repeat each other
 * the efforts are the smallest that do it.
 */
export interface Reactions {
  /** Rows of joints that hold or guide, among all rows of joints. */
  readonly rows: Int32Array;
  readonly bodyA: Int32Array;
  readonly bodyB: Int32Array;
  /** M⁻¹ Jᵀ of each row, 12 numbers. */
  readonly inverse: Float64Array;
  /** Pairs of rows that share a body, and which bodies: bit 0 A–A, 1 A–B, 2 B–A, 3 B–B. */
  readonly pairI: Int32Array;
  readonly pairJ: Int32Array;
  readonly pairBodies: Uint8Array;
  readonly values: Float64Array;
  readonly softened: Float64Array;
  readonly factor: SparseLdlt;
  /** 1 for rows whose effort is looked for. */
  readonly unknown: Uint8Array;
  readonly effort: Float64Array;
  readonly rhs: Float64Array;
  /** Conjugate gradients: direction, its product with the matrix, and the residual over it. */
  readonly search: Float64Array;
  readonly image: Float64Array;
  readonly scaled: Float64Array;
  readonly wrench: Float64Array;
  readonly acceleration: Float64Array;
  readonly multiplier: Float64Array;
  readonly rate: Float64Array;
  /** Poses of all bodies, to put back; efforts that were solved for, one per row of joints. */
  readonly pos: Float64Array;
  readonly quat: Float64Array;
  readonly solved: Float64Array;
}

/**
 * Softness of the rows relative to themselves, and passes that take it back: constraints that repeat each other stay
 * solvable.
 */
const SOFT = 1e-9;
const PASSES = 4;
/**
 * Further passes (`refineEfforts`) go on until efforts would change by no more than this part, at most so many; a
 * change beyond the last number is reported.
 */
const AGREED = 1e-10;
const MOST = 100;
const MISSED = 1e-6;

/** True when the scene reads what joints bear; while it is being compiled, nothing does yet. */
export function wantsReactions(model: Model): boolean {
  const sensors: Model["sensors"] | undefined = model.sensors;
  return (sensors?.reads ?? []).some(({ quantity }) => quantity.needsEfforts === true);
}

/** Makes room. */
export function createReactions(model: Model, state: Pick<LagrangianState, "natural">): Reactions {
  const { rowStart } = model.systems.joints;
  const { joints } = model;
  const rows: number[] = [];
  const bodies: [number, number][] = [];
  for (let i = 0; i < joints.count; i++) {
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
      rows.push(r);
      bodies.push([moving(model, joints.bodyA[i]), moving(model, joints.bodyB[i])]);
    }
  }
  const pairI: number[] = [];
  const pairJ: number[] = [];
  const pairBodies: number[] = [];
  const colPtr = [0];
  bodies.forEach(([a, b], j) => {
    for (let i = 0; i <= j; i++) {
      const [c, d] = bodies[i];
      const bits =
        (c > 0 && c === a ? 1 : 0) |
        (c > 0 && c === b ? 2 : 0) |
        (d > 0 && d === a ? 4 : 0) |
        (d > 0 && d === b ? 8 : 0);
      if (bits === 0 && i !== j) continue;
      pairI.push(i);
      pairJ.push(j);
      pairBodies.push(bits);
    }
    colPtr.push(pairI.length);
  });
  const n = rows.length;
  const f64 = (size: number) => new Float64Array(size);
  return {
    rows: Int32Array.from(rows),
    bodyA: Int32Array.from(bodies, ([a]) => a),
    bodyB: Int32Array.from(bodies, ([, b]) => b),
    inverse: f64(12 * n),
    pairI: Int32Array.from(pairI),
    pairJ: Int32Array.from(pairJ),
    pairBodies: Uint8Array.from(pairBodies),
    values: f64(pairI.length),
    softened: f64(pairI.length),
    factor: createSparseLdlt(analyzeSparse(n, colPtr, pairI), { refine: 0 }),
    unknown: new Uint8Array(n),
    effort: f64(n),
    rhs: f64(n),
    search: f64(n),
    image: f64(n),
    scaled: f64(n),
    wrench: f64(6 * model.nb),
    acceleration: f64(state.natural.count),
    multiplier: f64(state.natural.constraints.rows),
    rate: f64(3 * state.natural.forms.count),
    pos: f64(3 * model.nb),
    quat: f64(4 * model.nb),
    solved: f64(n),
  };
}

function moving(model: Model, b: number): number {
  return model.bodyType[b] === BODY_TYPE.dynamic ? b : 0;
}

/**
 * Efforts of all joints at the end of the step. Reads: q, v. Writes: bodyForce, rows of joints, rowMean, rowEffort,
 * jointLoad.
 */
export function findReactions(model: Model, data: Data, state: LagrangianState, reactions: Reactions): void {
  const fields = lagrangianFields(data);
  const { coordinate: q, velocity: v } = fields;
  const { acceleration, multiplier } = reactions;
  evaluateGeneralisedForces(model, data, state, v, EFFORTS.released);
  acceleration.set(fields.acceleration);
  multiplier.set(fields.multiplier);
  solveAccelerations(state, q, v, acceleration, multiplier, PASSES);
  evaluateForms(state.natural.forms, acceleration, reactions.rate);
  writeJointRows(model, data);
  // a row that takes no part bears nothing
  const { rowKind, rowMean } = data.items.joints;
  for (let r = 0; r < rowKind.length; r++) if (rowKind[r] === ROW.off) rowMean[r] = 0;
  writeBalances(model, data, state, reactions);
  solveEfforts(model, data, reactions, state.soft);
  writeJointLoads(model, data);
}

const W = new Float64Array(9);

/** What the joints have to do to every body: w. */
function writeBalances(model: Model, data: Data, state: LagrangianState, { wrench, rate }: Reactions): void {
  const { bodyForms, dim } = state.natural;
  const { value } = state;
  const { bodyForce, bodyQuat, bodyVel } = data;
  for (let b = 1; b < model.nb; b++) {
    const center = bodyForms[4 * b];
    const o = 6 * b;
    if (center < 0) continue;
    for (let c = 0; c < 3; c++) wrench[o + 3 + c] = model.bodyMass[b] * rate[3 * center + c] - bodyForce[o + 3 + c];
    // angular acceleration: ½ Σ e × ë, in the plane x × ẍ
    W[0] = W[1] = W[2] = 0;
    for (let k = 0; k < (dim === 3 ? 3 : 1); k++) {
      const e = 3 * bodyForms[4 * b + 1 + k];
      const share = dim === 3 ? 0.5 : 1;
      W[0] += share * (value[e + 1] * rate[e + 2] - value[e + 2] * rate[e + 1]);
      W[1] += share * (value[e + 2] * rate[e] - value[e] * rate[e + 2]);
      W[2] += share * (value[e] * rate[e + 1] - value[e + 1] * rate[e]);
    }
    // I α and I ω in body axes and back
    rotateInverseInto(W, 0, bodyQuat, 4 * b, W, 0);
    symMulInto(W, 3, model.bodyInertia, 6 * b, W, 0);
    rotateInto(W, 3, bodyQuat, 4 * b, W, 3);
    rotateInverseInto(W, 0, bodyQuat, 4 * b, bodyVel, 6 * b);
    symMulInto(W, 6, model.bodyInertia, 6 * b, W, 0);
    rotateInto(W, 6, bodyQuat, 4 * b, W, 6);
    wrench[o] = W[3] + bodyVel[o + 1] * W[8] - bodyVel[o + 2] * W[7] - bodyForce[o];
    wrench[o + 1] = W[4] + bodyVel[o + 2] * W[6] - bodyVel[o] * W[8] - bodyForce[o + 1];
    wrench[o + 2] = W[5] + bodyVel[o] * W[7] - bodyVel[o + 1] * W[6] - bodyForce[o + 2];
  }
}

/**
 * Efforts of the rows that are not known, from what the joints have to do to every body. Reads: wrench, rows of joints.
 * Writes: effort, rowMean, rowEffort.
 */
export function solveEfforts(model: Model, data: Data, reactions: Reactions, soft: SoftRows): void {
  const { rows, bodyA, bodyB, inverse, rhs, unknown, effort, values, softened, factor, pairI, pairJ } = reactions;
  const { rowJacobian, rowMean, rowEffort } = data.items.joints;
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    const r = rows[k];
    inverse.fill(0, 12 * k, 12 * k + 12);
    effort[k] = 0;
    unknown[k] = isUnknown(data, soft, r) ? 1 : 0;
    if (unknown[k] === 0) continue;
    if (bodyA[k] > 0) divideByMass(model, data, bodyA[k], rowJacobian, 12 * r, inverse, 12 * k);
    if (bodyB[k] > 0) divideByMass(model, data, bodyB[k], rowJacobian, 12 * r + 6, inverse, 12 * k + 6);
  }
  fillPairs(reactions, rowJacobian);
  for (let p = 0; p < values.length; p++) {
    softened[p] = values[p];
    if (pairI[p] !== pairJ[p]) continue;
    softened[p] = values[p] > 0 ? values[p] * (1 + SOFT) : 1;
  }
  if (factorSparseLdlt(factor, softened) > 1) return;
  let change = 1;
  for (let pass = 0; pass < PASSES; pass++) {
    writeLack(reactions);
    solveSparseLdlt(factor, rhs, 0);
    change = addEfforts(reactions, rhs);
  }
  if (change > AGREED) change = refineEfforts(reactions);
  if (change > MISSED) raiseStatus(data, STATUS.notConverged, -1);
  for (let k = 0; k < n; k++) {
    const r = rows[k];
    if (unknown[k] === 0) continue;
    rowMean[r] = effort[k];
    if (!isBounded(soft, r)) rowEffort[r] = effort[k];
  }
}

/** rhs ← J M⁻¹ w − J M⁻¹ Jᵀ x. Reads: inverse, wrench, values, effort. */
function writeLack({ bodyA, bodyB, inverse, wrench, rhs, effort, values, pairI, pairJ }: Reactions): void {
  for (let k = 0; k < rhs.length; k++) {
    let sum = 0;
    for (let c = 0; c < 6; c++)
      sum += inverse[12 * k + c] * wrench[6 * bodyA[k] + c] + inverse[12 * k + 6 + c] * wrench[6 * bodyB[k] + c];
    rhs[k] = sum;
  }
  for (let p = 0; p < values.length; p++) {
    rhs[pairI[p]] -= values[p] * effort[pairJ[p]];
    if (pairI[p] !== pairJ[p]) rhs[pairJ[p]] -= values[p] * effort[pairI[p]];
  }
}

/** x += step; returns the largest change over the largest effort. */
function addEfforts({ effort }: Reactions, step: Float64Array): number {
  let most = 0;
  let largest = 0;
  for (let k = 0; k < effort.length; k++) {
    effort[k] += step[k];
    most = Math.max(most, Math.abs(step[k]));
    largest = Math.max(largest, Math.abs(effort[k]));
  }
  return largest > 0 ? most / largest : 0;
}

/**
 * Light links under heavy loads: the passes shrink some errors hardly at all, as the softness outweighs what holds
 * these rows. Conjugate gradients with the same factors find them in as many passes as there are such errors, and the
 * same efforts [HestenesStiefel1952]. Errors are measured by the motion that they would cause, over that of the
 * efforts; the
 * softness makes changes of single efforts of round-off that moves nothing. Returns the error that is left. Reads:
 * values, factor. Writes: effort.
 */
function refineEfforts(reactions: Reactions): number {
  const { factor, rhs, effort, search, image, scaled } = reactions;
  const n = rhs.length;
  const energy = writeImage(reactions, effort);
  writeLack(reactions);
  let before = 0;
  let change = 1;
  search.fill(0);
  for (let pass = 0; pass < MOST; pass++) {
    scaled.set(rhs);
    solveSparseLdlt(factor, scaled, 0);
    let rho = 0;
    for (let k = 0; k < n; k++) rho += rhs[k] * scaled[k];
    change = rho > 0 && energy > 0 ? Math.sqrt(rho / energy) : 0;
    if (!(change > AGREED)) break;
    const turn = pass > 0 ? rho / before : 0;
    before = rho;
    for (let k = 0; k < n; k++) search[k] = scaled[k] + turn * search[k];
    const curvature = writeImage(reactions, search);
    if (!(curvature > 0)) break;
    const length = rho / curvature;
    for (let k = 0; k < n; k++) {
      effort[k] += length * search[k];
      rhs[k] -= length * image[k];
    }
  }
  return change;
}

/** image ← J M⁻¹ Jᵀ x; returns x · image. */
function writeImage({ values, pairI, pairJ, image }: Reactions, x: Float64Array): number {
  image.fill(0);
  for (let p = 0; p < values.length; p++) {
    image[pairI[p]] += values[p] * x[pairJ[p]];
    if (pairI[p] !== pairJ[p]) image[pairJ[p]] += values[p] * x[pairI[p]];
  }
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * image[k];
  return sum;
}

/** Multipliers of rows of bounded effort are state of Newton's method, and stay. */
function isBounded(soft: SoftRows, r: number): boolean {
  return soft.rowOf[r] >= 0 && soft.bounded[soft.rowOf[r]] === 1;
}

/** out ← M⁻¹ J for one body: world axes, angular part first. */
function divideByMass(
  model: Model,
  data: Data,
  b: number,
  J: Float64Array,
  j: number,
  out: Float64Array,
  o: number,
): void {
  rotateInverseInto(W, 0, data.bodyQuat, 4 * b, J, j);
  symMulInto(W, 3, model.bodyInvInertia, 6 * b, W, 0);
  rotateInto(out, o, data.bodyQuat, 4 * b, W, 3);
  for (let c = 0; c < 3; c++) out[o + 3 + c] = model.bodyInvMass[3 * b + c] * J[j + 3 + c];
}

/** J M⁻¹ Jᵀ, pair by pair; zero where the effort of a row is known, as of springs and drives by effort. */
function fillPairs({ rows, pairI, pairJ, pairBodies, values, inverse, unknown }: Reactions, J: Float64Array): void {
  for (let p = 0; p < values.length; p++) {
    values[p] = 0;
    if (unknown[pairI[p]] === 0) continue;
    const i = 12 * rows[pairI[p]];
    const j = 12 * pairJ[p];
    const bits = pairBodies[p];
    let sum = 0;
    for (let c = 0; c < 6; c++) {
      if ((bits & 1) !== 0) sum += J[i + c] * inverse[j + c];
      if ((bits & 2) !== 0) sum += J[i + c] * inverse[j + 6 + c];
      if ((bits & 4) !== 0) sum += J[i + 6 + c] * inverse[j + c];
      if ((bits & 8) !== 0) sum += J[i + 6 + c] * inverse[j + 6 + c];
    }
    values[p] = sum;
  }
}
