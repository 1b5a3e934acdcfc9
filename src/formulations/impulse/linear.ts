import type { Data } from "../../data/data.js";
import { SIZE, solveMatrix } from "../../solvers/body-cholesky.js";
import { type DirectSystem, MISS, PLACE, PLACE_SIZE, STALLED, VALUE, VALUE_SIZE } from "./direct-system.js";
import { type ImpulseFields, STATISTIC } from "./fields.js";
import { assemble, findStale } from "./merit.js";

/** A residual below this, m/s or rad/s, ends the rounds. */
const RESIDUAL = 1e-9;

/** Whether every row is a lock, or off: then there is nothing to clip, and one solution of a linear system does what Newton's method would. */
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
 * Locks only. With w = J v + q the change of velocities d that ½ dᵀM d + ½ Σ ρ (w + J d)² asks for solves (M + Σ ρ JᵀJ) d = −Jᵀρ w, the impulses
 * are Δλ = −ρ (w + J d), and what is left of w is w + J d itself. Velocities follow from impulses, as everywhere. Writes: impulse of every row, bodyVel, statistics.
 */
export function solveLinear(system: DirectSystem, data: Data, f: ImpulseFields, rounds: number): void {
  const { value, rows, direction } = system;
  for (let r = 0; r < rows; r++) {
    value[VALUE_SIZE * r + VALUE.weight] = value[VALUE_SIZE * r + VALUE.penalty];
    value[VALUE_SIZE * r + VALUE.start] = value[VALUE_SIZE * r + VALUE.impulse];
  }
  system.live.fill(1, 0, system.clusters);
  if (findStale(system)) assemble(system);
  for (let round = 0; round < rounds; round++) {
    direction.fill(0, 0, SIZE * system.nodes);
    pull(system, data.bodyVel);
    if (round === 0) system.missed[0] = most[0];
    solveMatrix(system.matrix, system.graph, direction, system.clusterOf, system.live);
    push(system, data.bodyVel, f);
    f.statistics[STATISTIC.iterations]++;
    if (left[0] < RESIDUAL) break;
    if (round > 0 && left[0] > MISS && left[0] > STALLED * most[0]) {
      // locks that contradict each other, see dropContradictions
      for (let r = 0; r < rows; r++) {
        const o = VALUE_SIZE * r;
        value[o + VALUE.impulse] = value[o + VALUE.applied] = value[o + VALUE.multiplier] = value[o + VALUE.start];
      }
      break;
    }
  }
  if (left[0] > f.statistics[STATISTIC.residual]) f.statistics[STATISTIC.residual] = left[0];
}

/** The largest residual at the start of the last round, and what it has left. */
const most = new Float64Array(1);
const left = new Float64Array(1);

/** Residuals w, and −Jᵀρ w. Writes: speed, direction, most. */
function pull(system: DirectSystem, v: Float64Array): void {
  const { value, place, jacobian: j, rows, direction: x } = system;
  let largest = 0;
  for (let r = 0; r < rows; r++) {
    const o = VALUE_SIZE * r;
    const rho = value[o + VALUE.penalty];
    if (rho === 0) continue;
    const p = PLACE_SIZE * r;
    const a = 6 * place[p];
    const b = 6 * place[p + 1];
    const q = 12 * r;
    const w =
      value[o + VALUE.q] +
      (j[q] * v[a] + j[q + 1] * v[a + 1] + j[q + 2] * v[a + 2]) +
      (j[q + 3] * v[a + 3] + j[q + 4] * v[a + 4] + j[q + 5] * v[a + 5]) +
      (j[q + 6] * v[b] + j[q + 7] * v[b + 1] + j[q + 8] * v[b + 2]) +
      (j[q + 9] * v[b + 3] + j[q + 10] * v[b + 4] + j[q + 11] * v[b + 5]);
    value[o + VALUE.speed] = w;
    const size = w < 0 ? -w : w;
    if (size > largest) largest = size;
    const s = -rho * w;
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
  most[0] = largest;
}

/** Impulses for the direction, and the velocities that they make. Reads: speed, direction. Writes: impulses, bodyVel, left. */
function push(system: DirectSystem, v: Float64Array, f: ImpulseFields): void {
  const { value, place, jacobian: j, rows, direction: x } = system;
  const { invMass, invInertia: i } = f;
  let worst = 0;
  for (let r = 0; r < rows; r++) {
    const o = VALUE_SIZE * r;
    const rho = value[o + VALUE.penalty];
    if (rho === 0) continue;
    const p = PLACE_SIZE * r;
    const q = 12 * r;
    const n = 6 * place[p + PLACE.nodeA];
    const m = 6 * place[p + PLACE.nodeB];
    let w = value[o + VALUE.speed];
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
    if (size > worst) worst = size;
    const change = -rho * w;
    const impulse = value[o + VALUE.impulse] + change;
    value[o + VALUE.impulse] = impulse;
    value[o + VALUE.applied] = impulse;
    value[o + VALUE.multiplier] = impulse;
    if (n >= 0) {
      const b = 6 * place[p];
      const mass = change * invMass[place[p]];
      const tx = change * j[q];
      const ty = change * j[q + 1];
      const tz = change * j[q + 2];
      v[b] += i[b] * tx + i[b + 3] * ty + i[b + 4] * tz;
      v[b + 1] += i[b + 3] * tx + i[b + 1] * ty + i[b + 5] * tz;
      v[b + 2] += i[b + 4] * tx + i[b + 5] * ty + i[b + 2] * tz;
      v[b + 3] += mass * j[q + 3];
      v[b + 4] += mass * j[q + 4];
      v[b + 5] += mass * j[q + 5];
    }
    if (m >= 0) {
      const b = 6 * place[p + 1];
      const mass = change * invMass[place[p + 1]];
      const tx = change * j[q + 6];
      const ty = change * j[q + 7];
      const tz = change * j[q + 8];
      v[b] += i[b] * tx + i[b + 3] * ty + i[b + 4] * tz;
      v[b + 1] += i[b + 3] * tx + i[b + 1] * ty + i[b + 5] * tz;
      v[b + 2] += i[b + 4] * tx + i[b + 5] * ty + i[b + 2] * tz;
      v[b + 3] += mass * j[q + 9];
      v[b + 4] += mass * j[q + 10];
      v[b + 5] += mass * j[q + 11];
    }
  }
  left[0] = worst;
}
