import { activeSet } from "./active-set.js";
import { augmented } from "./augmented.js";
import { coneGaussSeidel } from "./cone-gauss-seidel.js";
import { coneNewton } from "./cone-newton.js";
import { enumerate } from "./enumerate.js";
import { fischerNewton } from "./fischer-newton.js";
import { fixedPoint } from "./fixed-point.js";
import { interiorPoint } from "./interior-point.js";
import { jacobi } from "./jacobi.js";
import { lemke } from "./lemke.js";
import { minmapNewton } from "./minmap-newton.js";
import { pgs } from "./pgs.js";
import { psor } from "./psor.js";

/** Every solver. A new one is a file beside this and a line here; the generic tests pick it up. */
export const solvers = {
  "active-set": activeSet,
  lemke,
  pgs,
  psor,
  jacobi,
  augmented,
  "fixed-point": fixedPoint,
  "fischer-newton": fischerNewton,
  "minmap-newton": minmapNewton,
  "interior-point": interiorPoint,
  "cone-newton": coneNewton,
  "cone-gauss-seidel": coneGaussSeidel,
  enumerate,
} as const;

/** Name of a solver. */
export type SolverName = keyof typeof solvers;

/** Names of all solvers, the default first. */
export const solverNames = Object.keys(solvers) as readonly SolverName[];

/** The solver that is used when none is named. */
export const DEFAULT_SOLVER: SolverName = "active-set";
