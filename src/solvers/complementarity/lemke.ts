import { GOLDEN_SECTION } from "../../math/constants.js";
import { number } from "../../model/params.js";
import { isExhausted } from "./effort.js";
import { followLemke, tableSolution } from "./lemke-path.js";
import { polish, solveActive } from "./polish.js";
import { defineComplementaritySolver, iterationLimit, type SolverValues } from "./solver.js";
import { isSolved, STANDARD, type StandardProblem } from "./standard.js";
import { SOLVE_STATUS } from "./status.js";
import { type ComplementarityWorkspace, workF64, workI32 } from "./workspace.js";

/**
 * Covering vector and starting basis of an attempt. All entries are positive.
 *
 *   0  all ones, from z = 0: the path of the textbook, with which the others are compared
 *   1  uneven entries, which break the ties of a symmetric problem
 *   2  from the basis of all z
 *   3  from the set of the start {z > 0}, or of {b < 0}
 *   4… uneven entries of growing spread, from z = 0 and from {b < 0} in turn
 */
function prepareAttempt(attempt: number, lcp: StandardProblem, start: Int32Array, cover: Float64Array): void {
  const { n, vector } = lcp;
  let spread = 1;
  for (let k = 3; k < attempt; k++) spread *= 4;
  for (let i = 0; i < n; i++) {
    const x = (i + 1) * GOLDEN_SECTION * attempt;
    const uneven = x - Math.floor(x);
    cover[i] = attempt === 0 || attempt === 2 ? 1 : attempt === 1 ? 0.5 + uneven : 1 + spread * uneven;
    if (attempt === 2) start[i] = 1;
    else if (attempt === 3 || (attempt > 4 && attempt % 2 === 1)) start[i] = vector[i] < 0 ? 1 : 0;
    else start[i] = 0;
  }
}

/** Computes z of the basis at the end of a path; returns whether it is a solution. */
function readBasis(lcp: StandardProblem, work: ComplementarityWorkspace): boolean {
  const { n, z } = lcp;
  const active = workI32(work, "lemke.active", n);
  const basic = workI32(work, "lemke.basic", n);
  let count = 0;
  for (let i = 0; i < n; i++) if (basic[i] === 1) active[count++] = i;
  if (solveActive(lcp, active, count, work) !== 0) {
    for (let i = 0; i < n; i++) if (z[i] < 0) z[i] = 0;
    if (isSolved(lcp)) return true;
  }
  tableSolution(lcp, work);
  return polish(lcp, work);
}

/** Lemke's method with several attempts. Sets status and pivots, and leaves the best z in `lcp.z`. */
export function runLemke(lcp: StandardProblem, values: SolverValues, work: ComplementarityWorkspace): void {
  const { n, vector, z } = lcp;
  const { statistics } = work;
  const start = workI32(work, "lemke.start", n);
  const cover = workF64(work, "lemke.cover", n);
  const best = workF64(work, "lemke.best", n);

  // If b ≥ 0, z = 0 is the solution.
  let least = 0;
  for (let i = 0; i < n; i++) least = Math.min(least, vector[i]);
  if (least >= 0) {
    for (let i = 0; i < n; i++) z[i] = 0;
    isSolved(lcp);
    statistics.status = SOLVE_STATUS.solved;
    return;
  }
  let bestResidual = Number.POSITIVE_INFINITY;
  let first: number = SOLVE_STATUS.stalled;
  const ended = workI32(work, "lemke.ended", values.attempts);
  // Short paths first: a path that cycles because of round-off uses all its pivots, while the next attempt ends after a
  // few.
  for (let turn = 0; turn < 2; turn++) {
    for (let attempt = 0; attempt < values.attempts && !isExhausted(work); attempt++) {
      if (turn === 1 && ended[attempt] !== SOLVE_STATUS.iterations) continue;
      prepareAttempt(attempt, lcp, start, cover);
      // Only the first path may take the exponential number of pivots that Murty's examples need.
      const long = attempt === 0 ? values.maxPivots : Math.min(values.maxPivots, 20 * n + 200);
      const limit = turn === 0 ? Math.min(long, 4 * n + 100) : long;
      const status = followLemke(lcp, start, cover, limit, attempt % 2 === 1, work);
      ended[attempt] = limit < long ? status : SOLVE_STATUS.stalled;
      if (attempt === 0) first = status;
      if (status === SOLVE_STATUS.singular) continue;
      if (readBasis(lcp, work)) {
        statistics.status = SOLVE_STATUS.solved;
        return;
      }
      const residual = lcp.numbers[STANDARD.residual];
      if (residual < bestResidual) {
        bestResidual = residual;
        for (let i = 0; i < n; i++) best[i] = z[i];
      }
    }
  }
  // Report the status of the textbook's path. A complete path whose z is not within the tolerance has stalled.
  statistics.status = first === SOLVE_STATUS.solved ? SOLVE_STATUS.stalled : (first as typeof statistics.status);
  if (bestResidual < Number.POSITIVE_INFINITY) for (let i = 0; i < n; i++) z[i] = best[i];
  isSolved(lcp);
}

/** Most problems take n to 3 n pivots; Murty's examples need 2ⁿ. */
export const maxPivots = iterationLimit(10_000, "pivots of one path at most");
export const attempts = number({
  integer: true,
  min: 1,
  max: 40,
  default: 12,
  help: "paths that are tried, with other covering vectors and starting bases; 1 is the textbook's method",
});

/**
 * Lemke's complementary pivoting [Lemke1965] with lexicographic ties [CottlePangStone1992, §4.9], on a dense table that
 * is periodically recomputed from its basis. Ends with a solution or on a ray; for copositive-plus and P-matrices a ray
 * means that there is no solution. If the path with the covering vector (1, …, 1) ends on a ray, other vectors are
 * tried. z is computed from a new factorization of the last basis, with refinement.
 */
export const lemke = defineComplementaritySolver({
  name: "lemke",
  help: "Lemke's pivoting with lexicographic ties; several covering vectors",
  params: { maxPivots, attempts },
  claims: { positiveDefinite: true, pMatrix: true, friction: true, cones: false, noAllocation: true },
  scaling: "two-sided",
  solve: runLemke,
});
