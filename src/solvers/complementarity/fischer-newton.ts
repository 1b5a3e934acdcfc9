import { afford, isExhausted } from "./effort.js";
import { meritGradient, newtonStep } from "./newton-step.js";
import { polish } from "./polish.js";
import { defineComplementaritySolver, iterationLimit } from "./solver.js";
import { isSolved, STANDARD, type StandardProblem } from "./standard.js";
import { SOLVE_STATUS } from "./status.js";
import { type ComplementarityWorkspace, workF64 } from "./workspace.js";

/** λ of the penalised function; 1 is Fischer and Burmeister's own. */
const PENALTY = 0.95;
/**
 * Armijo's constant, halvings, and how many former values the merit is compared with (a nonmonotone search passes small
 * humps).
 */
const DECREASE = 1e-4;
const HALVINGS = 30;
const MEMORY = 5;
/** Steps below this part of z count as none. */
const STALL = 1e-15;

/**
 * φ(z, w) = λ (z + w − √(z² + w²)) + (1 − λ) z₊ w₊ and its derivatives, row by row [ChenChenKanzow2000]. At z = w = 0,
 * where the root has no derivative, the one in direction (1, 1) is taken. ½ |φ|² goes to `recent[MEMORY]`.
 */
function evaluate(
  lcp: StandardProblem,
  phi: Float64Array,
  a: Float64Array,
  b: Float64Array,
  recent: Float64Array,
): void {
  const { n, z, w } = lcp;
  let merit = 0;
  for (let i = 0; i < n; i++) {
    const x = z[i];
    const y = w[i];
    const root = Math.sqrt(x * x + y * y);
    const xp = Math.max(0, x);
    const yp = Math.max(0, y);
    // z + w − √ without cancellation where both are positive
    const fischer = x + y > 0 ? (2 * x * y) / (x + y + root) : x + y - root;
    phi[i] = PENALTY * fischer + (1 - PENALTY) * xp * yp;
    a[i] = PENALTY * (root > 0 ? 1 - x / root : 1 - Math.SQRT1_2) + (x > 0 ? (1 - PENALTY) * yp : 0);
    b[i] = PENALTY * (root > 0 ? 1 - y / root : 1 - Math.SQRT1_2) + (y > 0 ? (1 - PENALTY) * xp : 0);
    merit += 0.5 * phi[i] * phi[i];
  }
  recent[MEMORY] = merit;
}

/**
 * Newton's method on the penalised Fischer–Burmeister function; Newton steps that lead nowhere are replaced by steepest
 * descent.
 */
export function runFischerNewton(lcp: StandardProblem, maxIterations: number, work: ComplementarityWorkspace): void {
  const { n, z } = lcp;
  const { statistics } = work;
  const phi = workF64(work, "fischer.phi", n);
  const a = workF64(work, "fischer.a", n);
  const b = workF64(work, "fischer.b", n);
  const gradient = workF64(work, "fischer.gradient", n);
  const from = workF64(work, "fischer.from", n);
  const recent = workF64(work, "fischer.recent", MEMORY + 1);
  const { numbers } = lcp;
  isSolved(lcp);
  evaluate(lcp, phi, a, b, recent);
  for (let m = 0; m < MEMORY; m++) recent[m] = recent[MEMORY];
  for (let k = 0; k < maxIterations && !isExhausted(work); k++) {
    // the exact solution of the set that has been found, as soon as it is one
    if (numbers[STANDARD.residual] <= 1e6 * numbers[STANDARD.limit]) polish(lcp, work);
    if (numbers[STANDARD.residual] <= numbers[STANDARD.limit]) {
      statistics.status = SOLVE_STATUS.solved;
      return;
    }
    statistics.iterations++;
    meritGradient(lcp, phi, a, b, gradient);
    const solved = newtonStep(lcp, phi, a, b, work);
    const step = workF64(work, "newton.step", n);
    let slope = 0;
    let size = 0;
    for (let i = 0; i < n; i++) {
      slope += gradient[i] * step[i];
      size += step[i] * step[i];
    }
    if (!solved || !(slope < -1e-12 * size)) {
      slope = 0;
      for (let i = 0; i < n; i++) {
        step[i] = -gradient[i];
        slope -= gradient[i] * gradient[i];
      }
    }
    let highest = 0;
    for (let m = 0; m < MEMORY; m++) highest = Math.max(highest, recent[m]);
    for (let i = 0; i < n; i++) from[i] = z[i];
    let length = 1;
    let moved = false;
    for (let h = 0; h < HALVINGS && afford(work, n, n, 1); h++, length *= 0.5) {
      for (let i = 0; i < n; i++) z[i] = from[i] + length * step[i];
      isSolved(lcp);
      evaluate(lcp, phi, a, b, recent);
      if (recent[MEMORY] <= highest + DECREASE * length * slope) {
        moved = true;
        break;
      }
    }
    recent[k % MEMORY] = recent[MEMORY];
    let change = 0;
    for (let i = 0; i < n; i++) change = Math.max(change, Math.abs(z[i] - from[i]) / (1 + Math.abs(z[i])));
    if (!moved || change < STALL) {
      if (!moved) for (let i = 0; i < n; i++) z[i] = from[i];
      statistics.status = polish(lcp, work) ? SOLVE_STATUS.solved : SOLVE_STATUS.stalled;
      return;
    }
  }
  statistics.status = polish(lcp, work) ? SOLVE_STATUS.solved : SOLVE_STATUS.iterations;
}

/**
 * Newton's method on the Fischer–Burmeister function [Fischer1992] in its penalised form, damped by a nonmonotone line
 * search on ½ |φ|², with a shifted matrix where the derivative is singular. Converges for P₀-matrices with bounded
 * level sets; elsewhere it may stop in a local minimum of the merit, and says `stalled`.
 */
export const fischerNewton = defineComplementaritySolver({
  name: "fischer-newton",
  help: "Newton's method on the penalised Fischer–Burmeister function, with line search",
  params: { maxIterations: iterationLimit(200, "Newton steps at most") },
  claims: { positiveDefinite: true, pMatrix: true, friction: false, cones: false, noAllocation: true },
  scaling: "two-sided",
  solve: (lcp, values, work) => runFischerNewton(lcp, values.maxIterations, work),
});
