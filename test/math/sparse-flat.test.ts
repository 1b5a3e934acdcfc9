/** The factorisation that is written out against the one in panels, and against the matrix itself. */
import { describe, expect, test } from "vitest";
import {
  FACTOR_MISSING,
  FACTOR_NON_FINITE,
  FACTOR_OK,
  FACTOR_PERTURBED,
  FACTOR_SINGULAR,
  PERTURBATION,
} from "../../src/math/factor-status.js";
import { createFlatFactor, factorFlat, solveFlat } from "../../src/math/sparse/flat-factor.js";
import { analyzeSparse, createSparseLdlt, factorSparseLdlt, solveSparseLdlt } from "../../src/math/sparse/index.js";
import { backwardError, quasiDefinite, rightHandSide, scattered, unsymmetric } from "./sparse-matrices.js";

/** As promised of the panels: round-off of n operations, with growth at most what these matrices have. */
const PROMISE = 1e-12;

describe("LDLᵀ", () => {
  test.each([1, 2, 7, 40, 150])("%i variables: solves, and agrees with the panels", (n) => {
    for (let seed = 1; seed <= 5; seed++) {
      const a = quasiDefinite(scattered(n, 3 * n, seed), seed, 1);
      const analysis = analyzeSparse(a.n, a.colPtr, a.rowInd);
      const flat = createFlatFactor(analysis, 1, 0);
      expect(flat.row.length + a.n).toBe(analysis.factorNonzeros);
      const panels = createSparseLdlt(analysis);
      expect(factorFlat(flat, a.values)).toBe(FACTOR_OK);
      factorSparseLdlt(panels, a.values);
      const b = rightHandSide(a.n, seed);
      const x = b.slice();
      expect(solveFlat(flat, x, 0)).toBe(FACTOR_OK);
      expect(backwardError(a, x, b, true)).toBeLessThan(PROMISE);
      const y = b.slice();
      solveSparseLdlt(panels, y, 0);
      for (let i = 0; i < a.n; i++) expect(Math.abs(x[i] - y[i])).toBeLessThan(1e-9 * Math.max(1, Math.abs(y[i])));
    }
  });
});

describe("LU", () => {
  test.each([1, 2, 7, 40, 150])("%i variables with unsymmetric values", (n) => {
    for (let seed = 1; seed <= 5; seed++) {
      const a = unsymmetric(quasiDefinite(scattered(n, 3 * n, seed), seed, 1), 0.3, seed);
      const flat = createFlatFactor(analyzeSparse(a.n, a.colPtr, a.rowInd, { triangle: "full" }), 2, 0);
      expect(factorFlat(flat, a.values)).toBe(FACTOR_OK);
      const b = rightHandSide(a.n, seed);
      const x = b.slice();
      solveFlat(flat, x, 0);
      expect(backwardError(a, x, b, false)).toBeLessThan(PROMISE);
    }
  });
});

describe("what cannot be factored", () => {
  // [[1, 1], [1, 1]]: the second pivot is 1 − 1
  const analysis = analyzeSparse(2, [0, 1, 3], [0, 0, 1], { ordering: "natural" });

  test("a vanishing pivot is reported, and nothing is solved", () => {
    const f = createFlatFactor(analysis, 1, 0);
    expect(factorFlat(f, Float64Array.of(1, 1, 1))).toBe(FACTOR_SINGULAR);
    const x = Float64Array.of(1, 2);
    expect(solveFlat(f, x, 0)).toBe(FACTOR_MISSING);
    expect([...x]).toEqual([1, 2]);
  });

  test("or replaced", () => {
    const f = createFlatFactor(analysis, 1, PERTURBATION);
    expect(factorFlat(f, Float64Array.of(1, 1, 1))).toBe(FACTOR_PERTURBED);
    // b in the range: the solution of least change is found to the size of the replacement
    const x = Float64Array.of(2, 2);
    solveFlat(f, x, 0);
    expect(x[0] + x[1]).toBeCloseTo(2, 7);
  });

  test("no number is found out", () => {
    expect(factorFlat(createFlatFactor(analysis, 1, 0), Float64Array.of(1, Number.NaN, 1))).toBe(FACTOR_NON_FINITE);
  });
});
