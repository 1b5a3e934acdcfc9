import { number } from "../../model/params.js";
import { isExhausted } from "./effort.js";
import { solveActive } from "./polish.js";
import { defineComplementaritySolver, type SolverValues } from "./solver.js";
import { isSolved, type StandardProblem } from "./standard.js";
import { SOLVE_STATUS } from "./status.js";
import { type ComplementarityWorkspace, workI32 } from "./workspace.js";

/** Tries all 2ⁿ active sets in the order of their bits; true when one is a solution, which is then in z. */
export function enumerateFirst(lcp: StandardProblem, work: ComplementarityWorkspace): boolean {
  const { n, z } = lcp;
  const active = workI32(work, "enumerate.active", n);
  for (let set = 0; set < 1 << n && !isExhausted(work); set++) {
    let count = 0;
    for (let i = 0; i < n; i++) if ((set >> i) & 1) active[count++] = i;
    if (solveActive(lcp, active, count, work) === 0) continue;
    let least = 0;
    let largest = 0;
    for (let i = 0; i < n; i++) {
      least = Math.min(least, z[i]);
      largest = Math.max(largest, z[i]);
    }
    if (least < -1e-9 * (1 + largest)) continue;
    for (let i = 0; i < n; i++) if (z[i] < 0) z[i] = 0;
    if (isSolved(lcp)) return true;
  }
  return false;
}

function solve(lcp: StandardProblem, values: SolverValues, work: ComplementarityWorkspace): void {
  const { statistics } = work;
  if (lcp.n > values.maxRows) {
    statistics.status = SOLVE_STATUS.badInput;
    statistics.message = `solver enumerate takes at most ${values.maxRows} rows, got ${lcp.n}`;
    return;
  }
  statistics.status = SOLVE_STATUS.ray;
  if (enumerateFirst(lcp, work)) statistics.status = SOLVE_STATUS.solved;
  else if (isExhausted(work)) statistics.status = SOLVE_STATUS.iterations;
}

/**
 * All complementary bases, one after the other: the oracle for small problems. Finds a solution when one has a regular
 * basis.
 */
export const enumerate = defineComplementaritySolver({
  name: "enumerate",
  help: "all 2ⁿ active sets of a small problem, one after the other",
  params: { maxRows: number({ integer: true, min: 1, max: 22, default: 16, help: "rows at most" }) },
  claims: { positiveDefinite: true, pMatrix: true, friction: true, cones: false, noAllocation: true },
  scaling: "two-sided",
  solve,
});

/** What the oracle finds. */
export interface EnumeratedSolutions {
  /** Solutions with a regular basis, each once. */
  readonly solutions: readonly Float64Array[];
  /** For each solution, whether some row has z = w = 0. */
  readonly degenerate: readonly boolean[];
  /** Bases whose A_αα is singular. */
  readonly singularBases: number;
  /**
   * Singular bases whose equations A_αα z_α = −b_α hold for some z: there may be edges or rays of solutions beyond
   * those listed. With none, the list is all there is.
   */
  readonly consistentSingularBases: number;
}

/** Largest problem of `enumerateSolutions`: 65,536 bases. */
export const MAX_ENUMERATED = 16;

/**
 * All solutions of 0 ≤ z ⟂ A z + b ≥ 0 with a regular complementary basis, by Gaussian elimination with complete
 * pivoting of each of the 2ⁿ sets. Shares no code with the solvers, which it judges. `tolerance` is relative to max(1,
 * ‖b‖∞) for w and to max(1, ‖z‖∞) for z.
 */
export function enumerateSolutions(
  n: number,
  matrix: Float64Array,
  vector: Float64Array,
  tolerance = 1e-10,
): EnumeratedSolutions {
  if (n > MAX_ENUMERATED) throw new RangeError(`enumerateSolutions takes at most ${MAX_ENUMERATED} rows, got ${n}`);
  const solutions: Float64Array[] = [];
  const degenerate: boolean[] = [];
  let singularBases = 0;
  let consistentSingularBases = 0;
  let scale = 1;
  for (let i = 0; i < n; i++) scale = Math.max(scale, Math.abs(vector[i]));
  for (let set = 0; set < 1 << n; set++) {
    const rows: number[] = [];
    for (let i = 0; i < n; i++) if ((set >> i) & 1) rows.push(i);
    const { x, rank, consistent } = eliminate(rows, n, matrix, vector, tolerance);
    if (rank < rows.length) {
      singularBases++;
      if (consistent) consistentSingularBases++;
      continue;
    }
    const z = new Float64Array(n);
    for (const [k, i] of rows.entries()) z[i] = x[k];
    let size = 1;
    for (let i = 0; i < n; i++) size = Math.max(size, Math.abs(z[i]));
    let valid = true;
    let flat = false;
    for (let i = 0; i < n && valid; i++) {
      let w = vector[i];
      for (let j = 0; j < n; j++) w += matrix[i * n + j] * z[j];
      const zero = Math.abs(z[i]) <= tolerance * size;
      if (z[i] < -tolerance * size || w < -tolerance * scale * size) valid = false;
      if (zero && Math.abs(w) <= tolerance * scale * size) flat = true;
    }
    if (!valid) continue;
    for (let i = 0; i < n; i++) if (Math.abs(z[i]) <= tolerance * size) z[i] = 0;
    const known = solutions.some((s) => s.every((v, i) => Math.abs(v - z[i]) <= 100 * tolerance * size));
    if (known) continue;
    solutions.push(z);
    degenerate.push(flat);
  }
  return { solutions, degenerate, singularBases, consistentSingularBases };
}

/** A_αα x = −b_α by elimination with complete pivoting. */
function eliminate(
  rows: readonly number[],
  n: number,
  matrix: Float64Array,
  vector: Float64Array,
  tolerance: number,
): { x: number[]; rank: number; consistent: boolean } {
  const k = rows.length;
  const t = rows.map((i) => [...rows.map((j) => matrix[i * n + j]), -vector[i]]);
  const columns = rows.map((_, c) => c);
  let largest = 0;
  for (const row of t) for (let c = 0; c < k; c++) largest = Math.max(largest, Math.abs(row[c]));
  let rank = 0;
  for (; rank < k; rank++) {
    let best = tolerance * 1e-2 * largest;
    let r = -1;
    let c = -1;
    for (let i = rank; i < k; i++) {
      for (let j = rank; j < k; j++) {
        if (Math.abs(t[i][j]) > best) {
          best = Math.abs(t[i][j]);
          r = i;
          c = j;
        }
      }
    }
    if (r < 0) break;
    [t[rank], t[r]] = [t[r], t[rank]];
    for (const row of t) [row[rank], row[c]] = [row[c], row[rank]];
    [columns[rank], columns[c]] = [columns[c], columns[rank]];
    for (let i = rank + 1; i < k; i++) {
      const f = t[i][rank] / t[rank][rank];
      if (f !== 0) for (let j = rank; j <= k; j++) t[i][j] -= f * t[rank][j];
    }
  }
  let scale = 1;
  for (const i of rows) scale = Math.max(scale, Math.abs(vector[i]));
  let consistent = true;
  for (let i = rank; i < k; i++) if (Math.abs(t[i][k]) > tolerance * scale) consistent = false;
  const x: number[] = new Array(k).fill(0);
  if (rank === k) {
    for (let i = k - 1; i >= 0; i--) {
      let sum = t[i][k];
      for (let j = i + 1; j < k; j++) sum -= t[i][j] * x[columns[j]];
      x[columns[i]] = sum / t[i][i];
    }
  }
  return { x, rank, consistent };
}
