import { sweepCones } from "./cone-sweep.js";
import { afford } from "./effort.js";
import type { ComplementarityProblem } from "./problem.js";
import { naturalResidual } from "./residual.js";
import { defineComplementaritySolver, iterationLimit, type SolverValues } from "./solver.js";
import { SOLVE_STATUS } from "./status.js";
import { runSweeps } from "./sweep.js";
import { type ComplementarityWorkspace, workF64 } from "./workspace.js";

/** Sweeps between two looks at the residual. */
const LOOK = 5;

function solveCones(
  problem: ComplementarityProblem,
  z: Float64Array,
  limit: number,
  values: SolverValues,
  work: ComplementarityWorkspace,
): void {
  const { statistics } = work;
  const w = workF64(work, "cone.w", problem.size);
  for (let k = 0; k < values.maxIterations && afford(work, problem.size, problem.size, 1); k++) {
    sweepCones(problem, z, work);
    statistics.iterations++;
    if (k % LOOK !== 0) continue;
    const residual = naturalResidual(problem, z, w);
    if (residual <= limit) {
      statistics.status = SOLVE_STATUS.solved;
      return;
    }
    if (!(residual < 1e100)) {
      statistics.status = SOLVE_STATUS.stalled;
      return;
    }
  }
  statistics.status = SOLVE_STATUS.iterations;
}

/**
 * Nonsmooth Gauss–Seidel [JourdanAlartJean1998] with an exact solution of every contact: robust and slow, one digit
 * takes as long as the last. Without cones it is projected Gauss–Seidel.
 */
export const coneGaussSeidel = defineComplementaritySolver({
  name: "cone-gauss-seidel",
  help: "nonsmooth Gauss–Seidel, each contact with its quadratic cone solved exactly",
  params: { maxIterations: iterationLimit(20_000, "sweeps at most") },
  claims: { positiveDefinite: true, pMatrix: false, friction: false, cones: true, noAllocation: false },
  scaling: "symmetric",
  solve: (lcp, values, work) => runSweeps(lcp, values.maxIterations, 1, false, work),
  solveCones,
});
