import { FACTOR_MISSING, FACTOR_NON_FINITE, type FactorStatus } from "../factor-status.js";
import { type PanelFactor, STAT_BACKWARD, STAT_NORM, STAT_REFINED } from "./panel-factor.js";
import type { Supernodes } from "./supernodes.js";

/**
 * Solves A x = b in place with a factor A = L D U, then refines:  r = b − A x,  x ← x + A⁻¹ r.
 *
 * Refinement stops after `refine` steps, when the backward error
 *
 *   η = ‖b − A x‖ / (‖A‖ ‖x‖ + ‖b‖)   (∞-norms)
 *
 * is down to ε, or when a step no longer halves it; a step that made it worse is undone. η and the steps kept go to
 * the statistics. Residuals are in working precision, which is enough for a small η [Skeel1980].
 */
export function solvePanels(f: PanelFactor, x: Float64Array, offset: number): FactorStatus {
  if (f.status === FACTOR_MISSING || f.status > 1) return FACTOR_MISSING;
  const { n, order } = f.analysis;
  const { work, rhs, residual, best, stat } = f;
  if (f.refine > 0) for (let i = 0; i < n; i++) rhs[i] = x[offset + i];

  for (let k = 0; k < n; k++) work[k] = x[offset + order[k]];
  applyInverse(f);
  for (let k = 0; k < n; k++) x[offset + order[k]] = work[k];

  if (f.refine > 0) {
    let steps = 0;
    computeResidual(f, x, offset);
    let error = stat[STAT_BACKWARD];
    while (steps < f.refine && error > Number.EPSILON) {
      for (let i = 0; i < n; i++) best[i] = x[offset + i];
      for (let k = 0; k < n; k++) work[k] = residual[order[k]];
      applyInverse(f);
      for (let k = 0; k < n; k++) x[offset + order[k]] += work[k];
      computeResidual(f, x, offset);

      const next = stat[STAT_BACKWARD];
      if (!(next < error)) {
        for (let i = 0; i < n; i++) x[offset + i] = best[i];
        stat[STAT_BACKWARD] = error;
        break;
      }
      steps++;
      const stalled = next > 0.5 * error;
      error = next;
      if (stalled) break;
    }
    stat[STAT_REFINED] = steps;
  }

  // NaN and infinity are the only numbers with v · 0 ≠ 0
  let poison = 0;
  for (let i = 0; i < n; i++) poison += x[offset + i] * 0;
  return poison === 0 ? f.status : FACTOR_NON_FINITE;
}

/** work ← (L D U)⁻¹ work, in elimination order. */
function applyInverse(f: PanelFactor): void {
  const { analysis, panels, pivots, work } = f;
  solveLower(analysis.supernodes, panels, work);
  for (let k = 0; k < analysis.n; k++) work[k] /= pivots[k];
  solveUpper(analysis.supernodes, panels, f.halves === 2 ? analysis.panelSize : 0, work);
}

/** L y = b, panel by panel from the first; y over b. */
function solveLower(supernodes: Supernodes, panels: Float64Array, y: Float64Array): void {
  const { count, first, rowPtr, rows, panelPtr } = supernodes;
  for (let s = 0; s < count; s++) {
    const begin = first[s];
    const width = first[s + 1] - begin;
    let p = panelPtr[s];
    for (let i = 1; i < width; i++) {
      p += width;
      let sum = y[begin + i];
      for (let k = 0; k < i; k++) sum -= panels[p + k] * y[begin + k];
      y[begin + i] = sum;
    }
    p += width;
    for (let q = rowPtr[s] + width, end = rowPtr[s + 1]; q < end; q++) {
      let sum = y[rows[q]];
      for (let k = 0; k < width; k++) sum -= panels[p + k] * y[begin + k];
      y[rows[q]] = sum;
      p += width;
    }
  }
}

/** U x = y with the panels of Uᵀ, from the last panel back; x over y. */
function solveUpper(supernodes: Supernodes, panels: Float64Array, half: number, x: Float64Array): void {
  const { count, first, rowPtr, rows, panelPtr } = supernodes;
  for (let s = count - 1; s >= 0; s--) {
    const begin = first[s];
    const width = first[s + 1] - begin;
    let p = half + panelPtr[s] + width * width;
    for (let q = rowPtr[s] + width, end = rowPtr[s + 1]; q < end; q++) {
      const value = x[rows[q]];
      for (let k = 0; k < width; k++) x[begin + k] -= panels[p + k] * value;
      p += width;
    }
    for (let i = width - 1; i > 0; i--) {
      const value = x[begin + i];
      p = half + panelPtr[s] + i * width;
      for (let k = 0; k < i; k++) x[begin + k] -= panels[p + k] * value;
    }
  }
}

/** residual ← rhs − A x with the values as last factored, and its backward error to the statistics. */
function computeResidual(f: PanelFactor, x: Float64Array, offset: number): void {
  const { entries, skipped, rhs, residual, stat } = f;
  const { n, colPtr, rowInd } = f.analysis;
  for (let i = 0; i < n; i++) residual[i] = rhs[i];

  const mirrored = f.halves === 1;
  for (let j = 0; j < n; j++) {
    const xj = x[offset + j];
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      if (skipped[p] === 1) continue;
      const i = rowInd[p];
      residual[i] -= entries[p] * xj;
      if (mirrored && i !== j) residual[j] -= entries[p] * x[offset + i];
    }
  }

  let r = 0;
  let b = 0;
  let size = 0;
  for (let i = 0; i < n; i++) {
    r = Math.max(r, Math.abs(residual[i]));
    b = Math.max(b, Math.abs(rhs[i]));
    size = Math.max(size, Math.abs(x[offset + i]));
  }
  const scale = stat[STAT_NORM] * size + b;
  stat[STAT_BACKWARD] = scale > 0 ? r / scale : r;
}
