import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import type { Model } from "../../model/model.js";
import { type BodyMatrix, createBodyMatrix } from "../../solvers/body-cholesky.js";
import { type BodyGraph, createBodyGraph } from "../../solvers/body-graph.js";
import type { ImpulseFields } from "./fields.js";
import { createTreeSystem, type TreeSystem } from "./tree-system.js";

/** The half of a sub-step that the rows are for: `aim` corrects positions at its end, `relax` velocities. */
export type Pass = "aim" | "relax";

/**
 * Rows that are solved together, by the method of multipliers [Hestenes1969] with Newton's method inside. With the
 * impulses λ that have acted, velocities v₀ that include them, and a penalty ρ per row, the impulse of a row is
 *
 *   λ(v) = clip(λ̄ − ρ (J v + q), lower, upper),   friction: clip to the ball of radius μ Σλ_n
 *
 * and v minimises the convex function ½ (v − v₀)ᵀM(v − v₀) + Σ U(J v) with U' = −λ. Its Hessian M + Σ ρ JᵀJ has one
 * 6 × 6 block row per body. It is positive definite even with redundant rows, and has no fill where bodies form trees.
 * After Newton's method has converged, λ̄ ← λ(v); since ρ is large, two or three rounds reach round-off. Velocities
 * always follow from impulses, v = v₀ + M⁻¹Jᵀ(λ − λ₀), so momentum is conserved exactly, converged or not.
 */
export interface DirectSystem {
  /** Joints that are solved separately, at lower cost; they have no nodes, and their rows have no effect. */
  readonly trees: TreeSystem;
  readonly graph: BodyGraph;
  readonly matrix: BodyMatrix;
  nodes: number;
  readonly nodeOf: Int32Array;
  readonly bodyOf: Int32Array;
  /** Rows in use: first those of all joints, unless all joints are in trees, then those of contacts. */
  rows: number;
  jointRows: number;
  /** 12 numbers per row, as in the joints' `rowJacobian`. */
  jacobian: Float64Array;
  /** Bodies, nodes (−1: none), the block of the matrix that they share (−1: none), cluster (−1: none). */
  place: Int32Array;
  /** Values of each row, see VALUE. */
  value: Float64Array;
  /** Impulse of each joint row in the first half of the sub-step. */
  half: Float64Array;
  /** Stretch of each spring row when the sub-step began, and its weight θ; see `spring-weight.ts`. */
  stretch: Float64Array;
  /** What a row has done that its impulse does not say, since it went back to an earlier one; for sensors. */
  lost: Float64Array;
  /** 1: the multiplier does not accumulate (springs). */
  soft: Uint8Array;
  readonly planar: boolean;
  cones: number;
  /** Friction by a pyramid along the tangents instead of a cone. */
  pyramid: boolean;
  /** Largest speed at which overlap is pushed apart, m/s. */
  push: number;
  /** Speed from which on an approach rebounds, m/s. */
  rebound: number;
  /** [first of three rows, first normal row, number of them, patch] per cone. */
  cone: Int32Array;
  /**
   * [μ, bound, unit vector of the impulse 3, penalty, 1 when the patch slipped before, 1 when it slips now, error of
   * the bound] per cone.
   */
  coneValue: Float64Array;
  /**
   * Per node: change of velocity since the start of the round, gradient, direction. The system stores changes instead
   * of velocities: a penalty multiplies the round-off of its operand, and changes become small as the rounds converge.
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
   * Whether there is a factored matrix, and its number of rows. In clusters that are not in `touched` it is the matrix
   * of the current rows, except for their weights.
   */
  factored: boolean;
  factoredRows: number;
  /** [largest residual of the rows before they were solved, m/s; ∞ where it was not measured] */
  readonly missed: Float64Array;
  /** Values of the locks that the rounds need, stored contiguously, see LOCK. */
  lock: Float64Array;
  /** [largest permitted residual of a lock, m/s or rad/s] */
  readonly tolerance: Float64Array;
  /** Every row is a lock: Newton's method is not needed. */
  linear: boolean;
  /** Sets of bodies that rows connect: their number, and the cluster of each node. */
  clusters: number;
  readonly clusterOf: Int32Array;
  /** Per cluster, see SEARCH. */
  readonly search: Float64Array;
  /** Per cluster: relaxation factor of friction bounds towards the bounds of the current loads. */
  readonly relax: Float64Array;
  /** Per node: 1 when its inertia has changed since rows were last filled. */
  readonly turned: Uint8Array;
  /** Penalty of each row that was a lock when rows were last filled; −1 for others. */
  lockPenalty: Float64Array;
  /** Per cluster: rows or masses have changed since its matrix was assembled. */
  readonly touched: Uint8Array;
  /**
   * Per cluster: matrix to be rebuilt, active, in line search, refinements, rows changed, excluded from further rounds.
   */
  readonly stale: Uint8Array;
  readonly live: Uint8Array;
  readonly searching: Uint8Array;
  readonly refined: Uint8Array;
  readonly unlike: Uint8Array;
  readonly stopped: Uint8Array;
  /** Per cluster: has friction; rounds for which its bounds have stayed as they are. */
  readonly rubs: Uint8Array;
  readonly frozen: Uint8Array;
}

/** Values of the line search of a cluster. */
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
  /** Residual speed of stiff rows. */
  miss: 12,
  /** Residual speed of friction. */
  rub: 13,
} as const;

export const SEARCH_SIZE = 14;

/**
 * Values of a row: q, the residual speed at rest (of springs: the impulse at rest); bounds of the impulse; ρ; λ̄; the
 * impulse that has acted; λ; J v + q at the start of the round; ρ in the Hessian as required, and as it is in the
 * current matrix; the bound that λ is at (−1, 0, 1), now and before the step; λ̄ or, for springs, λ̄ − q; λ before
 * clipping; J d along the search direction d; the impulse that had acted before the solution; for limits, the violation
 * that remains after this sub-step because the push speed is bounded.
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

/** Values of a row that is a lock, in the rounds of `solveLinear`: those of VALUE. */
export const LOCK = { q: 0, penalty: 1, speed: 2, impulse: 3 } as const;

export const LOCK_SIZE = 4;

export const PLACE = { bodyA: 0, bodyB: 1, nodeA: 2, nodeB: 3, block: 4, cluster: 5 } as const;

export const PLACE_SIZE = 6;

export const CONE_SIZE = 4;

export const CONE_VALUE_SIZE = 9;

/** Positions of a cone's bound and of its error. */
export const CONE_BOUND = 1;
export const CONE_OFF = 8;

/**
 * Penalty × K of a row: the residual shrinks by this factor per round. The square of the factor stays well below 1/ε of
 * doubles.
 */
export const PENALTY = 1e7;

/**
 * The same for friction. It is smaller because the transition from sticking to slipping spans a range of speeds that is
 * inversely proportional to it.
 */
export const FRICTION_PENALTY = 1e2;

/**
 * A stiff row contradicts others when its residual exceeds this speed, m/s or rad/s, and this fraction of its residual
 * one round earlier.
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
    stretch: new Float64Array(0),
    lost: new Float64Array(0),
    soft: new Uint8Array(0),
    planar: model.planar,
    cones: 0,
    pyramid: false,
    push: 0,
    rebound: 0,
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
    rubs: new Uint8Array(model.nb),
    frozen: new Uint8Array(model.nb),
  };
}

/** Sets the penalty of row r from K = J M⁻¹ Jᵀ. A row that no impulse can move is disabled. */
export function finishRow(system: DirectSystem, f: ImpulseFields, r: number): void {
  const { jacobian: j, place, value } = system;
  const o = VALUE_SIZE * r;
  let k = 0;
  // planar bodies do not rotate about x and y and do not move along z
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

/** Allocates space for this number of rows and cones. */
export function makeRoom(system: DirectSystem, rows: number, cones: number): void {
  system.jacobian = ensureCapacityF64(system.jacobian, 12 * rows);
  system.value = ensureCapacityF64(system.value, VALUE_SIZE * rows);
  system.place = ensureCapacityI32(system.place, PLACE_SIZE * rows);
  if (system.soft.length < rows) system.soft = new Uint8Array(2 * rows);
  system.lockPenalty = ensureCapacityF64(system.lockPenalty, rows);
  system.stretch = ensureCapacityF64(system.stretch, 2 * rows);
  system.lost = ensureCapacityF64(system.lost, rows);
  system.cone = ensureCapacityI32(system.cone, CONE_SIZE * cones);
  system.coneValue = ensureCapacityF64(system.coneValue, CONE_VALUE_SIZE * cones);
}

/** Opens a row between two bodies, and returns whether the same row existed between the same bodies before. */
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
