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

/**
 * P A Pᵀ = L D U for matrices with little fill, as of chains and small mechanisms: the elimination is written out when
 * the pattern is known, one stored place for each product, so that nothing is searched and no panel is set up. Panels
 * win once columns are long enough to be dense blocks (`FLAT_LIMIT`). No pivoting; a pivot that vanishes against the
 * terms that it was made from is replaced, or reported.
 */
export interface FlatFactor {
  readonly analysis: SparseAnalysis;
  /** 1: LDLᵀ of a symmetric matrix. 2: LDU of a matrix with symmetric pattern. */
  readonly halves: 1 | 2;
  /** Replacement of a vanishing pivot, as a share of its terms; 0: the matrix is reported as singular. */
  readonly perturb: number;
  /**
   * Entries below the diagonal by columns, in elimination order: column k has start[k] … start[k + 1] − 1, at rows
   * row[…].
   */
  readonly start: Int32Array;
  readonly row: Int32Array;
  /**
   * For each pair of entries (x ≥ y) of a column, in order: the place of (row x, row y) among the entries, or −1 − row
   * on the diagonal.
   */
  readonly target: Int32Array;
  /**
   * Where each of the caller's values goes: 0 … n − 1 the diagonal, then entries below it, then those above; −1: not
   * read.
   */
  readonly place: Int32Array;
  /** D; entries of L, or of L D while in work; and those of U. One array: diagonal, below, above. */
  readonly values: Float64Array;
  readonly terms: Float64Array;
  readonly work: Float64Array;
  status: FactorStatus;
}

/** Operations (`SparseAnalysis.flops`) up to which this is the faster way. */
export const FLAT_LIMIT = 30_000;

/** Writes the elimination out. All allocation happens here. */
export function createFlatFactor(analysis: SparseAnalysis, halves: 1 | 2, perturb: number): FlatFactor {
  const { n, colPtr, rowInd, inverse } = analysis;
  // pattern of L by columns: the entries of A below the diagonal, and those of the children in the elimination tree
  const columns: Set<number>[] = Array.from({ length: n }, () => new Set());
  for (let j = 0; j < n; j++) {
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      const [a, b] = [inverse[rowInd[p]], inverse[j]];
      if (a !== b) columns[Math.min(a, b)].add(Math.max(a, b));
    }
  }
  const lists = columns.map((column, k) => {
    const list = [...column].sort((x, y) => x - y);
    if (list.length > 0) for (const i of list) if (i !== list[0]) columns[list[0]].add(i);
    return { k, list };
  });
  const start = new Int32Array(n + 1);
  for (const { k, list } of lists) start[k + 1] = start[k] + list.length;
  const row = Int32Array.from(lists.flatMap(({ list }) => list));
  const at = new Map<number, number>();
  for (let k = 0; k < n; k++) for (let p = start[k]; p < start[k + 1]; p++) at.set(row[p] * n + k, p);
  const target: number[] = [];
  for (let k = 0; k < n; k++) {
    for (let x = start[k]; x < start[k + 1]; x++)
      for (let y = start[k]; y <= x; y++) target.push(x === y ? -1 - row[x] : (at.get(row[x] * n + row[y]) as number));
  }
  const entries = row.length;
  const place = new Int32Array(rowInd.length);
  for (let j = 0; j < n; j++) {
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      const [a, b] = [inverse[rowInd[p]], inverse[j]];
      const below = n + (at.get(Math.max(a, b) * n + Math.min(a, b)) ?? 0);
      const unread = halves === 1 && analysis.triangle === "full" && rowInd[p] > j;
      place[p] = unread ? -1 : a === b ? a : below + (halves === 2 && a < b ? entries : 0);
    }
  }
  return {
    analysis,
    halves,
    perturb,
    start,
    row,
    target: Int32Array.from(target),
    place,
    values: new Float64Array(n + halves * entries),
    terms: new Float64Array(n),
    work: new Float64Array(n),
    status: FACTOR_MISSING,
  };
}

/** Another factor of the same pattern: only numbers are its own. */
export function createLikeFlatFactor(f: FlatFactor): FlatFactor {
  return {
    ...f,
    values: new Float64Array(f.values.length),
    terms: new Float64Array(f.terms.length),
    work: new Float64Array(f.work.length),
    status: FACTOR_MISSING,
  };
}

/** Numeric phase; `values` in the order of the analysed pattern. Allocates nothing; numerical trouble is a status. */
export function factorFlat(f: FlatFactor, values: Float64Array): FactorStatus {
  const { place, values: a, terms, halves, analysis } = f;
  const { n } = analysis;
  f.status = FACTOR_MISSING;
  a.fill(0);
  for (let p = 0; p < place.length; p++) if (place[p] >= 0) a[place[p]] += values[p];
  for (let k = 0; k < n; k++) terms[k] = Math.abs(a[k]);
  f.status = halves === 1 ? eliminateSymmetric(f) : eliminateGeneral(f);
  return f.status;
}

/** Columns from first to last: l = a / d, and the update of the columns behind it, a_xy −= a_x l_y. */
function eliminateSymmetric(f: FlatFactor): FactorStatus {
  const { start, row, target, values: a, terms } = f;
  const { n } = f.analysis;
  let status: FactorStatus = FACTOR_OK;
  let t = 0;
  for (let k = 0; k < n; k++) {
    const pivot = settle(f, k);
    if (pivot > FACTOR_PERTURBED) return pivot;
    if (pivot === FACTOR_PERTURBED) status = pivot;
    const inv = 1 / a[k];
    const from = n + start[k];
    const end = n + start[k + 1];
    for (let x = from; x < end; x++) {
      const w = a[x];
      const l = w * inv;
      // entries before x are divided already
      for (let y = from; y < x; y++) a[n + target[t++]] -= w * a[y];
      t++;
      const own = l * w;
      a[row[x - n]] -= own;
      terms[row[x - n]] += Math.abs(own);
      a[x] = l;
    }
  }
  return status;
}

/** The same with entries above the diagonal: l = a / d, a_xy −= l_x u_y, u_yx −= l_y u_x. */
function eliminateGeneral(f: FlatFactor): FactorStatus {
  const { start, row, target, values: a, terms } = f;
  const { n } = f.analysis;
  const above = row.length;
  let status: FactorStatus = FACTOR_OK;
  let t = 0;
  for (let k = 0; k < n; k++) {
    const pivot = settle(f, k);
    if (pivot > FACTOR_PERTURBED) return pivot;
    if (pivot === FACTOR_PERTURBED) status = pivot;
    const inv = 1 / a[k];
    const from = n + start[k];
    const end = n + start[k + 1];
    for (let x = from; x < end; x++) {
      const l = a[x] * inv;
      const u = a[x + above];
      for (let y = from; y < x; y++) {
        const at = n + target[t++];
        a[at] -= l * a[y + above];
        a[at + above] -= a[y] * u;
      }
      t++;
      const own = l * u;
      a[row[x - n]] -= own;
      terms[row[x - n]] += Math.abs(own);
      a[x] = l;
    }
  }
  return status;
}

/** Accepts, replaces or rejects pivot k. */
function settle(f: FlatFactor, k: number): FactorStatus {
  const { values, terms, perturb } = f;
  if (!(terms[k] < Number.POSITIVE_INFINITY)) return FACTOR_NON_FINITE;
  if (Math.abs(values[k]) > PIVOT_TOLERANCE * terms[k]) return FACTOR_OK;
  if (perturb === 0) return FACTOR_SINGULAR;
  const size = perturb * (terms[k] > 0 ? terms[k] : 1);
  values[k] = values[k] < 0 ? -size : size;
  return FACTOR_PERTURBED;
}

/** Solves A x = b; `x[offset … offset + n)` holds b on entry and the solution on return. Allocates nothing. */
export function solveFlat(f: FlatFactor, x: Float64Array, offset: number): FactorStatus {
  const { start, row, values: a, work, halves } = f;
  const { n, order } = f.analysis;
  if (f.status > FACTOR_PERTURBED) return FACTOR_MISSING;
  for (let k = 0; k < n; k++) work[k] = x[offset + order[k]];
  for (let k = 0; k < n; k++) {
    const w = work[k];
    if (w === 0) continue;
    for (let p = start[k]; p < start[k + 1]; p++) work[row[p]] -= a[n + p] * w;
  }
  if (halves === 1) {
    for (let k = n - 1; k >= 0; k--) {
      let sum = work[k] / a[k];
      for (let p = start[k]; p < start[k + 1]; p++) sum -= a[n + p] * work[row[p]];
      work[k] = sum;
    }
  } else {
    const above = n + row.length;
    for (let k = n - 1; k >= 0; k--) {
      let sum = work[k];
      for (let p = start[k]; p < start[k + 1]; p++) sum -= a[above + p] * work[row[p]];
      work[k] = sum / a[k];
    }
  }
  for (let k = 0; k < n; k++) x[offset + order[k]] = work[k];
  return FACTOR_OK;
}
