/** Quadratic friction cones: one contact against closed forms, several against the polyhedral cone's limit and against the natural map. */
import { complementarity } from "stiction";
import { describe, expect, test } from "vitest";
import { seeded } from "../../../proof/reference/random.js";
import { kindsOf, problemOf, solve } from "./support.js";

const { SOLVE_STATUS } = complementarity;
const coneSolvers = ["active-set", "cone-newton", "cone-gauss-seidel"];

const oneContact = (rows: number[][], vector: number[], mu: number) =>
  problemOf(rows, vector, {
    kind: kindsOf("k".repeat(rows.length)),
    cones: { count: 1, start: Int32Array.of(0), size: Int32Array.of(rows.length), mu: Float64Array.of(mu) },
  });

const identity = (n: number) =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)));

describe.each(coneSolvers)("%s", (solver) => {
  test("a particle: open, sticking, sliding in its direction", () => {
    // m = 1: u = r + q. Sliding: r_n = −q_n, r_t = −μ r_n q_t / |q_t|, u_t = q_t (1 − μ r_n / |q_t|)
    const open = solve(oneContact(identity(3), [0.5, 1, 1], 0.5), { solver });
    expect([...open.z]).toEqual([0, 0, 0]);
    const stick = solve(oneContact(identity(3), [-1, 0.2, -0.3], 0.5), { solver });
    for (const [i, x] of [1, -0.2, 0.3].entries()) expect(stick.z[i]).toBeCloseTo(x, 9);
    const slide = solve(oneContact(identity(3), [-1, 3, 4], 0.5), { solver });
    for (const [i, x] of [1, -0.3, -0.4].entries()) expect(slide.z[i]).toBeCloseTo(x, 8);
    for (const [i, x] of [0, 2.7, 3.6].entries()) expect(slide.w[i]).toBeCloseTo(x, 8);
  });

  test("planar contact: two rows", () => {
    const slide = solve(oneContact(identity(2), [-2, -3], 0.25), { solver });
    for (const [i, x] of [2, 0.5].entries()) expect(slide.z[i]).toBeCloseTo(x, 9);
  });

  test("without friction it is Signorini's problem", () => {
    const { z } = solve(oneContact(identity(3), [-1, 3, 4], 0), { solver });
    for (const [i, x] of [1, 0, 0].entries()) expect(z[i]).toBeCloseTo(x, 9);
  });

  test("fuzz: whatever the matrix, solved is said only within the tolerance", () => {
    const random = seeded(31);
    let solved = 0;
    const count = process.env.STICTION_FULL === "1" ? 2000 : 60;
    for (let k = 0; k < count; k++) {
      const problem = randomCones(random, 1 + (k % 4), k % 3 === 0);
      const result = solve(problem, {
        solver,
        ...(solver === "cone-gauss-seidel" ? { maxIterations: 500 } : { maxSweeps: 500 }),
      });
      const w = new Float64Array(problem.size);
      const judged = complementarity.naturalResidual(problem, result.z, w);
      expect(judged).toBe(result.residual);
      expect(result.solved).toBe(judged <= result.limit);
      if (result.solved) {
        solved++;
        checkContacts(problem, result.z, w, 1e-6);
      }
    }
    // positive definite ones, two of three, are solved
    expect(solved).toBeGreaterThan(0.6 * count);
  });
});

/** Contacts with A = BᵀB + I (or any matrix), b of both signs. */
function randomCones(random: () => number, count: number, wild: boolean) {
  const n = 3 * count;
  const base = Array.from({ length: n * n }, () => 2 * random() - 1);
  const rows = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => {
      if (wild) return base[i * n + j] + (i === j ? 1 : 0);
      let sum = i === j ? 1 : 0;
      for (let k = 0; k < n; k++) sum += (base[k * n + i] * base[k * n + j]) / n;
      return sum;
    }),
  );
  return problemOf(
    rows,
    Array.from({ length: n }, () => 4 * random() - 3),
    {
      kind: kindsOf("k".repeat(n)),
      cones: {
        count,
        start: Int32Array.from({ length: count }, (_, c) => 3 * c),
        size: new Int32Array(count).fill(3),
        mu: Float64Array.from({ length: count }, () => random()),
      },
    },
  );
}

/** Coulomb's law by its own words, independent of the natural map. */
function checkContacts(
  problem: complementarity.ComplementarityProblem,
  z: Float64Array,
  w: Float64Array,
  slack: number,
) {
  const { cones } = problem;
  for (let c = 0; c < cones!.count; c++) {
    const i = cones!.start[c];
    const rt = Math.hypot(z[i + 1], z[i + 2]);
    const ut = Math.hypot(w[i + 1], w[i + 2]);
    const mu = cones!.mu[c];
    expect(z[i]).toBeGreaterThanOrEqual(-slack);
    expect(w[i]).toBeGreaterThanOrEqual(-slack);
    expect(Math.min(z[i], w[i])).toBeLessThanOrEqual(slack);
    expect(rt).toBeLessThanOrEqual(mu * z[i] + slack);
    // what slides is resisted in full, against its direction
    if (ut > 1e-3 && z[i] > 1e-3) {
      expect(Math.abs(rt - mu * z[i])).toBeLessThanOrEqual(slack / ut + slack);
      expect(z[i + 1] * w[i + 1] + z[i + 2] * w[i + 2]).toBeLessThanOrEqual(-rt * ut + slack);
    }
  }
}

test("free, complementary, box and cone rows in one problem, as mixed and as Schur complement", () => {
  // a particle (m = 1) over y = 0 with quadratic friction, a joint along x that is a soft limit: v free (3 rows), cone (3), box (1)
  //   −v + r (axes: n = z) + p e_x + v₀ + h g = 0;  u = (v_z, v_x, v_y);  box row: v_x + 0.5 ⟂ −0.1 ≤ p ≤ 0.1
  const v0 = [2, 1, -0.5];
  const rows = [
    [-1, 0, 0, 0, 1, 0, 1],
    [0, -1, 0, 0, 0, 1, 0],
    [0, 0, -1, 1, 0, 0, 0],
    [0, 0, 1, 0, 0, 0, 0],
    [1, 0, 0, 0, 0, 0, 0],
    [0, 1, 0, 0, 0, 0, 0],
    [1, 0, 0, 0, 0, 0, 0],
  ];
  const nan = Number.NaN;
  const problem = problemOf(rows, [v0[0], v0[1], v0[2], 0, 0, 0, 0.5], {
    kind: kindsOf("fffkkkb"),
    lower: Float64Array.of(nan, nan, nan, nan, nan, nan, -0.1),
    upper: Float64Array.of(nan, nan, nan, nan, nan, nan, 0.1),
    cones: { count: 1, start: Int32Array.of(3), size: Int32Array.of(3), mu: Float64Array.of(0.4) },
  });
  // v_x + 0.5 > 0 holds the limit at −0.1: it pulls x by −0.1; then r_n = 0.5, friction 0.2 against (1.9, 1)
  const l = Math.hypot(1.9, 1);
  const expected = [1.9 - (0.2 * 1.9) / l, 1 - 0.2 / l, 0, 0.5, (-0.2 * 1.9) / l, -0.2 / l, -0.1];
  for (const solver of coneSolvers) {
    const { z, solved } = solve(problem, { solver });
    expect(solved).toBe(true);
    for (const [i, x] of expected.entries()) expect(z[i]).toBeCloseTo(x, 7);
  }
});

test("solvers without cones say that they do not take them", () => {
  for (const name of complementarity.solverNames.filter((n) => !complementarity.solvers[n].claims.cones)) {
    const { status, message } = solve(oneContact(identity(3), [-1, 0, 0], 0.5), { solver: name });
    expect(status).toBe(SOLVE_STATUS.badInput);
    expect(message).toMatch(/does not take friction cones/);
  }
});

test("malformed cones are refused", () => {
  const good = oneContact(identity(3), [-1, 0, 0], 0.5);
  const change = (cones: Partial<complementarity.FrictionCones>) =>
    solve({ ...good, cones: { ...good.cones!, ...cones } }).message;
  expect(change({ mu: Float64Array.of(-1) })).toMatch(/mu: expected a finite number >= 0/);
  expect(change({ size: Int32Array.of(4) })).toMatch(/expected 2 or 3 rows/);
  expect(change({ start: Int32Array.of(1) })).toMatch(/do not exist/);
});
