/**
 * Numerical rank of a dense matrix by Householder QR with column pivoting; counts redundant constraints.
 *
 *   A Π = Q R,   |r₁₁| ≥ |r₂₂| ≥ …,   rank = #{ k : |rₖₖ| > tolerance · |r₁₁| }
 *
 * Row-major, m × n, starting at `a[offset]`; the matrix is destroyed. On return `columns[0 … rank)` are the indices of
 * linearly independent columns in the order in which they were chosen, and the rest follow. Pass Jᵀ to learn which
 * constraint rows of J are redundant.
 *
 * `tolerance` (unit 1) is relative to the longest column; max(m, n) ε is the smallest meaningful value, 1e-10 suits
 * Jacobians assembled from measured geometry. Scale rows of different units first. R-diagonals can in contrived cases
 * overestimate the smallest singular value by a factor growing with n (Kahan's matrix); constraint Jacobians do not
 * come near it [GolubVanLoan2013, §5.4].
 *
 * `work` needs 2 n numbers. Returns −1 when the matrix holds NaN or infinity.
 */
export function denseRank(
  m: number,
  n: number,
  a: Float64Array,
  offset: number,
  tolerance: number,
  columns: Int32Array,
  work: Float64Array,
): number {
  // scale by the largest entry so that squares neither overflow nor vanish
  let largest = 0;
  let poison = 0;
  for (let p = offset, end = offset + m * n; p < end; p++) {
    const v = Math.abs(a[p]);
    if (v > largest) largest = v;
    poison += v * 0;
  }
  if (poison !== 0) return -1;
  for (let j = 0; j < n; j++) columns[j] = j;
  if (largest === 0) return 0;
  for (let p = offset, end = offset + m * n; p < end; p++) a[p] /= largest;

  // work[j]: squared length of the rest of column j; work[n + j]: its value when last summed afresh
  for (let j = 0; j < n; j++) work[n + j] = work[j] = columnSquare(m, n, a, offset, 0, j);

  let threshold = 0;
  const steps = Math.min(m, n);
  for (let k = 0; k < steps; k++) {
    // bring the longest remaining column to the front
    let best = k;
    for (let j = k + 1; j < n; j++) if (work[j] > work[best]) best = j;
    if (best !== k) swapColumns(m, n, a, offset, k, best, columns, work);

    // r_kk from the entries themselves, not from the downdated estimate
    const pivot = offset + k * n + k;
    const length = Math.sqrt(columnSquare(m, n, a, offset, k, k));
    if (k === 0) threshold = tolerance * length;
    if (length <= threshold) return k;

    // Householder vector v = x + sign(x₁)|x| e₁, stored over the column; β = 2 / vᵀv = 1 / (|x| |v₁|)
    const head = a[pivot] >= 0 ? a[pivot] + length : a[pivot] - length;
    a[pivot] = head;
    const beta = 1 / (length * Math.abs(head));
    for (let j = k + 1; j < n; j++) {
      let s = 0;
      for (let i = k; i < m; i++) s += a[offset + i * n + k] * a[offset + i * n + j];
      s *= beta;
      for (let i = k; i < m; i++) a[offset + i * n + j] -= s * a[offset + i * n + k];

      // downdate, and sum afresh once cancellation has eaten half of the digits
      const top = a[offset + k * n + j];
      work[j] -= top * top;
      if (work[j] <= 1e-8 * work[n + j]) work[n + j] = work[j] = columnSquare(m, n, a, offset, k + 1, j);
    }
  }
  return steps;
}

/** Σ a_ij² over rows i ≥ start of column j. */
function columnSquare(m: number, n: number, a: Float64Array, offset: number, start: number, j: number): number {
  let s = 0;
  for (let i = start; i < m; i++) {
    const v = a[offset + i * n + j];
    s += v * v;
  }
  return s;
}

function swapColumns(
  m: number,
  n: number,
  a: Float64Array,
  offset: number,
  j: number,
  k: number,
  columns: Int32Array,
  work: Float64Array,
): void {
  for (let i = 0; i < m; i++) {
    const r = offset + i * n;
    const t = a[r + j];
    a[r + j] = a[r + k];
    a[r + k] = t;
  }
  const c = columns[j];
  columns[j] = columns[k];
  columns[k] = c;
  work[k] = work[j];
  work[n + k] = work[n + j];
}
