import { GOLDEN_SECTION } from "../../math/constants.js";
import { number } from "../../model/params.js";
import { maxSweeps, runConeNewton, sweepsAtFirst } from "./cone-newton.js";
import { isExhausted } from "./effort.js";
import { enumerateFirst } from "./enumerate.js";
import { runFischerNewton } from "./fischer-newton.js";
import { attempts, maxPivots, runLemke } from "./lemke.js";
import { solveActive } from "./polish.js";
import { defineComplementaritySolver, iterationLimit, type SolverValues } from "./solver.js";
import { isSolved, type StandardProblem } from "./standard.js";
import { SOLVE_STATUS } from "./status.js";
import { type ComplementarityWorkspace, workI32 } from "./workspace.js";

/** Full exchanges that may pass without fewer violations, before single ones begin. */
const PATIENCE = 4;
/** Single exchanges, the last violated row each, before the method is given up: enough to leave a cycle. */
const SINGLES = 20;
/** Rows up to which a problem that all else failed on is enumerated. */
const ENUMERATE = 14;
/** Entries of the scaled matrix, which are about 1, and differences of them below this count as none. */
const NEGLIGIBLE = 1e-12;
/** Violations below this part of the largest number are round-off. */
const ROUND_OFF = 1e-13;

/**
 * Exchanges of the active set α = {i : zᵢ > 0, wᵢ = 0}: A_αα z_α = −b_α, then every row that is violated changes sides,
 * which is Newton's method on min(z, w) = 0; when that does not lead on, one row at a time [JudicePires1994]. Begins
 * with the set of the start, or with {b < 0}. Returns whether it ended with a solution whose det A_αα > 0: the others
 * are the unstable ones between two stable solutions, and a path of Lemke's never ends there.
 */
function exchangeActiveSet(lcp: StandardProblem, limit: number, work: ComplementarityWorkspace): boolean {
  const { n, vector, z, w } = lcp;
  const inside = workI32(work, "set.inside", n);
  const active = workI32(work, "set.active", n);
  let fewest = n + 1;
  let patience = PATIENCE;
  let singles = 0;
  let scale = 0;
  for (let i = 0; i < n; i++) {
    inside[i] = (lcp.warm ? z[i] > 0 : vector[i] < 0) ? 1 : 0;
    scale = Math.max(scale, Math.abs(vector[i]));
  }
  const slack = -ROUND_OFF * scale;
  if (lcp.warm) completeSet(lcp, inside);
  for (let k = 0; k < limit && !isExhausted(work); k++) {
    work.statistics.iterations++;
    let count = 0;
    for (let i = 0; i < n; i++) if (inside[i] === 1) active[count++] = i;
    const sign = solveActive(lcp, active, count, work);
    if (sign === 0) return false;
    isSolved(lcp);
    let violated = 0;
    let last = -1;
    for (let i = 0; i < n; i++) {
      if (inside[i] === 1 ? z[i] < slack : w[i] < slack) {
        violated++;
        last = i;
      }
    }
    if (violated === 0) {
      for (let i = 0; i < n; i++) if (z[i] < 0) z[i] = 0;
      return sign > 0 && isSolved(lcp);
    }
    if (violated < fewest) {
      fewest = violated;
      patience = PATIENCE;
    } else if (--patience < 0 && ++singles > SINGLES) return false;
    if (patience >= 0) {
      for (let i = 0; i < n; i++) if (inside[i] === 1 ? z[i] < slack : w[i] < slack) inside[i] = 1 - inside[i];
    } else inside[last] = 1 - inside[last];
  }
  return false;
}

/**
 * Rows of the set whose entries within it all vanish get a partner: the slip variable of an open contact, say, which is
 * positive while all of the contact's impulses are zero. Its partner is the row j outside, coupled both ways, that is
 * nearest to w = 0: the direction that the slip is measured along.
 */
function completeSet(lcp: StandardProblem, inside: Int32Array): void {
  const { n, matrix, w } = lcp;
  isSolved(lcp);
  for (let i = 0; i < n; i++) {
    if (inside[i] === 0) continue;
    let empty = true;
    for (let j = 0; j < n && empty; j++) empty = inside[j] === 0 || Math.abs(matrix[i * n + j]) < NEGLIGIBLE;
    if (!empty) continue;
    let partner = -1;
    for (let j = 0; j < n; j++) {
      if (inside[j] === 1 || Math.abs(matrix[i * n + j]) < NEGLIGIBLE || Math.abs(matrix[j * n + i]) < NEGLIGIBLE)
        continue;
      if (partner < 0 || w[j] < w[partner]) partner = j;
    }
    if (partner >= 0) inside[partner] = 1;
  }
}

/** Whether A is symmetric to round-off; rows of contact without friction are. */
function isSymmetric({ n, matrix }: StandardProblem): boolean {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) if (Math.abs(matrix[i * n + j] - matrix[j * n + i]) > NEGLIGIBLE) return false;
  }
  return true;
}

/**
 * Active set first, where there is a start or the matrix is symmetric; then Lemke; then Newton's method on Fischer's
 * function; then all bases of a small problem.
 */
function solve(lcp: StandardProblem, values: SolverValues, work: ComplementarityWorkspace): void {
  const { statistics } = work;
  // a cold start of a problem with friction has a singular set more often than not, and Lemke's method is the faster
  // one then
  if ((lcp.warm || isSymmetric(lcp)) && exchangeActiveSet(lcp, values.maxIterations, work)) {
    statistics.status = SOLVE_STATUS.solved;
    return;
  }
  statistics.solvedBy = "lemke";
  runLemke(lcp, values, work);
  if (statistics.status === SOLVE_STATUS.solved) return;
  const lemkeStatus = statistics.status;
  // Newton's method from where Lemke's best path ended, then from places all over
  statistics.solvedBy = "fischer-newton";
  for (let start = 0; start <= values.starts && !isExhausted(work); start++) {
    if (start > 0) scatter(lcp, start);
    runFischerNewton(lcp, FALLBACK_ITERATIONS, work);
    if ((statistics.status as number) === SOLVE_STATUS.solved) return;
  }
  if (lcp.n <= ENUMERATE && enumerateFirst(lcp, work)) {
    statistics.solvedBy = "enumerate";
    statistics.status = SOLVE_STATUS.solved;
    return;
  }
  statistics.solvedBy = "";
  statistics.status = isExhausted(work) ? SOLVE_STATUS.iterations : lemkeStatus;
}

/**
 * A start for Newton's method, another for every number: about every other z is zero, the others are of the size of b.
 */
function scatter({ n, z, vector }: StandardProblem, start: number): void {
  let size = 0;
  for (let i = 0; i < n; i++) size = Math.max(size, Math.abs(vector[i]));
  for (let i = 0; i < n; i++) {
    const x = (i + 1) * (start + GOLDEN_SECTION) * GOLDEN_SECTION;
    z[i] = Math.max(0, 2 * (x - Math.floor(x)) - 1) * size;
  }
}

/** Newton steps of the last resort. */
const FALLBACK_ITERATIONS = 100;

/**
 * The default: exchanges of the active set, warm when the caller has a start, which takes a few factorisations of the
 * active rows; Lemke's method where that ends in a singular set, goes round in circles, or finds an unstable solution;
 * and further methods where that ends on a ray.
 */
export const activeSet = defineComplementaritySolver({
  name: "active-set",
  help: "exchanges of the active set (semismooth Newton), warm, with Lemke's method behind it; the default",
  params: {
    maxIterations: iterationLimit(40, "exchanges of the active set at most, before Lemke's method"),
    maxPivots,
    attempts,
    starts: number({
      integer: true,
      min: 0,
      max: 1000,
      default: 8,
      help: "further starts of Fischer–Newton where Lemke's method failed",
    }),
    sweeps: sweepsAtFirst,
    maxSweeps,
  },
  claims: { positiveDefinite: true, pMatrix: true, friction: true, cones: true, noAllocation: true },
  scaling: "two-sided",
  solve,
  solveCones(problem, z, limit, values, work) {
    work.statistics.solvedBy = "cone-newton";
    runConeNewton(problem, z, limit, values, work);
  },
});
