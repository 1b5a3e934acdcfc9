import { number } from "../../model/params.js";
import { defineComplementaritySolver, iterationLimit } from "./solver.js";
import { runSweeps } from "./sweep.js";

/** Projected successive over-relaxation [Williams2014] eq. (2.46); relaxation 1 is projected Gauss–Seidel. */
export const psor = defineComplementaritySolver({
  name: "psor",
  help: "projected successive over-relaxation",
  params: {
    maxIterations: iterationLimit(2000, "sweeps at most"),
    relaxation: number({
      above: 0,
      max: 1.999,
      default: 1.4,
      help: "ω; above 1 is faster on chains and stacks, at 2 and above it diverges",
    }),
  },
  claims: { positiveDefinite: true, pMatrix: false, friction: false, cones: false, noAllocation: true },
  scaling: "symmetric",
  solve: (lcp, values, work) => runSweeps(lcp, values.maxIterations, values.relaxation, false, work),
});
