import type { ComplementarityWorkspace } from "./workspace.js";

/**
 * Work of a solve, counted in multiplications of its matrices: a budget without a clock, so that the same problem ends
 * at the same place on every machine. Places in `work.effort`, an array so that no number is boxed.
 */
export const EFFORT = { spent: 0, budget: 1, exhausted: 2 } as const;

/** Starts counting. */
export function startEffort({ effort }: ComplementarityWorkspace, budget: number): void {
  effort[EFFORT.spent] = 0;
  effort[EFFORT.budget] = budget;
  effort[EFFORT.exhausted] = 0;
}

/**
 * Whether `rows` × `columns` × `depth` multiplications more are within the budget; if so they are counted, if not every
 * further call says no. Solvers ask before each pivot, factorisation and sweep.
 */
export function afford({ effort }: ComplementarityWorkspace, rows: number, columns: number, depth: number): boolean {
  const after = effort[EFFORT.spent] + rows * columns * depth;
  if (after > effort[EFFORT.budget] || effort[EFFORT.exhausted] === 1) {
    effort[EFFORT.exhausted] = 1;
    return false;
  }
  effort[EFFORT.spent] = after;
  return true;
}

/** Whether the budget has run out. */
export function isExhausted({ effort }: ComplementarityWorkspace): boolean {
  return effort[EFFORT.exhausted] === 1;
}
