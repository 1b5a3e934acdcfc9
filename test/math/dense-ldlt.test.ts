import { describe, expect, test } from "vitest";
import { FACTOR_NON_FINITE, FACTOR_OK, FACTOR_SINGULAR } from "../../src/math/factor-status.js";
import { denseLdltFactor, denseLdltSolve } from "../judges/dense-ldlt.js";
import { backwardError, dense, kkt, quasiDefinite, rightHandSide, scattered } from "./sparse-matrices.js";

const EPSILON = Number.EPSILON;
const FULL = process.env.STICTION_FULL === "1";

describe("dense LDLᵀ", () => {
  test("recovers an integer factor exactly", () => {
    // L = [1; 2 1; −1 3 1], D = diag(4, −2, 5): all products are small integers, so no rounding takes place
    const a = Float64Array.of(4, 8, -4, 8, 14, -14, -4, -14, -9);
    expect(denseLdltFactor(3, a, 0)).toBe(FACTOR_OK);
    expect([a[0], a[4], a[8]]).toEqual([4, -2, 5]);
    expect([a[3], a[6], a[7]]).toEqual([2, -1, 3]);
    // A [1, 2, 3]ᵀ = [4+16−12, 8+28−42, −4−28−27]
    const x = Float64Array.of(8, -6, -59);
    denseLdltSolve(3, a, 0, x, 0);
    expect(Array.from(x)).toEqual([1, 2, 3]);
  });

  test("solves quasi-definite systems to round-off, at any scale", () => {
    const count = FULL ? 400 : 8;
    for (let c = 0; c < count; c++) {
      const primal = 1 + ((c * 7) % 50);
      const rows = (c * 5) % 30;
      const a = quasiDefinite(kkt(primal, rows, 2 * primal, 3, c + 1), c + 100, 0.1);
      const b = rightHandSide(a.n, c + 200);
      const plain = dense(a, true);
      for (const scale of [1, 1e-150, 1e150]) {
        const f = plain.map((v) => v * scale);
        const x = b.map((v) => v * scale);
        expect(denseLdltFactor(a.n, f, 0)).toBe(FACTOR_OK);
        denseLdltSolve(a.n, f, 0, x, 0);
        // backward error of LDLᵀ ≤ c n ε ‖|L||D||Lᵀ|‖/‖A‖; the last factor is below 100 for this family (C ≥ 0.05)
        expect(backwardError(a, x, b, true)).toBeLessThan(100 * a.n * EPSILON);
      }
    }
  });

  test("works at an offset and reads the lower triangle only", () => {
    const a = Float64Array.of(7, 7, 2, Number.NaN, 1, 3, 7);
    const x = Float64Array.of(7, 5, 10, 7);
    expect(denseLdltFactor(2, a, 2)).toBe(FACTOR_OK);
    denseLdltSolve(2, a, 2, x, 1);
    // [2 1; 1 3] x = [5, 10] has the solution [1, 3]
    expect(Array.from(x)).toEqual([7, 1, 3, 7]);
    expect([a[0], a[1], a[6]]).toEqual([7, 7, 7]);
  });

  test("reports singular, non-finite and empty input by a status", () => {
    expect(denseLdltFactor(0, new Float64Array(0), 0)).toBe(FACTOR_OK);
    expect(denseLdltFactor(1, Float64Array.of(0), 0)).toBe(FACTOR_SINGULAR);
    expect(denseLdltFactor(1, Float64Array.of(1e-300), 0)).toBe(FACTOR_OK);
    expect(denseLdltFactor(2, Float64Array.of(0, 1, 1, 0), 0)).toBe(FACTOR_SINGULAR);
    expect(denseLdltFactor(1, Float64Array.of(Number.NaN), 0)).toBe(FACTOR_NON_FINITE);
    expect(denseLdltFactor(2, Float64Array.of(1, 0, Number.POSITIVE_INFINITY, 1), 0)).toBe(FACTOR_NON_FINITE);
    expect(denseLdltFactor(2, Float64Array.of(1e-200, 0, 1e200, 1), 0)).toBe(FACTOR_NON_FINITE);
  });

  test("finds a rank deficiency hidden by rounding, whatever the units of rows", () => {
    // B Bᵀ with B 6 × 5 is singular; its last pivot is round-off, not zero. Units change rows by 10^±6.
    const b = rightHandSide(30, 3);
    const a = new Float64Array(36);
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) {
        for (let k = 0; k < 5; k++) a[6 * i + j] += b[5 * i + k] * b[5 * j + k];
        a[6 * i + j] *= 10 ** ((i % 3) * 6 - 6) * 10 ** ((j % 3) * 6 - 6);
      }
    }
    expect(denseLdltFactor(6, a.slice(), 0)).toBe(FACTOR_SINGULAR);
    // a light body beside a stiff spring is no singularity
    expect(denseLdltFactor(2, Float64Array.of(1e-12, 0, 0, 1e12), 0)).toBe(FACTOR_OK);
  });

  test("agrees with the sum of squares for a definite matrix", () => {
    // xᵀ A x = Σ d_k (Lᵀ x)_k² for arbitrary x
    const a = quasiDefinite(scattered(40, 120, 5), 6, 1);
    const m = dense(a, true);
    const f = m.slice();
    denseLdltFactor(40, f, 0);
    const x = rightHandSide(40, 7);
    let direct = 0;
    for (let i = 0; i < 40; i++) for (let j = 0; j < 40; j++) direct += x[i] * m[40 * i + j] * x[j];
    let squares = 0;
    for (let k = 0; k < 40; k++) {
      let y = x[k];
      for (let i = k + 1; i < 40; i++) y += f[40 * i + k] * x[i];
      squares += f[41 * k] * y * y;
    }
    // 1600 terms: 1600 ε
    expect(Math.abs(squares - direct) / direct).toBeLessThan(1600 * EPSILON);
  });
});
