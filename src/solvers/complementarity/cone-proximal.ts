import { afford, isExhausted } from "./effort.js";
import type { ComplementarityProblem } from "./problem.js";
import { naturalResidual } from "./residual.js";
import { type ComplementarityWorkspace, workF64 } from "./workspace.js";

/** ε of the proximal terms, relative to the largest diagonal entry: the first that leads to a solution is taken. */
const WEIGHTS = Float64Array.of(1e-5, 1e-6, 1e-4, 1e-7);
/** Proximal steps with one ε, sweeps before each round of Newton's method, rounds per step. */
const STEPS = 30;
const SWEEPS = 10;
const ROUNDS = 6;

/** A round of Newton's method from z to the limit: leaves the best z, returns its residual. */
type NewtonRound = (
  problem: ComplementarityProblem,
  z: Float64Array,
  limit: number,
  work: ComplementarityWorkspace,
) => number;
type Sweep = (problem: ComplementarityProblem, z: Float64Array, work: ComplementarityWorkspace) => void;

/**
 * The proximal point method [Rockafellar1976]: zₖ₊₁ solves A z + b + ε (z − zₖ). Contacts that stress each other have
 * a singular A; where their gaps do not quite agree, the solution is far along that stress, at the impulse at which one
 * of them slides. Sweeps go there by 1e-6 of the way each, and Newton's method has no derivative; with ε it has one.
 * z becomes the best that was found; returns its residual.
 */
export function solveByProximalPoints(
  problem: ComplementarityProblem,
  z: Float64Array,
  limit: number,
  newtonRound: NewtonRound,
  sweep: Sweep,
  work: ComplementarityWorkspace,
): number {
  const n = problem.size;
  const matrix = workF64(work, "proximal.matrix", n * n);
  const vector = workF64(work, "proximal.vector", n);
  const near = workF64(work, "proximal.z", n);
  const w = workF64(work, "proximal.w", n);
  const shifted: ComplementarityProblem = { ...problem, matrix, vector };
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(problem.matrix[i * n + i]));
  let least = naturalResidual(problem, z, w);
  for (let k = 0; k < WEIGHTS.length && least > limit; k++) {
    const epsilon = WEIGHTS[k] * largest;
    for (let p = 0; p < n * n; p++) matrix[p] = problem.matrix[p];
    for (let i = 0; i < n; i++) matrix[i * n + i] += epsilon;
    near.fill(0, 0, n);
    for (let s = 0; s < STEPS && least > limit && !isExhausted(work); s++) {
      for (let i = 0; i < n; i++) vector[i] = problem.vector[i] - epsilon * near[i];
      proximalStep(shifted, near, limit, newtonRound, sweep, work);
      const residual = naturalResidual(problem, near, w);
      if (!(residual < least)) continue;
      least = residual;
      for (let i = 0; i < n; i++) z[i] = near[i];
    }
  }
  return least;
}

/** Newton's method from z, sweeps in between, until the problem with its proximal term is solved. Writes: z. */
function proximalStep(
  shifted: ComplementarityProblem,
  z: Float64Array,
  limit: number,
  newtonRound: NewtonRound,
  sweep: Sweep,
  work: ComplementarityWorkspace,
): void {
  const { size: n } = shifted;
  for (let round = 0, sweeps = SWEEPS; round < ROUNDS; round++, sweeps *= 2) {
    if (newtonRound(shifted, z, 0.1 * limit, work) <= 0.1 * limit) return;
    for (let k = 0; k < sweeps && afford(work, n, n, 1); k++) sweep(shifted, z, work);
    work.statistics.iterations += sweeps;
  }
}
