/** Status and statistics of one solve. Numerical failure is a status, never an exception. */

/** How a solve ended. Only `solved` promises a residual within the tolerance. */
export const SOLVE_STATUS = {
  /** The natural-map residual is within the tolerance. */
  solved: 0,
  /** Pivoting ended on a secondary ray: there is no solution, or none on this path. */
  ray: 1,
  /** The limit of iterations, of pivots, or of the work (`budget`) was reached. */
  iterations: 2,
  /** A matrix that had to be factored is singular: contradictory free rows, or a Newton matrix. */
  singular: 3,
  /** No further progress: a local minimum of the merit function, or round-off. */
  stalled: 4,
  /** The problem is malformed, or of a form that this solver does not accept; `message` gives the reason. */
  badInput: 5,
} as const;

/** How a solve ended, one of `SOLVE_STATUS`. */
export type SolveStatus = (typeof SOLVE_STATUS)[keyof typeof SOLVE_STATUS];

/** Text of each status for messages, by number. */
export const SOLVE_STATUS_NAMES = ["solved", "ray", "iterations", "singular", "stalled", "bad input"] as const;

/** Result of one solve. The workspace owns it and reuses the same object. The caller measures the time. */
export interface SolveStatistics {
  status: SolveStatus;
  /** Natural-map residual of the original problem, in its own units: see `naturalResidual`. */
  residual: number;
  /** Largest residual that is accepted: tolerance · max(1, ‖b‖∞). */
  limit: number;
  /** Outer iterations: sweeps, Newton steps or active-set exchanges. */
  iterations: number;
  /** Pivots of Lemke's method, in all attempts. */
  pivots: number;
  /** Work: multiplications of matrices, by which `budget` is counted. */
  work: number;
  /** Name of the requested solver. */
  solver: string;
  /** Name of the solver that found z, which differs if the requested solver fell back on another. */
  solvedBy: string;
  /** For `badInput`: the reason, in one sentence. */
  message: string;
}
