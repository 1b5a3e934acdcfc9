import {
  FACTOR_NON_FINITE,
  FACTOR_OK,
  FACTOR_SINGULAR,
  type FactorStatus,
  PIVOT_TOLERANCE,
} from "../../src/math/factor-status.js";

/**
 * Factors a dense symmetric matrix in place, without pivoting.
 *
 *   A = L D Lᵀ,   L unit lower triangular, D diagonal
 *
 * Row-major, n × n, starting at `a[offset]`. Only the lower triangle and the diagonal are read; on return the strict
 * lower triangle holds L and the diagonal holds D, while the strict upper triangle keeps its old content.
 *
 * Valid for definite and quasi-definite matrices [H Aᵀ; A −C] with H, C positive definite, which factor in this form
 * under every ordering [Vanderbei1995]. A general indefinite matrix may meet a zero or tiny pivot although it is
 * regular, for example [0 1; 1 0]; that is reported as singular, and LU with pivoting is then the right tool.
 *
 * Singular means |dₖ| ≤ τ (|aₖₖ| + Σⱼ lₖⱼ² |dⱼ|) with τ = PIVOT_TOLERANCE. After a status other than OK the content of
 * the matrix is meaningless.
 */
export function denseLdltFactor(n: number, a: Float64Array, offset: number): FactorStatus {
  for (let i = 0; i < n; i++) {
    const ri = offset + i * n;

    // row i of L D by forward substitution: y_j = a_ij − Σ_{k<j} y_k l_jk, where y_k = l_ik d_k
    for (let j = 0; j < i; j++) {
      const rj = offset + j * n;
      let y = a[ri + j];
      for (let k = 0; k < j; k++) y -= a[ri + k] * a[rj + k];
      a[ri + j] = y;
    }

    // l_ik = y_k / d_k and the pivot d_i = a_ii − Σ l_ik y_k, with the size of its terms beside it
    let d = a[ri + i];
    let size = Math.abs(d);
    for (let k = 0; k < i; k++) {
      const y = a[ri + k];
      const l = y / a[offset + k * n + k];
      a[ri + k] = l;
      const t = l * y;
      d -= t;
      size += Math.abs(t);
    }
    if (!(size < Number.POSITIVE_INFINITY)) return FACTOR_NON_FINITE;
    if (Math.abs(d) <= PIVOT_TOLERANCE * size) return FACTOR_SINGULAR;
    a[ri + i] = d;
  }
  return FACTOR_OK;
}

/**
 * Solves A x = b with a factor made by `denseLdltFactor`; `x` holds b on entry and the solution on return.
 */
export function denseLdltSolve(n: number, a: Float64Array, offset: number, x: Float64Array, xOffset: number): void {
  // L y = b
  for (let i = 0; i < n; i++) {
    const ri = offset + i * n;
    let s = x[xOffset + i];
    for (let k = 0; k < i; k++) s -= a[ri + k] * x[xOffset + k];
    x[xOffset + i] = s;
  }

  // D z = y
  for (let i = 0; i < n; i++) x[xOffset + i] /= a[offset + i * n + i];

  // Lᵀ x = z, column by column of Lᵀ so that memory is read along rows
  for (let i = n - 1; i > 0; i--) {
    const ri = offset + i * n;
    const xi = x[xOffset + i];
    for (let k = 0; k < i; k++) x[xOffset + k] -= a[ri + k] * xi;
  }
}
