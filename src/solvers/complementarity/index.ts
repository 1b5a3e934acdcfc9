/** Complementarity problems and their solvers, for use on their own: `import { complementarity } from "stiction"`. */
export { type EnumeratedSolutions, enumerateSolutions, MAX_ENUMERATED } from "./enumerate.js";
export {
  CCK_WEIGHT,
  chenChenKanzow,
  ERROR_MEASURES,
  type ErrorMeasures,
  errorMeasures,
  fischerBurmeister,
} from "./error-measures.js";
export {
  type ComplementarityProblem,
  type FrictionCones,
  problemScale,
  problemTrouble,
  ROW,
  ROW_NAMES,
} from "./problem.js";
export { DEFAULT_SOLVER, type SolverName, solverNames, solvers } from "./registry.js";
export { evaluateRows, naturalResidual } from "./residual.js";
export { type SolveOptions, type SolveSettings, solveComplementarity, solverSettings } from "./solve.js";
export {
  type ComplementaritySolver,
  defineComplementaritySolver,
  type SolverClaims,
  type SolverValues,
} from "./solver.js";
export { isSolved, STANDARD, type StandardProblem, standardResidual } from "./standard.js";
export { SOLVE_STATUS, SOLVE_STATUS_NAMES, type SolveStatistics, type SolveStatus } from "./status.js";
export { type ComplementarityWorkspace, createWorkspace } from "./workspace.js";
