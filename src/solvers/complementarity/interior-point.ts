import { denseLuFactor, denseLuSolve } from "../../math/dense-lu.js";
import { FACTOR_OK } from "../../math/factor-status.js";
import { afford, isExhausted } from "./effort.js";
import { polish } from "./polish.js";
import { defineComplementaritySolver, iterationLimit, type SolverValues } from "./solver.js";
import type { StandardProblem } from "./standard.js";
import { SOLVE_STATUS } from "./status.js";
import { type ComplementarityWorkspace, workF64, workI32 } from "./workspace.js";

/** Part of the way to the boundary that a step may go. */
const TO_BOUNDARY = 0.995;
/** Gap μ, relative to the first, from which on the exact solution of the set that has been found is tried. */
const TRY_POLISH = 1e-4;
/** Multiplications of a factorisation, as a part of n³; a quotient as an argument would be boxed. */
const THIRD = 1 / 3;
/** Steps shorter than this in a row mean that the iterates are stuck at the boundary. */
const SHORT = 1e-8;
const SHORT_LIMIT = 4;
/** Diagonal that is added to a singular matrix, whose rows are about 1. */
const LEAST_SHIFT = 1e-12;
const MOST_SHIFT = 1e-6;

/**
 * Mehrotra's predictor–corrector method for monotone problems [Wright1997, ch. 8, 10], from an infeasible start:
 *
 *   w − A z − b = r → 0,   z ∘ w = σ μ e,   z, w > 0;   (A + Z⁻¹ W) dz = −r_b − Z⁻¹ (Z W e − σ μ e + dz_aff ∘ dw_aff)
 *
 * One factorisation and two solves per iteration. Where A is not positive semidefinite nothing is promised: iterates
 * that get stuck at the boundary end with `stalled`, a matrix that stays singular with `singular`.
 */
function solve(lcp: StandardProblem, values: SolverValues, work: ComplementarityWorkspace): void {
  const { n, matrix, vector } = lcp;
  const { statistics } = work;
  const z = workF64(work, "interior.z", n);
  const w = workF64(work, "interior.w", n);
  const dz = workF64(work, "interior.dz", n);
  const dw = workF64(work, "interior.dw", n);
  const rest = workF64(work, "interior.rest", n);
  const target = workF64(work, "interior.target", n);
  const factor = workF64(work, "interior.factor", n * n);
  const pivots = workI32(work, "interior.pivots", n);

  // a start well inside, of the size of the problem
  let size = 1;
  for (let i = 0; i < n; i++) size = Math.max(size, Math.abs(vector[i]));
  for (let i = 0; i < n; i++) {
    z[i] = size;
    w[i] = size;
  }
  const first = size * size;
  let short = 0;
  let singular = false;
  for (let k = 0; k < values.maxIterations && afford(work, n * n, n, THIRD); k++) {
    let gap = 0;
    for (let i = 0; i < n; i++) gap += z[i] * w[i];
    gap /= Math.max(1, n);
    if (gap <= TRY_POLISH * first) {
      for (let i = 0; i < n; i++) lcp.z[i] = z[i] > w[i] ? z[i] : 0;
      if (polish(lcp, work)) {
        statistics.status = SOLVE_STATUS.solved;
        return;
      }
    }
    statistics.iterations++;

    // r_b = w − A z − b; where redundant rows make the matrix singular, a small diagonal is added, which bends the step
    // and not the solution
    for (let i = 0; i < n; i++) {
      let sum = w[i] - vector[i];
      for (let j = 0, p = i * n; j < n; j++, p++) sum -= matrix[p] * z[j];
      rest[i] = sum;
    }
    let factored = false;
    for (let shift = 0; !factored && shift <= MOST_SHIFT; shift = shift === 0 ? LEAST_SHIFT : 100 * shift) {
      for (let i = 0; i < n; i++) {
        // rows times z / (z + w), which keeps them of the size of A's or 1
        const by = z[i] / (z[i] + w[i]);
        for (let j = 0, p = i * n; j < n; j++, p++) factor[p] = by * matrix[p];
        factor[i * n + i] += w[i] / (z[i] + w[i]) + shift;
      }
      factored = denseLuFactor(n, factor, 0, pivots, 0) === FACTOR_OK;
    }
    if (!factored) {
      singular = true;
      break;
    }

    // predictor, then the corrector with the centring that the predictor shows to be right
    let length = 0;
    for (let pass = 0; pass < 2; pass++) {
      let sigma = 0;
      if (pass === 1) {
        let ahead = 0;
        for (let i = 0; i < n; i++) ahead += (z[i] + length * dz[i]) * (w[i] + length * dw[i]);
        ahead /= Math.max(1, n) * gap;
        sigma = Math.min(1, ahead * ahead * ahead);
      }
      for (let i = 0; i < n; i++) {
        target[i] = sigma * gap - z[i] * w[i] - (pass === 1 ? dz[i] * dw[i] : 0);
        dz[i] = (rest[i] * z[i] + target[i]) / (z[i] + w[i]);
      }
      denseLuSolve(n, factor, 0, pivots, 0, dz, 0);
      length = 1;
      for (let i = 0; i < n; i++) {
        dw[i] = (target[i] - w[i] * dz[i]) / z[i];
        if (dz[i] < 0) length = Math.min(length, (-TO_BOUNDARY * z[i]) / dz[i]);
        if (dw[i] < 0) length = Math.min(length, (-TO_BOUNDARY * w[i]) / dw[i]);
      }
    }
    for (let i = 0; i < n; i++) {
      z[i] += length * dz[i];
      w[i] += length * dw[i];
    }
    short = length < SHORT ? short + 1 : 0;
    if (short >= SHORT_LIMIT || !(gap < 1e100)) break;
  }
  for (let i = 0; i < n; i++) lcp.z[i] = Number.isFinite(z[i]) && z[i] > w[i] ? z[i] : 0;
  const solved = polish(lcp, work);
  statistics.status = solved
    ? SOLVE_STATUS.solved
    : singular
      ? SOLVE_STATUS.singular
      : statistics.iterations >= values.maxIterations || isExhausted(work)
        ? SOLVE_STATUS.iterations
        : SOLVE_STATUS.stalled;
}

export const interiorPoint = defineComplementaritySolver({
  name: "interior-point",
  help: "Mehrotra's predictor–corrector interior-point method, for monotone problems",
  params: { maxIterations: iterationLimit(100, "iterations at most") },
  claims: { positiveDefinite: true, pMatrix: false, friction: false, cones: false, noAllocation: true },
  // the theory wants the symmetric kind, which leaves badly scaled P-matrices unsolved: 92 against 99 % of the suite;
  // symmetric matrices get it anyway
  scaling: "two-sided",
  solve,
});
