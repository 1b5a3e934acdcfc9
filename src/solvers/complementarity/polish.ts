import { denseLuFactor, denseLuSolve } from "../../math/dense-lu.js";
import { FACTOR_OK } from "../../math/factor-status.js";
import { afford } from "./effort.js";
import { isSolved, STANDARD, type StandardProblem } from "./standard.js";
import { type ComplementarityWorkspace, workF64, workI32 } from "./workspace.js";

/** Steps of refinement after the solve with the factor. */
const REFINEMENTS = 2;

/**
 * Solves A_αα z_α = −b_α for the set α (indices in `active`, `count` of them), with refinement; other z are zero.
 * Returns the sign of det A_αα, 0 when it is singular or the budget has run out.
 */
export function solveActive(
  lcp: StandardProblem,
  active: Int32Array,
  count: number,
  work: ComplementarityWorkspace,
): number {
  const { n, matrix, vector, z } = lcp;
  if (!afford(work, count, count, count / 3 + 3)) return 0;
  const factor = workF64(work, "active.factor", n * n);
  const x = workF64(work, "active.x", n);
  const pivots = workI32(work, "active.pivots", n);
  for (let a = 0; a < count; a++) {
    const o = active[a] * n;
    for (let c = 0; c < count; c++) factor[a * count + c] = matrix[o + active[c]];
    x[a] = -vector[active[a]];
  }
  if (denseLuFactor(count, factor, 0, pivots, 0) !== FACTOR_OK) return 0;
  let sign = 1;
  for (let a = 0; a < count; a++) {
    if (factor[a * count + a] < 0) sign = -sign;
    if (pivots[a] !== a) sign = -sign;
  }
  denseLuSolve(count, factor, 0, pivots, 0, x, 0);
  for (let i = 0; i < n; i++) z[i] = 0;
  for (let a = 0; a < count; a++) z[active[a]] = x[a];
  for (let pass = 0; pass < REFINEMENTS; pass++) {
    for (let a = 0; a < count; a++) {
      const o = active[a] * n;
      let sum = -vector[active[a]];
      for (let c = 0; c < count; c++) sum -= matrix[o + active[c]] * z[active[c]];
      x[a] = sum;
    }
    denseLuSolve(count, factor, 0, pivots, 0, x, 0);
    for (let a = 0; a < count; a++) z[active[a]] += x[a];
  }
  return sign;
}

/**
 * Replaces z by the exact solution of its own active set {zᵢ > wᵢ} when that lowers the residual: what an iterative
 * method left open, to round-off. Returns whether it is solved; w and residual are left in keeping with z.
 */
export function polish(lcp: StandardProblem, work: ComplementarityWorkspace): boolean {
  const { n, z, w } = lcp;
  isSolved(lcp);
  const before = lcp.numbers[STANDARD.residual];
  const kept = workF64(work, "polish.z", n);
  const active = workI32(work, "polish.active", n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    kept[i] = z[i];
    if (z[i] > w[i]) active[count++] = i;
  }
  if (solveActive(lcp, active, count, work) !== 0) {
    for (let i = 0; i < n; i++) if (z[i] < 0) z[i] = 0;
    const solved = isSolved(lcp);
    if (lcp.numbers[STANDARD.residual] < before) return solved;
  }
  for (let i = 0; i < n; i++) z[i] = kept[i];
  return isSolved(lcp);
}
