import type { FactorStatus } from "../factor-status.js";
import type { SparseAnalysis } from "./analyze.js";
import {
  createPanelFactor,
  FACTOR_DEFAULTS,
  type FactorOptions,
  factorPanels,
  type PanelFactor,
} from "./panel-factor.js";
import { solvePanels } from "./panel-solve.js";

/** A numeric LU factorisation on a symmetric pattern: storage made once, refilled by each `factorSparseLu`. */
export type SparseLu = PanelFactor & { readonly halves: 2 };

/**
 * Makes room for P A Pᵀ = L D U on a pattern analysed with `triangle: "full"`; L and Uᵀ are unit lower triangular and
 * share one pattern, that of the symmetric factorisation of A + Aᵀ. All allocation happens here.
 *
 * For tangents whose pattern is symmetric but whose values are not, such as those of friction and follower forces. An
 * entry present on one side only is allowed and costs a stored zero.
 *
 * **Limits.** Rows are never exchanged, so the pattern is static and the numeric phase allocates nothing. The price is
 * that the method is safe only where pivots on the diagonal are: diagonally dominant matrices by rows or by columns,
 * matrices with a positive definite symmetric part that is not small compared with the skew part, quasi-definite
 * matrices with modest unsymmetric perturbation. Elsewhere elements may grow without bound while the factorisation
 * "succeeds": [[1e-20, 1], [1, 1]] loses its last row. Watch `growth` (safe near 1, digits lost ≈ log₁₀ growth) in
 * `sparseStatistics`; set `refine` and read `backwardError`; or set `threshold` ≈ 1e-8 with `perturb: PERTURBATION`,
 * which replaces weak pivots and lets refinement repair the difference [LiDemmel1998]. Where that fails, use the dense
 * LU with partial pivoting.
 */
export function createSparseLu(analysis: SparseAnalysis, options: Partial<FactorOptions> = {}): SparseLu {
  if (analysis.triangle !== "full")
    throw new RangeError(`sparse LU: expected a pattern analysed with triangle "full", got "${analysis.triangle}"`);
  return createPanelFactor(analysis, 2, { ...FACTOR_DEFAULTS, ...options }, undefined) as SparseLu;
}

/**
 * Numeric phase; `values` are in the order of the analysed pattern. Allocates nothing; numerical trouble is a status.
 */
export function factorSparseLu(lu: SparseLu, values: Float64Array): FactorStatus {
  return factorPanels(lu, values);
}

/** Solves A x = b; `x[offset … offset + n)` holds b on entry and the solution on return. Allocates nothing. */
export function solveSparseLu(lu: SparseLu, x: Float64Array, offset: number): FactorStatus {
  return solvePanels(lu, x, offset);
}
