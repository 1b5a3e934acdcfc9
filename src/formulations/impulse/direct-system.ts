import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import type { Model } from "../../model/model.js";
import { type BodyMatrix, createBodyMatrix } from "../../solvers/body-cholesky.js";
import { type BodyGraph, createBodyGraph } from "../../solvers/body-graph.js";
import type { ImpulseFields } from "./fields.js";
import { createTreeSystem, type TreeSystem } from "./tree-system.js";

/** Which half of a sub-step the rows are for: `aim` makes positions right at its end, `relax` velocities. */
export type Pass = "aim" | "relax";

/**
 * Rows that are solved together, by the method of multipliers [Hestenes1969] with Newton's method inside. With the
 * impulses λ that have acted, velocities v₀ that include them, and a penalty ρ per row, the impulse of a row is
 *
 *   λ(v) = clip(λ̄ − ρ (J v + q), lower, upper),   friction: clip to the ball of radius μ Σλ_n
 *
 * and v minimises the convex function ½ (v − v₀)ᵀM(v − v₀) + Σ U(J v) with U' = −λ. Its Hessian M + Σ ρ JᵀJ has one 6 ×
 * 6 block row per body: positive definite whatever rows repeat each other, and without fill where bodies form trees.
 * After Newton has converged λ̄ ← λ(v); since ρ is large two or three rounds reach round-off. Velocities always follow
 * from impulses, v = v₀ + M⁻¹Jᵀ(λ − λ₀), so momentum is kept exactly, converged or not.
 */
export interface DirectSystem {
  /** Joints that are solved apart, in a cheaper way; they have no nodes, and rows without effect. */
  readonly trees: TreeSystem;
  readonly graph: BodyGraph;
  readonly matrix: BodyMatrix;
  nodes: number;
  readonly nodeOf: Int32Array;
  readonly bodyOf: Int32Array;
  /** Rows in use: those of all joints, unless all are in trees, and then those of contacts. */
  rows: number;
  jointRows: number;
  /** 12 numbers per row, as in the joints' `rowJacobian`. */
  jacobian: Float64Array;
  /** Bodies, nodes (−1: none), the block of the matrix that they share (−1: none), cluster (−1: none). */
  place: Int32Array;
  /** Numbers of each row, see VALUE. */
  value: Float64Array;
  /** Impulse of each joint row in the first half of the sub-step. */
  half: Float64Array;
  /** 1: multipliers do not build up (springs). */
  soft: Uint8Array;
  readonly planar: boolean;
  cones: number;
  /** Friction by a pyramid along the tangents instead of a cone. */
  pyramid: boolean;
  /** Largest speed with which overlap is pushed apart, m/s. */
  push: number;
  /** [first of three rows, first normal row, number of them, patch] per cone. */
  cone: Int32Array;
  /**
   * [μ, bound, unit vector of the impulse 3, penalty, 1 when the patch slipped before, 1 when it slips now, what the
   * bound was off by] per cone.
   */
  coneValue: Float64Array;
  /**
   * Per node: change of velocity since the start of the round, gradient, direction. Changes, not velocities: a penalty
   * multiplies the round-off of what it is applied to, and changes become small as the rounds converge.
   */
  change: Float64Array;
  gradient: Float64Array;
  direction: Float64Array;
  /** Mass and world inertia per node: m, xx yy zz xy xz yz. */
  mass: Float64Array;
  /** Edges of the last analysis, so that the same graph is not analysed again. */
  edges: Int32Array;
  edgeCount: number;
  edgeBlock: Int32Array;
  analysed: Int32Array;
  analysedCount: number;
  /**
   * There is a matrix in hand, of so many rows; it is that of the rows as they stand, but for their weights, in the
   * clusters that are not in `touched`.
   */
  factored: boolean;
  factoredRows: number;
  /** [by how much the rows were missed before they were solved, m/s; ∞ where nobody has looked] */
  readonly missed: Float64Array;
  /** Locks: what of each row the rounds need, side by side, see LOCK. */
  lock: Float64Array;
  /** [a speed by which a lock may miss what it asks for, m/s or rad/s] */
  readonly tolerance: Float64Array;
  /** Every row is a lock: no Newton's method is needed. */
  linear: boolean;
  /** Bodies that rows connect: their number, and the cluster of each node. */
  clusters: number;
  readonly clusterOf: Int32Array;
  /** Per cluster, see SEARCH. */
  readonly search: Float64Array;
  /** Per cluster: how far bounds of friction go towards what the loads ask for. */
  readonly relax: Float64Array;
  /** Per node: its inertia is not what it was when rows were filled before. */
  readonly turned: Uint8Array;
  /** Penalty of each row that was a lock when rows were filled before; −1 for others. */
  lockPenalty: Float64Array;
  /** Per cluster: rows or masses have changed since its matrix was made. */
  readonly touched: Uint8Array;
  /** Per cluster: matrix to be made anew, at work, on its line, refinements, rows changed, out of further rounds. */
  readonly stale: Uint8Array;
  readonly live: Uint8Array;
  readonly searching: Uint8Array;
  readonly refined: Uint8Array;
  readonly unlike: Uint8Array;
  readonly stopped: Uint8Array;
}

/** Numbers of the line search of a cluster. */
export const SEARCH = {
  slope: 0,
  most: 1,
  before: 2,
  low: 3,
  lowSlope: 4,
  high: 5,
  highSlope: 6,
  at: 7,
  off: 8,
  scale: 9,
  /** Slope of ½ (v − v₀)ᵀM(v − v₀) at the start of the line, and its derivative. */
  inertia: 10,
  bend: 11,
  /** Speed by which stiff rows miss what they ask for. */
  miss: 12,
} as const;

export const SEARCH_SIZE = 13;

/**
 * Numbers of a row: q, the speed that it misses by at rest (of springs: the impulse at rest), bounds of the impulse, ρ,
 * λ̄, the impulse that has acted, λ, J v + q at the start of the round, ρ in the Hessian as it should be and as it is
 * in the matrix in hand, the bound that λ is at (−1, 0, 1) now and before the step, λ̄ or, of springs, λ̄ − q; λ before
 * it is clipped, J d along the direction d of the search, the impulse that had acted before the solution; of limits:
 * the violation that this sub-step leaves, since it is pushed apart no faster than it may.
 */
export const VALUE = {
  q: 0,
  lower: 1,
  upper: 2,
  penalty: 3,
  multiplier: 4,
  applied: 5,
  impulse: 6,
  speed: 7,
  weight: 8,
  factored: 9,
  side: 10,
  sideBefore: 11,
  base: 12,
  wanted: 13,
  along: 14,
  start: 15,
  left: 16,
} as const;

export const VALUE_SIZE = 17;

/** Numbers of a row that is a lock, in the rounds of `solveLinear`: those of VALUE. */
export const LOCK = { q: 0, penalty: 1, speed: 2, impulse: 3 } as const;

export const LOCK_SIZE = 4;

export const PLACE = { bodyA: 0, bodyB: 1, nodeA: 2, nodeB: 3, block: 4, cluster: 5 } as const;

export const PLACE_SIZE = 6;

export const CONE_SIZE = 4;

export const CONE_VALUE_SIZE = 9;

/** Places of a cone's bound and of what it is off by. */
export const CONE_BOUND = 1;
export const CONE_OFF = 8;

/**
 * Penalty × K of a row: the residual shrinks by this factor per round; its square stays well below the reach of
 * doubles.
 */
export const PENALTY = 1e7;

/**
 * The same for friction: less, since what holds and what slips meet in a range of speeds as narrow as this is large.
 */
export const FRICTION_PENALTY = 1e2;

/**
 * A stiff row contradicts others when it is off by this speed, m/s or rad/s, and by this part of what it was off by a
 * round ago.
 */
export const MISS = 1e-8;
export const STALLED = 0.95;

/** A system without rows. */
export function createDirectSystem(model: Model): DirectSystem {
  return {
    trees: createTreeSystem(model),
    graph: createBodyGraph(),
    matrix: createBodyMatrix(),
    nodes: 0,
    nodeOf: new Int32Array(model.nb).fill(-1),
    bodyOf: new Int32Array(model.nb),
    rows: 0,
    jointRows: 0,
    jacobian: new Float64Array(0),
    place: new Int32Array(0),
    value: new Float64Array(0),
    half: new Float64Array(0),
    soft: new Uint8Array(0),
    planar: model.planar,
    cones: 0,
    pyramid: false,
    push: 0,
    cone: new Int32Array(0),
    coneValue: new Float64Array(0),
    change: new Float64Array(6 * model.nb),
    gradient: new Float64Array(6 * model.nb),
    direction: new Float64Array(6 * model.nb),
    mass: new Float64Array(7 * model.nb),
    edges: new Int32Array(0),
    edgeCount: 0,
    edgeBlock: new Int32Array(0),
    analysed: new Int32Array(0),
    analysedCount: -1,
    factored: false,
    factoredRows: 0,
    missed: new Float64Array(1),
    lock: new Float64Array(0),
    tolerance: new Float64Array(1),
    linear: false,
    clusters: 0,
    clusterOf: new Int32Array(model.nb),
    search: new Float64Array(SEARCH_SIZE * model.nb),
    relax: new Float64Array(model.nb),
    turned: new Uint8Array(model.nb),
    lockPenalty: new Float64Array(0),
    touched: new Uint8Array(model.nb),
    stale: new Uint8Array(model.nb),
    live: new Uint8Array(model.nb),
    searching: new Uint8Array(model.nb),
    refined: new Uint8Array(model.nb),
    unlike: new Uint8Array(model.nb),
    stopped: new Uint8Array(model.nb),
  };
}

/** Gives row r its penalty from K = J M⁻¹ Jᵀ. A row that no impulse can move is put out of action. */
export function finishRow(system: DirectSystem, f: ImpulseFields, r: number): void {
  const { jacobian: j, place, value } = system;
  const o = VALUE_SIZE * r;
  let k = 0;
  // a plane knows no turns about x and y and no motion along z
  if (system.planar) {
    for (let at = 12 * r; at < 12 * r + 12; at += 6) j[at] = j[at + 1] = j[at + 5] = 0;
  }
  for (let side = 0; side < 2; side++) {
    const body = place[PLACE_SIZE * r + side];
    const at = 12 * r + 6 * side;
    if (place[PLACE_SIZE * r + PLACE.nodeA + side] < 0) continue;
    const m = f.invMass[body];
    const i = f.invInertia;
    const b = 6 * body;
    const x = j[at];
    const y = j[at + 1];
    const z = j[at + 2];
    k += m * (j[at + 3] * j[at + 3] + j[at + 4] * j[at + 4] + j[at + 5] * j[at + 5]);
    k +=
      x * (i[b] * x + i[b + 3] * y + i[b + 4] * z) +
      y * (i[b + 3] * x + i[b + 1] * y + i[b + 5] * z) +
      z * (i[b + 4] * x + i[b + 5] * y + i[b + 2] * z);
  }
  if (!(k > 0)) {
    value[o + VALUE.penalty] = 0;
    value[o + VALUE.q] = 0;
    value[o + VALUE.lower] = 0;
    value[o + VALUE.upper] = 0;
  } else if (system.soft[r] === 0) {
    // between two finite bounds, as for friction
    const bounded =
      value[o + VALUE.upper] < Number.POSITIVE_INFINITY && value[o + VALUE.lower] > Number.NEGATIVE_INFINITY;
    const penalty = (bounded ? FRICTION_PENALTY : PENALTY) / k;
    value[o + VALUE.penalty] = penalty;
  }
}

/** Room for so many rows and cones. */
export function makeRoom(system: DirectSystem, rows: number, cones: number): void {
  system.jacobian = ensureCapacityF64(system.jacobian, 12 * rows);
  system.value = ensureCapacityF64(system.value, VALUE_SIZE * rows);
  system.place = ensureCapacityI32(system.place, PLACE_SIZE * rows);
  if (system.soft.length < rows) system.soft = new Uint8Array(2 * rows);
  system.lockPenalty = ensureCapacityF64(system.lockPenalty, rows);
  system.cone = ensureCapacityI32(system.cone, CONE_SIZE * cones);
  system.coneValue = ensureCapacityF64(system.coneValue, CONE_VALUE_SIZE * cones);
}

/** Opens a row between two bodies, and returns whether the same row was between the same before. */
export function openRow(system: DirectSystem, a: number, b: number, block: number): boolean {
  const r = system.rows++;
  const o = PLACE_SIZE * r;
  const { place } = system;
  const nodeA = system.nodeOf[a];
  const nodeB = system.nodeOf[b];
  const node = nodeA >= 0 ? nodeA : nodeB;
  const cluster = node >= 0 ? system.clusterOf[node] : -1;
  if (
    place[o] === a &&
    place[o + 1] === b &&
    place[o + PLACE.nodeA] === nodeA &&
    place[o + PLACE.nodeB] === nodeB &&
    place[o + PLACE.block] === block &&
    place[o + PLACE.cluster] === cluster
  )
    return true;
  place[o] = a;
  place[o + 1] = b;
  place[o + PLACE.nodeA] = nodeA;
  place[o + PLACE.nodeB] = nodeB;
  place[o + PLACE.block] = block;
  place[o + PLACE.cluster] = cluster;
  return false;
}
