import { complementarity } from "stiction";

const { createWorkspace, ROW, solveComplementarity, solverSettings } = complementarity;

type Problem = complementarity.ComplementarityProblem;

/** A problem from rows. */
export function problemOf(
  rows: readonly (readonly number[])[],
  vector: readonly number[],
  more: Partial<Problem> = {},
): Problem {
  return { size: rows.length, matrix: Float64Array.from(rows.flat()), vector: Float64Array.from(vector), ...more };
}

/** Solves with a workspace of its own; returns z, w and a copy of the statistics. */
export function solve(problem: Problem, options: complementarity.SolveOptions = {}, start?: Float64Array) {
  const work = createWorkspace();
  const z = new Float64Array(problem.size);
  if (start !== undefined) z.set(start);
  const statistics = { ...solveComplementarity(problem, solverSettings(options), work, z) };
  const w = new Float64Array(problem.size);
  complementarity.evaluateRows(problem, z, w);
  return { z, w, ...statistics, solved: statistics.status === complementarity.SOLVE_STATUS.solved };
}

/** Kinds by their first letters: f, c, b, k (cone). */
export const kindsOf = (letters: string) =>
  Uint8Array.from(letters, (x) => ({ f: ROW.free, c: ROW.complementary, b: ROW.box, k: ROW.cone })[x] ?? 255);

/** Every solver without cones; `enumerate` only for small problems. */
export const plainSolvers = complementarity.solverNames.filter((name) => !name.startsWith("cone"));
