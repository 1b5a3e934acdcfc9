import type { Data } from "../../data/data.js";
import { ensureCapacityF64 } from "../../math/capacity.js";
import { SIZE, solveMatrix } from "../../solvers/body-cholesky.js";
import {
  type DirectSystem,
  LOCK,
  LOCK_SIZE,
  MISS,
  PLACE,
  PLACE_SIZE,
  SEARCH,
  SEARCH_SIZE,
  STALLED,
  VALUE,
  VALUE_SIZE,
} from "./direct-system.js";
import { type ImpulseFields, STATISTIC } from "./fields.js";
import { assemble, findStale } from "./merit.js";

/**
 * Whether every row is a lock, or off: then there is nothing to clip, and one solution of a linear system does what
 * Newton's method would.
 */
export function isLinear(system: DirectSystem): boolean {
  if (system.cones > 0) return false;
  const { value, soft } = system;
  for (let r = 0; r < system.rows; r++) {
    const o = VALUE_SIZE * r;
    if (soft[r] !== 0) return false;
    if (value[o + VALUE.penalty] === 0) continue;
    if (value[o + VALUE.upper] < Number.POSITIVE_INFINITY || value[o + VALUE.lower] > Number.NEGATIVE_INFINITY)
      return false;
  }
  return true;
}

/**
 * Locks only. With w = J v + q the change of velocities d that ½ dᵀM d + ½ Σ ρ (w + J d)² asks for solves (M + Σ ρ JᵀJ)
 * d = −Jᵀρ w, the impulses are Δλ = −ρ (w + J d), and what is left of w is w + J d itself. Velocities follow from
 * impulses, as everywhere. Clusters that have what they ask for, to the system's tolerance, take no part in further
 * rounds. Writes: impulse of every row, bodyVel, statistics.
 */
export function solveLinear(system: DirectSystem, data: Data, f: ImpulseFields, rounds: number): void {
  const { direction, gradient, live, search, clusters, nodes } = system;
  readLocks(system);
  live.fill(1, 0, clusters);
  for (let round = 0; round < rounds; round++) {
    direction.fill(0, 0, SIZE * nodes);
    for (let c = 0; c < clusters; c++) search[SEARCH_SIZE * c + SEARCH.miss] = 0;
    pull(system, data.bodyVel);
    if (round === 0) system.missed[0] = Math.max(system.missed[0], mostMissed(system));
    if (findStale(system)) assemble(system);
    solveMatrix(system.matrix, system.graph, direction, system.clusterOf, live);
    for (let c = 0; c < clusters; c++) search[SEARCH_SIZE * c + SEARCH.off] = 0;
    gradient.fill(0, 0, SIZE * nodes);
    push(system);
    move(system, data.bodyVel, f);
    f.statistics[STATISTIC.iterations]++;
    if (round > 0) dropContradictions(system, f);
    if (!keepThoseThatMiss(system)) break;
  }
  for (let c = 0; c < clusters; c++) {
    const off = search[SEARCH_SIZE * c + SEARCH.off];
    if (off > f.statistics[STATISTIC.residual]) f.statistics[STATISTIC.residual] = off;
  }
  writeLocks(system);
}

/** Puts what the rounds need side by side. Reads: rows. Writes: lock, weight. */
function readLocks(system: DirectSystem): void {
  const { value, rows } = system;
  system.lock = ensureCapacityF64(system.lock, LOCK_SIZE * rows);
  const { lock } = system;
  for (let r = 0; r < rows; r++) {
    const o = VALUE_SIZE * r;
    const l = LOCK_SIZE * r;
    const penalty = value[o + VALUE.penalty];
    value[o + VALUE.weight] = penalty;
    lock[l + LOCK.penalty] = penalty;
    lock[l + LOCK.q] = value[o + VALUE.q];
    lock[l + LOCK.impulse] = value[o + VALUE.impulse];
  }
}

/** Hands the impulses back to the rows. */
function writeLocks(system: DirectSystem): void {
  const { value, rows, lock } = system;
  for (let r = 0; r < rows; r++) {
    const o = VALUE_SIZE * r;
    if (lock[LOCK_SIZE * r + LOCK.penalty] === 0) continue;
    const impulse = lock[LOCK_SIZE * r + LOCK.impulse];
    value[o + VALUE.impulse] = value[o + VALUE.applied] = value[o + VALUE.multiplier] = impulse;
  }
}

/** The largest residual of a cluster. */
function mostMissed(system: DirectSystem): number {
  let most = 0;
  for (let c = 0; c < system.clusters; c++) {
    const miss = system.search[SEARCH_SIZE * c + SEARCH.miss];
    if (miss > most) most = miss;
  }
  return most;
}

/**
 * Goes on with the clusters that still miss by more than the tolerance; returns whether there are any. Writes: live.
 */
function keepThoseThatMiss(system: DirectSystem): boolean {
  const { live, search, clusters, tolerance } = system;
  let any = false;
  for (let c = 0; c < clusters; c++) {
    if (live[c] === 0) continue;
    if (search[SEARCH_SIZE * c + SEARCH.off] < tolerance[0]) live[c] = 0;
    else any = true;
  }
  return any;
}

/**
 * Locks that contradict each other, as in `direct.ts`: clusters that come no nearer take what they had at the start for
 * their impulses, and end. Writes: live, impulses.
 */
function dropContradictions(system: DirectSystem, f: ImpulseFields): void {
  const { live, search, clusters, unlike, value, place, lock } = system;
  let any = false;
  for (let c = 0; c < clusters; c++) {
    const o = SEARCH_SIZE * c;
    const off = search[o + SEARCH.off];
    unlike[c] = live[c] === 1 && off > MISS && off > STALLED * search[o + SEARCH.miss] ? 1 : 0;
    if (unlike[c] === 0) continue;
    if (off > f.statistics[STATISTIC.residual]) f.statistics[STATISTIC.residual] = off;
    live[c] = 0;
    any = true;
  }
  for (let r = 0; any && r < system.rows; r++) {
    const c = place[PLACE_SIZE * r + PLACE.cluster];
    if (c < 0 || unlike[c] === 0) continue;
    system.lost[r] += lock[LOCK_SIZE * r + LOCK.impulse] - value[VALUE_SIZE * r + VALUE.impulse];
    lock[LOCK_SIZE * r + LOCK.impulse] = value[VALUE_SIZE * r + VALUE.impulse];
  }
}

/** Residuals w of the clusters at work, and −Jᵀρ w. Writes: lock, direction, miss. */
function pull(system: DirectSystem, v: Float64Array): void {
  const { lock, place, jacobian: j, rows, direction: x, live, search } = system;
  for (let r = 0; r < rows; r++) {
    const l = LOCK_SIZE * r;
    const rho = lock[l + LOCK.penalty];
    const p = PLACE_SIZE * r;
    const c = place[p + PLACE.cluster];
    if (rho === 0 || c < 0 || live[c] === 0) continue;
    const a = 6 * place[p];
    const b = 6 * place[p + 1];
    const q = 12 * r;
    const w =
      lock[l + LOCK.q] +
      (j[q] * v[a] + j[q + 1] * v[a + 1] + j[q + 2] * v[a + 2]) +
      (j[q + 3] * v[a + 3] + j[q + 4] * v[a + 4] + j[q + 5] * v[a + 5]) +
      (j[q + 6] * v[b] + j[q + 7] * v[b + 1] + j[q + 8] * v[b + 2]) +
      (j[q + 9] * v[b + 3] + j[q + 10] * v[b + 4] + j[q + 11] * v[b + 5]);
    lock[l + LOCK.speed] = w;
    const size = w < 0 ? -w : w;
    const miss = SEARCH_SIZE * c + SEARCH.miss;
    if (size > search[miss]) search[miss] = size;
    addTo(x, place, p, j, q, -rho * w);
  }
}

/** Impulses for the direction, and their sums Jᵀ Δλ per node. Reads: lock, direction. Writes: lock, gradient, off. */
function push(system: DirectSystem): void {
  const { lock, place, jacobian: j, rows, direction: x, gradient, live, search } = system;
  for (let r = 0; r < rows; r++) {
    const l = LOCK_SIZE * r;
    const rho = lock[l + LOCK.penalty];
    const p = PLACE_SIZE * r;
    const c = place[p + PLACE.cluster];
    if (rho === 0 || c < 0 || live[c] === 0) continue;
    const q = 12 * r;
    const n = 6 * place[p + PLACE.nodeA];
    const m = 6 * place[p + PLACE.nodeB];
    let w = lock[l + LOCK.speed];
    if (n >= 0)
      w +=
        j[q] * x[n] +
        j[q + 1] * x[n + 1] +
        j[q + 2] * x[n + 2] +
        (j[q + 3] * x[n + 3] + j[q + 4] * x[n + 4] + j[q + 5] * x[n + 5]);
    if (m >= 0)
      w +=
        j[q + 6] * x[m] +
        j[q + 7] * x[m + 1] +
        j[q + 8] * x[m + 2] +
        (j[q + 9] * x[m + 3] + j[q + 10] * x[m + 4] + j[q + 11] * x[m + 5]);
    const size = w < 0 ? -w : w;
    const off = SEARCH_SIZE * c + SEARCH.off;
    if (size > search[off]) search[off] = size;
    lock[l + LOCK.impulse] -= rho * w;
    addTo(gradient, place, p, j, q, -rho * w);
  }
}

/** x += s Jᵀ of the row with its place at p and its Jacobian at q. */
function addTo(x: Float64Array, place: Int32Array, p: number, j: Float64Array, q: number, s: number): void {
  const n = 6 * place[p + PLACE.nodeA];
  if (n >= 0) {
    x[n] += s * j[q];
    x[n + 1] += s * j[q + 1];
    x[n + 2] += s * j[q + 2];
    x[n + 3] += s * j[q + 3];
    x[n + 4] += s * j[q + 4];
    x[n + 5] += s * j[q + 5];
  }
  const m = 6 * place[p + PLACE.nodeB];
  if (m >= 0) {
    x[m] += s * j[q + 6];
    x[m + 1] += s * j[q + 7];
    x[m + 2] += s * j[q + 8];
    x[m + 3] += s * j[q + 9];
    x[m + 4] += s * j[q + 10];
    x[m + 5] += s * j[q + 11];
  }
}

/** v += M⁻¹ Jᵀ Δλ of the clusters at work. Reads: gradient. Writes: bodyVel. */
function move(system: DirectSystem, v: Float64Array, f: ImpulseFields): void {
  const { gradient: g, bodyOf, clusterOf, live } = system;
  const { invMass, invInertia: i } = f;
  for (let n = 0; n < system.nodes; n++) {
    if (live[clusterOf[n]] === 0) continue;
    const b = 6 * bodyOf[n];
    const o = SIZE * n;
    const mass = invMass[bodyOf[n]];
    v[b] += i[b] * g[o] + i[b + 3] * g[o + 1] + i[b + 4] * g[o + 2];
    v[b + 1] += i[b + 3] * g[o] + i[b + 1] * g[o + 1] + i[b + 5] * g[o + 2];
    v[b + 2] += i[b + 4] * g[o] + i[b + 5] * g[o + 1] + i[b + 2] * g[o + 2];
    v[b + 3] += mass * g[o + 3];
    v[b + 4] += mass * g[o + 4];
    v[b + 5] += mass * g[o + 5];
  }
}
