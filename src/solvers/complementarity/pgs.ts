import { defineComplementaritySolver, iterationLimit } from "./solver.js";
import { runSweeps } from "./sweep.js";

/**
 * Projected Gauss–Seidel [Williams2014] Alg. 2. Converges for symmetric positive definite and for diagonally dominant
 * matrices, linearly.
 */
export const pgs = defineComplementaritySolver({
  name: "pgs",
  help: "projected Gauss–Seidel",
  params: { maxIterations: iterationLimit(2000, "sweeps at most") },
  claims: { positiveDefinite: true, pMatrix: false, friction: false, cones: false, noAllocation: true },
  scaling: "symmetric",
  solve: (lcp, values, work) => runSweeps(lcp, values.maxIterations, 1, false, work),
});
