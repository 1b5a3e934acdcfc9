import type { Data } from "./data.js";

/** Time that a step may take. The clock is the caller's: `src` has none. */
export interface StepBudget {
  /** Present time, ms. */
  readonly clock: () => number;
  /** ms */
  readonly span: number;
  /** When the present step should be over, ms of that clock. */
  end: number;
}

/**
 * Bounds the time of every step from now on: `clock` is the caller's, in milliseconds (`performance.now`), and
 * `microseconds` what a step may take. Where contacts are forces, a step that has used it up is cut no further and ends
 * in the longest parts that are stable, with few iterations; it raises `unresolved` or `notConverged` where these do
 * not do. In `impulse` contacts that miss their tolerance are swept no further; in `complementarity` the solver gets
 * the work that the time leaves, and a problem that it does not solve is ended by sweeps with `notConverged`. What
 * cannot be shortened may take longer: the least parts of a step, detection, the assembly of a problem. Such a run
 * depends on the speed of the machine: it cannot be reproduced. `null` instead of a clock ends it.
 */
export function limitStepTime(data: Data, clock: (() => number) | null, microseconds = 0): void {
  if (clock !== null && !(microseconds > 0))
    throw new RangeError(`limitStepTime: expected microseconds > 0, got ${microseconds}`);
  data.budget = clock === null ? null : { clock, span: microseconds / 1000, end: Number.POSITIVE_INFINITY };
}

/** A step begins. Writes: budget. */
export function startBudget({ budget }: Data): void {
  if (budget !== null) budget.end = budget.clock() + budget.span;
}

/** Whether the present step has used its time up. */
export function isLate({ budget }: Data): boolean {
  return budget !== null && budget.clock() >= budget.end;
}
