import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import {
  BLOCK,
  type BodyMatrix,
  clearMatrix,
  createBodyMatrix,
  factorMatrix,
  SIZE,
  solveMatrix,
} from "../../solvers/body-cholesky.js";
import { type BodyGraph, createBodyGraph } from "../../solvers/body-graph.js";
import { type ImpulseFields, impulseFields, STATISTIC } from "./fields.js";

/**
 * Rows that are solved together, by the method of multipliers [Hestenes1969] with Newton's method inside. With the impulses λ that have
 * acted, velocities v₀ that include them, and a penalty ρ per row, the impulse of a row is
 *
 *   λ(v) = clip(λ̄ − ρ J v − q, lower, upper),   friction: clip to the ball of radius μ Σλ_n
 *
 * and v minimises the convex function ½ (v − v₀)ᵀM(v − v₀) + Σ U(J v) with U' = −λ. Its Hessian M + Σ ρ JᵀJ has one 6 × 6 block row per
 * body: positive definite whatever rows repeat each other, and without fill where bodies form trees. After Newton has converged λ̄ ← λ(v);
 * since ρ is large two or three rounds reach round-off. Velocities always follow from impulses, v = v₀ + M⁻¹Jᵀ(λ − λ₀), so momentum is
 * kept exactly, converged or not.
 */
export interface DirectSystem {
  readonly graph: BodyGraph;
  readonly matrix: BodyMatrix;
  nodes: number;
  readonly nodeOf: Int32Array;
  readonly bodyOf: Int32Array;
  rows: number;
  /** 12 numbers per row, as in the joints' `rowJacobian`. */
  jacobian: Float64Array;
  /** Bodies, nodes (−1: none) and the block of the matrix that they share (−1: none). */
  place: Int32Array;
  /** [q, lower, upper, ρ, λ̄, λ applied, λ, J v of bodies without a node, penalty in the Hessian, that of the matrix in hand, side of the bounds now and before the step] per row. */
  value: Float64Array;
  /** Impulse of each joint row in the first half of the sub-step. */
  half: Float64Array;
  /** 1: multipliers do not build up (springs). */
  soft: Uint8Array;
  readonly planar: boolean;
  cones: number;
  /** Friction by a pyramid along the tangents instead of a cone. */
  pyramid: boolean;
  /** [first of three rows, first normal row, number of them, patch] per cone. */
  cone: Int32Array;
  /** [μ, bound, unit vector of the impulse 3, penalty, 1 when the patch slipped before, 1 when it slips now] per cone. */
  coneValue: Float64Array;
  /**
   * Per node: change of velocity since the start of the round, gradient, direction. Changes, not velocities: a penalty multiplies the
   * round-off of what it is applied to, and changes become small as the rounds converge.
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
  factored: boolean;
  /** Bodies that rows connect: their number, and the cluster of each node. */
  clusters: number;
  readonly clusterOf: Int32Array;
  /** Per cluster, see SEARCH. */
  readonly search: Float64Array;
  /** Per cluster: still searching, refinements, rows changed, out of further rounds. */
  readonly live: Uint8Array;
  readonly refined: Uint8Array;
  readonly unlike: Uint8Array;
  readonly stopped: Uint8Array;
}

/** Numbers of the line search of a cluster. */
const SEARCH = {
  slope: 0,
  most: 1,
  before: 2,
  low: 3,
  lowSlope: 4,
  high: 5,
  highSlope: 6,
  at: 7,
  move: 8,
  off: 9,
  scale: 10,
} as const;
const SEARCH_SIZE = 11;

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
} as const;
export const VALUE_SIZE = 12;
export const PLACE = { bodyA: 0, bodyB: 1, nodeA: 2, nodeB: 3, block: 4 } as const;
export const PLACE_SIZE = 5;
export const CONE_SIZE = 4;
export const CONE_VALUE_SIZE = 8;

/** Penalty × K of a row: the residual shrinks by this factor per round; its square stays well below the reach of doubles. */
export const PENALTY = 1e7;

/** A residual below this, m/s or rad/s, ends the rounds. */
const RESIDUAL = 1e-10;

/** The same for friction: less, since what holds and what slips meet in a range of speeds as narrow as this is large. */
export const FRICTION_PENALTY = 1e2;

/** Newton has converged when the gradient is this small against the change of momentum or the largest impulse. */
const CONVERGED = 1e-5;

/** An impulse that is none, N s. */
const NOTHING = 1e-9;

const NEWTON_STEPS = 30;
const LINE_STEPS = 40;
const REFINEMENTS = 3;

/** A system without rows. */
export function createDirectSystem(model: Model): DirectSystem {
  return {
    graph: createBodyGraph(),
    matrix: createBodyMatrix(),
    nodes: 0,
    nodeOf: new Int32Array(model.nb).fill(-1),
    bodyOf: new Int32Array(model.nb),
    rows: 0,
    jacobian: new Float64Array(0),
    place: new Int32Array(0),
    value: new Float64Array(0),
    half: new Float64Array(0),
    soft: new Uint8Array(0),
    planar: model.planar,
    cones: 0,
    pyramid: false,
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
    clusters: 0,
    clusterOf: new Int32Array(model.nb),
    search: new Float64Array(SEARCH_SIZE * model.nb),
    live: new Uint8Array(model.nb),
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
    value[o + VALUE.q] *= penalty;
  }
}

/** Reads the masses of the nodes. Reads: bodyQuat. Writes: mass. */
export function readNodes(system: DirectSystem, model: Model, data: Data): void {
  const { bodyOf, mass } = system;
  for (let n = 0; n < system.nodes; n++) {
    const b = bodyOf[n];
    mass[7 * n] = model.bodyMass[b];
    worldInertia(model.bodyInertia, 6 * b, data.bodyQuat, 4 * b, mass, 7 * n + 1);
  }
}

/** J v of every row at the velocities as they are, and no change of them yet. Reads: bodyVel. Writes: speed, change. */
function startRound(system: DirectSystem, data: Data): void {
  const { value, place, jacobian: j } = system;
  const v = data.bodyVel;
  system.change.fill(0, 0, SIZE * system.nodes);
  for (let r = 0; r < system.rows; r++) {
    const a = 6 * place[PLACE_SIZE * r];
    const b = 6 * place[PLACE_SIZE * r + 1];
    const o = 12 * r;
    let sum = 0;
    for (let c = 0; c < 6; c++) sum += j[o + c] * v[a + c] + j[o + 6 + c] * v[b + c];
    value[VALUE_SIZE * r + VALUE.speed] = sum;
  }
}

/** R I Rᵀ of six numbers. */
function worldInertia(m: Float64Array, o: number, q: Float64Array, qo: number, out: Float64Array, to: number): void {
  const x = q[qo];
  const y = q[qo + 1];
  const z = q[qo + 2];
  const w = q[qo + 3];
  const r00 = 1 - 2 * (y * y + z * z);
  const r01 = 2 * (x * y - z * w);
  const r02 = 2 * (x * z + y * w);
  const r10 = 2 * (x * y + z * w);
  const r11 = 1 - 2 * (x * x + z * z);
  const r12 = 2 * (y * z - x * w);
  const r20 = 2 * (x * z - y * w);
  const r21 = 2 * (y * z + x * w);
  const r22 = 1 - 2 * (x * x + y * y);
  const xx = m[o];
  const yy = m[o + 1];
  const zz = m[o + 2];
  const xy = m[o + 3];
  const xz = m[o + 4];
  const yz = m[o + 5];
  const t00 = r00 * xx + r01 * xy + r02 * xz;
  const t01 = r00 * xy + r01 * yy + r02 * yz;
  const t02 = r00 * xz + r01 * yz + r02 * zz;
  const t10 = r10 * xx + r11 * xy + r12 * xz;
  const t11 = r10 * xy + r11 * yy + r12 * yz;
  const t12 = r10 * xz + r11 * yz + r12 * zz;
  const t20 = r20 * xx + r21 * xy + r22 * xz;
  const t21 = r20 * xy + r21 * yy + r22 * yz;
  const t22 = r20 * xz + r21 * yz + r22 * zz;
  out[to] = t00 * r00 + t01 * r01 + t02 * r02;
  out[to + 1] = t10 * r10 + t11 * r11 + t12 * r12;
  out[to + 2] = t20 * r20 + t21 * r21 + t22 * r22;
  out[to + 3] = t00 * r10 + t01 * r11 + t02 * r12;
  out[to + 4] = t00 * r20 + t01 * r21 + t02 * r22;
  out[to + 5] = t10 * r20 + t11 * r21 + t12 * r22;
}

/** [−, −, worst residual] */
const measured = new Float64Array(3);

/** Solves for impulses and velocities; at most `rounds` rounds. Writes: impulse of every row, bodyVel, statistics. */
export function solveDirect(system: DirectSystem, model: Model, data: Data, rounds: number): void {
  if (system.nodes === 0 || system.rows === 0) return;
  const f = impulseFields(data);
  readNodes(system, model, data);
  system.stopped.fill(0, 0, system.clusters);
  for (let round = 0; ; round++) {
    startRound(system, data);
    if (round > 0 && worstResidual(system) < RESIDUAL) break;
    if (round >= rounds) break;
    bindCones(system);
    if (round === 0 && system.cones > 0) tryToStick(system);
    minimise(system, f);
    settle(system, data, f);
    f.statistics[STATISTIC.iterations]++;
  }
  if (measured[2] > f.statistics[STATISTIC.residual]) f.statistics[STATISTIC.residual] = measured[2];
}

/** Bounds of the friction cones from the normal impulses as they are. */
function bindCones(system: DirectSystem): void {
  const { cone, coneValue, value } = system;
  for (let c = 0; c < system.cones; c++) {
    let load = 0;
    const first = cone[CONE_SIZE * c + 1];
    for (let r = first; r < first + cone[CONE_SIZE * c + 2]; r++) load += value[VALUE_SIZE * r + VALUE.impulse];
    coneValue[CONE_VALUE_SIZE * c + 1] = coneValue[CONE_VALUE_SIZE * c] * (load > 0 ? load : 0);
  }
}

/**
 * A first step as if no patch slipped that did not slip before: where that holds it is the solution, where not it leads to the side on which the
 * patch slips. (Newton's method that starts from slip would jump across the narrow range of impulses that hold.)
 */
function tryToStick(system: DirectSystem): void {
  const { change, direction, nodes } = system;
  evaluate(system, true);
  if (!sameWeights(system)) assemble(system);
  for (let i = 0; i < SIZE * nodes; i++) direction[i] = -system.gradient[i];
  solveMatrix(system.matrix, system.graph, direction);
  for (let i = 0; i < SIZE * nodes; i++) change[i] += direction[i];
}

/**
 * Newton's method with a line search on the slope of the merit function. Clusters — bodies that rows connect — share the matrix and the loop, but each has a
 * step of its own and stops by itself: what is hard to solve in one place must not hold up the others.
 */
function minimise(system: DirectSystem, f: ImpulseFields): void {
  const { direction, nodes, clusters, search, live, refined } = system;
  evaluate(system, false);
  for (let c = 0; c < clusters; c++) {
    live[c] = 1 - system.stopped[c];
    refined[c] = 0;
  }
  for (let step = 0; step < NEWTON_STEPS; step++) {
    f.statistics[STATISTIC.iterations]++;
    if (!sameWeights(system)) assemble(system);
    for (let i = 0; i < SIZE * nodes; i++) direction[i] = -system.gradient[i];
    solveMatrix(system.matrix, system.graph, direction);
    measureSlopes(system);
    let any = false;
    for (let c = 0; c < clusters; c++) {
      const o = SEARCH_SIZE * c;
      if (live[c] === 1 && !(search[o + SEARCH.slope] < 0)) live[c] = 0;
      if (live[c] === 1) any = true;
      search[o + SEARCH.before] = search[o + SEARCH.lowSlope] = search[o + SEARCH.slope];
      search[o + SEARCH.low] = 0;
      search[o + SEARCH.high] = search[o + SEARCH.at] = search[o + SEARCH.move] = live[c];
    }
    if (!any) return;
    rememberSides(system);
    // full step first; where the slope has turned, in between
    moveClusters(system);
    for (let c = 0; c < clusters; c++)
      search[SEARCH_SIZE * c + SEARCH.highSlope] = search[SEARCH_SIZE * c + SEARCH.slope];
    for (let line = 0; line < LINE_STEPS && chooseMoves(system, line); line++) {
      moveClusters(system);
      closeIn(system);
    }
    compareSides(system);
    measureConvergence(system);
    for (let c = 0; c < clusters; c++) {
      const o = SEARCH_SIZE * c;
      if (live[c] === 0) continue;
      // with the same rows active one step is exact but for round-off, which one or two more take away
      if (search[o + SEARCH.at] === 1 && system.unlike[c] === 0) {
        if (search[o + SEARCH.off] <= CONVERGED * search[o + SEARCH.scale] || refined[c] === REFINEMENTS) live[c] = 0;
        refined[c]++;
      }
      if (search[o + SEARCH.at] * search[o + SEARCH.most] < 1e-13) live[c] = 0;
    }
  }
}

/** Slope of the merit along the direction and the largest entry of it, per cluster. */
function measureSlopes(system: DirectSystem): void {
  const { gradient, direction, clusterOf, search } = system;
  for (let c = 0; c < system.clusters; c++)
    search[SEARCH_SIZE * c + SEARCH.slope] = search[SEARCH_SIZE * c + SEARCH.most] = 0;
  for (let n = 0; n < system.nodes; n++) {
    const o = SEARCH_SIZE * clusterOf[n];
    for (let i = SIZE * n; i < SIZE * n + SIZE; i++) {
      search[o + SEARCH.slope] += gradient[i] * direction[i];
      const size = Math.abs(direction[i]);
      if (size > search[o + SEARCH.most]) search[o + SEARCH.most] = size;
    }
  }
}

/** Moves each cluster by its own part of the direction, and measures anew. */
function moveClusters(system: DirectSystem): void {
  const { change, direction, clusterOf, search } = system;
  for (let n = 0; n < system.nodes; n++) {
    const part = search[SEARCH_SIZE * clusterOf[n] + SEARCH.move];
    if (part === 0) continue;
    for (let i = SIZE * n; i < SIZE * n + SIZE; i++) change[i] += part * direction[i];
  }
  evaluate(system, false);
  measureSlopes(system);
}

/** Next place on the line for clusters whose slope has turned: regula falsi and bisection in turn, since slopes jump where a patch sticks. */
function chooseMoves(system: DirectSystem, line: number): boolean {
  const { search, live } = system;
  let any = false;
  for (let c = 0; c < system.clusters; c++) {
    const o = SEARCH_SIZE * c;
    const before = search[o + SEARCH.before];
    const low = search[o + SEARCH.low];
    const high = search[o + SEARCH.high];
    const slope = search[o + SEARCH.slope];
    const beyond = slope > -0.1 * before;
    // on the near side far from the bottom, once the far side is known
    const short = high < 1 || search[o + SEARCH.highSlope] > -0.1 * before ? slope < 0.1 * before : false;
    search[o + SEARCH.move] = 0;
    if (live[c] === 0 || !(beyond || (short && high - low > 1e-12))) continue;
    const lowSlope = search[o + SEARCH.lowSlope];
    const highSlope = search[o + SEARCH.highSlope];
    const next = (line & 1) === 0 ? (low * highSlope - high * lowSlope) / (highSlope - lowSlope) : 0.5 * (low + high);
    search[o + SEARCH.move] = next - search[o + SEARCH.at];
    search[o + SEARCH.at] = next;
    any = true;
  }
  return any;
}

/** The bracket of each cluster that has moved. */
function closeIn(system: DirectSystem): void {
  const { search } = system;
  for (let c = 0; c < system.clusters; c++) {
    const o = SEARCH_SIZE * c;
    if (search[o + SEARCH.move] === 0) continue;
    const end = search[o + SEARCH.slope] > 0 ? SEARCH.high : SEARCH.low;
    search[o + end] = search[o + SEARCH.at];
    search[o + (end === SEARCH.high ? SEARCH.highSlope : SEARCH.lowSlope)] = search[o + SEARCH.slope];
  }
}

/** Cluster of a row. */
function clusterOfRow(system: DirectSystem, r: number): number {
  const a = system.place[PLACE_SIZE * r + PLACE.nodeA];
  const b = system.place[PLACE_SIZE * r + PLACE.nodeB];
  return a >= 0 ? system.clusterOf[a] : b >= 0 ? system.clusterOf[b] : -1;
}

/** Clusters whose rows are not as the matrix in hand and the start of the step had them. Writes: unlike. */
function compareSides(system: DirectSystem): void {
  const { value, unlike } = system;
  unlike.fill(0, 0, system.clusters);
  for (let r = 0; r < system.rows; r++) {
    const o = VALUE_SIZE * r;
    if (value[o + VALUE.weight] === value[o + VALUE.factored] && value[o + VALUE.side] === value[o + VALUE.sideBefore])
      continue;
    const c = clusterOfRow(system, r);
    if (c >= 0) unlike[c] = 1;
  }
}

/** Gradient, and what it must be small against: the change of momentum or the largest impulse that acted before, per cluster. */
function measureConvergence(system: DirectSystem): void {
  const { gradient, change, mass, clusterOf, search, value } = system;
  for (let c = 0; c < system.clusters; c++)
    search[SEARCH_SIZE * c + SEARCH.off] = search[SEARCH_SIZE * c + SEARCH.scale] = 0;
  for (let n = 0; n < system.nodes; n++) {
    const o = SEARCH_SIZE * clusterOf[n];
    const least = Math.min(mass[7 * n + 1], mass[7 * n + 2], mass[7 * n + 3]);
    for (let c = 0; c < 6; c++) {
      search[o + SEARCH.off] = Math.max(search[o + SEARCH.off], Math.abs(gradient[6 * n + c]));
      const momentum = Math.abs(change[6 * n + c]) * (c < 3 ? least : mass[7 * n]);
      search[o + SEARCH.scale] = Math.max(search[o + SEARCH.scale], momentum);
    }
  }
  // not the impulses in question: those are huge when they are wrong
  for (let r = 0; r < system.rows; r++) {
    const c = clusterOfRow(system, r);
    if (c < 0) continue;
    const o = SEARCH_SIZE * c + SEARCH.scale;
    search[o] = Math.max(search[o], Math.abs(value[VALUE_SIZE * r + VALUE.applied]), NOTHING);
  }
}

/**
 * Takes over what Newton found. Where it has not converged the impulses of stiff rows mean nothing and stay as they were; the change of
 * velocities itself lowers the merit, so it is safe; such a cluster takes no part in further rounds. Writes: bodyVel, impulses, stopped.
 */
function settle(system: DirectSystem, data: Data, f: ImpulseFields): void {
  const { value, change, bodyOf, clusterOf, search, stopped, unlike } = system;
  measureConvergence(system);
  for (let c = 0; c < system.clusters; c++) {
    const o = SEARCH_SIZE * c;
    // 2: stops now
    unlike[c] = stopped[c] === 0 && !(search[o + SEARCH.off] <= CONVERGED * search[o + SEARCH.scale]) ? 2 : stopped[c];
  }
  for (let r = 0; r < system.rows; r++) {
    const c = clusterOfRow(system, r);
    if (c < 0 || unlike[c] !== 0) value[VALUE_SIZE * r + VALUE.impulse] = value[VALUE_SIZE * r + VALUE.applied];
  }
  for (let n = 0; n < system.nodes; n++) {
    if (unlike[clusterOf[n]] !== 2) continue;
    for (let c = 0; c < 6; c++) data.bodyVel[6 * bodyOf[n] + c] += change[6 * n + c];
  }
  for (let c = 0; c < system.clusters; c++) if (unlike[c] === 2) stopped[c] = 1;
  applyImpulses(system, data, f);
}

/** Impulses, penalties and gradient for the change of velocities as it is. With `sticking` the cones of patches that did not slip are left whole. */
function evaluate(system: DirectSystem, sticking: boolean): void {
  const { value, place, jacobian: j, change, gradient, mass, soft } = system;
  for (let n = 0; n < system.nodes; n++) {
    const g = 6 * n;
    const m = 7 * n;
    const x = change[g];
    const y = change[g + 1];
    const z = change[g + 2];
    gradient[g] = mass[m + 1] * x + mass[m + 4] * y + mass[m + 5] * z;
    gradient[g + 1] = mass[m + 4] * x + mass[m + 2] * y + mass[m + 6] * z;
    gradient[g + 2] = mass[m + 5] * x + mass[m + 6] * y + mass[m + 3] * z;
    for (let c = 3; c < 6; c++) gradient[g + c] = mass[m] * change[g + c];
  }
  for (let r = 0; r < system.rows; r++) {
    const o = VALUE_SIZE * r;
    const rho = value[o + VALUE.penalty];
    const wanted = value[o + VALUE.multiplier] - rho * rowSpeed(change, j, place, value, r) - value[o + VALUE.q];
    if (soft[r] === 2) {
      // part of a cone: clipped together with its fellows
      value[o + VALUE.impulse] = wanted;
      continue;
    }
    const lower = value[o + VALUE.lower];
    const upper = value[o + VALUE.upper];
    const inside = wanted > lower && wanted < upper;
    value[o + VALUE.impulse] = inside ? wanted : wanted <= lower ? lower : upper;
    value[o + VALUE.weight] = inside ? rho : 0;
    value[o + VALUE.side] = inside ? 0 : wanted <= lower ? -1 : 1;
  }
  clipCones(system, sticking);
  for (let r = 0; r < system.rows; r++) {
    const o = VALUE_SIZE * r;
    const acts = value[o + VALUE.impulse] - value[o + VALUE.applied];
    if (acts !== 0) addRow(gradient, j, place, r, -acts);
  }
}

/** J v of row r with the change x of velocities. */
function rowSpeed(x: Float64Array, j: Float64Array, place: Int32Array, value: Float64Array, r: number): number {
  let sum = value[VALUE_SIZE * r + VALUE.speed];
  const a = place[PLACE_SIZE * r + PLACE.nodeA];
  const b = place[PLACE_SIZE * r + PLACE.nodeB];
  const o = 12 * r;
  if (a >= 0) {
    const n = 6 * a;
    sum +=
      j[o] * x[n] +
      j[o + 1] * x[n + 1] +
      j[o + 2] * x[n + 2] +
      j[o + 3] * x[n + 3] +
      j[o + 4] * x[n + 4] +
      j[o + 5] * x[n + 5];
  }
  if (b >= 0) {
    const n = 6 * b;
    sum +=
      j[o + 6] * x[n] +
      j[o + 7] * x[n + 1] +
      j[o + 8] * x[n + 2] +
      j[o + 9] * x[n + 3] +
      j[o + 10] * x[n + 4] +
      j[o + 11] * x[n + 5];
  }
  return sum;
}

/** x += s Jᵀ of row r. */
function addRow(x: Float64Array, j: Float64Array, place: Int32Array, r: number, s: number): void {
  const a = place[PLACE_SIZE * r + PLACE.nodeA];
  const b = place[PLACE_SIZE * r + PLACE.nodeB];
  if (a >= 0) for (let c = 0; c < 6; c++) x[6 * a + c] += s * j[12 * r + c];
  if (b >= 0) for (let c = 0; c < 6; c++) x[6 * b + c] += s * j[12 * r + 6 + c];
}

/** Friction: what exceeds the bound is cut to the ball; the penalty across the impulse's direction shrinks as it is cut. */
function clipCones(system: DirectSystem, sticking: boolean): void {
  const { cone, coneValue, value } = system;
  for (let c = 0; c < system.cones; c++) {
    const o = VALUE_SIZE * cone[CONE_SIZE * c];
    const v = CONE_VALUE_SIZE * c;
    const i0 = o + VALUE.impulse;
    const i1 = i0 + VALUE_SIZE;
    const i2 = i1 + VALUE_SIZE;
    const size = Math.sqrt(value[i0] * value[i0] + value[i1] * value[i1] + value[i2] * value[i2]);
    const bound = coneValue[v + 1];
    if (system.pyramid) {
      clipEach(value, o, bound, coneValue, v);
      continue;
    }
    const slips = size > bound && !(sticking && coneValue[v + 6] === 0);
    const scale = slips ? bound / size : 1;
    for (let t = 0; t < 3; t++) {
      const at = o + VALUE_SIZE * t;
      coneValue[v + 2 + t] = slips ? value[at + VALUE.impulse] / size : 0;
      value[at + VALUE.impulse] *= scale;
      value[at + VALUE.weight] = scale * value[at + VALUE.penalty];
    }
    coneValue[v + 5] = slips ? scale * value[o + VALUE.penalty] : 0;
    coneValue[v + 7] = slips ? 1 : 0;
  }
}

/** The pyramid instead of the cone: each row to the bound by itself. */
function clipEach(value: Float64Array, o: number, bound: number, coneValue: Float64Array, v: number): void {
  coneValue[v + 5] = 0;
  coneValue[v + 7] = 0;
  for (let t = 0; t < 3; t++) {
    const at = o + VALUE_SIZE * t;
    const wanted = value[at + VALUE.impulse];
    const inside = wanted > -bound && wanted < bound;
    value[at + VALUE.impulse] = inside ? wanted : wanted < 0 ? -bound : bound;
    value[at + VALUE.weight] = inside ? value[at + VALUE.penalty] : 0;
    if (!inside) coneValue[v + 7] = 1;
  }
}

/** Whether the matrix in hand belongs to the penalties as they are now. */
function sameWeights(system: DirectSystem): boolean {
  if (!system.factored) return false;
  const { value } = system;
  for (let r = 0; r < system.rows; r++) {
    const o = VALUE_SIZE * r;
    if (value[o + VALUE.weight] !== value[o + VALUE.factored]) return false;
  }
  return true;
}

function rememberSides(system: DirectSystem): void {
  const { value } = system;
  for (let r = 0; r < system.rows; r++) {
    value[VALUE_SIZE * r + VALUE.sideBefore] = value[VALUE_SIZE * r + VALUE.side];
  }
}

const slipRow = new Float64Array(12);

/** H = M + Σ weight JᵀJ, factored. */
function assemble(system: DirectSystem): void {
  const { matrix, graph, value, mass, cone, coneValue, jacobian: j } = system;
  clearMatrix(matrix, graph);
  const { diagonal } = matrix;
  for (let n = 0; n < system.nodes; n++) {
    const d = BLOCK * n;
    const m = 7 * n;
    diagonal[d] = mass[m + 1];
    diagonal[d + 6] = mass[m + 4];
    diagonal[d + 7] = mass[m + 2];
    diagonal[d + 12] = mass[m + 5];
    diagonal[d + 13] = mass[m + 6];
    diagonal[d + 14] = mass[m + 3];
    diagonal[d + 21] = diagonal[d + 28] = diagonal[d + 35] = mass[m];
  }
  for (let r = 0; r < system.rows; r++) {
    const o = VALUE_SIZE * r;
    const weight = value[o + VALUE.weight];
    value[o + VALUE.factored] = weight;
    if (weight !== 0) addOuter(system, r, j, 12 * r, weight);
  }
  for (let c = 0; c < system.cones; c++) {
    const v = CONE_VALUE_SIZE * c;
    if (coneValue[v + 5] === 0) continue;
    const r = cone[CONE_SIZE * c];
    for (let x = 0; x < 12; x++) {
      slipRow[x] =
        coneValue[v + 2] * j[12 * r + x] +
        coneValue[v + 3] * j[12 * r + 12 + x] +
        coneValue[v + 4] * j[12 * r + 24 + x];
    }
    addOuter(system, r, slipRow, 0, -coneValue[v + 5]);
  }
  factorMatrix(matrix, graph);
  system.factored = true;
}

/** Adds weight JᵀJ of a row: lower triangles of the diagonal blocks, and the block between its bodies. */
function addOuter(system: DirectSystem, r: number, j: Float64Array, o: number, weight: number): void {
  const { matrix, place } = system;
  const { diagonal, blocks } = matrix;
  const a = place[PLACE_SIZE * r + PLACE.nodeA];
  const b = place[PLACE_SIZE * r + PLACE.nodeB];
  for (let side = 0; side < 2; side++) {
    const n = side === 0 ? a : b;
    if (n < 0) continue;
    const s = o + 6 * side;
    for (let x = 0; x < SIZE; x++) {
      const w = weight * j[s + x];
      if (w === 0) continue;
      for (let y = 0; y <= x; y++) diagonal[BLOCK * n + SIZE * x + y] += w * j[s + y];
    }
  }
  if (a < 0 || b < 0) return;
  const block = BLOCK * place[PLACE_SIZE * r + PLACE.block];
  const row = a < b ? o : o + 6;
  const column = a < b ? o + 6 : o;
  for (let x = 0; x < SIZE; x++) {
    const w = weight * j[row + x];
    if (w === 0) continue;
    for (let y = 0; y < SIZE; y++) blocks[block + SIZE * x + y] += w * j[column + y];
  }
}

/** v ← v + M⁻¹Jᵀ Δλ, and the multipliers take the new impulses. Writes: bodyVel, applied, multiplier. */
function applyImpulses(system: DirectSystem, data: Data, f: ImpulseFields): void {
  const { value, place, jacobian: j, soft } = system;
  const { invMass, invInertia: i } = f;
  const v = data.bodyVel;
  for (let r = 0; r < system.rows; r++) {
    const o = VALUE_SIZE * r;
    const change = value[o + VALUE.impulse] - value[o + VALUE.applied];
    value[o + VALUE.applied] = value[o + VALUE.impulse];
    if (soft[r] !== 1) value[o + VALUE.multiplier] = value[o + VALUE.impulse];
    if (change === 0) continue;
    for (let side = 0; side < 2; side++) {
      if (place[PLACE_SIZE * r + PLACE.nodeA + side] < 0) continue;
      const b = 6 * place[PLACE_SIZE * r + side];
      const at = 12 * r + 6 * side;
      const x = change * j[at];
      const y = change * j[at + 1];
      const z = change * j[at + 2];
      const m = change * invMass[place[PLACE_SIZE * r + side]];
      v[b] += i[b] * x + i[b + 3] * y + i[b + 4] * z;
      v[b + 1] += i[b + 3] * x + i[b + 1] * y + i[b + 5] * z;
      v[b + 2] += i[b + 4] * x + i[b + 5] * y + i[b + 2] * z;
      v[b + 3] += m * j[at + 3];
      v[b + 4] += m * j[at + 4];
      v[b + 5] += m * j[at + 5];
    }
  }
}

/** Largest speed by which a row misses what it asks for at the start of a round, into measured[2]. */
function worstResidual(system: DirectSystem): number {
  const { value, soft, cone, coneValue } = system;
  let worst = 0;
  for (let r = 0; r < system.rows; r++) {
    if (soft[r] !== 0) continue;
    const o = VALUE_SIZE * r;
    const rho = value[o + VALUE.penalty];
    if (rho === 0) continue;
    const w = value[o + VALUE.speed] + value[o + VALUE.q] / rho;
    const impulse = value[o + VALUE.impulse];
    if (impulse < value[o + VALUE.upper] && -w > worst) worst = -w;
    if (impulse > value[o + VALUE.lower] && w > worst) worst = w;
  }
  for (let c = 0; c < system.cones; c++) {
    // what the bound was made of, against what it should be now
    let load = 0;
    const first = cone[CONE_SIZE * c + 1];
    for (let r = first; r < first + cone[CONE_SIZE * c + 2]; r++) load += value[VALUE_SIZE * r + VALUE.impulse];
    const o = VALUE_SIZE * cone[CONE_SIZE * c];
    const rho = value[o + VALUE.penalty];
    if (rho === 0) continue;
    const off =
      (Math.abs(coneValue[CONE_VALUE_SIZE * c] * load - coneValue[CONE_VALUE_SIZE * c + 1]) * FRICTION_PENALTY) / rho;
    if (coneValue[CONE_VALUE_SIZE * c + 7] === 1) {
      if (off > worst) worst = off;
      continue;
    }
    for (let t = 0; t < 3; t++) {
      const w = Math.abs(value[o + VALUE_SIZE * t + VALUE.speed] + value[o + VALUE_SIZE * t] / rho);
      if (w > worst) worst = w;
    }
  }
  measured[2] = worst;
  return worst;
}
