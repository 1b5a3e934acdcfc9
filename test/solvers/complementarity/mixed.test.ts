/** Free rows, boxes, redundant and contradictory equations: judged by hand-derived answers and by brute force over all states. */
import { complementarity } from "stiction";
import { describe, expect, test } from "vitest";
import { buildProblem } from "../../../proof/reference/complementarity-problems.js";
import { seeded } from "../../../proof/reference/random.js";
import { kindsOf, plainSolvers, problemOf, solve } from "./support.js";

const { SOLVE_STATUS } = complementarity;

describe.each(plainSolvers)("%s", (solver) => {
  test("boxes: at a bound, at the other, between", () => {
    // A = I: z = clamp(−b, l, u), w = z + b
    const problem = problemOf(
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      [5, -5, 0.25],
      {
        kind: kindsOf("bbb"),
        lower: Float64Array.of(-1, -1, -1),
        upper: Float64Array.of(2, 2, 2),
      },
    );
    const { z, w, solved } = solve(problem, { solver });
    expect(solved).toBe(true);
    for (const [i, x] of [-1, 2, -0.25].entries()) expect(z[i]).toBeCloseTo(x, 8);
    expect(w[0]).toBeCloseTo(4, 8);
    expect(w[1]).toBeCloseTo(-3, 8);
  });

  test("one-sided boxes, and boxes without bounds, which are free", () => {
    const inf = Number.POSITIVE_INFINITY;
    const problem = problemOf(
      [
        [2, 0, 0],
        [0, 2, 0],
        [1, 0, 2],
      ],
      [3, 3, 1],
      {
        kind: kindsOf("bbb"),
        lower: Float64Array.of(-inf, 1, -inf),
        upper: Float64Array.of(-2, inf, inf),
      },
    );
    // row 0: 2 z + 3 = 0 at −1.5 > −2, so z = −2, w = −1 ≤ 0; row 1: z = 1, w = 5; row 2: −2 + 2 z + 1 = 0
    const { z, solved } = solve(problem, { solver });
    expect(solved).toBe(true);
    for (const [i, x] of [-2, 1, 0.5].entries()) expect(z[i]).toBeCloseTo(x, 8);
  });

  test("joints that are there twice", () => {
    // −ν + p + q + 1 = 0, ν = 0, ν = 0: p + q = −1
    const problem = problemOf(
      [
        [-1, 1, 1],
        [1, 0, 0],
        [1, 0, 0],
      ],
      [1, 0, 0],
      { kind: kindsOf("fff") },
    );
    const { z, solved } = solve(problem, { solver });
    expect(solved).toBe(true);
    expect(z[0]).toBe(0);
    expect(z[1] + z[2]).toBe(-1);
  });

  test("equations that contradict each other are called singular", () => {
    const problem = problemOf(
      [
        [-1, 1, 1],
        [1, 0, 0],
        [1, 0, 0],
      ],
      [1, 0, 1],
      { kind: kindsOf("fff") },
    );
    const { status, w } = solve(problem, { solver });
    expect(status).toBe(SOLVE_STATUS.singular);
    // all but the one that cannot hold do
    expect(w[0]).toBeCloseTo(0, 12);
    expect(Math.min(Math.abs(w[1]), Math.abs(w[2]))).toBeCloseTo(0, 12);
  });
});

test("a free row that only complementary variables can satisfy", () => {
  // rows: w₀ = z₁ − 1 = 0 (free z₀), 0 ≤ z₁ ⟂ z₁ − z₀ ≥ 0: z₁ = 1, so w₁ = 0 and z₀ = 1
  const problem = problemOf(
    [
      [0, 1],
      [-1, 1],
    ],
    [-1, 0],
    { kind: kindsOf("fc") },
  );
  for (const solver of ["lemke", "active-set"]) {
    const { z, solved } = solve(problem, { solver });
    expect(solved).toBe(true);
    expect([...z]).toEqual([1, 1]);
  }
});

/** All 3ⁿ states of a box problem: lower, upper, between; the judge. */
function boxSolutions(problem: complementarity.ComplementarityProblem): Float64Array[] {
  const n = problem.size;
  const found: Float64Array[] = [];
  for (let code = 0; code < 3 ** n; code++) {
    const state = Array.from({ length: n }, (_, i) => Math.floor(code / 3 ** i) % 3);
    const z = new Float64Array(n);
    for (let i = 0; i < n; i++) z[i] = state[i] === 0 ? problem.lower![i] : state[i] === 1 ? problem.upper![i] : 0;
    const inner = state.flatMap((s, i) => (s === 2 ? [i] : []));
    const x = gauss(
      inner.map((i) => inner.map((j) => problem.matrix[i * n + j])),
      inner.map(
        (i) =>
          -problem.vector[i] - state.reduce((sum, s, j) => sum + (s === 2 ? 0 : problem.matrix[i * n + j] * z[j]), 0),
      ),
    );
    if (x === undefined) continue;
    for (const [k, i] of inner.entries()) z[i] = x[k];
    const w = new Float64Array(n);
    if (complementarity.naturalResidual(problem, z, w) < 1e-10) found.push(z);
  }
  return found;
}

function gauss(a: number[][], b: number[]): number[] | undefined {
  const n = b.length;
  const t = a.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < n; k++) {
    const r = t.slice(k).reduce((best, row, i) => (Math.abs(row[k]) > Math.abs(t[best][k]) ? i + k : best), k);
    [t[k], t[r]] = [t[r], t[k]];
    if (Math.abs(t[k][k]) < 1e-12) return undefined;
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const f = t[i][k] / t[k][k];
      for (let j = k; j <= n; j++) t[i][j] -= f * t[k][j];
    }
  }
  return t.map((row, i) => row[n] / row[i]);
}

test("random boxes against all of their states", () => {
  const random = seeded(5);
  for (let k = 0; k < 60; k++) {
    const n = 1 + (k % 5);
    const base = Array.from({ length: n * n }, () => 2 * random() - 1);
    const rows = Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_, j) => {
        let sum = i === j ? 0.2 : 0;
        for (let e = 0; e < n; e++) sum += base[e * n + i] * base[e * n + j];
        return sum;
      }),
    );
    const lower = Float64Array.from({ length: n }, () => -random());
    const problem = problemOf(
      rows,
      Array.from({ length: n }, () => 4 * random() - 2),
      {
        kind: kindsOf("b".repeat(n)),
        lower,
        upper: lower.map((l) => l + random()),
      },
    );
    const expected = boxSolutions(problem);
    expect(expected.length).toBeGreaterThan(0);
    for (const solver of ["lemke", "active-set", "interior-point"]) {
      const { z, solved } = solve(problem, { solver });
      expect(solved).toBe(true);
      for (let i = 0; i < n; i++) expect(z[i]).toBeCloseTo(expected[0][i], 8);
    }
  }
});

test("the mixed form and its Schur complement have the same velocities", () => {
  let compared = 0;
  for (let index = 90; index < 2000; index += 100) {
    const { problem, solution, kind } = buildProblem(index);
    expect(kind).toBe("mixed");
    const { z, solved } = solve(problem, { solver: "lemke" });
    expect(solved).toBe(true);
    // frictionless or not, w is what the built solution says when the velocity is unique; count how often
    const same = [...problem.kind!].every(
      (k, i) => k !== 0 || Math.abs(z[i] - solution[i]) < 1e-6 * (1 + Math.abs(solution[i])),
    );
    if (same) compared++;
  }
  expect(compared).toBeGreaterThan(5);
});

test("warm starts end in the same solution, with fewer pivots", () => {
  for (let index = 0; index < 15; index++) {
    const { problem } = buildProblem(index);
    const cold = solve(problem);
    const warm = solve(problem, { warm: true }, cold.z);
    expect(warm.solved).toBe(true);
    expect(warm.pivots).toBe(0);
    expect(warm.iterations).toBe(1);
    for (let i = 0; i < cold.z.length; i++) expect(warm.z[i]).toBeCloseTo(cold.z[i], 8);
  }
});

test("a problem that drifts is followed without pivots, most of the time", () => {
  let solves = 0;
  let pivots = 0;
  for (let index = 0; index < 100; index += 2) {
    const { problem, kind } = buildProblem(index);
    if (kind === "mixed") continue;
    const work = complementarity.createWorkspace();
    const settings = complementarity.solverSettings({ warm: true });
    const z = new Float64Array(problem.size);
    complementarity.solveComplementarity(problem, settings, work, z);
    for (let step = 0; step < 5; step++) {
      // 0.5 % a step; slip rows keep their zero
      for (let i = 0; i < problem.size; i++) problem.vector[i] *= 1 + 0.005 * Math.sin(1 + 7.3 * i + index);
      const { status, pivots: taken } = complementarity.solveComplementarity(problem, settings, work, z);
      expect(status).toBe(SOLVE_STATUS.solved);
      solves++;
      if (taken > 0) pivots++;
    }
  }
  // observed 7 %; one that begins with the wrong set needs pivots every time
  expect(pivots / solves).toBeLessThan(0.15);
});
