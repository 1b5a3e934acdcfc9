import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import type { Model } from "../../model/model.js";
import { advanceWatched } from "./contradiction.js";
import {
  accelerationErrors,
  evaluateGeneralisedForces,
  noteError,
  placeBodies,
  velocityErrors,
  worstRow,
  writeMotion,
} from "./evaluate.js";
import { copyExtent } from "./extent.js";
import { LAGRANGIAN_STATISTIC, lagrangianFields } from "./fields.js";
import { prescribe } from "./guides.js";
import { endRows, passesOf, turnRows } from "./held-rows.js";
import { solvePositions } from "./newton.js";
import { factorMassProjector, projectAccelerations, projectVelocities } from "./project.js";
import { keepInner, keepWritten } from "./start.js";
import type { LagrangianState } from "./state.js";

/** One step, with guides stopped where what they prescribe does not fit; see `advanceWatched` and `advanceOnce`. */
export function advanceIndex3(model: Model, data: Data, state: LagrangianState): boolean {
  return advanceWatched(model, data, state, advanceOnce);
}

/**
 * One step: predict → Newton on positions → project velocities → project accelerations. Returns whether Newton's method
 * converged to positions that satisfy the constraints. Reads and writes: q, v, a, multiplier, inner, body state,
 * statistics.
 */
function advanceOnce(model: Model, data: Data, state: LagrangianState): boolean {
  const { natural, settings, guides } = state;
  const fields = lagrangianFields(data);
  const { coordinate: q, velocity: v, acceleration: a, statistics } = fields;

  predict(state, q, v, a);
  prescribe(model, natural, guides, state.watch, data, state.numbers, q, v, a);
  const converged = solvePositions(model, data, state, fields);
  placeBodies(state, q);
  statistics[LAGRANGIAN_STATISTIC.iterationsInAll] += statistics[LAGRANGIAN_STATISTIC.iterations];
  noteError(state, state.phi, statistics, LAGRANGIAN_STATISTIC.positionError);

  if (state.soft.hasBounded) endRows(model, data, state, v);
  const passes = passesOf(state);
  if (settings.projection !== "none") {
    const projector = settings.projection === "mass" ? state.massProjector : state.tangentProjector;
    if (settings.projection === "mass") factorMassProjector(state);
    projectVelocities(state, projector, passes, v);
    noteError(state, state.phiDot, statistics, LAGRANGIAN_STATISTIC.velocityError);
    if (state.soft.hasBounded) turnRows(model, data, state, v);
    projectAccelerations(state, projector, passes, q, v, a);
    noteError(state, state.phiDot, statistics, LAGRANGIAN_STATISTIC.accelerationError);
  } else {
    velocityErrors(state, v);
    noteError(state, state.phiDot, statistics, LAGRANGIAN_STATISTIC.velocityError);
    accelerationErrors(state, q, v, a);
    noteError(state, state.phiDot, statistics, LAGRANGIAN_STATISTIC.accelerationError);
  }

  if (settings.step.deltaF !== 0) {
    evaluateGeneralisedForces(model, data, state, v);
    keepInner(state, fields);
  } else {
    writeMotion(model, data, state, v);
  }
  keepWritten(data, fields, state.awake.bodies);
  return converged && statistics[LAGRANGIAN_STATISTIC.positionError] <= GROSS * natural.size;
}

/**
 * Part of the mechanism's size by which no constraint is open where Newton's method has found a solution. Without a
 * gradient of the constraints, where a unit vector has shrunk to nothing, it stands still as if it had.
 */
const GROSS = 1e-3;

/** Says that a step did not converge, and which joint is farthest from its place. Writes: status, statistics. */
export function reportFailure(data: Data, state: LagrangianState): void {
  lagrangianFields(data).statistics[LAGRANGIAN_STATISTIC.failures]++;
  const row = worstRow(state, state.phi);
  raiseStatus(data, STATUS.notConverged, row < 0 ? -1 : state.natural.constraints.rowJoint[row]);
}

/**
 * q ← q + h q̇ + ½ h² q̈ with q̇ and q̈ as the integrator has them for that q [Luaces2013] (2.53)–(2.56):
 *
 *   q̈* = (q − q_n − h q̇_n) / (β h²) − (1/(2β) − 1) q̈_n = q̈_n,   q̇* = q̇_n + h q̈_n
 */
function predict(state: LagrangianState, q: Float64Array, v: Float64Array, a: Float64Array): void {
  const { q0, v0, a0, awake } = state;
  const h = state.timestep;
  copyExtent(awake.coordinates, q, q0);
  copyExtent(awake.coordinates, v, v0);
  copyExtent(awake.coordinates, a, a0);
  const { count, from, to } = awake.free;
  for (let s = 0; s < count; s++) {
    for (let i = from[s]; i < to[s]; i++) {
      q[i] += h * (v[i] + 0.5 * h * a[i]);
      v[i] += h * a[i];
    }
  }
}
