import { type JointFields, ROW } from "../../joints/system.js";
import type { SoftRows } from "./soft-rows.js";
import type { LagrangianState } from "./state.js";

/**
 * Rows of joints with bounded efforts: limits, friction, drives with a largest effort, and the locks of joints that can
 * break. Each has a multiplier λ (`rowEffort`, state) and a penalty, as constraints have, and its effort is the
 * multiplier moved by the error and cut to its bounds [lo, hi],
 *
 *   locks, limits      e = cut(λ − α C)                       C = 0, or C ≥ 0 with lo = 0
 *   drives, friction   e = cut(λ − c (C' − speed))            C' = J v; friction has speed 0 and bounds ∓ f
 *
 * In every iteration of Newton's method a row either holds or is at a bound. A row that holds acts with e and its
 * derivative, and takes the effort that the iteration balanced as its λ; it goes to a bound when that is beyond it
 * (`keepBalance`). A row at a bound acts with the bound, and holds again when its error has the other sign. (The cut
 * itself, with the large α, jumps from bound to bound past the row that holds.) At the end e = λ, and every row either
 * holds (C = 0, or C' = speed, with an effort within the bounds) or has an effort at a bound: the complementarity
 * conditions themselves, without a stiffness that a user would feel. A stop lets nothing through, a joint that sticks
 * does not creep. This is the method of multipliers for inequalities [AlartCurnier1991], iterated within Newton's
 * method as [Luaces2013] (2.59)–(2.61) does for equations, with the active set of a semi-smooth Newton method.
 *
 * A row that holds at the end of the step is a constraint of the projections: C' = 0 (or the speed) and C'' = 0, which
 * makes the impact on a stop inelastic and keeps the accelerations of the next step free of its impulse.
 */

/** What an evaluation of the efforts does. */
export const EFFORTS = {
  /** From the multipliers of the last step: the first of Newton's method. */
  first: 0,
  /** Moves the multipliers before: the further ones. */
  next: 1,
  /** The multipliers themselves: at the end of the step. */
  known: 2,
  /** Rows that hold have none, as their efforts are what is looked for. */
  released: 3,
  /** As `released`, and decides from the state alone which rows hold: at the start of a run. */
  start: 4,
} as const;

/** Speeds (m/s or rad/s) and errors (m or rad) below which a row at the start of a run is taken to hold. */
const REST_SPEED = 1e-9;
const REST_ERROR = 1e-9;

/**
 * Effort of joint row r, which is soft row `to`, into rowMean[r], where J v − speed is before: calls box doubles.
 * Reads: rowError, rowBounds, rowSpring, mass of the row. Writes: rowMean, rowEffort, and whether and with which weight
 * the row holds.
 */
export function boundedEffort(state: LagrangianState, fields: JointFields, to: number, r: number, mode: number): void {
  const { soft, settings, timestep: h } = state;
  const { rowMean } = fields;
  if (mode === EFFORTS.start) startRow(soft, fields, to, r);
  if (mode >= EFFORTS.known) {
    rowMean[r] = mode >= EFFORTS.released && soft.holds[to] === 1 ? 0 : fields.rowEffort[r];
    return;
  }

  const { beta, gamma } = settings.step;
  const byVelocity = fields.rowKind[r] === ROW.drive;
  const alpha = soft.mass[to] / (beta * h * h);
  // c = α β h / γ, so that velocities count in the tangent as positions do
  const error = alpha * (byVelocity ? ((beta * h) / gamma) * rowMean[r] : fields.rowError[r]);
  const least = fields.rowBounds[2 * r];
  const most = fields.rowBounds[2 * r + 1];
  const { rowEffort } = fields;
  let holds = mode === EFFORTS.next ? soft.holds[to] === 1 : rowEffort[r] > least && rowEffort[r] < most;
  if (!holds) {
    // at the present bound, which may have changed; a row at a bound holds as soon as its error has the other sign
    rowEffort[r] = rowEffort[r] <= least ? least : most;
    if (soft.released[to] === 0) holds = rowEffort[r] === least ? error < 0 : error > 0;
  }
  soft.released[to] = 0;
  // a drive by position changes its speed by −gain per unit of the coordinate
  const gain = byVelocity ? fields.rowSpring[2 * r] : 0;
  soft.holds[to] = holds ? 1 : 0;
  soft.hold[to] = holds ? alpha * (1 + (gain * beta * h) / gamma) : 0;
  soft.massHold[to] = holds ? soft.mass[to] : 0;
  rowMean[r] = holds ? rowEffort[r] - error : rowEffort[r];
}

/**
 * After an iteration: rows whose effort, as its linear equations balance it, e − w g · δ, is beyond a bound go to that
 * bound; if there is none, every row that holds takes that effort as its λ. (Where rows contradict each other, as a
 * drive and a stop, the one that gives way has made the efforts of the others as large as its own; they keep their λ.)
 * The error itself after the iteration has a part of the second order in δ, which α makes larger than any effort.
 * Reads: rowMean, δ. Writes: rowEffort, rows that hold.
 */
export function keepBalance({ soft, rhs }: LagrangianState, fields: JointFields): void {
  const { entries, rowStart, column, holds, hold, push } = soft;
  let any = false;
  for (let to = soft.firstJointRow; to < soft.rows; to++) {
    if (holds[to] === 0) continue;
    let along = 0;
    for (let e = rowStart[to]; e < rowStart[to + 1]; e++) along += entries[e] * rhs[column[e]];
    const r = soft.jointRowOf[to];
    push[to] = fields.rowMean[r] - hold[to] * along;
    if (push[to] >= fields.rowBounds[2 * r] && push[to] <= fields.rowBounds[2 * r + 1]) continue;
    fields.rowEffort[r] = fields.rowBounds[2 * r + (push[to] < fields.rowBounds[2 * r] ? 0 : 1)];
    holds[to] = 0;
    soft.released[to] = 1;
    any = true;
  }
  if (any) return;
  for (let to = soft.firstJointRow; to < soft.rows; to++)
    if (holds[to] === 1) fields.rowEffort[soft.jointRowOf[to]] = push[to];
}

/** At the start of a run rows at rest are taken to hold; the others push with what they can. */
function startRow(soft: SoftRows, fields: JointFields, to: number, r: number): void {
  const slip = fields.rowMean[r];
  const kind = fields.rowKind[r];
  let holds = true;
  if (kind === ROW.limit) holds = fields.rowError[r] <= REST_ERROR && slip <= REST_SPEED;
  else if (kind === ROW.drive)
    holds = fields.rowBounds[2 * r + 1] === Number.POSITIVE_INFINITY || Math.abs(slip) <= REST_SPEED;
  soft.holds[to] = holds ? 1 : 0;
  fields.rowEffort[r] = holds || kind === ROW.limit ? 0 : fields.rowBounds[2 * r + (slip > 0 ? 0 : 1)];
}
