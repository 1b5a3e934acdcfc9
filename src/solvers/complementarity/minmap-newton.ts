import { afford, isExhausted } from "./effort.js";
import { meritGradient, newtonStep } from "./newton-step.js";
import { polish } from "./polish.js";
import { defineComplementaritySolver, iterationLimit, type SolverValues } from "./solver.js";
import { isSolved, type StandardProblem } from "./standard.js";
import { SOLVE_STATUS } from "./status.js";
import { type ComplementarityWorkspace, workF64 } from "./workspace.js";

const DECREASE = 1e-4;
const HALVINGS = 30;

/** φ = min(z, w), derivatives (1, 0) where z is the smaller, else (0, 1). Returns ½ |φ|². */
function evaluate(lcp: StandardProblem, phi: Float64Array, a: Float64Array, b: Float64Array): number {
  const { n, z, w } = lcp;
  let merit = 0;
  for (let i = 0; i < n; i++) {
    const byZ = z[i] < w[i];
    phi[i] = byZ ? z[i] : w[i];
    a[i] = byZ ? 1 : 0;
    b[i] = byZ ? 0 : 1;
    merit += 0.5 * phi[i] * phi[i];
  }
  return merit;
}

/**
 * Newton's method on min(z, w) = 0 with a line search on ½ |min|²; steepest descent where the step is no descent. Ends
 * after finitely many steps when it converges, since the function is piecewise linear; but the merit has kinks that are
 * local minima, where it says `stalled` [ErlebenOrtiz2008].
 */
function solve(lcp: StandardProblem, values: SolverValues, work: ComplementarityWorkspace): void {
  const { n, z } = lcp;
  const { statistics } = work;
  const phi = workF64(work, "minmap.phi", n);
  const a = workF64(work, "minmap.a", n);
  const b = workF64(work, "minmap.b", n);
  const gradient = workF64(work, "minmap.gradient", n);
  const from = workF64(work, "minmap.from", n);
  let done = isSolved(lcp);
  let merit = evaluate(lcp, phi, a, b);
  for (let k = 0; k < values.maxIterations && !isExhausted(work); k++) {
    if (done) {
      statistics.status = SOLVE_STATUS.solved;
      return;
    }
    statistics.iterations++;
    meritGradient(lcp, phi, a, b, gradient);
    const solved = newtonStep(lcp, phi, a, b, work);
    const step = workF64(work, "newton.step", n);
    for (let i = 0; i < n; i++) from[i] = z[i];
    let moved = false;
    for (let kind = solved ? 0 : 1; kind < 2 && !moved; kind++) {
      if (kind === 1) for (let i = 0; i < n; i++) step[i] = -gradient[i];
      let slope = 0;
      for (let i = 0; i < n; i++) slope += gradient[i] * step[i];
      if (!(slope < 0)) continue;
      const before = merit;
      let length = 1;
      for (let h = 0; h < HALVINGS && !moved && afford(work, n, n, 1); h++, length *= 0.5) {
        for (let i = 0; i < n; i++) z[i] = from[i] + length * step[i];
        done = isSolved(lcp);
        merit = evaluate(lcp, phi, a, b);
        moved = merit <= before + DECREASE * length * slope;
      }
      if (!moved) merit = before;
    }
    if (!moved) {
      for (let i = 0; i < n; i++) z[i] = from[i];
      statistics.status = polish(lcp, work) ? SOLVE_STATUS.solved : SOLVE_STATUS.stalled;
      return;
    }
  }
  statistics.status = polish(lcp, work) ? SOLVE_STATUS.solved : SOLVE_STATUS.iterations;
}

export const minmapNewton = defineComplementaritySolver({
  name: "minmap-newton",
  help: "Newton's method on min(z, w), with line search",
  params: { maxIterations: iterationLimit(200, "Newton steps at most") },
  claims: { positiveDefinite: false, pMatrix: false, friction: false, cones: false, noAllocation: true },
  scaling: "two-sided",
  solve,
});
