import { describe, expect, test } from "vitest";
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
  factorSparseLdlt,
  type LdltOptions,
  type SparseLdlt,
  solveSparseLdlt,
  sparseStatistics,
} from "../../src/math/sparse/index.js";
import { denseLdltFactor, denseLdltSolve } from "../judges/dense-ldlt.js";
import {
  backwardError,
  below,
  CATALOGUE,
  dense,
  grid2,
  grid3,
  kkt,
  laplacian,
  mechanism,
  norm,
  quasiDefinite,
  random,
  rightHandSide,
  scattered,
  type Upper,
  unsymmetric,
} from "./sparse-matrices.js";

const FULL = process.env.STICTION_FULL === "1";

/** The bound that the solver promises, in ∞-norms; LDLᵀ on these families stays near 1e-15. */
const PROMISE = 1e-12;

function factored(a: Upper, options: Partial<LdltOptions> = {}): SparseLdlt {
  const f = createSparseLdlt(analyzeSparse(a.n, a.colPtr, a.rowInd), options);
  factorSparseLdlt(f, a.values);
  return f;
}

/** Solves and returns the backward error. */
function solveError(f: SparseLdlt, a: Upper, seed: number): number {
  const b = rightHandSide(a.n, seed);
  const x = b.slice();
  expect(solveSparseLdlt(f, x, 0)).toBe(f.status);
  return backwardError(a, x, b, true);
}

/** A matrix from a list of upper entries, duplicates kept. */
function upper(n: number, entries: [number, number, number][]): Upper {
  const sorted = entries.slice().sort((p, q) => p[1] - q[1]);
  const colPtr = new Int32Array(n + 1);
  for (const [, j] of sorted) colPtr[j + 1]++;
  for (let j = 0; j < n; j++) colPtr[j + 1] += colPtr[j];
  const rowInd = Int32Array.from(sorted, (e) => e[0]);
  return { n, primal: n, colPtr, rowInd, values: Float64Array.from(sorted, (e) => e[2]) };
}

describe("sparse LDLᵀ: accuracy", () => {
  test.each(Object.keys(CATALOGUE))("%s: quasi-definite values", (name) => {
    for (let seed = 1; seed <= (FULL ? 20 : 1); seed++) {
      const a = quasiDefinite(CATALOGUE[name](), seed, 0.1);
      const f = factored(a);
      expect(f.status).toBe(FACTOR_OK);
      expect(solveError(f, a, seed + 99)).toBeLessThan(PROMISE);
      // inertia of a quasi-definite matrix: one negative pivot per constraint row
      expect(sparseStatistics(f).negativePivots).toBe(a.n - a.primal);
    }
  });

  test("random quasi-definite systems up to n = 2000", () => {
    const sizes = FULL ? Array.from({ length: 200 }, (_, k) => 1 + ((k * 397) % 2000)) : [3, 57, 610, 2000];
    for (const n of sizes) {
      const primal = Math.ceil(0.65 * n);
      const r = random(n);
      const a = quasiDefinite(kkt(primal, n - primal, below(r, n), 1 + below(r, 3), n), n + 1, 0.01);
      const f = factored(a);
      expect(f.status).toBe(FACTOR_OK);
      expect(solveError(f, a, n + 2)).toBeLessThan(PROMISE);
    }
  });

  test("grid Laplacians, against a manufactured solution and known pivots", () => {
    for (const a of [laplacian(grid2(44, false), 4), laplacian(grid3(12), 6)]) {
      const f = factored(a);
      expect(solveError(f, a, 5)).toBeLessThan(PROMISE);
      expect(sparseStatistics(f).negativePivots).toBe(0);
      // an M-matrix: 0 < pivot ≤ diagonal
      expect(sparseStatistics(f).minPivot).toBeGreaterThan(0);
      expect(sparseStatistics(f).maxPivot).toBe(a.n === 1728 ? 6 : 4);
    }
  });

  test("tridiagonal Laplacian has the closed-form pivots (k + 1) / k", () => {
    const n = 50;
    const entries: [number, number, number][] = [];
    for (let i = 0; i < n; i++) {
      entries.push([i, i, 2]);
      if (i > 0) entries.push([i - 1, i, -1]);
    }
    const a = upper(n, entries);
    const f = createSparseLdlt(analyzeSparse(n, a.colPtr, a.rowInd, { ordering: "natural" }));
    factorSparseLdlt(f, a.values);
    // d_k = 2 − 1/d_{k−1}: an error is damped by 1/d² < 1 each step, so a few ε remain
    for (let k = 0; k < n; k++) expect(Math.abs(f.pivots[k] - (k + 2) / (k + 1))).toBeLessThan(8 * Number.EPSILON * n);
  });

  test("mechanisms with nearly rigid joints: chains as they are, loops with one step of refinement", () => {
    // compliance 1e-6 beside masses of order 1
    for (const p of [mechanism(20, 5, false, 0, 19), mechanism(182, 5, false, 0, 20), mechanism(150, 5, true, 0, 21)]) {
      const a = quasiDefinite(p, 5, 1e-6);
      expect(solveError(factored(a), a, 6)).toBeLessThan(PROMISE);
    }
    for (const p of [mechanism(120, 5, true, 20, 22), mechanism(170, 3, true, 60, 23)]) {
      const a = quasiDefinite(p, 5, 1e-6);
      const f = factored(a, { refine: 1 });
      expect(solveError(f, a, 6)).toBeLessThan(PROMISE);
      expect(sparseStatistics(f).refineSteps).toBe(1);
    }
  });

  test("equals the dense factorisation", () => {
    const count = FULL ? 300 : 10;
    for (let c = 0; c < count; c++) {
      const primal = 1 + ((c * 17) % 90);
      const a = quasiDefinite(kkt(primal, (c * 7) % 60, 2 * primal, 2, c + 1), c + 1, 0.1);
      const b = rightHandSide(a.n, c + 3);
      const x = b.slice();
      const y = b.slice();
      const m = dense(a, true);
      expect(denseLdltFactor(a.n, m, 0)).toBe(FACTOR_OK);
      denseLdltSolve(a.n, m, 0, x, 0);
      solveSparseLdlt(factored(a), y, 0);
      // both have a backward error near 1e-16; the condition of this family (H dominant, C ≥ 0.05) stays below 1e5
      for (let i = 0; i < a.n; i++) expect(Math.abs(x[i] - y[i])).toBeLessThan(1e-10 * norm(x));
    }
  });

  test("panel width, merging and triangle change nothing but rounding", () => {
    const a = quasiDefinite(CATALOGUE["kkt-1000"](), 4, 0.1);
    const b = rightHandSide(a.n, 5);
    const full = unsymmetric(a, 0, 1);
    for (const options of [
      { panelWidth: 1 },
      { panelWidth: 7 },
      { amalgamate: false },
      { panelWidth: 1000 },
      { triangle: "full" as const },
    ]) {
      const m = options.triangle === "full" ? full : a;
      const f = createSparseLdlt(analyzeSparse(m.n, m.colPtr, m.rowInd, options));
      // what lies below the diagonal of a full pattern is not read
      const values = m.values.slice();
      if (options.triangle === "full")
        for (let j = 0; j < m.n; j++)
          for (let q = m.colPtr[j]; q < m.colPtr[j + 1]; q++) if (m.rowInd[q] > j) values[q] = Number.NaN;
      expect(factorSparseLdlt(f, options.triangle === "full" ? values : m.values)).toBe(FACTOR_OK);
      const x = b.slice();
      solveSparseLdlt(f, x, 0);
      expect(backwardError(a, x, b, true)).toBeLessThan(PROMISE);
    }
  });

  test("refilling values reuses the factor, and the same values give the same bits", () => {
    const p = CATALOGUE["grid3-6"]();
    const first = quasiDefinite(p, 1, 0.1);
    const second = quasiDefinite(p, 2, 0.1);
    const f = factored(first);
    const before = f.panels.slice();
    factorSparseLdlt(f, second.values);
    expect(solveError(f, second, 3)).toBeLessThan(PROMISE);
    factorSparseLdlt(f, first.values);
    expect(f.panels).toEqual(before);
  });

  test("solves at an offset without touching the rest", () => {
    const a = quasiDefinite(scattered(20, 30, 1), 2, 1);
    const x = new Float64Array(26).fill(7);
    solveSparseLdlt(factored(a), x, 3);
    expect(Array.from(x.slice(0, 3))).toEqual([7, 7, 7]);
    expect(Array.from(x.slice(23))).toEqual([7, 7, 7]);
    expect(backwardError(a, x.slice(3, 23), new Float64Array(20).fill(7), true)).toBeLessThan(PROMISE);
  });

  test("gives these bits on every machine", () => {
    // FNV-1a of the solution's bytes; only + − × ÷ in a fixed order are used. A change of order or of the kernels' sums
    // moves it.
    const a = quasiDefinite(CATALOGUE["kkt-300"](), 1, 0.1);
    const x = rightHandSide(a.n, 2);
    solveSparseLdlt(factored(a, { refine: 1 }), x, 0);
    const view = new DataView(new ArrayBuffer(8));
    let h = 0x811c9dc5;
    for (const v of x) {
      view.setFloat64(0, v, true);
      for (let k = 0; k < 8; k++) h = Math.imul(h ^ view.getUint8(k), 0x01000193);
    }
    expect((h >>> 0).toString(16)).toBe("ddfd6852");
  });
});

describe("sparse LDLᵀ: trouble", () => {
  test("empty and one by one", () => {
    const none = createSparseLdlt(analyzeSparse(0, [0], []), { refine: 1 });
    expect(factorSparseLdlt(none, new Float64Array(0))).toBe(FACTOR_OK);
    expect(solveSparseLdlt(none, new Float64Array(0), 0)).toBe(FACTOR_OK);

    const one = factored(upper(1, [[0, 0, -4]]));
    const x = Float64Array.of(8);
    expect(solveSparseLdlt(one, x, 0)).toBe(FACTOR_OK);
    expect(x[0]).toBe(-2);
  });

  test("duplicates add up", () => {
    const a = upper(2, [
      [0, 0, 1],
      [0, 0, 1],
      [0, 1, 0.5],
      [0, 1, 0.25],
      [0, 1, 0.25],
      [1, 1, 3],
    ]);
    const x = Float64Array.of(5, 10);
    expect(solveSparseLdlt(factored(a, { refine: 1 }), x, 0)).toBe(FACTOR_OK);
    // [2 1; 1 3] x = [5, 10]
    expect(Math.abs(x[0] - 1) + Math.abs(x[1] - 3)).toBeLessThan(8 * Number.EPSILON);
  });

  test("an empty column and a missing diagonal are zeros, hence singular", () => {
    const a = upper(3, [
      [0, 0, 1],
      [2, 2, 1],
    ]);
    const f = factored(a);
    expect(f.status).toBe(FACTOR_SINGULAR);
    expect(sparseStatistics(f).failedVariable).toBe(1);
    const x = Float64Array.of(1, 2, 3);
    expect(solveSparseLdlt(f, x, 0)).toBe(FACTOR_MISSING);
    expect(Array.from(x)).toEqual([1, 2, 3]);
  });

  test("a floating grid is singular to working precision and found so; fixing a node mends it", () => {
    // Laplacian with free borders: constants are in its null space, and the last pivot is pure round-off
    const a = laplacian(grid2(20, false), 0);
    const degree = new Float64Array(a.n);
    for (let j = 0; j < a.n; j++) {
      for (let q = a.colPtr[j]; q < a.colPtr[j + 1] - 1; q++) {
        degree[j]++;
        degree[a.rowInd[q]]++;
      }
    }
    for (let j = 0; j < a.n; j++) a.values[a.colPtr[j + 1] - 1] = degree[j] * 0.1;
    for (let j = 0; j < a.n; j++) for (let q = a.colPtr[j]; q < a.colPtr[j + 1] - 1; q++) a.values[q] = -0.1;
    const f = factored(a);
    expect(f.status).toBe(FACTOR_SINGULAR);
    expect(sparseStatistics(f).minPivotRatio).toBeLessThan(1e-14);
    a.values[a.colPtr[1] - 1] += 1;
    expect(factorSparseLdlt(f, a.values)).toBe(FACTOR_OK);
    expect(solveError(f, a, 1)).toBeLessThan(PROMISE);
  });

  test("NaN, infinity and overflow anywhere are reported, and the factor recovers", () => {
    const a = quasiDefinite(CATALOGUE["kkt-300"](), 1, 0.1);
    const f = factored(a);
    const r = random(5);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      for (let k = 0; k < 20; k++) {
        const values = a.values.slice();
        values[below(r, values.length)] = bad;
        expect(factorSparseLdlt(f, values)).toBe(FACTOR_NON_FINITE);
        expect(solveSparseLdlt(f, new Float64Array(a.n), 0)).toBe(FACTOR_MISSING);
      }
    }
    expect(factorSparseLdlt(f, a.values)).toBe(FACTOR_OK);
    const b = rightHandSide(a.n, 1);
    b[17] = Number.NaN;
    expect(solveSparseLdlt(f, b, 0)).toBe(FACTOR_NON_FINITE);
    const big = upper(2, [
      [0, 0, 1e-200],
      [0, 1, 1e200],
      [1, 1, 1],
    ]);
    expect(factored(big).status).toBe(FACTOR_NON_FINITE);
  });

  test("hard constraints: zero pivots are replaced, and refinement solves the unperturbed system", () => {
    // [H Aᵀ; A 0] is regular but not quasi-definite; some constraints are eliminated before their bodies
    const p = mechanism(40, 3, true, 10, 8);
    const a = quasiDefinite(p, 9, 0);
    const signs = Int8Array.from({ length: a.n }, (_, i) => (i < a.primal ? 1 : -1));
    expect(factored(a).status).toBe(FACTOR_SINGULAR);
    const f = factored(a, { signs, perturb: PERTURBATION, refine: 2 });
    expect(f.status).toBe(FACTOR_PERTURBED);
    expect(solveError(f, a, 10)).toBeLessThan(PROMISE);
    const s = sparseStatistics(f);
    expect(s.perturbedPivots).toBeGreaterThan(0);
    expect(s.negativePivots).toBe(a.n - a.primal);
    expect(s.backwardError).toBeLessThan(PROMISE);
    // without refinement the perturbation shows
    expect(solveError(factored(a, { signs, perturb: PERTURBATION }), a, 10)).toBeGreaterThan(PROMISE);
  });

  test("redundant but consistent constraints are solved after perturbation", () => {
    // x0 + x1 = 2 stated twice, minimum of ½|x|² − x·[1, 3]: x = [0, 2], any split of the multiplier
    const a = upper(4, [
      [0, 0, 1],
      [1, 1, 1],
      [0, 2, 1],
      [1, 2, 1],
      [0, 3, 1],
      [1, 3, 1],
      [2, 2, 0],
      [3, 3, 0],
    ]);
    const f = factored(a, { signs: [1, 1, -1, -1], perturb: PERTURBATION, refine: 4 });
    const x = Float64Array.of(1, 3, 2, 2);
    expect(solveSparseLdlt(f, x, 0)).toBe(FACTOR_PERTURBED);
    expect(Math.abs(x[0]) + Math.abs(x[1] - 2)).toBeLessThan(1e-12);
    expect(Math.abs(x[2] + x[3] - 1)).toBeLessThan(1e-12);
  });

  test("a pivot of the wrong sign counts as trouble when signs are given", () => {
    const a = upper(2, [
      [0, 0, 1],
      [1, 1, -1],
    ]);
    expect(factored(a).status).toBe(FACTOR_OK);
    const f = factored(a, { signs: [1, 1] });
    expect(f.status).toBe(FACTOR_SINGULAR);
    expect(sparseStatistics(f).failedVariable).toBe(1);
  });

  test("a step of refinement that does not help is undone", () => {
    // A = −1 with its pivot forced to +½: x₀ = 2 b, r = 3 b, x₁ = 8 b, r = 9 b; the backward error stays at 1
    const f = factored(upper(1, [[0, 0, -1]]), { signs: [1], perturb: 0.5, refine: 5 });
    const x = Float64Array.of(1);
    expect(solveSparseLdlt(f, x, 0)).toBe(FACTOR_PERTURBED);
    expect(x[0]).toBe(2);
    expect(sparseStatistics(f).refineSteps).toBe(0);
    expect(sparseStatistics(f).backwardError).toBe(1);
  });

  test("wrong sizes and options throw one sentence", () => {
    const s = analyzeSparse(1, [0, 1], [0]);
    expect(() => factorSparseLdlt(createSparseLdlt(s), new Float64Array(0))).toThrow("expected 1 values, got 0");
    expect(() => createSparseLdlt(s, { perturb: -1 })).toThrow("expected perturb >= 0, got -1");
    expect(() => createSparseLdlt(s, { refine: Number.NaN })).toThrow("expected refine >= 0, got NaN");
    expect(() => createSparseLdlt(s, { signs: [1, 1] })).toThrow("expected 1 pivot signs, got 2");
    expect(solveSparseLdlt(createSparseLdlt(s), new Float64Array(1), 0)).toBe(FACTOR_MISSING);
  });
});
