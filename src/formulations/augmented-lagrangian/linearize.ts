import { beginContacts, findContactPairs, hasContacts, placeContacts } from "../../contact/contact-step.js";
import type { Data } from "../../data/data.js";
import { denseRank } from "../../math/dense-rank.js";
import type { Model } from "../../model/model.js";
import { EFFORTS } from "./bounded-effort.js";
import { addTransposed } from "./constraints.js";
import { evaluateGeneralisedForces, placeConstraints } from "./evaluate.js";
import { lagrangianFields } from "./fields.js";
import { gatherSoftRows } from "./soft-rows.js";
import { startAccelerations } from "./start.js";
import type { LagrangianState } from "./state.js";

/**
 * Small motions about a pose at rest, in minimal coordinates x: q = q₀ + N x, where the columns of N span the null
 * space of the constraints Φ_q and of rows of joints that hold (limits, friction, bounded drives, locks that can
 * break):
 *
 *   M ẍ + C ẋ + K x = r,   M = Nᵀ M_q N,   C = −Nᵀ ∂Q/∂q̇ N,   K = Nᵀ (Σ λ_k ∂²Φ_k/∂q² − ∂Q/∂q) N,
 *   r = Nᵀ (Q − Φ_qᵀ λ)
 *
 * K contains the geometric stiffness of the reactions λ: a pendulum has no other. n × n, row-major. Coordinates q are
 * points and unit vectors, so x has no unit of its own: M x² is in kg m².
 */
export interface MinimalMotion {
  readonly n: number;
  readonly mass: Float64Array;
  readonly damping: Float64Array;
  readonly stiffness: Float64Array;
  /** r: zero in equilibrium. */
  readonly residual: Float64Array;
  /** N: one row of n numbers per coordinate that is solved for. */
  readonly basis: Float64Array;
  /** Relative error of K. */
  readonly precision: number;
}

/** Relative to the longest row: far above round-off, far below any real freedom. */
const RANK_TOLERANCE = 1e-9;

/**
 * Displacements for derivatives of forces, over the size of the mechanism, and the digits that are left: differences of
 * fourth order, or of second order and shorter than the overlap of bodies that rest on each other.
 */
const SMOOTH = { step: 2e-4, precision: 1e-12 };
const TOUCHING = { step: 1e-7, precision: 1e-9 };

/**
 * Linearises the motion of `data` about its pose, at rest; `damping` false leaves C out. Allocates, and takes 8 n
 * evaluations of forces and n³. Contacts act with their normal laws, and bristles of contacts that stick with their
 * stiffness; friction without bristles keeps its force. `progress` hears how many columns of how many are done. Reads:
 * body state, coordinates. Writes: accelerations, multipliers, body state (at rest).
 */
export function minimalMotion(
  model: Model,
  data: Data,
  state: LagrangianState,
  damping = true,
  progress?: (done: number, count: number) => void,
): MinimalMotion {
  const { natural, mass } = state;
  const fields = lagrangianFields(data);
  const { coordinate, velocity, multiplier } = fields;
  const { free } = natural;
  const q = coordinate.slice();
  velocity.fill(0);
  fields.structure.fill(0);
  findContactPairs(model, data);
  beginContacts(model, data, 0, 1);
  startAccelerations(model, data, state);
  const lambda = multiplier.slice();
  const N = nullSpace(state);
  const n = free === 0 ? 0 : N.length / free;

  // g = Q − Φ_qᵀ λ at another state, for λ and efforts of rows as they are
  const v = new Float64Array(natural.count);
  const force = (at: Float64Array, speed: Float64Array): Float64Array => {
    placeConstraints(state, at);
    evaluateGeneralisedForces(model, data, state, speed, EFFORTS.known);
    const out = state.force.slice();
    addTransposed(
      natural.constraints,
      state.jacobian,
      lambda.map((x) => -x),
      out,
    );
    return out;
  };
  const project = (g: Float64Array, out: Float64Array, column: number, width: number, scale: number) => {
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let c = 0; c < free; c++) sum += N[c * n + i] * g[c];
      out[i * width + column] = scale * sum;
    }
  };
  const residual = new Float64Array(n);
  project(force(q, v), residual, 0, 1, 1);

  const stiffness = new Float64Array(n * n);
  const dampings = new Float64Array(n * n);
  const masses = new Float64Array(n * n);
  const touching = hasContacts(model, data);
  const { step, precision } = touching ? TOUCHING : SMOOTH;
  const bristles = new Float64Array(touching ? n * n : 0);
  for (let j = 0; j < n; j++) {
    let longest = 0;
    for (let c = 0; c < free; c++) longest = Math.max(longest, Math.abs(N[c * n + j]));
    const h = (step * natural.size) / longest;
    const moved = (base: Float64Array, by: number) => base.map((x, c) => (c < free ? x + by * N[c * n + j] : x));
    const slope = (at: (by: number) => Float64Array): Float64Array => {
      const difference = (by: number) => {
        const minus = at(-by);
        return at(by).map((x, c) => (minus[c] - x) / (2 * by));
      };
      const coarse = difference(h);
      return precision > SMOOTH.precision ? coarse : difference(h / 2).map((x, c) => (4 * x - coarse[c]) / 3);
    };
    project(
      slope((by) => force(moved(q, by), v)),
      stiffness,
      j,
      n,
      1,
    );
    if (damping || touching)
      project(
        slope((by) => force(q, moved(v, by))),
        dampings,
        j,
        n,
        1,
      );
    if (touching) {
      // slip is velocity times the time that has passed: a second of it moves bristles by as many metres
      placeContacts(data, 1);
      project(
        slope((by) => force(q, moved(v, by))),
        bristles,
        j,
        n,
        1,
      );
      placeContacts(data, 0);
    }
    const inertia = new Float64Array(natural.count);
    for (let e = 0; e < mass.row.length; e++)
      if (mass.column[e] < free) inertia[mass.row[e]] += mass.value[e] * N[mass.column[e] * n + j];
    project(inertia, masses, j, n, 1);
    progress?.(j + 1, n);
  }
  bristles.forEach((x, e) => {
    stiffness[e] += x - dampings[e];
  });
  if (!damping) dampings.fill(0);
  // back to where it was
  coordinate.set(q);
  velocity.fill(0);
  force(q, v);
  return { n, mass: masses, damping: dampings, stiffness, residual, basis: N, precision };
}

/** Orthonormal basis of the directions that constraints and rows that hold leave free, free × n, row-major. */
function nullSpace(state: LagrangianState): Float64Array {
  const { natural, jacobian, soft } = state;
  const { free } = natural;
  const { rows, rowStart, rowFree, column } = natural.constraints;
  const held: number[] = [];
  if (soft.hasBounded) {
    gatherSoftRows(natural, soft, state.value);
    for (let r = soft.firstJointRow; r < soft.rows; r++) if (soft.holds[r] === 1) held.push(r);
  }
  const count = rows + held.length;
  // transposed: columns are constraints, of unit length
  const matrix = new Float64Array(free * count);
  const fill = (at: number, from: number, to: number, columns: Int32Array, entries: Float64Array) => {
    let square = 0;
    for (let e = from; e < to; e++) square += entries[e] * entries[e];
    const inv = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let e = from; e < to; e++) matrix[columns[e] * count + at] += inv * entries[e];
  };
  for (let r = 0; r < rows; r++) fill(r, rowStart[r], rowStart[r] + rowFree[r], column, jacobian);
  held.forEach((r, k) => {
    fill(rows + k, soft.rowStart[r], soft.rowStart[r] + soft.rowFree[r], soft.column, soft.entries);
  });
  const rank =
    count === 0
      ? 0
      : denseRank(free, count, matrix, 0, RANK_TOLERANCE, new Int32Array(count), new Float64Array(2 * count));
  const n = free - Math.max(0, rank);
  const N = new Float64Array(free * n);
  // Q e_j = H₀ H₁ … e_j with the Householder vectors that are left in the columns
  const x = new Float64Array(free);
  for (let j = 0; j < n; j++) {
    x.fill(0);
    x[rank + j] = 1;
    for (let k = rank - 1; k >= 0; k--) {
      let square = 0;
      let dot = 0;
      for (let i = k; i < free; i++) {
        const u = matrix[i * count + k];
        square += u * u;
        dot += u * x[i];
      }
      const f = square > 0 ? (2 * dot) / square : 0;
      for (let i = k; i < free; i++) x[i] -= f * matrix[i * count + k];
    }
    for (let i = 0; i < free; i++) N[i * n + j] = x[i];
  }
  return N;
}
