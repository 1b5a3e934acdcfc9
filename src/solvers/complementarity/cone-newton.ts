import { denseLuFactor, denseLuSolve } from "../../math/dense-lu.js";
import { FACTOR_OK } from "../../math/factor-status.js";
import { solveByDirections } from "./cone-directions.js";
import { fillConeSystem } from "./cone-newton-system.js";
import { solveByProximalPoints } from "./cone-proximal.js";
import { sweepCones } from "./cone-sweep.js";
import { afford, EFFORT, isExhausted } from "./effort.js";
import { runLemke } from "./lemke.js";
import type { ComplementarityProblem } from "./problem.js";
import { naturalResidual } from "./residual.js";
import { defineComplementaritySolver, iterationLimit, type SolverValues } from "./solver.js";
import { SOLVE_STATUS } from "./status.js";
import { type ComplementarityWorkspace, workF64, workI32 } from "./workspace.js";

/** Newton steps of one round, halvings of a step, and how much worse than the best of the round a step may be. */
const NEWTON_STEPS = 30;
const HALVINGS = 12;
const HUMP = 2;
/** Weights of the Levenberg–Marquardt step where the derivative is singular, relative to its largest diagonal entry. */
const LEAST_WEIGHT = 1e-14;
const MOST_WEIGHT = 1e-2;

/** ½ |Φ|² at z; fills phi and jacobian. */
function meritAt(
  problem: ComplementarityProblem,
  z: Float64Array,
  w: Float64Array,
  phi: Float64Array,
  jacobian: Float64Array,
): number {
  fillConeSystem(problem, z, w, phi, jacobian);
  let sum = 0;
  for (let i = 0; i < problem.size; i++) sum += 0.5 * phi[i] * phi[i];
  return sum;
}

/**
 * Newton's step, or where the derivative is singular (redundant contacts) the one of (JᵀJ + λ I) dz = −JᵀΦ, into
 * `step`.
 */
function findStep(
  n: number,
  phi: Float64Array,
  jacobian: Float64Array,
  step: Float64Array,
  work: ComplementarityWorkspace,
): boolean {
  const factor = workF64(work, "cone.factor", n * n);
  const pivots = workI32(work, "cone.pivots", n);
  if (!afford(work, n, n, n / 3)) return false;
  for (let p = 0; p < n * n; p++) factor[p] = jacobian[p];
  for (let i = 0; i < n; i++) step[i] = -phi[i];
  if (denseLuFactor(n, factor, 0, pivots, 0) === FACTOR_OK) {
    denseLuSolve(n, factor, 0, pivots, 0, step, 0);
    return true;
  }
  for (let weight = LEAST_WEIGHT; weight <= MOST_WEIGHT && afford(work, n, n, 0.9 * n); weight *= 100) {
    let largest = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let k = 0; k < n; k++) sum += jacobian[k * n + i] * jacobian[k * n + j];
        factor[i * n + j] = sum;
        factor[j * n + i] = sum;
      }
      largest = Math.max(largest, factor[i * n + i]);
      let sum = 0;
      for (let k = 0; k < n; k++) sum -= jacobian[k * n + i] * phi[k];
      step[i] = sum;
    }
    for (let i = 0; i < n; i++) factor[i * n + i] += weight * largest;
    if (denseLuFactor(n, factor, 0, pivots, 0) === FACTOR_OK) {
      denseLuSolve(n, factor, 0, pivots, 0, step, 0);
      return true;
    }
  }
  return false;
}

/** Newton's method from z; keeps the z of the least residual. Returns that residual. */
function newtonRound(
  problem: ComplementarityProblem,
  z: Float64Array,
  limit: number,
  work: ComplementarityWorkspace,
): number {
  const n = problem.size;
  const w = workF64(work, "cone.w", n);
  const phi = workF64(work, "cone.phi", n);
  const jacobian = workF64(work, "cone.jacobian", n * n);
  const step = workF64(work, "cone.step", n);
  const from = workF64(work, "cone.from", n);
  const best = workF64(work, "cone.best", n);
  let least = naturalResidual(problem, z, w);
  for (let i = 0; i < n; i++) best[i] = z[i];
  let merit = meritAt(problem, z, w, phi, jacobian);
  let lowest = merit;
  for (let k = 0; k < NEWTON_STEPS && least > limit; k++) {
    work.statistics.iterations++;
    if (!findStep(n, phi, jacobian, step, work)) break;
    for (let i = 0; i < n; i++) from[i] = z[i];
    let length = 1;
    let moved = false;
    for (let h = 0; h < HALVINGS && afford(work, n, n, 2); h++, length *= 0.5) {
      for (let i = 0; i < n; i++) z[i] = from[i] + length * step[i];
      const residual = naturalResidual(problem, z, w);
      merit = meritAt(problem, z, w, phi, jacobian);
      if (residual < least) {
        least = residual;
        for (let i = 0; i < n; i++) best[i] = z[i];
      }
      if (merit <= HUMP * lowest || (h === 0 && merit <= 100 * lowest && k < 3)) {
        moved = true;
        break;
      }
    }
    if (!moved) break;
    lowest = Math.min(lowest, merit);
  }
  for (let i = 0; i < n; i++) z[i] = best[i];
  return least;
}

/** Sweeps after which pivoting is tried, and how often: each time the directions follow the slip of the last. */
const PIVOT_AFTER = 30;
const PIVOT_ROUNDS = 12;

/**
 * Pivoting with directions that follow the slip, Newton's method from where each solution is. z becomes the best of
 * them; returns its residual.
 */
function pivotCones(
  problem: ComplementarityProblem,
  z: Float64Array,
  residual: number,
  limit: number,
  values: SolverValues,
  work: ComplementarityWorkspace,
): number {
  const n = problem.size;
  const follow = workF64(work, "cone.follow", n);
  const near = workF64(work, "cone.near", n);
  for (let i = 0; i < n; i++) follow[i] = z[i];
  let least = residual;
  for (let round = 0; round < PIVOT_ROUNDS && least > limit; round++) {
    // the second half begins again, with the directions of the tangents
    if (round === PIVOT_ROUNDS / 2) follow.fill(0, 0, n);
    if (Number.isNaN(solveByDirections(problem, follow, limit, values, work))) break;
    for (let i = 0; i < n; i++) near[i] = follow[i];
    const left = newtonRound(problem, near, limit, work);
    if (!(left < least)) continue;
    least = left;
    for (let i = 0; i < n; i++) z[i] = near[i];
  }
  return least;
}

/** Part of the budget that is kept for proximal points. */
const RESERVE = 0.25;

/**
 * Sweeps to come near, Newton's method to arrive; where that does not help, pivoting on polyhedral cones, then more
 * sweeps, at last proximal points.
 */
export function runConeNewton(
  problem: ComplementarityProblem,
  z: Float64Array,
  limit: number,
  values: SolverValues,
  work: ComplementarityWorkspace,
): void {
  const { statistics, effort } = work;
  const n = problem.size;
  const w = workF64(work, "cone.w", n);
  const kept = workF64(work, "cone.kept", n);
  const reserve = RESERVE * effort[EFFORT.budget];
  effort[EFFORT.budget] -= reserve;
  let residual = naturalResidual(problem, z, w);
  let sweeps = values.sweeps;
  let pivoted = false;
  for (
    let done = 0;
    done < values.maxSweeps && !isExhausted(work);
    done += sweeps, sweeps = Math.min(2 * sweeps, 200)
  ) {
    for (let i = 0; i < n; i++) kept[i] = z[i];
    const before = residual;
    residual = newtonRound(problem, z, limit, work);
    if (residual > limit && done >= PIVOT_AFTER && !pivoted) {
      pivoted = true;
      residual = pivotCones(problem, z, residual, limit, values, work);
    }
    if (residual <= limit) {
      statistics.status = SOLVE_STATUS.solved;
      return;
    }
    // Newton's z is left unless it helped: sweeps go on from where they were
    if (!(residual < 0.5 * before)) for (let i = 0; i < n; i++) z[i] = kept[i];
    for (let k = 0; k < sweeps && afford(work, n, n, 1); k++) sweepCones(problem, z, work);
    statistics.iterations += sweeps;
    residual = naturalResidual(problem, z, w);
  }
  effort[EFFORT.budget] += reserve;
  effort[EFFORT.exhausted] = 0;
  if (residual > limit) residual = solveByProximalPoints(problem, z, limit, newtonRound, sweepCones, work);
  statistics.status = residual <= limit ? SOLVE_STATUS.solved : SOLVE_STATUS.iterations;
}

export const sweepsAtFirst = iterationLimit(
  10,
  "sweeps between the first two rounds of Newton's method; doubled each time",
);
export const maxSweeps = iterationLimit(5000, "sweeps of nonsmooth Gauss–Seidel at most");

/**
 * Newton's method on the natural map of the quadratic friction cone [AlartCurnier1991], begun and rescued by nonsmooth
 * Gauss–Seidel. Takes all kinds of rows; without cones it is Lemke's method.
 */
export const coneNewton = defineComplementaritySolver({
  name: "cone-newton",
  help: "semismooth Newton on the natural map of the quadratic friction cone, with nonsmooth Gauss–Seidel",
  params: {
    sweeps: sweepsAtFirst,
    maxSweeps,
    maxPivots: iterationLimit(10_000, "pivots, for problems without cones"),
    attempts: iterationLimit(12, "paths, for problems without cones"),
  },
  claims: { positiveDefinite: true, pMatrix: true, friction: true, cones: true, noAllocation: false },
  scaling: "two-sided",
  solve: runLemke,
  solveCones: runConeNewton,
});
