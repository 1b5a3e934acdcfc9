/**
 * `stiction solve` reads a friction file with the masses of its bodies (global form) as another problem, says "solved" and exits 0.
 *
 * Global form, sparse storage and rolling friction are told apart now: the first two are read, the last is refused.
 */
import { complementarity } from "stiction";
import { parseProblemText } from "stiction/io";
import { expect, test } from "vitest";

// A particle of 2 kg meets the floor at (0.6, 0.3, −1.2) m/s (two tangents, normal), μ = 0.25: it stops along the normal
// with p_n = 2.4 N s, and friction takes 0.6 N s against its sliding.
const dense = (rows: number, columns: number, entries: readonly number[]) =>
  `0\n${rows}\n${columns}\n${rows}\t${columns}\n${entries.join(" ")}\n`;
const triplets = (rows: number, columns: number, list: readonly (readonly [number, number, number])[]) =>
  `2\n${rows}\n${columns}\n0\nCSparse Version 4.0.2, Sept 28, 2020.  Copyright (c) Timothy A. Davis, 2006-2016\ntriplet: ${rows}-by-${columns}, nzmax: ${list.length} nnz: ${list.length}\n${list.map(([i, j, x]) => `    ${i} ${j} : ${x}\n`).join("")}`;
const columns = (rows: number, list: readonly (readonly [number, number])[]) =>
  `2\n${rows}\n${list.length}\n1\nCSparse Version 4.0.2, Sept 28, 2020.  Copyright (c) Timothy A. Davis, 2006-2016\n${rows}-by-${list.length}, nzmax: ${list.length} nnz: ${list.length}, 1-norm: 1\n${list.map(([i, x], j) => `    col ${j} : locations ${j} to ${j}\n      ${i} : ${x}\n`).join("")}`;
const tail = "1.2 0.6 -2.4\n0 0 0\n0.25\n";

const forms: readonly (readonly [string, string])[] = [
  ["dense", `3\n1\n${dense(3, 3, [2, 0, 0, 0, 2, 0, 0, 0, 2])}${dense(3, 3, [0, 0, 1, 1, 0, 0, 0, 1, 0])}${tail}`],
  [
    "triplets",
    `3\n1\n${triplets(3, 3, [
      [0, 0, 2],
      [1, 1, 2],
      [2, 2, 2],
    ])}${triplets(3, 3, [
      [2, 0, 1],
      [0, 1, 1],
      [1, 2, 1],
    ])}${tail}`,
  ],
  [
    "columns",
    `3\n1\n${columns(3, [
      [0, 2],
      [1, 2],
      [2, 2],
    ])}${columns(3, [
      [2, 1],
      [0, 1],
      [1, 1],
    ])}${tail}`,
  ],
];

test.each(forms)("global form, storage %s", (_name, text) => {
  const { problem, format } = parseProblemText(text, "particle.dat");
  expect(format).toBe("global-friction");
  expect(problem.size).toBe(6);
  const z = new Float64Array(6);
  const work = complementarity.createWorkspace();
  const result = complementarity.solveComplementarity(problem, complementarity.solverSettings(), work, z);
  expect(complementarity.SOLVE_STATUS_NAMES[result.status]).toBe("solved");
  const slide = Math.hypot(0.6, 0.3);
  const left = 1 - 0.3 / slide;
  // the tolerance of the solver
  for (const [i, x] of [0.6 * left, 0.3 * left, 0, 2.4, (-0.6 * 0.6) / slide, (-0.6 * 0.3) / slide].entries())
    expect(z[i]).toBeCloseTo(x, 8);
});

test("the local form may be sparse too", () => {
  const text = `3\n1\n${triplets(3, 3, [
    [0, 0, 0.5],
    [1, 1, 0.5],
    [2, 2, 0.5],
  ])}-1.2 0.6 0.3\n0.25\n`;
  const { problem, format } = parseProblemText(text, "local.dat");
  expect(format).toBe("friction");
  expect(Array.from(problem.matrix)).toEqual([0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5]);
});

test("a sparse matrix that does not fit is refused at its place", () => {
  const text = `3\n1\n${triplets(3, 3, [[5, 0, 1]])}0 0 0\n0.1\n`;
  expect(() => parseProblemText(text, "broken.dat")).toThrow(/row of entry 0/);
});
