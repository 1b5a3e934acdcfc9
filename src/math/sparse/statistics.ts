import {
  type PanelFactor,
  STAT_BACKWARD,
  STAT_FAILED,
  STAT_LARGEST,
  STAT_MAX_PIVOT,
  STAT_MIN_PIVOT,
  STAT_MIN_RATIO,
  STAT_NEGATIVE,
  STAT_PERTURBED,
  STAT_REFINED,
} from "./panel-factor.js";

/** Size and work of a factorisation, and how well it went. */
export interface SparseStatistics {
  /** Entries of one triangular factor, diagonal included, and operations of the factorisation without stored zeros. */
  readonly factorNonzeros: number;
  readonly flops: number;
  /** Numbers held for the factor, with zeros from merged panels and unused halves of diagonal blocks. */
  readonly storedEntries: number;
  /** Pivots replaced because they were tiny or had the wrong sign. */
  readonly perturbedPivots: number;
  /** Negative pivots: by Sylvester's law the number of negative eigenvalues of a symmetric matrix. */
  readonly negativePivots: number;
  readonly minPivot: number;
  readonly maxPivot: number;
  /** Smallest |d| / (|a| + Σ|t|) over all pivots before replacement; near 1e-16 the matrix is singular in practice. */
  readonly minPivotRatio: number;
  /** max(|L D|, |D|, |D U|) / max |A|, entry by entry; digits lost are about its logarithm. NaN without a factor. */
  readonly growth: number;
  /** The caller's variable whose pivot was rejected, −1 if none was. */
  readonly failedVariable: number;
  /** Steps of refinement kept, and the backward error after them, in the last solve; NaN when solves do not refine. */
  readonly refineSteps: number;
  readonly backwardError: number;
}

/**
 * Statistics of the last factorisation and solve. Walks the factor and makes an object: for logs and decisions, not for
 * loops.
 */
export function sparseStatistics(f: PanelFactor): SparseStatistics {
  const { analysis, stat } = f;
  return {
    factorNonzeros: analysis.factorNonzeros,
    flops: analysis.flops * f.halves,
    storedEntries: analysis.panelSize * f.halves,
    perturbedPivots: stat[STAT_PERTURBED],
    negativePivots: stat[STAT_NEGATIVE],
    minPivot: stat[STAT_MIN_PIVOT],
    maxPivot: stat[STAT_MAX_PIVOT],
    minPivotRatio: stat[STAT_MIN_RATIO],
    growth: f.status <= 1 ? largestEntry(f) / stat[STAT_LARGEST] : Number.NaN,
    failedVariable: stat[STAT_FAILED],
    refineSteps: stat[STAT_REFINED],
    backwardError: stat[STAT_BACKWARD],
  };
}

function largestEntry(f: PanelFactor): number {
  const { panels, pivots, halves, analysis } = f;
  const { count, first, rowPtr, panelPtr } = analysis.supernodes;
  let largest = 0;
  for (let k = 0; k < analysis.n; k++) largest = Math.max(largest, Math.abs(pivots[k]));
  for (let half = 0; half < halves; half++) {
    for (let s = 0; s < count; s++) {
      const width = first[s + 1] - first[s];
      const height = rowPtr[s + 1] - rowPtr[s];
      const base = half * analysis.panelSize + panelPtr[s];
      for (let i = 1; i < height; i++) {
        for (let k = 0; k < Math.min(i, width); k++) {
          largest = Math.max(largest, Math.abs(panels[base + i * width + k] * pivots[first[s] + k]));
        }
      }
    }
  }
  return largest;
}
