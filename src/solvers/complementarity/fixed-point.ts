import { number } from "../../model/params.js";
import { afford } from "./effort.js";
import { polish } from "./polish.js";
import { defineComplementaritySolver, iterationLimit, type SolverValues } from "./solver.js";
import { isSolved, type StandardProblem } from "./standard.js";
import { SOLVE_STATUS } from "./status.js";
import { type ComplementarityWorkspace, workF64 } from "./workspace.js";

/** Steps between two looks at the exact solution of the set that has been found. */
const POLISH = 50;

/**
 * Fixed point of the projection z = P(z − γ w(z)), P = max(0, ·), by the extragradient step
 *
 *   y = P(z − γ w(z)),   z ← P(z − γ w(y))
 *
 * with γ lowered until γ ‖w(z) − w(y)‖ ≤ ν ‖z − y‖ and raised again when that holds with room to spare [Khobotov1987].
 * Converges for every monotone problem (A positive semidefinite, not necessarily symmetric) that has a solution,
 * linearly at best. The plain iteration without the second evaluation would not for skew parts, which friction has.
 */
function solve(lcp: StandardProblem, values: SolverValues, work: ComplementarityWorkspace): void {
  const { n, matrix, vector, z, w } = lcp;
  const { statistics } = work;
  const y = workF64(work, "fixed.y", n);
  const v = workF64(work, "fixed.v", n);
  let gamma = values.step;
  for (let k = 0; k < values.maxIterations && afford(work, n, n, 2); k++) {
    if (isSolved(lcp) || (k % POLISH === POLISH - 1 && polish(lcp, work))) {
      statistics.status = SOLVE_STATUS.solved;
      return;
    }
    statistics.iterations++;
    for (let tries = 0; tries < 60; tries++) {
      let distance = 0;
      let difference = 0;
      for (let i = 0; i < n; i++) {
        y[i] = Math.max(0, z[i] - gamma * w[i]);
        distance += (z[i] - y[i]) * (z[i] - y[i]);
      }
      for (let i = 0; i < n; i++) {
        let sum = vector[i];
        for (let j = 0, p = i * n; j < n; j++, p++) sum += matrix[p] * y[j];
        v[i] = sum;
        difference += (w[i] - sum) * (w[i] - sum);
      }
      const ratio = distance === 0 ? 0 : gamma * Math.sqrt(difference / distance);
      if (ratio <= values.contraction) {
        for (let i = 0; i < n; i++) z[i] = Math.max(0, z[i] - gamma * v[i]);
        if (ratio < 0.4 * values.contraction && gamma < 1e6) gamma *= 1.5;
        break;
      }
      gamma *= Math.max(0.2, Math.min(0.7, (0.9 * values.contraction) / ratio));
    }
  }
  statistics.status = polish(lcp, work) ? SOLVE_STATUS.solved : SOLVE_STATUS.iterations;
}

export const fixedPoint = defineComplementaritySolver({
  name: "fixed-point",
  help: "projected fixed point with extragradient steps of adapted length",
  params: {
    maxIterations: iterationLimit(5000, "steps at most"),
    step: number({ above: 0, max: 1e6, default: 1, help: "first length γ of a step, in the scaled problem" }),
    contraction: number({
      above: 0,
      max: 0.99,
      default: 0.9,
      help: "ν: the length is lowered until w changes by less than this part of the step; nearer to 1 takes longer steps",
    }),
  },
  claims: { positiveDefinite: false, pMatrix: false, friction: false, cones: false, noAllocation: false },
  scaling: "symmetric",
  solve,
});
