import type { Simulation } from "stiction";
import { LAGRANGIAN_STATISTIC } from "stiction/internals";
import { runFor } from "./context.js";

/** What the solver of `augmented-lagrangian` says about its last step. */
export function solverStatistics({ data }: Simulation): Float64Array {
  return data.items["augmented-lagrangian"].statistics as Float64Array;
}

/** Worst of the step's statistics over a run, and the mean number of Newton iterations. */
export interface SolverRun {
  readonly positionError: number;
  readonly velocityError: number;
  readonly accelerationError: number;
  readonly iterations: number;
  readonly failures: number;
}

/** Runs and watches the solver. */
export function watchSolver(simulation: Simulation, seconds: number, each?: () => void): SolverRun {
  const statistics = solverStatistics(simulation);
  const worst = [0, 0, 0];
  const keys = ["positionError", "velocityError", "accelerationError"] as const;
  const steps = runFor(simulation, seconds, () => {
    keys.forEach((key, k) => {
      const value = statistics[LAGRANGIAN_STATISTIC[key]];
      if (!(value <= worst[k])) worst[k] = value;
    });
    each?.();
  });
  return {
    positionError: worst[0],
    velocityError: worst[1],
    accelerationError: worst[2],
    iterations: statistics[LAGRANGIAN_STATISTIC.iterationsInAll] / steps,
    failures: statistics[LAGRANGIAN_STATISTIC.failures],
  };
}

/** Order of convergence from errors at h and h/2. */
export function orderOf(coarse: number, fine: number): number {
  return Math.log2(coarse / fine);
}
