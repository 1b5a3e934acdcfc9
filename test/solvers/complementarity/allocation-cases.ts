/** What `allocation.test.ts` measures in a process of its own: warm solves of every solver that claims to allocate nothing. */

import { complementarity } from "stiction";
import { buildProblem } from "../../../proof/reference/complementarity-problems.js";
import { CALL_LIMIT } from "../../judges/allocation.js";

/** Solves of each case; a number boxed in every one would be 1,200 bytes or more. */
const SOLVES = 100;
export const enough = 80 * CALL_LIMIT;

const { solverNames, solvers, solverSettings, createWorkspace, solveComplementarity } = complementarity;

/** Contact, degenerate, P-matrix and mixed problems of ten rows and more; what iterates slowly is kept short. */
const indices = [16, 20, 41, 1, 91, 93];

function solving(options: complementarity.SolveOptions, warm: boolean): () => void {
  const problems = indices.map((index) => buildProblem(index).problem);
  const settings = solverSettings({ ...options, warm });
  const work = createWorkspace();
  const z = problems.map(({ size }) => new Float64Array(size));
  return () => {
    for (let k = 0; k < SOLVES; k++) solveComplementarity(problems[k % 6], settings, work, z[k % 6]);
  };
}

export const cases: Record<string, () => void> = {};
for (const name of solverNames) {
  if (!solvers[name].claims.noAllocation || name === "enumerate") continue;
  const short = "maxIterations" in solvers[name].params ? { maxIterations: 30 } : {};
  cases[name] = solving({ solver: name, ...short }, false);
  if (name === "active-set") cases[`${name}, warm`] = solving({ solver: name, ...short }, true);
}
