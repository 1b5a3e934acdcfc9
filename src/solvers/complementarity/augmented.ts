import { number } from "../../model/params.js";
import { isExhausted } from "./effort.js";
import { polish } from "./polish.js";
import { defineComplementaritySolver, iterationLimit, type SolverValues } from "./solver.js";
import { isSolved, type StandardProblem } from "./standard.js";
import { SOLVE_STATUS } from "./status.js";
import { runSweeps } from "./sweep.js";
import { type ComplementarityWorkspace, workF64 } from "./workspace.js";

/** Smallest ε that is tried; below it A + ε I is A to round-off. */
const LEAST = 1e-12;

/**
 * Runs `inner` on A + ε I, which every row can be divided by, with ε going to zero: each round starts from the last,
 * and its constants are b − ε z_last, so that a fixed point of the rounds solves the problem itself and not one that is
 * off by ε [Williams2014, §2.5.3, who leaves ε at up to 0.5 and sees the solution offset]. ε is lowered while rounds
 * converge.
 */
function withAugmentation(
  lcp: StandardProblem,
  first: number,
  factor: number,
  rounds: number,
  inner: (lcp: StandardProblem) => void,
  work: ComplementarityWorkspace,
): void {
  const { n, matrix, vector, z } = lcp;
  const { statistics } = work;
  const b = workF64(work, "augmented.b", n);
  const last = workF64(work, "augmented.last", n);
  const diagonal = workF64(work, "augmented.diagonal", n);
  for (let i = 0; i < n; i++) {
    b[i] = vector[i];
    diagonal[i] = matrix[i * n + i];
  }
  let epsilon = first;
  for (let round = 0; round < rounds && epsilon >= LEAST && !isExhausted(work); round++) {
    for (let i = 0; i < n; i++) {
      last[i] = z[i];
      matrix[i * n + i] = diagonal[i] + epsilon;
      vector[i] = b[i] - epsilon * last[i];
    }
    inner(lcp);
    for (let i = 0; i < n; i++) {
      matrix[i * n + i] = diagonal[i];
      vector[i] = b[i];
    }
    const converged = (statistics.status as number) === SOLVE_STATUS.solved;
    if (isSolved(lcp) || polish(lcp, work)) {
      statistics.status = SOLVE_STATUS.solved;
      return;
    }
    if (converged) epsilon *= factor;
  }
  statistics.status = SOLVE_STATUS.iterations;
}

function solve(lcp: StandardProblem, values: SolverValues, work: ComplementarityWorkspace): void {
  const sweeps = (problem: StandardProblem) => runSweeps(problem, values.sweeps, 1, false, work);
  withAugmentation(lcp, values.augmentation, values.reduction, values.rounds, sweeps, work);
}

/** Projected Gauss–Seidel on an augmented diagonal, which slip rows of polyhedral friction need. */
export const augmented = defineComplementaritySolver({
  name: "augmented",
  help: "projected Gauss–Seidel with a diagonal ε I that goes to zero",
  params: {
    augmentation: number({
      above: 0,
      max: 10,
      default: 0.5,
      help: "first ε, in the scaled matrix whose entries are about 1",
    }),
    reduction: number({ above: 0, max: 1, default: 0.5, help: "factor of ε after a round that converged; 1 keeps ε" }),
    rounds: iterationLimit(60, "rounds at most"),
    sweeps: iterationLimit(200, "sweeps of a round at most"),
  },
  claims: { positiveDefinite: true, pMatrix: false, friction: false, cones: false, noAllocation: false },
  scaling: "symmetric",
  solve,
});
