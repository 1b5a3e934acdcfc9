import { describe, expect, test } from "vitest";
import { denseLuFactor, denseLuSolve } from "../../src/math/dense-lu.js";
import { FACTOR_NON_FINITE, FACTOR_OK, FACTOR_SINGULAR } from "../../src/math/factor-status.js";
import { norm, rightHandSide } from "./sparse-matrices.js";

const FULL = process.env.STICTION_FULL === "1";

/** ‖A x − b‖ / (‖A‖ ‖x‖ + ‖b‖), ∞-norms. */
function error(n: number, a: Float64Array, x: Float64Array, b: Float64Array): number {
  const y = new Float64Array(n);
  const rows = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    y[i] = -b[i];
    for (let j = 0; j < n; j++) {
      y[i] += a[n * i + j] * x[j];
      rows[i] += Math.abs(a[n * i + j]);
    }
  }
  return norm(y) / (norm(rows) * norm(x) + norm(b));
}

describe("dense LU", () => {
  test("solves a system that needs a row exchange, exactly", () => {
    const a = Float64Array.of(0, 2, 1, 4, 0, 2, 2, 2, 0);
    const pivots = new Int32Array(3);
    const x = Float64Array.of(7, 10, 6);
    expect(denseLuFactor(3, a, 0, pivots, 0)).toBe(FACTOR_OK);
    denseLuSolve(3, a, 0, pivots, 0, x, 0);
    // 2·2 + 3 = 7, 4 + 2·3 = 10, 2 + 2·2 = 6
    expect(Array.from(x)).toEqual([1, 2, 3]);
  });

  test("survives a tiny leading pivot", () => {
    // without exchange the second row would be lost: x ≈ [0, 1] instead of [1, 1]
    const a = Float64Array.of(1e-20, 1, 1, 1);
    const pivots = new Int32Array(2);
    const x = Float64Array.of(1, 2);
    expect(denseLuFactor(2, a, 0, pivots, 0)).toBe(FACTOR_OK);
    denseLuSolve(2, a, 0, pivots, 0, x, 0);
    expect(Array.from(x)).toEqual([1, 1]);
  });

  test("leaves a small residual on random matrices at any scale and offset", () => {
    const count = FULL ? 500 : 10;
    for (let c = 0; c < count; c++) {
      const n = 1 + ((c * 13) % 97);
      const a = rightHandSide(n * n, c + 1);
      const b = rightHandSide(n, c + 2);
      for (const scale of [1, 1e-150, 1e150]) {
        const f = new Float64Array(n * n + 5);
        f.set(
          a.map((v) => v * scale),
          5,
        );
        const pivots = new Int32Array(n + 2);
        const x = new Float64Array(n + 3);
        x.set(
          b.map((v) => v * scale),
          3,
        );
        expect(denseLuFactor(n, f, 5, pivots, 2)).toBe(FACTOR_OK);
        // partial pivoting: no multiplier above 1
        for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) expect(Math.abs(f[5 + i * n + j]) <= 1).toBe(true);
        denseLuSolve(n, f, 5, pivots, 2, x, 3);
        // growth of partial pivoting on random matrices is about n^⅔ < 30 here: n ε · growth
        expect(error(n, a, x.slice(3), b)).toBeLessThan(30 * n * Number.EPSILON);
      }
    }
  });

  test("reports singular, non-finite and empty input by a status", () => {
    const p = new Int32Array(3);
    expect(denseLuFactor(0, new Float64Array(0), 0, p, 0)).toBe(FACTOR_OK);
    expect(denseLuFactor(1, Float64Array.of(0), 0, p, 0)).toBe(FACTOR_SINGULAR);
    expect(denseLuFactor(2, Float64Array.of(1, 2, 2, 4), 0, p, 0)).toBe(FACTOR_SINGULAR);
    // [1 2 3; 4 5 6; 7 8 9] / 10: the last pivot is rounding, about 1e-17
    const a = Float64Array.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9);
    expect(denseLuFactor(3, a, 0, p, 0)).toBe(FACTOR_SINGULAR);
    expect(denseLuFactor(1, Float64Array.of(Number.NaN), 0, p, 0)).toBe(FACTOR_NON_FINITE);
    expect(denseLuFactor(2, Float64Array.of(1, Number.NEGATIVE_INFINITY, 0, 1), 0, p, 0)).toBe(FACTOR_NON_FINITE);
    expect(denseLuFactor(2, Float64Array.of(1e308, -1e308, 1e308, 1e308), 0, p, 0)).toBe(FACTOR_NON_FINITE);
  });
});
