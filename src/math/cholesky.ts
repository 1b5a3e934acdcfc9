/** Cholesky factors of small dense matrices, row-major. */

/** L of A = L Lᵀ in the lower triangle, in place; false where a pivot is not safely positive. */
export function factorCholesky(n: number, L: Float64Array): boolean {
  for (let j = 0; j < n; j++) {
    const diagonal = L[j * n + j];
    let d = diagonal;
    for (let k = 0; k < j; k++) d -= L[j * n + k] * L[j * n + k];
    if (!(d > 1e-13 * Math.abs(diagonal))) return false;
    const root = Math.sqrt(d);
    L[j * n + j] = root;
    for (let i = j + 1; i < n; i++) {
      let s = L[i * n + j];
      for (let k = 0; k < j; k++) s -= L[i * n + k] * L[j * n + k];
      L[i * n + j] = s / root;
    }
  }
  return true;
}

/** x ← A⁻¹ x with the factor of A. */
export function solveCholesky(n: number, L: Float64Array, x: Float64Array): void {
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= L[i * n + k] * x[k];
    x[i] /= L[i * n + i];
  }
  solveTransposed(n, L, x);
}

/** x ← L⁻ᵀ x. */
export function solveTransposed(n: number, L: Float64Array, x: Float64Array): void {
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= L[k * n + i] * x[k];
    x[i] /= L[i * n + i];
  }
}
