import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import type { Model } from "../../model/model.js";
import { solveComplementarity } from "../../solvers/complementarity/solve.js";
import { SOLVE_STATUS } from "../../solvers/complementarity/status.js";
import { roomF64 } from "../../solvers/grow.js";
import { assembleMixed, assembleReduced, respond, type StepProblem } from "./assemble.js";
import { complementarityFields, STATISTIC } from "./fields.js";
import { movesFreely } from "./free-motion.js";
import type { ComplementarityState } from "./state.js";

/** The problem in hand. */
const problem: StepProblem = {
  size: 0,
  matrix: new Float64Array(0),
  vector: new Float64Array(0),
  kind: new Uint8Array(0),
  lower: new Float64Array(0),
  upper: new Float64Array(0),
  cones: { count: 0, start: new Int32Array(0), size: new Int32Array(0), mu: new Float64Array(0) },
};

/** Assembles the problem of the step; returns at which place of z the rows begin. Reads: rows, free. Writes: matrix, vector. */
export function assemble(model: Model, data: Data, state: ComplementarityState): number {
  const { rows, settings } = state;
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

/** Solves what was assembled into z. What is not solved is told by the status, and what was found is used. Writes: z, statistics, status. */
export function solveStep(data: Data, state: ComplementarityState): void {
  const { statistics } = complementarityFields(data);
  statistics[STATISTIC.rows] = problem.size;
  state.z = roomF64(state.z, problem.size);
  if (problem.size === 0) return;
  if (!state.settings.mixed && movesFreely(state)) return;
  const result = solveComplementarity(problem, state.settings.solve, state.work, state.z);
  statistics[STATISTIC.residual] = result.residual;
  statistics[STATISTIC.iterations] = result.iterations;
  statistics[STATISTIC.pivots] = result.pivots;
  statistics[STATISTIC.status] = result.status;
  if (result.status !== SOLVE_STATUS.solved) raiseStatus(data, STATUS.notConverged, -1);
}

/** The problem that was assembled last, for whoever writes it down. */
export function lastProblem(): StepProblem {
  return problem;
}
