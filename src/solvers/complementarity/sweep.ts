import { afford } from "./effort.js";
import { polish } from "./polish.js";
import { isSolved, STANDARD, type StandardProblem } from "./standard.js";
import { SOLVE_STATUS } from "./status.js";
import { type ComplementarityWorkspace, workF64 } from "./workspace.js";

/**
 * Diagonal entries below this, in the scaled matrix, cannot be divided by: slip rows of polyhedral friction have none.
 */
const NO_DIAGONAL = 1e-12;
/** Sweeps between two looks at the residual. */
const LOOK = 4;
/** Growth of the residual at which sweeps are called divergent. */
const GROWTH = 1e12;

/**
 * Projected sweeps
 *
 *   zᵢ ← max(0, zᵢ − ω (b + A z)ᵢ / aᵢᵢ)
 *
 * with all z from this sweep as far as it has come (`jacobi` false: Gauss–Seidel, ω = 1, or PSOR) or from the one
 * before (Jacobi). Sources: [Williams2014] eqs. (2.45)–(2.47), Alg. 2, with b of the sign of w = A z + b (the printed
 * formulas are for A x = b, and Alg. 2 has a spurious minus). Rows without a diagonal are left as they are (but the
 * variables that bound boxes are not), so problems with polyhedral friction are solved only as far as they need no
 * slip.
 */
export function runSweeps(
  lcp: StandardProblem,
  maxIterations: number,
  relaxation: number,
  jacobi: boolean,
  work: ComplementarityWorkspace,
): void {
  const { n, matrix, vector, z, cap } = lcp;
  const { statistics } = work;
  const old = workF64(work, "sweep.old", n);
  isSolved(lcp);
  let first = lcp.numbers[STANDARD.residual];
  if (!(first > 0)) first = 0;
  for (let k = 0; k < maxIterations && afford(work, n, n, 1); k++) {
    const from = jacobi ? old : z;
    if (jacobi) for (let i = 0; i < n; i++) old[i] = z[i];
    let change = 0;
    for (let i = 0; i < n; i++) {
      const o = i * n;
      if (Math.abs(matrix[o + i]) < NO_DIAGONAL) continue;
      let sum = vector[i];
      for (let j = 0; j < n; j++) sum += matrix[o + j] * from[j];
      // a bound from above is held by its own variable, which takes what the row would lack
      const v = cap[i];
      if (v >= 0) sum -= matrix[o + v] * from[v];
      let next = Math.max(0, z[i] - (relaxation * sum) / matrix[o + i]);
      if (v >= 0) {
        next = Math.min(next, vector[v] / -matrix[v * n + i]);
        z[v] = Math.max(0, -(sum + matrix[o + i] * (next - from[i])) / matrix[o + v]);
      }
      change = Math.max(change, Math.abs(next - z[i]));
      z[i] = next;
    }
    statistics.iterations++;
    if (k % LOOK !== LOOK - 1 && change > 0 && k < maxIterations - 1) continue;
    if (isSolved(lcp)) {
      statistics.status = SOLVE_STATUS.solved;
      return;
    }
    const residual = lcp.numbers[STANDARD.residual];
    if (!(residual < GROWTH * (1 + first)) || change === 0) {
      statistics.status = SOLVE_STATUS.stalled;
      if (!(residual < Number.POSITIVE_INFINITY)) for (let i = 0; i < n; i++) z[i] = 0;
      return;
    }
  }
  statistics.status = polish(lcp, work) ? SOLVE_STATUS.solved : SOLVE_STATUS.iterations;
}
