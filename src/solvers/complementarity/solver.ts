import type * as z from "zod/mini";
import type { ItemKind } from "../../model/item.js";
import { number, type Params } from "../../model/params.js";
import type { ComplementarityProblem } from "./problem.js";
import type { Scaling, StandardProblem } from "./standard.js";
import type { ComplementarityWorkspace } from "./workspace.js";

/** Values of a solver's settings, including defaults. */
export type SolverValues = Readonly<Record<string, number>>;

/** Properties that a solver of the standard form claims; the generic tests check them. */
export interface SolverClaims {
  /** Solves every problem with a symmetric positive definite matrix of moderate condition. */
  readonly positiveDefinite: boolean;
  /** Solves every problem with a (nonsymmetric) P-matrix of moderate condition. */
  readonly pMatrix: boolean;
  /** Solves contact problems with polyhedral friction, whose slip rows have a zero diagonal. */
  readonly friction: boolean;
  /** Accepts the cone rows of `FrictionCones`. */
  readonly cones: boolean;
  /** A warm solve allocates nothing. */
  readonly noAllocation: boolean;
}

/**
 * A solver: one file, one line in the index. It receives the problem in standard form (free rows eliminated, boxes
 * shifted, scaled) and improves `lcp.z`. It sets status, iterations and pivots of `work.statistics`, and may set status
 * `solved` only if `isSolved(lcp)`. The caller evaluates the residual of the original problem and relies on that alone.
 */
export interface ComplementaritySolver<P extends Params = Params> extends ItemKind<P> {
  readonly claims: SolverClaims;
  /** `symmetric` for methods whose convergence depends on a positive semidefinite matrix. */
  readonly scaling: Scaling;
  solve(lcp: StandardProblem, values: SolverValues, work: ComplementarityWorkspace): void;
  /**
   * For problems with cones, after free rows have been eliminated as far as possible: improves z until the natural-map
   * residual is at most `limit`.
   */
  solveCones?(
    problem: ComplementarityProblem,
    z: Float64Array,
    limit: number,
    values: SolverValues,
    work: ComplementarityWorkspace,
  ): void;
}

/** Declares a solver; the type of its settings is inferred. */
export function defineComplementaritySolver<const P extends Params>(
  solver: ComplementaritySolver<P>,
): ComplementaritySolver<P> {
  return solver;
}

/** The setting of all iterative solvers: a limit on iterations. */
export function iterationLimit(count: number, help: string): z.ZodMiniDefault<z.ZodMiniNumber<number>> {
  return number({ integer: true, min: 1, max: 1e9, default: count, help });
}
