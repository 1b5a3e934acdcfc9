import { createGmres, type Gmres, solveGmres } from "../../../math/gmres.js";
import { STENCIL } from "../../sensitivity.js";
import { addTransposed, multiplyJacobian } from "../constraints.js";
import type { LagrangianState } from "../state.js";
import { solveTangent } from "../tangent.js";
import { innerForces, type Probe } from "./probe.js";
import { copyValues, createLikeValues, placeValues, type Values } from "./values.js";

/** Most products in the solve for what the tangent leaves out; few or none are usual. */
const MOST = 40;
/** Corrections with the tangent as it is, or with the above where it is too far off. */
const CORRECTIONS = 12;
/**
 * Most turns of the multipliers in a correction. Each leaves 1e-5 of the error in the constraints, more beside stiff
 * dampers.
 */
const TURNS = 60;
/**
 * Size of the change along a direction, relative to the mechanism: round-off 1e-16/3e-4, error (3e-4)⁴. What is stiff
 * needs both to be small.
 */
export const CHANGE = 3e-4;
/** How far the equation of accelerations is solved, relative to them; and what counts as failure. */
const ACCURACY = 1e-10;
const FAILED = 1e-7;
/**
 * Derivatives smaller than this part of accelerations over the change of the parameter are those of a parameter that
 * hardly matters.
 */
const NOISE = 1e-5;
/** What stiff forces may leave of the first correction. */
const ROUND_OFF = 1e-6;

/**
 * The positions of a step, differentiated. Newton's method ends where
 *
 *   f = (1 − δ_m) M q̈ + δ_m M q̈_n + (1 − δ_f) {Φ_qᵀ λ − Q} + δ_f g_n = 0,   Φ = 0
 *
 * and the implicit function theorem gives the derivatives q′, λ′ by a parameter p, with q̇′ and q̈′ by the integrator's
 * formulas:
 *
 *   f_q q′ + (1 − δ_f) Φ_qᵀ λ′ = −f_p − (what the start of the step brings),   Φ_q q′ = −Φ_p
 *
 * They are solved by corrections with the tangent T ≈ f_q + Φ_qᵀ α Φ_q, whose factors the run has. The residuals use
 * masses and Jacobian as they are and differences of Φ_qᵀ λ − Q along the direction, so that what T leaves out —
 * tension, forces without rows — is in them; where T leaves out much, GMRES takes the place of repeated corrections
 * [SaadSchultz1986]. T is regular for redundant constraints too; λ′ is then one of many, and the motion does not care.
 */
export interface LinearStep {
  readonly probe: Probe;
  readonly gmres: Gmres;
  readonly direction: Values;
  readonly jacobian: Float64Array;
  readonly inner: Float64Array;
  /** Residuals of forces and constraints, and the correction for them. */
  readonly force: Float64Array;
  readonly row: Float64Array;
  readonly delta: Float64Array;
  readonly mu: Float64Array;
  readonly rowWork: Float64Array;
  readonly x: Float64Array;
}

/** Makes room; `probe` is one of the run's own model. */
export function createLinearStep(probe: Probe): LinearStep {
  const { natural, jacobian } = probe.state;
  const { rows } = natural.constraints;
  const f64 = (n: number) => new Float64Array(n);
  return {
    probe,
    gmres: createGmres(natural.free, Math.min(MOST, natural.free)),
    direction: createLikeValues(probe.values),
    jacobian: f64(jacobian.length),
    inner: f64(natural.count),
    force: f64(natural.count),
    row: f64(rows),
    delta: f64(natural.count),
    mu: f64(rows),
    rowWork: f64(rows),
    x: f64(natural.free),
  };
}

/**
 * What the equations have on their right: derivatives at fixed values by the parameter, and those at the start of the
 * step.
 */
export interface LinearLoad {
  /** ∂f/∂p and ∂Φ/∂p. */
  readonly force: Float64Array;
  readonly error: Float64Array;
  readonly before: Values;
  /**
   * How far the parameter was changed for these: round-off of positions over it is what they cannot tell from nothing.
   */
  readonly change: number;
}

/**
 * Brings q, v, a and multipliers of `S` to those of the end of the step. On entry they are those of the prediction,
 * with what is prescribed already at the end. `center`: the run at the end of the step, before projections; `run` has
 * the factors. Returns whether the equations could be solved.
 */
export function solveLinearStep(
  work: LinearStep,
  run: LagrangianState,
  center: Values,
  S: Values,
  load: LinearLoad,
): boolean {
  const { probe, delta, mu, row, x, direction, jacobian } = work;
  const { state } = probe;
  const { natural, scale } = state;
  const { free, constraints } = natural;
  const { beta, gamma } = state.settings.step;
  const h = state.timestep;
  const perVelocity = gamma / (beta * h);
  const perAcceleration = 1 / (beta * h * h);

  // the Jacobian at the end of the step: differences overwrite the probe's own
  copyValues(probe.values, center);
  innerForces(probe, work.inner);
  jacobian.set(state.jacobian);

  const multiply = (v: Float64Array, out: Float64Array) => {
    for (let i = 0; i < free; i++) {
      const change = scale[i] * v[i];
      direction.q[i] = change;
      direction.v[i] = perVelocity * change;
      direction.a[i] = perAcceleration * change;
    }
    writeLeftSide(work, center, direction);
    // such directions satisfy the constraints, and are to go on doing so
    row.fill(0);
    correct(work, run);
    for (let i = 0; i < free; i++) out[i] = -delta[i] / scale[i];
  };

  // accelerations to so many digits; the change of positions in a step is β h² times theirs
  const unit = beta * h * h * accelerationSize(S, scale);
  const failed = FAILED * (unit + (NOISE * beta * h * h * largest(center.a, scale)) / load.change);
  let left = Number.POSITIVE_INFINITY;
  let first = 0;
  for (let k = 0; k < CORRECTIONS && left > ACCURACY * unit; k++) {
    writeLeftSide(work, center, S);
    addLoad(work, load);
    // the first correction satisfies the constraints to round-off; those that follow stay on them
    if (k > 0) row.fill(0);
    correct(work, run);
    const size = largest(delta, scale);
    if (!Number.isFinite(size)) return false;
    if (k === 0) first = size;
    const slow = k > 1 && size > 0.1 * left;
    // no more than round-off is left, of forces that may be stiff and almost cancel
    if (slow && size <= Math.max(failed, ROUND_OFF * first)) {
      left = size;
      break;
    }
    if (slow) {
      for (let i = 0; i < free; i++) x[i] = delta[i] / scale[i];
      if (Number.isNaN(solveGmres(work.gmres, multiply, x, 0.1 * ACCURACY * unit))) return false;
      for (let i = 0; i < free; i++) delta[i] = scale[i] * x[i];
    }
    for (let i = 0; i < free; i++) {
      S.q[i] += delta[i];
      S.v[i] += perVelocity * delta[i];
      S.a[i] += perAcceleration * delta[i];
    }
    if (!slow) for (let r = 0; r < mu.length; r++) S.multiplier[r] += mu[r];
    left = size;
  }

  // solved, if neither accelerations nor constraints have an error left that matters
  multiplyJacobian(constraints, jacobian, S.q, row);
  let open = 0;
  for (let r = 0; r < row.length; r++) open = Math.max(open, Math.abs(row[r] + load.error[r]) / state.rowScale[r]);
  const small = FAILED * (largest(S.q, scale) + h * largest(S.v, scale)) + 1e-14 / load.change;
  return left <= Math.max(failed, ROUND_OFF * first) && open <= small * natural.size;
}

/** force, row ← the left-hand sides of the equations for the derivatives `d`. */
function writeLeftSide(work: LinearStep, center: Values, d: Values): void {
  const { probe, force, row, rowWork, jacobian } = work;
  const { natural, settings, mass } = probe.state;
  const { deltaM, deltaF } = settings.step;
  forceAlong(work, center, d);
  for (let i = 0; i < natural.free; i++) force[i] *= 1 - deltaF;
  for (let r = 0; r < row.length; r++) rowWork[r] = (1 - deltaF) * d.multiplier[r];
  addTransposed(natural.constraints, jacobian, rowWork, force);
  for (let e = 0; e < mass.row.length; e++) force[mass.row[e]] += (1 - deltaM) * mass.value[e] * d.a[mass.column[e]];
  multiplyJacobian(natural.constraints, jacobian, d.q, row);
}

/** force, row += what does not depend on q′ and λ′. */
function addLoad({ probe, force, row }: LinearStep, load: LinearLoad): void {
  const { natural, settings, mass } = probe.state;
  const { deltaM, deltaF } = settings.step;
  for (let i = 0; i < natural.free; i++) force[i] += load.force[i] + deltaF * load.before.inner[i];
  if (deltaM !== 0)
    for (let e = 0; e < mass.row.length; e++)
      force[mass.row[e]] += deltaM * mass.value[e] * load.before.a[mass.column[e]];
  for (let r = 0; r < row.length; r++) row[r] += load.error[r];
}

/**
 * delta, mu ← the correction for the residuals in force and row with T in the place of f_q + Φ_qᵀ α Φ_q,
 *
 *   repeat:  T δ = −β h² {f + (1 − δ_f) Φ_qᵀ (μ + α Φ)},   μ ← μ + α (Φ + Φ_q δ)
 *
 * so that multipliers grow by products of the Jacobian alone, and what is undetermined of them stays as it was.
 */
function correct({ probe, force, row, rowWork, delta, mu, jacobian }: LinearStep, run: LagrangianState): void {
  const { natural, settings, alpha, rowScale } = probe.state;
  const { free, constraints } = natural;
  const { beta, deltaF } = settings.step;
  const c = beta * probe.state.timestep * probe.state.timestep;
  mu.fill(0);
  let before = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TURNS; turn++) {
    for (let i = 0; i < free; i++) delta[i] = -c * force[i];
    for (let r = 0; r < row.length; r++) rowWork[r] = -c * (1 - deltaF) * (mu[r] + alpha[r] * row[r]);
    addTransposed(constraints, jacobian, rowWork, delta);
    solveTangent(run.tangent, delta);
    delta.fill(0, free);
    multiplyJacobian(constraints, jacobian, delta, rowWork);
    let open = 0;
    for (let r = 0; r < row.length; r++) {
      const error = row[r] + rowWork[r];
      mu[r] += alpha[r] * error;
      open = Math.max(open, Math.abs(error) / rowScale[r]);
    }
    // until the constraints hold to round-off, or will not
    if (open <= 1e-15 * largest(delta, null) || (turn > 2 && open > 0.95 * before)) return;
    before = open;
  }
}

/**
 * Multipliers that balance the forces of the step as it ended. Those of the run carry the round-off of Φ times the
 * penalty, 1e-5 N and more, which moves nothing but would enter the stiffness of tension, Σ λ Φ_qq. They are corrected
 * with the positions as they are. Writes: multiplier of `center`.
 */
export function balanceMultipliers(work: LinearStep, run: LagrangianState, center: Values, start: Values): void {
  const { probe, force, row, mu, jacobian } = work;
  const { state } = probe;
  const { settings, mass } = state;
  const { deltaM, deltaF } = settings.step;
  copyValues(probe.values, center);
  innerForces(probe, force);
  jacobian.set(state.jacobian);
  for (let i = 0; i < force.length; i++) force[i] = (1 - deltaF) * force[i] + deltaF * start.inner[i];
  for (let e = 0; e < mass.row.length; e++)
    force[mass.row[e]] += mass.value[e] * ((1 - deltaM) * center.a[mass.column[e]] + deltaM * start.a[mass.column[e]]);
  row.fill(0);
  correct(work, run);
  for (let r = 0; r < mu.length; r++) center.multiplier[r] += mu[r];
}

const TWO_POINTS = [
  [1, 0.5],
  [-1, -0.5],
] as const;

/** force ← derivative of Φ_qᵀ λ − Q along `d` with λ as it is, by central differences in the probe. */
export function forceAlong(work: LinearStep, center: Values, d: Values): void {
  const { probe, inner, force } = work;
  const change = CHANGE * changeFor(probe, center, d);
  const { steady, natural } = probe.state;
  force.fill(0);
  if (change === 0) return;
  // two points are exact where nothing is more than quadratic
  for (const [k, weight] of steady && natural.constraints.angle.count === 0 ? TWO_POINTS : STENCIL) {
    placeValues(probe.values, center, d, k * change);
    probe.values.multiplier.set(center.multiplier);
    innerForces(probe, inner);
    for (let i = 0; i < force.length; i++) force[i] += (weight / change) * inner[i];
  }
}

/**
 * How far along a direction a position changes by the size of the mechanism, or a speed or input by itself, or a slot
 * by a hundred times that, whichever comes first; 0 for no direction at all.
 */
export function changeFor({ state }: Probe, center: Values, d: Values): number {
  const { scale } = state;
  const speed = Math.max(1, largest(center.v, scale));
  const input = Math.max(1, largest(center.input, null));
  const slot = 100 * Math.max(1, largest(center.slot, null));
  const size = Math.max(
    largest(d.q, scale),
    largest(d.v, scale) / speed,
    largest(d.input, null) / input,
    largest(d.slot, null) / slot,
  );
  return size > 0 ? 1 / size : 0;
}

/** Largest magnitude, each over its scale. */
function largest(x: Float64Array, scale: Float64Array | null): number {
  let most = 0;
  for (let i = 0; i < x.length; i++) most = Math.max(most, Math.abs(x[i]) / (scale === null ? 1 : scale[i]));
  return most;
}

/**
 * What counts as an acceleration: that of the derivatives, and with a second as the unit of time their speeds and
 * positions.
 */
function accelerationSize(S: Values, scale: Float64Array): number {
  return largest(S.a, scale) + largest(S.v, scale) + largest(S.q, scale);
}
