/** What holds for every solver of the registry, each held to what it claims of itself. */
import { complementarity, param, SpecError } from "stiction";
import { describe, expect, test } from "vitest";
import { seeded } from "../../../proof/reference/random.js";
import { problemOf, solve } from "./support.js";

const { enumerateSolutions, SOLVE_STATUS, solverNames, solverSettings, solvers } = complementarity;

/** A = BᵀB / n + I (+ skew part), b of both signs. */
function randomProblem(random: () => number, n: number, skew: number) {
  const base = Array.from({ length: n * n }, () => 2 * random() - 1);
  const rows = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => {
      let sum = i === j ? 1 : 0;
      for (let k = 0; k < n; k++) sum += (base[k * n + i] * base[k * n + j]) / n;
      return sum + (i < j ? skew * base[i * n + j] : i > j ? -skew * base[j * n + i] : 0);
    }),
  );
  return problemOf(
    rows,
    Array.from({ length: n }, () => 4 * random() - 2),
  );
}

describe.each(solverNames)("%s", (name) => {
  const { claims } = solvers[name];

  test("positive definite problems have one solution, and it finds that", () => {
    const random = seeded(11);
    for (let k = 0; k < 40; k++) {
      const problem = randomProblem(random, 1 + (k % 8), 0);
      const { z, solved, solver, solvedBy } = solve(problem, { solver: name });
      expect(solver).toBe(name);
      expect(solvedBy).not.toBe(undefined);
      if (claims.positiveDefinite) expect(solved).toBe(true);
      if (!solved) continue;
      const { solutions } = enumerateSolutions(problem.size, problem.matrix, problem.vector);
      expect(solutions.length).toBe(1);
      // A ≥ I, so an error of z is at most the residual times 1 + |A|
      for (let i = 0; i < z.length; i++) expect(Math.abs(z[i] - solutions[0][i])).toBeLessThan(1e-7);
    }
  });

  test.runIf(claims.pMatrix)("P-matrices that are not symmetric", () => {
    const random = seeded(12);
    for (let k = 0; k < 40; k++)
      expect(solve(randomProblem(random, 1 + (k % 8), 2), { solver: name }).solved).toBe(true);
  });

  test("gives the same bits every time, also in a workspace that was used for something else", () => {
    const random = seeded(13);
    const work = complementarity.createWorkspace();
    const settings = solverSettings({ solver: name });
    const first = randomProblem(random, 6, 1);
    const other = randomProblem(random, 9, 1);
    const z = [0, 1, 2].map((round) => {
      const out = new Float64Array(9);
      if (round === 2) complementarity.solveComplementarity(other, settings, work, out);
      out.fill(0);
      complementarity.solveComplementarity(first, settings, work, out);
      return out;
    });
    expect(z[1]).toEqual(z[0]);
    expect(z[2]).toEqual(z[0]);
  });

  test("takes bad input for what it is", () => {
    const cases: [string, Partial<complementarity.ComplementarityProblem>, RegExp][] = [
      ["NaN", { vector: Float64Array.of(Number.NaN, 1) }, /vector\[0\]: expected a finite number/],
      ["infinite", { matrix: Float64Array.of(1, 0, Number.POSITIVE_INFINITY, 1) }, /matrix\[1\]\[0\]/],
      ["short", { matrix: Float64Array.of(1) }, /matrix: expected 4 numbers, got 1/],
      ["kind", { kind: Uint8Array.of(1, 9) }, /kind\[1\]/],
      ["box", { kind: Uint8Array.of(1, 2) }, /lower\[1\], upper\[1\]/],
      ["cone", { kind: Uint8Array.of(3, 3) }, /belongs to no block/],
    ];
    for (const [, change, message] of cases) {
      const result = solve(
        {
          ...problemOf(
            [
              [1, 0],
              [0, 1],
            ],
            [-1, 1],
          ),
          ...change,
        },
        { solver: name },
      );
      expect(result.status).toBe(SOLVE_STATUS.badInput);
      expect(result.message).toMatch(message);
    }
  });

  test("has settings with help, ranges and defaults", () => {
    expect(Object.keys(solvers[name].params).length).toBeGreaterThan(0);
    const { values, tolerance, warm } = solverSettings({ solver: name });
    expect(tolerance).toBe(1e-9);
    expect(warm).toBe(false);
    for (const [key, schema] of Object.entries(solvers[name].params)) {
      expect(Number.isFinite(values[key])).toBe(true);
      expect(param.metaOf(schema)?.help.length).toBeGreaterThan(5);
    }
    expect(() => solverSettings({ solver: name, tolerance: -1, nonsense: 1 })).toThrow(SpecError);
    expect(() => solverSettings({ solver: name, nonsense: 1 })).toThrow(/unknown setting/);
  });

  test("an empty problem is solved", () => {
    expect(solve(problemOf([], []), { solver: name }).solved).toBe(true);
  });
});

test("defaults of the settings", () => {
  const defaults = Object.fromEntries(solverNames.map((name) => [name, solverSettings({ solver: name }).values]));
  expect(defaults).toEqual({
    "active-set": { maxIterations: 40, maxPivots: 10_000, attempts: 12, starts: 8, sweeps: 10, maxSweeps: 5000 },
    lemke: { maxPivots: 10_000, attempts: 12 },
    pgs: { maxIterations: 2000 },
    psor: { maxIterations: 2000, relaxation: 1.4 },
    jacobi: { maxIterations: 4000, relaxation: 0.5 },
    augmented: { augmentation: 0.5, reduction: 0.5, rounds: 60, sweeps: 200 },
    "fixed-point": { maxIterations: 5000, step: 1, contraction: 0.9 },
    "fischer-newton": { maxIterations: 200 },
    "minmap-newton": { maxIterations: 200 },
    "interior-point": { maxIterations: 100 },
    "cone-newton": { sweeps: 10, maxSweeps: 5000, maxPivots: 10_000, attempts: 12 },
    "cone-gauss-seidel": { maxIterations: 20_000 },
    enumerate: { maxRows: 16 },
  });
  expect(() => solverSettings({ solver: "lemkee" })).toThrow(/did you mean "lemke"/);
});

test("problems without a solution are not called solved", () => {
  // w = −z − 1 < 0 for every z ≥ 0; and the skew problem w = (z₂ − 1, −z₁ − 1)
  for (const solver of solverNames) {
    expect(solve(problemOf([[-1]], [-1]), { solver }).solved).toBe(false);
    expect(
      solve(
        problemOf(
          [
            [0, 1],
            [-1, 0],
          ],
          [-1, -1],
        ),
        { solver },
      ).solved,
    ).toBe(false);
  }
  const { status } = solve(
    problemOf(
      [
        [0, 1],
        [-1, 0],
      ],
      [-1, -1],
    ),
    { solver: "lemke" },
  );
  expect(status).toBe(SOLVE_STATUS.ray);
});

test("fuzz: whatever matrix, solved is said only within the tolerance", () => {
  const random = seeded(77);
  const count = process.env.STICTION_FULL === "1" ? 1000 : 60;
  const sizes = [0, -12, -6, 3, 6, 12];
  for (let k = 0; k < count; k++) {
    const n = 1 + Math.floor(random() * 6);
    const scale = 10 ** sizes[k % sizes.length];
    const entry = () => {
      const x = random();
      return x < 0.3 ? 0 : x < 0.4 ? Math.round(4 * random() - 2) : (2 * random() - 1) * (random() < 0.1 ? scale : 1);
    };
    const problem = problemOf(
      Array.from({ length: n }, () => Array.from({ length: n }, entry)),
      Array.from({ length: n }, entry),
    );
    for (const solver of solverNames) {
      const { z, status, residual, limit } = solve(problem, { solver });
      const w = new Float64Array(n);
      const judged = complementarity.naturalResidual(problem, z, w);
      expect(judged).toBe(residual);
      expect(status === SOLVE_STATUS.solved).toBe(judged <= limit);
      expect(Array.from(z).every(Number.isFinite)).toBe(true);
    }
  }
});

test("a user's own solver needs no registration", () => {
  const mine = complementarity.defineComplementaritySolver({
    ...complementarity.solvers.pgs,
    name: "mine",
    solve(lcp, _values, work) {
      for (let i = 0; i < lcp.n; i++) lcp.z[i] = Math.max(0, -lcp.vector[i] / lcp.matrix[i * lcp.n + i]);
      work.statistics.status = SOLVE_STATUS.solved;
    },
  });
  const good = solve(
    problemOf(
      [
        [2, 0],
        [0, 4],
      ],
      [-1, 1],
    ),
    { solver: mine },
  );
  expect([...good.z]).toEqual([0.5, 0]);
  expect(good.solved).toBe(true);
  // it claims to have solved what it has not: not believed
  expect(
    solve(
      problemOf(
        [
          [2, 1],
          [1, 4],
        ],
        [-1, -1],
      ),
      { solver: mine },
    ).status,
  ).toBe(SOLVE_STATUS.stalled);
});
