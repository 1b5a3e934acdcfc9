import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { checkOwner } from "../../data/owner.js";
import { raiseStatus } from "../../data/status.js";
import { ensureCapacityF64 } from "../../math/capacity.js";
import type { Model } from "../../model/model.js";
import { sweepCones } from "../../solvers/complementarity/cone-sweep.js";
import type { ComplementarityProblem } from "../../solvers/complementarity/problem.js";
import { naturalResidual } from "../../solvers/complementarity/residual.js";
import { type SolveSettings, solveComplementarity } from "../../solvers/complementarity/solve.js";
import { SOLVE_STATUS } from "../../solvers/complementarity/status.js";
import { assembleMixed, assembleReduced, respond } from "./assemble.js";
import { complementarityFields, STATISTIC } from "./complementarity-fields.js";
import type { ComplementarityState } from "./complementarity-state.js";
import { movesFreely } from "./free-motion.js";

/**
 * Assembles the problem of the step; returns the index in z of the first row. Reads: rows, free. Writes: matrix,
 * vector.
 */
export function assemble(model: Model, data: Data, state: ComplementarityState): number {
  const { rows, settings, problem } = state;
  respond(model, state);
  if (settings.mixed) return assembleMixed(model, data, state, problem);
  assembleReduced(state);
  problem.size = rows.count;
  problem.matrix = state.matrix;
  problem.vector = state.vector;
  problem.kind = rows.kind;
  problem.lower = rows.lower;
  problem.upper = rows.upper;
  problem.cones.count = rows.cones;
  problem.cones.start = rows.coneStart;
  problem.cones.size = rows.coneSize;
  problem.cones.mu = rows.coneMu;
  return 0;
}

/** Sweeps over a problem that the solver has not solved. */
const RESCUE_SWEEPS = 40;

/**
 * A residual that moves a body by less than this in the step is none, m: a hundred such steps stay below the gap that
 * counts as touching. Friction whose slip vanishes has no better solution in double precision: ten balls in a box end
 * at 1.2e-10 m/s, above a tolerance of 1e-10. A scene that sets a smaller tolerance gets the status when it is missed.
 */
const CLOSE = 1e-11;
const USUAL_TOLERANCE = 1e-10;

/**
 * Solves the assembled problem for z. If the solver fails, or its budget runs out, `unsolved` says so, and the step
 * uses the z that the solver returned, or what a few sweeps from zero find if that leaves a smaller residual: impulses
 * that are finite, push, and stay within their cones. Writes: z, statistics, unsolved.
 */
export function solveStep(model: Model, data: Data, state: ComplementarityState): void {
  const { statistics } = complementarityFields(data);
  const { problem } = state;
  statistics[STATISTIC.rows] = problem.size;
  state.unsolved = false;
  state.z = ensureCapacityF64(state.z, problem.size);
  if (problem.size === 0) return;
  if (state.stages.solve !== undefined) {
    solveElsewhere(data, state);
    return;
  }
  if (!state.settings.mixed && movesFreely(state)) return;
  const result = solveComplementarity(problem, withinTime(data, state), state.solverWork, state.z);
  statistics[STATISTIC.residual] = result.residual;
  statistics[STATISTIC.iterations] = result.iterations;
  statistics[STATISTIC.pivots] = result.pivots;
  statistics[STATISTIC.status] = result.status;
  statistics[STATISTIC.work] += result.work;
  if (result.status === SOLVE_STATUS.solved) return;
  const left = rescue(state, result.residual);
  statistics[STATISTIC.residual] = left;
  const close = left * model.options.timestep <= CLOSE && state.settings.solve.tolerance >= USUAL_TOLERANCE;
  state.unsolved = !close;
}

/** Multiplications per millisecond of a busy core: half of what an idle one does. */
const PER_MILLISECOND = 5e5;
/** The least that a solver is given, however late the step is. */
const LEAST_WORK = 1e5;

/** Settings of the solver with the work that the time of the step leaves (`limitStepTime`). Reads: budget. */
function withinTime({ budget }: Data, { settings }: ComplementarityState): SolveSettings {
  if (budget === null) return settings.solve;
  const left = PER_MILLISECOND * (budget.end - budget.clock());
  return { ...settings.solve, budget: Math.max(LEAST_WORK, Math.min(settings.solve.budget, left)) };
}

/** Sweeps from zero, kept where they leave less than `residual`. Returns the residual of z. Writes: z. */
function rescue(state: ComplementarityState, residual: number): number {
  const { problem, solverWork, z } = state;
  const n = problem.size;
  state.rescue = ensureCapacityF64(state.rescue, 2 * n);
  const swept = state.rescue.subarray(0, n);
  const w = state.rescue.subarray(n);
  swept.fill(0);
  for (let k = 0; k < RESCUE_SWEEPS; k++) sweepCones(problem, swept, solverWork);
  for (let r = 0; r < n; r++) if (!Number.isFinite(swept[r])) swept[r] = 0;
  const left = naturalResidual(problem, swept, w);
  if (residual <= left) return residual;
  for (let r = 0; r < n; r++) z[r] = swept[r];
  return left;
}

/** Solves with the user's stage. The residual is computed here, independently of the stage. */
function solveElsewhere(data: Data, state: ComplementarityState): void {
  const { statistics } = complementarityFields(data);
  const { problem, z, settings } = state;
  const n = problem.size;
  z.fill(0, 0, n);
  let iterations = 0;
  state.stages.solve?.(problem, z, () => {
    iterations = solveComplementarity(problem, settings.solve, state.solverWork, z).iterations;
  });
  const residual = naturalResidual(problem, z, new Float64Array(n));
  let scale = 1;
  for (let r = 0; r < n; r++) scale = Math.max(scale, Math.abs(problem.vector[r]));
  const solved = residual <= settings.solve.tolerance * scale;
  // A non-finite impulse would spread to every body.
  for (let r = 0; r < n; r++) if (!Number.isFinite(z[r])) z[r] = 0;
  statistics[STATISTIC.residual] = residual;
  statistics[STATISTIC.iterations] = iterations;
  statistics[STATISTIC.pivots] = 0;
  statistics[STATISTIC.status] = solved ? SOLVE_STATUS.solved : SOLVE_STATUS.stalled;
  state.unsolved = !solved;
}

/**
 * Reports that the problem whose impulses the step keeps is not solved. Rounds before it, with `implicit`, only lead to
 * it, and do not count. Writes: status.
 */
export function reportUnsolved(data: Data, state: ComplementarityState): void {
  if (state.unsolved) raiseStatus(data, STATUS.notConverged, -1);
}

/**
 * The problem of the last step, as a copy that can be written to a file and solved again, with the solution that the
 * step used. `stiction solve` and the functions of `stiction/io` accept it. Null if the formulation has no such problem
 * or the last step had no rows. With `implicit`, the problem of the last round.
 */
export function stepProblem(data: Data): { problem: ComplementarityProblem; solution: Float64Array } | null {
  checkOwner(data?.model, data);
  const state = data.systems.complementarityState as ComplementarityState | null | undefined;
  if (state === null || state === undefined || state.problem.size === 0) return null;
  const { size: n, matrix, vector, kind, lower, upper, cones } = state.problem;
  return {
    problem: {
      size: n,
      matrix: matrix.slice(0, n * n),
      vector: vector.slice(0, n),
      kind: kind.slice(0, n),
      lower: lower.slice(0, n),
      upper: upper.slice(0, n),
      cones: {
        count: cones.count,
        start: cones.start.slice(0, cones.count),
        size: cones.size.slice(0, cones.count),
        mu: cones.mu.slice(0, cones.count),
      },
    },
    solution: state.z.slice(0, n),
  };
}
