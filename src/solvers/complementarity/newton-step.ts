import { denseLuFactor, denseLuSolve } from "../../math/dense-lu.js";
import { FACTOR_OK } from "../../math/factor-status.js";
import { afford } from "./effort.js";
import type { StandardProblem } from "./standard.js";
import { type ComplementarityWorkspace, workF64, workI32 } from "./workspace.js";

/** Diagonal that is added when the Newton matrix is singular, first and growth per try. */
const SHIFT = 1e-10;
const SHIFT_GROWTH = 100;
const TRIES = 6;

/**
 * Solves (D_a + D_b A) dz = −φ for rows φᵢ(zᵢ, wᵢ) with derivatives a (by z) and b (by w). Where the matrix is
 * singular, a small multiple of the identity is added until it is not. Returns false when it stays singular or the
 * budget has run out. The step is in the work array "newton.step".
 */
export function newtonStep(
  lcp: StandardProblem,
  phi: Float64Array,
  a: Float64Array,
  b: Float64Array,
  work: ComplementarityWorkspace,
): boolean {
  const { n, matrix } = lcp;
  const jacobian = workF64(work, "newton.jacobian", n * n);
  const step = workF64(work, "newton.step", n);
  const pivots = workI32(work, "newton.pivots", n);
  let shift = 0;
  for (let attempt = 0; attempt < TRIES && afford(work, n, n, n / 3); attempt++) {
    for (let i = 0; i < n; i++) {
      const o = i * n;
      for (let j = 0; j < n; j++) jacobian[o + j] = b[i] * matrix[o + j];
      jacobian[o + i] += a[i] + shift;
      step[i] = -phi[i];
    }
    if (denseLuFactor(n, jacobian, 0, pivots, 0) === FACTOR_OK) {
      denseLuSolve(n, jacobian, 0, pivots, 0, step, 0);
      return true;
    }
    shift = shift === 0 ? SHIFT : shift * SHIFT_GROWTH;
  }
  return false;
}

/** Gradient of ½ |φ|²: (D_a + D_b A)ᵀ φ, into `out`. */
export function meritGradient(
  lcp: StandardProblem,
  phi: Float64Array,
  a: Float64Array,
  b: Float64Array,
  out: Float64Array,
): void {
  const { n, matrix } = lcp;
  for (let j = 0; j < n; j++) out[j] = a[j] * phi[j];
  for (let i = 0; i < n; i++) {
    const f = b[i] * phi[i];
    if (f !== 0) for (let j = 0, p = i * n; j < n; j++, p++) out[j] += f * matrix[p];
  }
}
