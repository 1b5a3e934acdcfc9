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

/** A numeric LDLᵀ factorisation: storage made once by `createSparseLdlt`, refilled by each `factorSparseLdlt`. */
export type SparseLdlt = PanelFactor & { readonly halves: 1 };

/** Options of `createSparseLdlt`. */
export interface LdltOptions extends FactorOptions {
  /**
   * Expected sign of the pivot of each of the caller's variables: > 0, < 0, or 0 for no expectation. In a
   * quasi-definite system the rows of H have +1 and those of −C have −1. A pivot of the wrong sign is treated like a
   * zero pivot, and a replaced pivot takes the expected sign.
   */
  readonly signs: ArrayLike<number>;
}

/**
 * Makes room for P A Pᵀ = L D Lᵀ on an analysed pattern. All allocation happens here.
 *
 * No pivoting takes place beyond the order chosen in the analysis. That is backward stable for definite matrices, and
 * works under every order for quasi-definite ones, [H Aᵀ; A −C] with H and C positive definite [Vanderbei1995], with an
 * accuracy that falls as ‖A‖² / (‖H‖ min C) grows [GillSaundersShinnerl1996]: the backward error of an unrefined solve
 * is at worst about ε / `minPivotRatio`, and each step of refinement multiplies it by as much. Observed on five test
 * matrices, one seed each: one step brings it below 1e-16 for compliances of 1e-8 of the masses and more, two steps
 * below 1e-14 for 1e-12 and more.
 *
 * With C = 0 (hard constraints) a constraint may come before the bodies that it ties and meet a zero pivot: give
 * `signs`, `perturb: PERTURBATION` and `refine` ≥ 2.
 */
export function createSparseLdlt(analysis: SparseAnalysis, options: Partial<LdltOptions> = {}): SparseLdlt {
  return createPanelFactor(analysis, 1, { ...FACTOR_DEFAULTS, ...options }, options.signs) as SparseLdlt;
}

/**
 * Numeric phase. `values` are in the order of the pattern given to `analyzeSparse`; in a `full` pattern the entries
 * below the diagonal are ignored. Allocates nothing and never throws for numerical reasons; see `factor-status.ts`.
 * After a failure, `sparseStatistics(ldlt).failedVariable` names the variable whose pivot failed.
 */
export function factorSparseLdlt(ldlt: SparseLdlt, values: Float64Array): FactorStatus {
  return factorPanels(ldlt, values);
}

/** Solves A x = b; `x[offset … offset + n)` holds b on entry and the solution on return. Allocates nothing. */
export function solveSparseLdlt(ldlt: SparseLdlt, x: Float64Array, offset: number): FactorStatus {
  return solvePanels(ldlt, x, offset);
}
