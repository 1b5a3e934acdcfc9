import { number } from "../../model/params.js";
import { defineComplementaritySolver, iterationLimit } from "./solver.js";
import { runSweeps } from "./sweep.js";

/**
 * Projected Jacobi with relaxation [Williams2014] eq. (2.47), whose author found ω ≈ 0.5 best. Converges for diagonally
 * dominant matrices, and for positive definite ones when ω < 2 / λ_max(D⁻¹A), which ω = 0.5 does not promise.
 */
export const jacobi = defineComplementaritySolver({
  name: "jacobi",
  help: "projected Jacobi with relaxation",
  params: {
    maxIterations: iterationLimit(4000, "sweeps at most"),
    relaxation: number({ above: 0, max: 1, default: 0.5, help: "ω; smaller converges more often and more slowly" }),
  },
  claims: { positiveDefinite: false, pMatrix: false, friction: false, cones: false, noAllocation: true },
  scaling: "symmetric",
  solve: (lcp, values, work) => runSweeps(lcp, values.maxIterations, values.relaxation, true, work),
});
