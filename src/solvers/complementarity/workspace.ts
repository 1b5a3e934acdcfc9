import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { createReduced, type ReducedProblem } from "./reduced.js";
import { createStandard, type StandardProblem } from "./standard.js";
import { SOLVE_STATUS, type SolveStatistics } from "./status.js";

/**
 * What solvers work in. Arrays are kept by name and grow on demand, so that a warm solve allocates nothing; their
 * content means nothing between solves. One workspace serves one solve at a time.
 */
export interface ComplementarityWorkspace {
  readonly statistics: SolveStatistics;
  /** The problem without its free rows, and in the standard form. */
  readonly reduced: ReducedProblem;
  readonly standard: StandardProblem;
  readonly floats: Map<string, Float64Array>;
  readonly integers: Map<string, Int32Array>;
  /** Work of the solve and its budget, see `EFFORT`. */
  readonly effort: Float64Array;
}

/** Memory of the solvers, which grows with the largest problem that it was used for. */
export function createWorkspace(): ComplementarityWorkspace {
  return {
    statistics: {
      status: SOLVE_STATUS.badInput,
      residual: Number.NaN,
      limit: 0,
      iterations: 0,
      pivots: 0,
      work: 0,
      solver: "",
      solvedBy: "",
      message: "",
    },
    reduced: createReduced(),
    standard: createStandard(),
    floats: new Map(),
    integers: new Map(),
    effort: Float64Array.of(0, Number.POSITIVE_INFINITY, 0),
  };
}

const NO_FLOATS = Float64Array.of();
const NO_INTEGERS = Int32Array.of();

/** The array `name` with room for n numbers. */
export function workF64(work: ComplementarityWorkspace, name: string, n: number): Float64Array {
  const array = work.floats.get(name) ?? NO_FLOATS;
  if (array.length >= n && n > 0) return array;
  const larger = ensureCapacityF64(array, Math.max(n, 1));
  work.floats.set(name, larger);
  return larger;
}

/** The array `name` with room for n integers. */
export function workI32(work: ComplementarityWorkspace, name: string, n: number): Int32Array {
  const array = work.integers.get(name) ?? NO_INTEGERS;
  if (array.length >= n && n > 0) return array;
  const larger = ensureCapacityI32(array, Math.max(n, 1));
  work.integers.set(name, larger);
  return larger;
}
