import { FACTOR_NON_FINITE, FACTOR_OK, FACTOR_SINGULAR, type FactorStatus } from "./factor-status.js";

/**
 * Factors a dense matrix in place with partial pivoting.
 *
 *   P A = L U,   L unit lower triangular with |lᵢⱼ| ≤ 1, U upper triangular
 *
 * Row-major, n × n, starting at `a[offset]`; on return the strict lower triangle holds L and the rest U. Entry
 * `pivots[pivotOffset + k]` is the row that was swapped with row k at step k. Rows are swapped physically.
 *
 * Singular means that the best pivot of a step is at most n ε max|aᵢⱼ|, the size of the rounding error that elimination
 * leaves in a column that should have vanished [GolubVanLoan2013, §3.4]. This test depends on scaling: equilibrate
 * first when rows mix units many orders apart. After a status other than OK the content of the matrix is meaningless.
 */
export function denseLuFactor(
  n: number,
  a: Float64Array,
  offset: number,
  pivots: Int32Array,
  pivotOffset: number,
): FactorStatus {
  // largest entry; NaN and infinity make the sum of a·0 NaN
  let largest = 0;
  let poison = 0;
  for (let p = offset, end = offset + n * n; p < end; p++) {
    const v = Math.abs(a[p]);
    if (v > largest) largest = v;
    poison += v * 0;
  }
  if (poison !== 0) return FACTOR_NON_FINITE;
  const tiny = n * Number.EPSILON * largest;

  for (let k = 0; k < n; k++) {
    const rk = offset + k * n;

    // the largest entry of column k on or below the diagonal; the first one wins a tie
    let row = k;
    let best = Math.abs(a[rk + k]);
    for (let i = k + 1; i < n; i++) {
      const v = Math.abs(a[offset + i * n + k]);
      if (v > best) {
        best = v;
        row = i;
      }
    }
    pivots[pivotOffset + k] = row;
    if (best <= tiny) return FACTOR_SINGULAR;
    if (!(best < Number.POSITIVE_INFINITY)) return FACTOR_NON_FINITE;

    if (row !== k) {
      const rr = offset + row * n;
      for (let j = 0; j < n; j++) {
        const t = a[rk + j];
        a[rk + j] = a[rr + j];
        a[rr + j] = t;
      }
    }

    // eliminate below; rows with a zero multiplier need no work
    const d = a[rk + k];
    for (let i = k + 1; i < n; i++) {
      const ri = offset + i * n;
      const l = a[ri + k] / d;
      a[ri + k] = l;
      if (l !== 0) for (let j = k + 1; j < n; j++) a[ri + j] -= l * a[rk + j];
    }
  }
  return FACTOR_OK;
}

/**
 * Solves A x = b with a factor made by `denseLuFactor`; `x` holds b on entry and the solution on return.
 */
export function denseLuSolve(
  n: number,
  a: Float64Array,
  offset: number,
  pivots: Int32Array,
  pivotOffset: number,
  x: Float64Array,
  xOffset: number,
): void {
  // P b
  for (let k = 0; k < n; k++) {
    const row = pivots[pivotOffset + k];
    const t = x[xOffset + k];
    x[xOffset + k] = x[xOffset + row];
    x[xOffset + row] = t;
  }

  // L y = P b
  for (let i = 1; i < n; i++) {
    const ri = offset + i * n;
    let s = x[xOffset + i];
    for (let k = 0; k < i; k++) s -= a[ri + k] * x[xOffset + k];
    x[xOffset + i] = s;
  }

  // U x = y
  for (let i = n - 1; i >= 0; i--) {
    const ri = offset + i * n;
    let s = x[xOffset + i];
    for (let k = i + 1; k < n; k++) s -= a[ri + k] * x[xOffset + k];
    x[xOffset + i] = s / a[ri + i];
  }
}
