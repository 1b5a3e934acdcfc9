/**
 * Worked examples of exact geometry after [Williams2014], 15.2, 15.5 and 15.6 of our list: solution sets by enumeration, and every solver on every example.
 *
 *          y          corner at the origin, body in x ≤ 0, y ≤ 0;   gaps ψ₁ = y (top), ψ₂ = x (right)
 *          |  o→      particle m = 1, h = 0.1:  A = [[1, 1], [1, 1]] for z = (p, c), whichever side is the primary one
 *   -------+---- x
 *   ///////|
 */
import { complementarity } from "stiction";
import { describe, expect, test } from "vitest";
import { kindsOf, plainSolvers, problemOf, solve } from "./support.js";

const { enumerateSolutions } = complementarity;

/** Round-off of a handful of operations on numbers of about 1. */
const ROUND = 1e-14;

const corner = [
  [1, 1],
  [1, 1],
];

interface Case {
  readonly name: string;
  readonly rows: number[][];
  readonly vector: number[];
  readonly solutions: number[][];
}

const cases: Case[] = [
  { name: "15.2 a land on top", rows: corner, vector: [-0.5, 4.5], solutions: [[0.5, 0]] },
  { name: "15.2 b below top level", rows: corner, vector: [-1.2, -1.7], solutions: [[0, 1.7]] },
  { name: "15.2 c trap of the standard model", rows: corner, vector: [-0.8, -1], solutions: [[0, 1]] },
  { name: "15.2 c' right primary", rows: corner, vector: [0.2, 1], solutions: [[0, 0]] },
  { name: "15.2 d into the side", rows: corner, vector: [-0.5, 4.5], solutions: [[0.5, 0]] },
  { name: "15.2 d' wrong primary", rows: corner, vector: [-5, -4.5], solutions: [[5, 0]] },
  { name: "15.2 e diagonal tie", rows: corner, vector: [-0.8, 0], solutions: [[0.8, 0]] },
  {
    name: "15.5 square near a corner",
    rows: [
      [2.5, 1],
      [4, 1],
    ],
    vector: [-0.8, -1.1],
    solutions: [
      [0, 1.1],
      [0.32, 0],
      [0.2, 0.3],
    ],
  },
  {
    name: "15.5 acute corner",
    rows: [
      [1, 1],
      [1.5, 1],
    ],
    vector: [-1, -1.2],
    solutions: [
      [0, 1.2],
      [1, 0],
      [0.4, 0.6],
    ],
  },
  {
    name: "15.6 square on the floor",
    rows: [
      [2.5, -0.5],
      [-0.5, 2.5],
    ],
    vector: [-0.0981, -0.0981],
    solutions: [[0.04905, 0.04905]],
  },
  {
    // z = (p_n, p_f+, p_f−, s): A = [[1,0,0,0],[0,1,−1,1],[0,−1,1,1],[μ,−1,−1,0]], b = (−0.981, v, −v, 0)
    name: "15.6 friction, sliding",
    rows: [
      [1, 0, 0, 0],
      [0, 1, -1, 1],
      [0, -1, 1, 1],
      [0.5, -1, -1, 0],
    ],
    vector: [-0.981, 1, -1, 0],
    solutions: [[0.981, 0, 0.4905, 0.5095]],
  },
  {
    name: "15.6 friction, sticking",
    rows: [
      [1, 0, 0, 0],
      [0, 1, -1, 1],
      [0, -1, 1, 1],
      [0.5, -1, -1, 0],
    ],
    // the list names the end with p_f+ = 0; what both directions push against each other, up to the cone, is free: a segment of solutions
    vector: [-0.981, 0.3, -0.3, 0],
    solutions: [
      [0.981, 0, 0.3, 0],
      [0.981, 0.09525, 0.39525, 0],
    ],
  },
];

const near = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).every((x, i) => Math.abs(x - b[i]) <= ROUND * (1 + Math.abs(b[i])));

describe.each(cases)("$name", ({ name, rows, vector, solutions }) => {
  const problem = problemOf(rows, vector);

  test("has exactly these solutions", () => {
    const found = enumerateSolutions(problem.size, problem.matrix, problem.vector).solutions;
    expect(found.length).toBe(solutions.length);
    for (const expected of solutions) expect(found.some((z) => near(z, expected))).toBe(true);
  });

  test.each(plainSolvers)("%s finds one of them, or says that it does not", (solver) => {
    const result = solve(problem, { solver });
    // sweeps cannot change a slip row, which has no diagonal, nor friction hold without it
    const applies = !(name.startsWith("15.6 friction") && ["pgs", "psor", "jacobi"].includes(solver));
    if (applies) expect(complementarity.SOLVE_STATUS_NAMES[result.status]).toBe("solved");
    if (!result.solved) return;
    // residual 1e-9 and a condition of about ten
    const net = (z: ArrayLike<number>) => (name.endsWith("sticking") ? [z[0], z[2] - z[1], z[3]] : Array.from(z));
    const got = net(result.z);
    expect(solutions.some((z) => net(z).every((x, i) => Math.abs(x - got[i]) < 1e-7))).toBe(true);
  });
});

test.each(["active-set", "lemke"])("15.5: %s takes the physical solution, without impulse", (solver) => {
  for (const { rows, vector } of cases.filter(({ name }) => name.startsWith("15.5"))) {
    expect(solve(problemOf(rows, vector), { solver }).z[0]).toBe(0);
  }
});

test("15.2 full form of case d: exactly three end velocities", () => {
  // z = (p₁, p₂, c, d₁, d₂); ν = ν₀ + (p₂, p₁); rows (4.13), (4.10), (4.12); base gap ψ₁ = y: chat₁ + g₁·ν = −5 + ν_y, chat₂ + g₂·ν = 0.5 + ν_x
  const rows = [
    [1, 0, 1, 1, 0],
    [1, 0, 1, 0, 1],
    [1, -1, 1, 0, 0],
    [1, 0, 0, 1, 0],
    [0, 1, 0, 0, 1],
  ];
  const [top, side] = [-5, 0.5 - 1];
  const problem = problemOf(rows, [top, top, top - side, top, side]);
  const { solutions } = enumerateSolutions(5, problem.matrix, problem.vector);
  // (4.11): c + ψ₁ ≥ 0 at the end
  const valid = solutions.filter(([p1, , c]) => c + top + p1 >= -ROUND);
  const velocities = new Set(valid.map(([p1, p2]) => `${(p2 - 1).toFixed(6)} ${p1.toFixed(6)}`));
  expect([...velocities].sort()).toEqual(["-0.500000 0.000000", "-0.500000 5.000000", "-1.000000 5.000000"]);
});

test("15.6 spherical joint: free rows alone", () => {
  // ν = (v, ω), joint point at r = (1, 0, 0): rows −M ν + G p + M ν₀ + p_ext = 0, Gᵀ ν = 0, g = 9.81, h = 0.01
  const n = 9;
  const matrix = new Float64Array(n * n);
  const vector = new Float64Array(n);
  for (let i = 0; i < 6; i++) matrix[i * n + i] = -1;
  vector[2] = -0.0981;
  // column k: (e_k; r × e_k)
  const arms = [
    [0, 0, 0],
    [0, 0, 1],
    [0, -1, 0],
  ];
  for (let k = 0; k < 3; k++) {
    const g = [0, 0, 0, ...arms[k]];
    g[k] = 1;
    for (let i = 0; i < 6; i++) {
      matrix[i * n + 6 + k] = g[i];
      matrix[(6 + k) * n + i] = g[i];
    }
  }
  const problem = { size: n, matrix, vector, kind: kindsOf("fffffffff") };
  for (const solver of complementarity.solverNames) {
    const { z, solved } = solve(problem, { solver });
    expect(solved).toBe(true);
    // p_b = (0, 0, 0.04905), v_z = −0.04905, ω_y = −0.04905
    expect(near(z, [0, 0, -0.04905, 0, -0.04905, 0, 0, 0, 0.04905])).toBe(true);
  }
});
