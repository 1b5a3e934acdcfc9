import {
  FACTOR_MISSING,
  FACTOR_NON_FINITE,
  FACTOR_OK,
  FACTOR_PERTURBED,
  FACTOR_SINGULAR,
  type FactorStatus,
  PIVOT_TOLERANCE,
} from "../factor-status.js";
import type { SparseAnalysis } from "./analyze.js";
import { eliminateRows, scaleRows, updatePanel } from "./panel-kernels.js";

/** Slots of `PanelFactor.stat`, kept in a typed array so that writing them allocates nothing. */
export const STAT_PERTURBED = 0;
export const STAT_NEGATIVE = 1;
export const STAT_MIN_PIVOT = 2;
export const STAT_MAX_PIVOT = 3;
export const STAT_MIN_RATIO = 4;
export const STAT_FAILED = 5;
export const STAT_LARGEST = 6;
export const STAT_NORM = 7;
export const STAT_REFINED = 8;
export const STAT_BACKWARD = 9;
const STAT_COUNT = 10;

/** Slots of `PanelFactor.setting`. */
const SET_TOLERANCE = 0;
const SET_PERTURB = 1;
const SET_THRESHOLD = 2;

/** Options of a numeric factorisation. */
export interface FactorOptions {
  /**
   * Pivots below this share of their terms count as zero (unit 1); see `PIVOT_TOLERANCE`. 0 rejects exact zeros only.
   */
  readonly pivotTolerance: number;
  /**
   * Pivots below this share of the largest entry in their row and column of A are rejected too (unit 1). 0 for definite
   * and quasi-definite matrices, where a small diagonal is harmless; about 1e-8 limits growth in an LU whose diagonal
   * is not to be trusted, at the price of a refinement step or two.
   */
  readonly threshold: number;
  /**
   * Replacement of a rejected pivot, as a share of its terms, or of its row if that is why it was rejected (unit 1). 0
   * reports a singular matrix instead. `PERTURBATION` suits two steps of refinement; range 1e-10…1e-6, smaller loses
   * digits in later pivots, larger needs more steps.
   */
  readonly perturb: number;
  /** Most steps of iterative refinement in a solve, 0…; one or two suffice unless pivots were perturbed. */
  readonly refine: number;
}

/** What a factorisation does by default: no pivot is replaced and nothing is refined. */
export const FACTOR_DEFAULTS: FactorOptions = { pivotTolerance: PIVOT_TOLERANCE, threshold: 0, perturb: 0, refine: 0 };

/** Storage of a numeric factorisation A = L D U on an analysed pattern; U = Lᵀ, not stored, when `halves` is 1. */
export interface PanelFactor {
  readonly analysis: SparseAnalysis;
  /** 1: LDLᵀ of a symmetric matrix. 2: LDU, with the panels of Uᵀ after those of L. */
  readonly halves: 1 | 2;
  readonly panels: Float64Array;
  /** D, in elimination order, and next to each pivot the sum |a| + Σ|t| of the terms that it was made from. */
  readonly pivots: Float64Array;
  readonly pivotTerms: Float64Array;
  /** Largest |a| in the row and column of each variable, in elimination order; filled if pivots may be replaced. */
  readonly rowLargest: Float64Array;
  /** Expected sign of each pivot in elimination order, 0 for none. */
  readonly signs: Int8Array;
  readonly setting: Float64Array;
  readonly refine: number;
  readonly stat: Float64Array;
  status: FactorStatus;
  /** The caller's values as last factored, for residuals; empty without refinement. */
  readonly entries: Float64Array;
  /** Where each caller's value goes: `analysis.position`, moved to the half that it belongs to. */
  readonly place: Int32Array;
  /** 1 for entries that are not read: those below the diagonal of a `full` pattern in LDLᵀ. */
  readonly skipped: Uint8Array;
  // scratch
  readonly rowPlace: Int32Array;
  readonly scaled: Float64Array;
  readonly work: Float64Array;
  readonly rhs: Float64Array;
  readonly residual: Float64Array;
  readonly best: Float64Array;
}

export function createPanelFactor(
  analysis: SparseAnalysis,
  halves: 1 | 2,
  options: FactorOptions,
  signs: ArrayLike<number> | undefined,
): PanelFactor {
  const { n, panelSize, colPtr, rowInd, above } = analysis;
  for (const key of ["pivotTolerance", "threshold", "perturb", "refine"] as const) {
    if (!(options[key] >= 0)) throw new RangeError(`sparse factor: expected ${key} >= 0, got ${options[key]}`);
  }
  if (signs !== undefined && signs.length !== n)
    throw new RangeError(`sparse factor: expected ${n} pivot signs, got ${signs.length}`);

  const place = new Int32Array(analysis.position.length);
  const skipped = new Uint8Array(place.length);
  if (halves === 1 && analysis.triangle === "full")
    for (let j = 0; j < n; j++) for (let p = colPtr[j]; p < colPtr[j + 1]; p++) skipped[p] = rowInd[p] > j ? 1 : 0;
  for (let p = 0; p < place.length; p++) {
    place[p] = analysis.position[p] + (halves === 2 && above[p] === 1 ? panelSize : 0);
  }
  const refineSize = options.refine > 0 ? n : 0;
  return {
    analysis,
    halves,
    panels: new Float64Array(halves * panelSize),
    pivots: new Float64Array(n),
    pivotTerms: new Float64Array(n),
    rowLargest: new Float64Array(n),
    signs: Int8Array.from({ length: n }, (_, k) => (signs === undefined ? 0 : Math.sign(signs[analysis.order[k]]))),
    setting: Float64Array.of(options.pivotTolerance, options.perturb, options.threshold),
    refine: Math.floor(options.refine),
    stat: new Float64Array(STAT_COUNT),
    status: FACTOR_MISSING,
    entries: new Float64Array(options.refine > 0 ? colPtr[n] : 0),
    place,
    skipped,
    rowPlace: new Int32Array(n),
    scaled: new Float64Array(halves * Math.max(analysis.maxUpdate, analysis.maxWidth * analysis.maxWidth)),
    work: new Float64Array(n),
    rhs: new Float64Array(refineSize),
    residual: new Float64Array(refineSize),
    best: new Float64Array(refineSize),
  };
}

/**
 * Numeric phase: left-looking over panels. Panel s first collects the entries of A, then the contributions of all
 * earlier panels with rows inside its columns, and is then factored as a small dense matrix. Allocates nothing.
 */
export function factorPanels(f: PanelFactor, values: Float64Array): FactorStatus {
  const { analysis, panels, pivots, pivotTerms, rowPlace, scaled, halves, stat } = f;
  const { panelSize, diagonal, updatePtr, updateSource, updateBegin, updateEnd } = analysis;
  const { count, first, rowPtr, rows, panelPtr } = analysis.supernodes;
  if (values.length < analysis.position.length)
    throw new RangeError(`sparse factor: expected ${analysis.position.length} values, got ${values.length}`);

  f.status = FACTOR_MISSING;
  assemble(f, values);
  stat[STAT_PERTURBED] = stat[STAT_NEGATIVE] = stat[STAT_MAX_PIVOT] = 0;
  stat[STAT_MIN_PIVOT] = stat[STAT_MIN_RATIO] = Number.POSITIVE_INFINITY;
  stat[STAT_FAILED] = -1;
  stat[STAT_REFINED] = 0;
  stat[STAT_BACKWARD] = Number.NaN;

  for (let s = 0; s < count; s++) {
    const firstColumn = first[s];
    const width = first[s + 1] - firstColumn;
    const panel = panelPtr[s];
    for (let q = rowPtr[s]; q < rowPtr[s + 1]; q++) rowPlace[rows[q]] = q - rowPtr[s];
    for (let k = firstColumn; k < first[s + 1]; k++) pivotTerms[k] = Math.abs(panels[diagonal[k]]);

    for (let u = updatePtr[s]; u < updatePtr[s + 1]; u++) {
      const d = updateSource[u];
      const begin = updateBegin[u];
      const middle = updateEnd[u];
      const sourceWidth = first[d + 1] - first[d];
      const source = panelPtr[d] + (begin - rowPtr[d]) * sourceWidth;

      // rows of the source inside this panel's columns, scaled by D: of L for the U half, of U for the L half
      const scaledHalf = halves === 2 ? panelSize : 0;
      scaleRows(scaled, 0, panels, scaledHalf + source, middle - begin, sourceWidth, pivots, first[d]);
      addPivotTerms(pivotTerms, rows, begin, middle, panels, source, scaled, sourceWidth);
      const end = rowPtr[d + 1];
      updatePanel(panels, source, sourceWidth, scaled, rows, begin, middle, end, rowPlace, panel, width, firstColumn);
      if (halves === 2) {
        scaleRows(scaled, 0, panels, source, middle - begin, sourceWidth, pivots, first[d]);
        updatePanel(
          panels,
          panelSize + source,
          sourceWidth,
          scaled,
          rows,
          begin,
          middle,
          end,
          rowPlace,
          panelSize + panel,
          width,
          firstColumn,
        );
      }
    }

    const status = factorPanel(f, firstColumn, width, panel, rowPtr[s + 1] - rowPtr[s]);
    if (status !== FACTOR_OK) {
      f.status = status;
      return status;
    }
  }
  f.status = stat[STAT_PERTURBED] > 0 ? FACTOR_PERTURBED : FACTOR_OK;
  return f.status;
}

/**
 * Puts A into the panels; duplicates add up. Also its largest entry, and the sums for rejected pivots and refinement.
 */
function assemble(f: PanelFactor, values: Float64Array): void {
  const { panels, place, skipped, setting, entries, stat } = f;
  const nnz = place.length;
  panels.fill(0);
  let largest = 0;
  for (let p = 0; p < nnz; p++) {
    if (skipped[p] === 1) continue;
    const value = values[p];
    panels[place[p]] += value;
    const size = Math.abs(value);
    if (size > largest) largest = size;
  }
  stat[STAT_LARGEST] = largest;
  if (setting[SET_THRESHOLD] > 0 || setting[SET_PERTURB] > 0) findRowLargest(f, values);
  if (f.refine > 0) {
    for (let p = 0; p < nnz; p++) entries[p] = values[p];
    findNorm(f);
  }
}

/** rowLargest[k] = max |a| over the row and the column of the variable eliminated k-th. */
function findRowLargest(f: PanelFactor, values: Float64Array): void {
  const { rowLargest, skipped } = f;
  const { n, colPtr, rowInd, inverse } = f.analysis;
  rowLargest.fill(0);
  for (let j = 0; j < n; j++) {
    const column = inverse[j];
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      if (skipped[p] === 1) continue;
      const size = Math.abs(values[p]);
      const row = inverse[rowInd[p]];
      if (size > rowLargest[row]) rowLargest[row] = size;
      if (size > rowLargest[column]) rowLargest[column] = size;
    }
  }
}

/** ‖A‖∞, by row sums in the residual's place. */
function findNorm(f: PanelFactor): void {
  const { entries, residual, skipped, halves, stat } = f;
  const { n, colPtr, rowInd } = f.analysis;
  residual.fill(0);
  for (let j = 0; j < n; j++) {
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      if (skipped[p] === 1) continue;
      const i = rowInd[p];
      const size = Math.abs(entries[p]);
      residual[i] += size;
      if (halves === 1 && i !== j) residual[j] += size;
    }
  }
  let norm = 0;
  for (let i = 0; i < n; i++) if (residual[i] > norm) norm = residual[i];
  stat[STAT_NORM] = norm;
}

/** pivotTerms[r] += Σ_k |l_rk d_k u_kr| for the rows of an update that lie on this panel's diagonal. */
function addPivotTerms(
  pivotTerms: Float64Array,
  rows: Int32Array,
  begin: number,
  middle: number,
  panels: Float64Array,
  source: number,
  scaled: Float64Array,
  width: number,
): void {
  let q = 0;
  for (let j = begin; j < middle; j++) {
    let sum = 0;
    for (let k = 0; k < width; k++, q++) sum += Math.abs(panels[source + q] * scaled[q]);
    pivotTerms[rows[j]] += sum;
  }
}

/** Dense factorisation of one panel, all earlier contributions being in: diagonal block row by row, then the rest. */
function factorPanel(f: PanelFactor, first: number, width: number, panel: number, rowCount: number): FactorStatus {
  const { panels, pivots, pivotTerms, scaled, halves } = f;
  const other = halves === 2 ? f.analysis.panelSize : 0;
  // rows of (D U)ᵀ at 0 serve the L half, and rows of L D at `block` the U half
  const block = halves === 2 ? width * width : 0;

  for (let i = 0; i < width; i++) {
    const row = panel + i * width;
    eliminateRows(panels, row, 1, width, i, scaled, 0, pivots, first);
    if (halves === 2) eliminateRows(panels, other + row, 1, width, i, scaled, block, pivots, first);

    let d = panels[row + i];
    let terms = pivotTerms[first + i];
    for (let k = 0; k < i; k++) {
      const pivot = pivots[first + k];
      const u = panels[other + row + k] * pivot;
      const l = panels[row + k];
      scaled[i * width + k] = u;
      if (halves === 2) scaled[block + i * width + k] = l * pivot;
      const t = l * u;
      d -= t;
      terms += Math.abs(t);
    }
    pivots[first + i] = d;
    pivotTerms[first + i] = terms;
    const status = settlePivot(f, first + i);
    if (status !== FACTOR_OK) return status;
  }

  const below = panel + width * width;
  eliminateRows(panels, below, rowCount - width, width, width, scaled, 0, pivots, first);
  if (halves === 2) eliminateRows(panels, other + below, rowCount - width, width, width, scaled, block, pivots, first);
  return FACTOR_OK;
}

/** Accepts, replaces or rejects pivot k (place in elimination order), and keeps the statistics. */
function settlePivot(f: PanelFactor, k: number): FactorStatus {
  const { pivots, pivotTerms, rowLargest, setting, stat, signs } = f;
  let d = pivots[k];
  const terms = pivotTerms[k];

  // a NaN or infinity anywhere in row k reaches these terms
  if (!(terms < Number.POSITIVE_INFINITY)) {
    stat[STAT_FAILED] = f.analysis.order[k];
    return FACTOR_NON_FINITE;
  }

  const ratio = terms > 0 ? Math.abs(d) / terms : 0;
  const wrongSign = d * signs[k] < 0;
  if (ratio < stat[STAT_MIN_RATIO]) stat[STAT_MIN_RATIO] = ratio;
  const weak = Math.abs(d) < setting[SET_THRESHOLD] * rowLargest[k];
  if (ratio <= setting[SET_TOLERANCE] || wrongSign || weak) {
    if (setting[SET_PERTURB] === 0) {
      stat[STAT_FAILED] = f.analysis.order[k];
      return FACTOR_SINGULAR;
    }
    let scale = terms;
    if (weak || scale === 0) scale = Math.max(scale, rowLargest[k]);
    if (scale === 0) scale = stat[STAT_LARGEST] > 0 ? stat[STAT_LARGEST] : 1;
    const negative = signs[k] === 0 ? d < 0 : signs[k] < 0;
    d = negative ? -setting[SET_PERTURB] * scale : setting[SET_PERTURB] * scale;
    pivots[k] = d;
    stat[STAT_PERTURBED]++;
  }

  const size = Math.abs(d);
  if (size < stat[STAT_MIN_PIVOT]) stat[STAT_MIN_PIVOT] = size;
  if (size > stat[STAT_MAX_PIVOT]) stat[STAT_MAX_PIVOT] = size;
  if (d < 0) stat[STAT_NEGATIVE]++;
  return FACTOR_OK;
}
