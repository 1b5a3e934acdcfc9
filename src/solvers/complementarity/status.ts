/** What a solver says of one solve. Numerical trouble is a status, never an exception. */

/** How a solve ended. Only `solved` promises a residual within the tolerance. */
export const SOLVE_STATUS = {
  /** The natural-map residual is within the tolerance. */
  solved: 0,
  /** Pivoting ended on a secondary ray: there is no solution, or none that this path leads to. */
  ray: 1,
  /** The limit of iterations or pivots was reached. */
  iterations: 2,
  /** A matrix that had to be factored is singular: free rows that contradict each other, a Newton matrix. */
  singular: 3,
  /** No further progress: a local minimum of the merit function, or round-off. */
  stalled: 4,
  /** The problem is malformed, or of a form that this solver does not take; `message` says what. */
  badInput: 5,
} as const;

export type SolveStatus = (typeof SOLVE_STATUS)[keyof typeof SOLVE_STATUS];

/** Words for messages, by number. */
export const SOLVE_STATUS_NAMES = ["solved", "ray", "iterations", "singular", "stalled", "bad input"] as const;

/** Result of one solve; the same object every time, owned by the workspace. Time is measured by whoever calls. */
export interface SolveStatistics {
  status: SolveStatus;
  /** Natural-map residual of the problem as it was given, in its own units: see `naturalResidual`. */
  residual: number;
  /** What the residual may be at most: tolerance · max(1, ‖b‖∞). */
  limit: number;
  /** Outer iterations: sweeps, Newton steps, exchanges of the active set. */
  iterations: number;
  /** Pivots of Lemke's method, in all attempts. */
  pivots: number;
  /** Name of the solver that was asked. */
  solver: string;
  /** Name of the solver that found z, where one solver falls back on another. */
  solvedBy: string;
  /** For `badInput`: what is wrong, in one sentence. */
  message: string;
}
