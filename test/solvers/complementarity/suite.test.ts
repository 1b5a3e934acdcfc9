/** Seeded problems that are built around a solution: 10,000 in the full run, every hundredth here. */
import { complementarity } from "stiction";
import { describe, expect, test } from "vitest";
import { buildProblem, PROBLEM_KINDS } from "../../../proof/reference/complementarity-problems.js";
import { solve } from "./support.js";

const FULL = process.env.STICTION_FULL === "1";
const COUNT = FULL ? 10_000 : 200;
/** 1e-9 times max(1, ‖b‖∞), in the scaling of the data's own readme. */
const LIMIT = 1e-9;

test("shares of the kinds add up, and the built solutions are solutions", () => {
  expect(Object.values(PROBLEM_KINDS).reduce((a, b) => a + b, 0)).toBe(100);
  for (let index = 0; index < 100; index++) {
    const { problem, solution } = buildProblem(index);
    const w = new Float64Array(problem.size);
    const residual = complementarity.naturalResidual(problem, solution, w);
    // b = w − A z, rounded: the terms are up to 1e6 times larger than what is left of them where masses differ
    expect(residual).toBeLessThan(1e-12 * complementarity.problemScale(problem));
    expect(problem.size).toBeLessThanOrEqual(60);
  }
});

describe.each(["lemke", "active-set"])("%s", (solver) => {
  test("solves at least 99.9 % of the suite to 1e-9", () => {
    let solved = 0;
    const failures: string[] = [];
    for (let index = 0; index < COUNT; index++) {
      const { problem, kind } = buildProblem(index);
      const { z, status } = solve(problem, { solver });
      const w = new Float64Array(problem.size);
      const residual = complementarity.naturalResidual(problem, z, w) / complementarity.problemScale(problem);
      const said = status === complementarity.SOLVE_STATUS.solved;
      // it says so exactly when it is so
      expect(said).toBe(residual <= LIMIT);
      if (said) solved++;
      else failures.push(`${index} ${kind}`);
    }
    expect(solved / COUNT, failures.join(", ")).toBeGreaterThanOrEqual(0.999);
  });
});

test("every solver says solved exactly when the residual is within the limit", () => {
  for (let index = 0; index < (FULL ? 300 : 30); index++) {
    const { problem } = buildProblem(17 * index + 3);
    for (const solver of complementarity.solverNames) {
      if (solver === "enumerate" && problem.size > 10) continue;
      const { z, status, residual, limit } = solve(problem, { solver });
      const w = new Float64Array(problem.size);
      const judged = complementarity.naturalResidual(problem, z, w);
      expect(judged).toBe(residual);
      expect(status === complementarity.SOLVE_STATUS.solved).toBe(judged <= limit);
    }
  }
});
