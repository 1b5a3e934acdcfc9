import { freezeContacts, hasContacts } from "../../contact/contact-step.js";
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { keepBalance } from "./bounded-effort.js";
import { addTransposed } from "./constraints.js";
import {
  evaluateGeneralisedForces,
  placeConstraints,
  placeRows,
  startGeneralisedForces,
  updateGeneralisedForces,
} from "./evaluate.js";
import { addSecondDerivatives } from "./exact-tangent.js";
import { LAGRANGIAN_STATISTIC, type LagrangianFields, NUMBER } from "./fields.js";
import { factorGeneral, type GeneralTangent, generalForContacts, solveGeneral } from "./general-tangent.js";
import { prepareRows } from "./held-rows.js";
import { solveWithLoose } from "./loose/loose-system.js";
import { addMassTimes } from "./mass.js";
import { gatherSoftRows, writeSpringRows } from "./soft-rows.js";
import type { LagrangianState } from "./state.js";
import { addRowProducts, factorCore, factorTangent, solveTangent, startTangent } from "./tangent.js";

/**
 * Newton's method on the positions at the end of the step, with the multipliers in the same loop [Luaces2013]
 * (2.59)–(2.61):
 *
 *   f(q) = β h² { M [(1 − δ_m) q̈ + δ_m q̈_n] + (1 − δ_f) [Φ_qᵀ (α Φ + λ) − Q] + δ_f g_n }
 *   T δ = −f,   q ← q + δ,   q̇ ← q̇ + γ/(β h) δ,   q̈ ← q̈ + δ/(β h²),   λ ← λ + α Φ
 *
 * until no coordinate changes by more than the tolerance. T is factored in every iteration: factors of the prediction
 * leave forces of the order of the penalty times its error along the motion (the pendulum's end point at 10 ms then
 * misses by 40 mm, not 9). Returns whether that happened. Reads: prescribed coordinates at the end of the step,
 * predicted q, q̇, q̈. Writes: coordinate, velocity, acceleration, multiplier, value, phi, jacobian, factors of the
 * tangent.
 */
export function solvePositions(model: Model, data: Data, state: LagrangianState, fields: LagrangianFields): boolean {
  const { settings, rhs, scale, alpha, phi, tangent, awake } = state;
  const { coordinate: q, velocity: v, acceleration: a, multiplier, statistics } = fields;
  const { beta, gamma } = settings.step;
  const h = state.timestep;
  const perVelocity = gamma / (beta * h);
  const perAcceleration = 1 / (beta * h * h);

  writeNumbers(state);
  placeConstraints(state, q);
  if (state.soft.hasBounded) prepareRows(model, data, state, v);
  const constant = startGeneralisedForces(model, data, state, v);
  let general: GeneralTangent | null = null;
  let before = Number.POSITIVE_INFINITY;
  let rateBefore = 0;
  const most = Math.min(settings.iterations, state.patience);
  const touches = !settings.resolvesImpacts && hasContacts(model, data);
  for (let k = 1; k <= most || (touches && rateBefore < NEARLY && k <= most + MORE); k++) {
    if (k > state.detections) freezeContacts(model, data);
    if (k > 1 && !constant) updateGeneralisedForces(model, data, state, v);
    writeResidual(state, fields);
    const exact = k > settings.approximate;
    general = generalForContacts(model, data, state) ?? (exact ? state.general : null);
    assembleTangent(model, data, state, fields, exact);
    statistics[LAGRANGIAN_STATISTIC.factorisations]++;
    if (!solveCorrection(model, data, state, fields, general)) return false;
    if (state.soft.hasBounded) keepBalance(state, data.items.joints);

    const share = touches && k > 1 && isStuck(state, before) ? 0.5 : 1;
    let change = 0;
    for (let s = 0; s < awake.free.count; s++) {
      const end = awake.free.to[s];
      for (let i = awake.free.from[s]; i < end; i++) {
        const delta = share * rhs[i];
        q[i] += delta;
        v[i] += perVelocity * delta;
        a[i] += perAcceleration * delta;
        const relative = Math.abs(rhs[i]) / scale[i];
        if (!(relative <= change)) change = relative;
      }
    }
    if (constant) placeRows(state, q);
    else placeConstraints(state, q);
    for (let s = 0; s < awake.rows.count; s++)
      for (let r = awake.rows.from[s]; r < awake.rows.to[s]; r++) multiplier[r] += alpha[r] * phi[r];

    statistics[LAGRANGIAN_STATISTIC.iterations] = k;
    statistics[LAGRANGIAN_STATISTIC.change] = change;
    if (change < settings.tolerance || !(change < state.farthest)) {
      // projections are orthogonal in the metric of the symmetric part
      if (general !== null) factorCore(tangent);
      return change < settings.tolerance;
    }
    const rate = change / before;
    if (!touches && k >= SLOW_FROM && rate > 0.3 && rate < 0.999 && Math.abs(rate - rateBefore) < 0.1 * rate) {
      LEAP[0] = rate / (1 - rate);
      LEAP[1] = perVelocity;
      LEAP[2] = perAcceleration;
      leap(state, fields);
      if (constant) placeRows(state, q);
      else placeConstraints(state, q);
      before = Number.POSITIVE_INFINITY;
    } else before = change;
    rateBefore = rate;
  }
  if (general !== null) factorCore(tangent);
  return false;
}

/** rhs ← T⁻¹ rhs; false where T has no usable factors. Reads: values of the tangent, contacts. Writes: rhs, factors. */
function solveCorrection(
  model: Model,
  data: Data,
  state: LagrangianState,
  fields: LagrangianFields,
  general: GeneralTangent | null,
): boolean {
  const { tangent, rhs } = state;
  if (state.loose.count > 0) return solveWithLoose(model, data, state, fields, general);
  if (!(general === null ? factorTangent(tangent) : factorGeneral(model, data, state, general))) return false;
  if (general === null) solveTangent(tangent, rhs);
  else solveGeneral(general, rhs);
  return true;
}

/** Iterations beyond the last with real-time priority, while each leaves at most this part of the change before. */
const MORE = 3;
const NEARLY = 0.4;

/** A change that is nearly as large as the last one, or this many times as large, at most. */
const STUCK = 0.8;

/**
 * Whether the change in rhs is about as large as that of the iteration before: contacts that come and go, or stick and
 * slip, in turn send Newton's method to and fro. Half of the change gets it between the two. Reads: rhs.
 */
function isStuck({ rhs, scale, awake }: LagrangianState, before: number): boolean {
  let change = 0;
  for (let s = 0; s < awake.free.count; s++)
    for (let i = awake.free.from[s]; i < awake.free.to[s]; i++) change = Math.max(change, Math.abs(rhs[i]) / scale[i]);
  return change > STUCK * before && STUCK * change < before;
}

/** Iterations before a slow one is helped. */
const SLOW_FROM = 4;

/** How far to leap, γ/(β h), 1/(β h²): calls box doubles. */
const LEAP = new Float64Array(3);

/**
 * Near a singular position one direction has next to no constraint, σ² α ≈ m, and iterations of the multipliers shrink
 * by m/(m + σ² α) only, one like the other. The rest of that geometric series, LEAP[0] times the last term, is added at
 * once [Aitken1926]. Reads: rhs (the last change), phi. Writes: q, v, a, multiplier.
 */
function leap(
  { rhs, alpha, phi, awake }: LagrangianState,
  { coordinate: q, velocity: v, acceleration: a, multiplier }: LagrangianFields,
): void {
  const times = LEAP[0];
  const perVelocity = LEAP[1];
  const perAcceleration = LEAP[2];
  for (let s = 0; s < awake.free.count; s++) {
    for (let i = awake.free.from[s]; i < awake.free.to[s]; i++) {
      const delta = times * rhs[i];
      q[i] += delta;
      v[i] += perVelocity * delta;
      a[i] += perAcceleration * delta;
    }
  }
  for (let s = 0; s < awake.rows.count; s++)
    for (let r = awake.rows.from[s]; r < awake.rows.to[s]; r++) multiplier[r] += times * alpha[r] * phi[r];
}

/**
 * The tangent of the state as it stands, not factored: that of the last iteration of a step that ends there, when
 * `exact` is as it was in that iteration. For sensitivities, which differentiate the projections. Reads: coordinate,
 * velocity, multiplier, input. Writes: body state, value, phi, jacobian, force, values of the tangent.
 */
export function assembleTangentHere(
  model: Model,
  data: Data,
  state: LagrangianState,
  fields: LagrangianFields,
  exact: boolean,
): void {
  writeNumbers(state);
  placeConstraints(state, fields.coordinate);
  evaluateGeneralisedForces(model, data, state, fields.velocity);
  assembleTangent(model, data, state, fields, exact);
}

/** Factors of this step. Writes: numbers, scale of the projector. */
function writeNumbers({ numbers, settings, timestep: h, tangentProjector }: LagrangianState): void {
  const { deltaM, deltaF, beta, gamma } = settings.step;
  numbers[NUMBER.mass] = 1 - deltaM;
  numbers[NUMBER.stiffness] = (1 - deltaF) * beta * h * h;
  numbers[NUMBER.damping] = (1 - deltaF) * gamma * h;
  numbers[NUMBER.inertia] = -beta * h * h * (1 - deltaM);
  numbers[NUMBER.inertiaBefore] = -beta * h * h * deltaM;
  tangentProjector.scale[0] = numbers[NUMBER.stiffness];
}

/** rhs ← −f. Reads: phi, jacobian, force, acceleration, inner. */
function writeResidual(state: LagrangianState, fields: LagrangianFields): void {
  const { natural, mass, settings, rhs, rowWork, alpha, phi, jacobian, force, a0, numbers, awake } = state;
  const { acceleration: a, multiplier, inner } = fields;
  const { deltaM, deltaF, beta } = settings.step;
  const scale = beta * state.timestep * state.timestep;
  const now = -scale * (1 - deltaF);
  for (let s = 0; s < awake.coordinates.count; s++)
    for (let i = awake.coordinates.from[s]; i < awake.coordinates.to[s]; i++) rhs[i] = -now * force[i];
  for (let s = 0; s < awake.rows.count; s++)
    for (let r = awake.rows.from[s]; r < awake.rows.to[s]; r++) rowWork[r] = now * (multiplier[r] + alpha[r] * phi[r]);
  addTransposed(natural.constraints, jacobian, rowWork, rhs, awake.rows);
  addMassTimes(mass, a, numbers, NUMBER.inertia, rhs, awake.mass);
  if (deltaM !== 0) addMassTimes(mass, a0, numbers, NUMBER.inertiaBefore, rhs, awake.mass);
  if (deltaF !== 0) for (let i = 0; i < natural.free; i++) rhs[i] -= scale * deltaF * inner[i];
}

/**
 * T at the present positions; `exact`: with second derivatives. Reads: jacobian, body state. Writes: values of the
 * tangent, rows of springs.
 */
function assembleTangent(
  model: Model,
  data: Data,
  state: LagrangianState,
  fields: LagrangianFields,
  exact: boolean,
): void {
  const { natural, mass, tangent, soft, alpha, jacobian, numbers, awake } = state;
  startTangent(tangent, mass, numbers, NUMBER.mass, awake);
  addRowProducts(
    tangent.values,
    natural.constraints,
    tangent.constraintPairs,
    jacobian,
    alpha,
    numbers,
    NUMBER.stiffness,
    awake.rows,
  );
  if (soft.rows > 0) {
    writeSpringRows(model, data, soft);
    gatherSoftRows(natural, soft, state.value);
    const { softPairs, values } = tangent;
    addRowProducts(values, soft, softPairs, soft.entries, soft.stiffness, numbers, NUMBER.stiffness, awake.soft);
    addRowProducts(values, soft, softPairs, soft.entries, soft.damping, numbers, NUMBER.damping, awake.soft);
    if (soft.hasBounded)
      addRowProducts(values, soft, softPairs, soft.entries, soft.hold, numbers, NUMBER.stiffness, awake.soft);
  }
  if (exact) addSecondDerivatives(state, fields);
}
