import { describe, expect, test } from "vitest";
import { denseLuFactor, denseLuSolve } from "../../src/math/dense-lu.js";
import {
  FACTOR_MISSING,
  FACTOR_NON_FINITE,
  FACTOR_OK,
  FACTOR_PERTURBED,
  FACTOR_SINGULAR,
  PERTURBATION,
} from "../../src/math/factor-status.js";
import {
  analyzeSparse,
  createSparseLdlt,
  createSparseLu,
  type FactorOptions,
  factorSparseLdlt,
  factorSparseLu,
  type SparseLu,
  solveSparseLdlt,
  solveSparseLu,
  sparseStatistics,
} from "../../src/math/sparse/index.js";
import {
  backwardError,
  below,
  CATALOGUE,
  dense,
  kkt,
  next,
  norm,
  quasiDefinite,
  random,
  rightHandSide,
  scattered,
  signed,
  type Upper,
  unsymmetric,
} from "./sparse-matrices.js";

const FULL = process.env.STICTION_FULL === "1";
const PROMISE = 1e-12;

function factored(a: Upper, options: Partial<FactorOptions> = {}): SparseLu {
  const f = createSparseLu(analyzeSparse(a.n, a.colPtr, a.rowInd, { triangle: "full" }), options);
  factorSparseLu(f, a.values);
  return f;
}

function solveError(f: SparseLu, a: Upper, seed: number): number {
  const b = rightHandSide(a.n, seed);
  const x = b.slice();
  expect(solveSparseLu(f, x, 0)).toBe(f.status);
  return backwardError(a, x, b, false);
}

/** Unsymmetric values in [−1, 1) on a symmetric pattern, the diagonal at `dominance` times the sum of its column. */
function dominant(n: number, edges: number, seed: number, dominance: number): Upper {
  const a = unsymmetric(quasiDefinite(scattered(n, edges, seed), seed, 1), 0, 1);
  const r = random(seed + 1);
  for (let j = 0; j < n; j++) {
    let sum = 0;
    let diagonal = 0;
    for (let q = a.colPtr[j]; q < a.colPtr[j + 1]; q++) {
      if (a.rowInd[q] === j) diagonal = q;
      else sum += Math.abs((a.values[q] = signed(r)));
    }
    a.values[diagonal] = (next(r) % 2 === 0 ? 1 : -1) * (dominance * sum + 0.01);
  }
  return a;
}

describe("sparse LU", () => {
  test.each(Object.keys(CATALOGUE))("%s: unsymmetric perturbation of quasi-definite values", (name) => {
    for (let seed = 1; seed <= (FULL ? 20 : 1); seed++) {
      const a = unsymmetric(quasiDefinite(CATALOGUE[name](), seed, 0.1), 0.2, seed + 1);
      const f = factored(a);
      expect(f.status).toBe(FACTOR_OK);
      expect(solveError(f, a, seed + 2)).toBeLessThan(PROMISE);
    }
  });

  test("diagonally dominant and nearly dominant matrices", () => {
    const count = FULL ? 300 : 6;
    for (let c = 0; c < count; c++) {
      const n = 1 + ((c * 331) % 1500);
      const a = dominant(n, 2 * n, c + 1, 1);
      const f = factored(a);
      expect(f.status).toBe(FACTOR_OK);
      expect(solveError(f, a, c)).toBeLessThan(PROMISE);
      // dominance by columns bounds growth by 2 [Higham2002, §9.5]
      expect(sparseStatistics(f).growth).toBeLessThanOrEqual(2);

      // a diagonal of six tenths of the column: no bound, yet refinement reaches the promise
      const weak = dominant(n, 2 * n, c + 1, 0.6);
      expect(solveError(factored(weak, { refine: 2 }), weak, c)).toBeLessThan(PROMISE);
    }
  });

  test("a diagonal that means nothing is beyond it, and the reported backward error says so", () => {
    // every other diagonal entry zero: pivots are replaced by the hundred and refinement cannot repair them all
    const count = FULL ? 100 : 4;
    let hopeless = 0;
    for (let c = 0; c < count; c++) {
      const n = 100 + ((c * 331) % 1000);
      const a = dominant(n, 2 * n, c + 1, 0.6);
      for (let j = 0; j < n; j += 2)
        for (let q = a.colPtr[j]; q < a.colPtr[j + 1]; q++) if (a.rowInd[q] === j) a.values[q] = 0;
      const f = factored(a, { threshold: 1e-8, perturb: PERTURBATION, refine: 4 });
      expect(f.status).toBe(FACTOR_PERTURBED);
      const error = solveError(f, a, c);
      const { backwardError: reported } = sparseStatistics(f);
      // the same quantity summed in another order; it is far above round-off here
      expect(Math.abs(reported - error)).toBeLessThan(1e-6 * error + 1e-14);
      if (error > PROMISE) hopeless++;
    }
    expect(hopeless).toBeGreaterThan(count / 2);
  });

  test("equals dense LU with partial pivoting", () => {
    const count = FULL ? 300 : 10;
    for (let c = 0; c < count; c++) {
      const primal = 1 + ((c * 17) % 90);
      const a = unsymmetric(quasiDefinite(kkt(primal, (c * 7) % 60, 2 * primal, 2, c + 1), c + 1, 0.1), 0.2, c);
      const b = rightHandSide(a.n, c + 3);
      const x = b.slice();
      const y = b.slice();
      const m = dense(a, false);
      const pivots = new Int32Array(a.n);
      expect(denseLuFactor(a.n, m, 0, pivots, 0)).toBe(FACTOR_OK);
      denseLuSolve(a.n, m, 0, pivots, 0, x, 0);
      solveSparseLu(factored(a), y, 0);
      // backward errors near 1e-15, condition below 1e5
      for (let i = 0; i < a.n; i++) expect(Math.abs(x[i] - y[i])).toBeLessThan(1e-10 * norm(x));
    }
  });

  test("on a symmetric matrix it is LDLᵀ, with U = Lᵀ bit for bit", () => {
    const a = quasiDefinite(CATALOGUE["kkt-1000"](), 3, 0.1);
    const full = unsymmetric(a, 0, 1);
    const f = factored(full);
    const g = createSparseLdlt(f.analysis);
    factorSparseLdlt(g, full.values);
    expect(f.pivots).toEqual(g.pivots);
    const x = rightHandSide(a.n, 4);
    const y = x.slice();
    solveSparseLu(f, x, 0);
    solveSparseLdlt(g, y, 0);
    expect(x).toEqual(y);
  });

  test("entries on one side only are completed by zeros", () => {
    // columns: [4 0 1; 2 3 0; 0 0 5] with (1, 0) and (0, 2) unmatched
    const a: Upper = {
      n: 3,
      primal: 3,
      colPtr: Int32Array.of(0, 2, 3, 5),
      rowInd: Int32Array.of(0, 1, 1, 0, 2),
      values: Float64Array.of(4, 2, 3, 1, 5),
    };
    const x = Float64Array.of(7, 8, 15);
    expect(solveSparseLu(factored(a), x, 0)).toBe(FACTOR_OK);
    // 4·1 + 3 = 7, 2·1 + 3·2 = 8, 5·3 = 15
    expect(Array.from(x)).toEqual([1, 2, 3]);
  });

  test("a growing factor is visible in the statistics, and perturbation with refinement mends it", () => {
    // [1e-20 1; 1 1]: without exchange x₀ is lost altogether
    const a: Upper = {
      n: 2,
      primal: 2,
      colPtr: Int32Array.of(0, 2, 4),
      rowInd: Int32Array.of(0, 1, 0, 1),
      values: Float64Array.of(1e-20, 1, 1, 1),
    };
    const analysis = analyzeSparse(2, a.colPtr, a.rowInd, { triangle: "full", ordering: "natural" });
    const plain = createSparseLu(analysis);
    expect(factorSparseLu(plain, a.values)).toBe(FACTOR_OK);
    expect(sparseStatistics(plain).growth).toBeGreaterThan(1e19);
    const lost = Float64Array.of(1, 2);
    solveSparseLu(plain, lost, 0);
    expect(Math.abs(lost[0] - 1)).toBeGreaterThan(0.5);

    // with a threshold the pivot 1e-20, weak beside the 1 in its row, is replaced
    const weak = createSparseLu(analysis, { threshold: 1e-8, perturb: PERTURBATION, refine: 2 });
    expect(factorSparseLu(weak, a.values)).toBe(FACTOR_PERTURBED);
    expect(sparseStatistics(weak).growth).toBeLessThan(1e8);
    const x = Float64Array.of(1, 2);
    solveSparseLu(weak, x, 0);
    expect(Math.abs(x[0] - 1) + Math.abs(x[1] - 1)).toBeLessThan(PROMISE);

    // an exact zero is replaced
    const zero = createSparseLu(analysis, { perturb: PERTURBATION, refine: 2 });
    expect(factorSparseLu(zero, Float64Array.of(0, 1, 1, 1))).toBe(FACTOR_PERTURBED);
    const y = Float64Array.of(1, 3);
    solveSparseLu(zero, y, 0);
    expect(Math.abs(y[0] - 2) + Math.abs(y[1] - 1)).toBeLessThan(PROMISE);
  });

  test("singular, non-finite, empty and missing are statuses", () => {
    const none = createSparseLu(analyzeSparse(0, [0], [], { triangle: "full" }));
    expect(factorSparseLu(none, new Float64Array(0))).toBe(FACTOR_OK);
    const one = createSparseLu(analyzeSparse(1, [0, 1], [0], { triangle: "full" }));
    expect(solveSparseLu(one, Float64Array.of(1), 0)).toBe(FACTOR_MISSING);
    expect(factorSparseLu(one, Float64Array.of(0))).toBe(FACTOR_SINGULAR);
    expect(factorSparseLu(one, Float64Array.of(4))).toBe(FACTOR_OK);

    const a = unsymmetric(quasiDefinite(CATALOGUE["kkt-300"](), 1, 0.1), 0.2, 2);
    const f = factored(a);
    const r = random(3);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      for (let k = 0; k < 20; k++) {
        const values = a.values.slice();
        values[below(r, values.length)] = bad;
        expect(factorSparseLu(f, values)).toBe(FACTOR_NON_FINITE);
      }
    }
    expect(factorSparseLu(f, a.values)).toBe(FACTOR_OK);

    // row 5 = 2 · row 7 of a 10 × 10 full matrix: singular up to rounding
    const n = 10;
    const full = rightHandSide(n * n, 8);
    for (let j = 0; j < n; j++) full[j * n + 5] = 2 * full[j * n + 7];
    for (let j = 0; j < n; j++) if (j !== 5 && j !== 7) full[j * n + j] += 10;
    const colPtr = Array.from({ length: n + 1 }, (_, j) => j * n);
    const rowInd = Array.from({ length: n * n }, (_, q) => q % n);
    const s = createSparseLu(analyzeSparse(n, colPtr, rowInd, { triangle: "full" }));
    expect(factorSparseLu(s, full)).toBe(FACTOR_SINGULAR);
    expect([5, 7]).toContain(sparseStatistics(s).failedVariable);
  });

  test("a one-sided pattern is refused", () => {
    expect(() => createSparseLu(analyzeSparse(1, [0, 1], [0]))).toThrow(
      'expected a pattern analysed with triangle "full"',
    );
  });
});
