import * as schema from "zod/mini";
import { type Problem, SpecError, unknownWord } from "../../model/errors.js";
import { number, parse, problemsOf } from "../../model/params.js";
import { EFFORT, startEffort } from "./effort.js";
import { eliminateFree, recoverFree } from "./eliminate.js";
import { type ComplementarityProblem, type FrictionCones, problemTrouble } from "./problem.js";
import type { ReducedProblem } from "./reduced.js";
import { DEFAULT_SOLVER, solvers } from "./registry.js";
import { naturalResidual } from "./residual.js";
import type { ComplementaritySolver, SolverValues } from "./solver.js";
import { STANDARD } from "./standard.js";
import { fromStandard, standardize } from "./standardize.js";
import { SOLVE_STATUS, type SolveStatistics } from "./status.js";
import { type ComplementarityWorkspace, workF64, workI32 } from "./workspace.js";

/**
 * Which solver, to which residual, with which settings of its own: made once by `solverSettings`, used for many solves.
 */
export interface SolveSettings {
  readonly solver: ComplementaritySolver;
  /** Solved means: natural-map residual ≤ tolerance · max(1, ‖b‖∞). */
  readonly tolerance: number;
  /** Whether z holds the solution of a problem like this one, to start from. */
  readonly warm: boolean;
  /** Most multiplications of a solve; beyond, the status is `iterations`. */
  readonly budget: number;
  readonly values: SolverValues;
}

/** What a caller may say; anything else is a setting of the solver. */
export interface SolveOptions {
  /** Name of a solver, or one of your own. */
  readonly solver?: string | ComplementaritySolver;
  readonly tolerance?: number;
  readonly warm?: boolean;
  readonly budget?: number;
  readonly [setting: string]: unknown;
}

/** Range and default of the tolerance. Below 1e-13 round-off of w decides; above 1e-3 nothing is solved. */
const TOLERANCE = number({
  above: 0,
  max: 1e-3,
  default: 1e-9,
  help: "largest natural-map residual that counts as solved, times max(1, ‖b‖∞)",
});

/** Range and default of the work of a solve. */
const BUDGET = number({
  unit: "1",
  min: 1e4,
  max: 1e15,
  default: 1e11,
  help: "most multiplications of one solve, about 1e9 per second; beyond, the best z so far is returned",
});

/** Checks options and fills in defaults; throws a SpecError that names every one that is wrong. */
export function solverSettings(options: SolveOptions = {}): SolveSettings {
  const { solver = DEFAULT_SOLVER, tolerance, budget, warm = false, ...rest } = options;
  const known: Readonly<Record<string, ComplementaritySolver>> = solvers;
  const item = typeof solver === "string" ? known[solver] : solver;
  if (item === undefined || (typeof solver === "string" && !Object.hasOwn(solvers, solver))) {
    throw new SpecError([{ path: "solver", message: unknownWord("solver", String(solver), Object.keys(solvers)) }]);
  }
  const problems: Problem[] = [];
  const limit = parse(TOLERANCE, tolerance);
  if (!limit.success) problems.push(...problemsOf(limit.error, tolerance, "tolerance"));
  const most = parse(BUDGET, budget);
  if (!most.success) problems.push(...problemsOf(most.error, budget, "budget"));
  for (const key of Object.keys(rest)) {
    if (!Object.hasOwn(item.params, key)) {
      problems.push({
        path: key,
        message: unknownWord("setting", key, ["tolerance", "budget", "warm", ...Object.keys(item.params)]),
      });
    }
  }
  const values = parse(schema.object(item.params), rest);
  if (!values.success) problems.push(...problemsOf(values.error, rest, ""));
  if (problems.length > 0) throw new SpecError(problems);
  return {
    solver: item,
    tolerance: limit.data as number,
    warm: warm === true,
    budget: most.data as number,
    values: values.data as SolverValues,
  };
}

/** The reduced problem with its cones and bounds, by its own numbers of rows. */
function conesOf(
  problem: ComplementarityProblem,
  reduced: ReducedProblem,
  work: ComplementarityWorkspace,
): ComplementarityProblem {
  const { size, matrix, vector, kind, index } = reduced;
  const cones = problem.cones as FrictionCones;
  const row = workI32(work, "cones.row", problem.size);
  const lower = workF64(work, "cones.lower", size);
  const upper = workF64(work, "cones.upper", size);
  const start = workI32(work, "cones.start", cones.count);
  for (let a = 0; a < size; a++) {
    row[index[a]] = a;
    lower[a] = problem.lower === undefined ? 0 : problem.lower[index[a]];
    upper[a] = problem.upper === undefined ? 0 : problem.upper[index[a]];
  }
  for (let c = 0; c < cones.count; c++) start[c] = row[cones.start[c]];
  return { size, matrix, vector, kind, lower, upper, cones: { ...cones, start } };
}

/** Residual up to which a problem counts as solved: tolerance · max(1, ‖b‖∞), as `problemScale` has it. */
function residualLimit({ size, vector }: ComplementarityProblem, { tolerance }: SolveSettings): number {
  let scale = 1;
  for (let i = 0; i < size; i++) if (Math.abs(vector[i]) > scale) scale = Math.abs(vector[i]);
  return tolerance * scale;
}

/**
 * Solves a mixed complementarity problem. `z` holds the start when `settings.warm`, and the result on return, also when
 * it is not solved.
 *
 * Free rows are eliminated, boxes shifted, the rest scaled; the solver works on that; then z is recovered and judged on
 * the problem as it was given: status `solved` always means that the residual is within the limit. Returns the
 * statistics of the workspace.
 */
export function solveComplementarity(
  problem: ComplementarityProblem,
  settings: SolveSettings,
  work: ComplementarityWorkspace,
  z: Float64Array,
): SolveStatistics {
  const { statistics } = work;
  const { solver } = settings;
  statistics.status = SOLVE_STATUS.badInput;
  statistics.residual = Number.NaN;
  statistics.limit = 0;
  statistics.iterations = 0;
  statistics.pivots = 0;
  statistics.work = 0;
  statistics.solver = solver.name;
  statistics.solvedBy = solver.name;
  statistics.message = problemTrouble(problem) ?? "";
  if (statistics.message !== "") return statistics;
  const n = problem.size;
  if (z.length < n) {
    statistics.message = `z: expected room for ${n} numbers, got ${z.length}`;
    return statistics;
  }
  const withCones = problem.cones !== undefined && problem.cones.count > 0;
  if (withCones && solver.solveCones === undefined) {
    statistics.message = `solver ${solver.name} does not take friction cones; cone-newton and cone-gauss-seidel do`;
    return statistics;
  }
  startEffort(work, settings.budget);
  statistics.limit = residualLimit(problem, settings);
  if (!settings.warm) z.fill(0, 0, n);
  for (let i = 0; i < n; i++) if (!Number.isFinite(z[i])) z[i] = 0;

  // free rows, then boxes and scales
  const { reduced, standard } = work;
  const consistent = eliminateFree(problem, work, reduced) === SOLVE_STATUS.solved;
  const w = workF64(work, "solve.w", n);
  const inner = workF64(work, "solve.z", n);
  statistics.status = SOLVE_STATUS.stalled;
  if (withCones) {
    for (let a = 0; a < reduced.size; a++) inner[a] = z[reduced.index[a]];
    const left = reduced.eliminated ? conesOf(problem, reduced, work) : problem;
    solver.solveCones?.(left, inner, 0.5 * statistics.limit, settings.values, work);
  } else {
    standardize(problem, reduced, z, solver.scaling === "symmetric", work, standard);
    // what elimination and recovery lose must fit too
    standard.numbers[STANDARD.limit] = 0.5 * statistics.limit;
    standard.warm = settings.warm;
    solver.solve(standard, settings.values, work);
    fromStandard(reduced, standard, work, inner);
  }
  recoverFree(problem, reduced, inner, z, work);

  // judged on the problem as it was given
  const residual = naturalResidual(problem, z, w);
  statistics.residual = residual;
  statistics.work = work.effort[EFFORT.spent];
  if (residual <= statistics.limit) statistics.status = SOLVE_STATUS.solved;
  else if (!consistent) statistics.status = SOLVE_STATUS.singular;
  else if ((statistics.status as number) === SOLVE_STATUS.solved) statistics.status = SOLVE_STATUS.stalled;
  return statistics;
}
