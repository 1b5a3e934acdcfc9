import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { writeBodies } from "./bodies.js";
import { addTransposed, evaluateConstraints, multiplyJacobian } from "./constraints.js";
import { advanceWatched } from "./contradiction.js";
import {
  convectiveTerms,
  noteError,
  placeConstraints,
  placeRows,
  startGeneralisedForces,
  updateGeneralisedForces,
} from "./evaluate.js";
import { LAGRANGIAN_STATISTIC, type LagrangianFields, lagrangianFields } from "./fields.js";
import { evaluateForms, evaluateSome } from "./forms.js";
import { prescribe } from "./guides.js";
import { addMassTimes } from "./mass.js";
import { factorMassProjector, pass, projectVelocities } from "./project.js";
import { keepWritten } from "./start.js";
import type { LagrangianState } from "./state.js";
import { addEnd, dropPart, noteEnd } from "./step-loads.js";
import { solveTangent } from "./tangent.js";

/**
 * The method of Dormand and Prince, of fifth order [DormandPrince1980]: nodes, weights of earlier slopes in every
 * stage, and weights of the step. The seventh stage is the first of the next step.
 */
const NODE = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1];
const SLOPES = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
];
const WEIGHTS = [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84];
const STAGES = 6;

/** All of them as one table, the step last. */
const TABLE = Float64Array.from([...SLOPES, WEIGHTS].flatMap((row) => [...row, ...Array(STAGES - row.length).fill(0)]));

/**
 * Passes of every acceleration: the first has multipliers of the stage before, each further one leaves 1e-5 of the
 * error.
 */
const PASSES = 2;

const MINUS_ONE = Float64Array.of(-1);

/** Velocities and accelerations of all stages, and what is prescribed at the end of the step. */
export interface Stages {
  readonly velocity: readonly Float64Array[];
  readonly acceleration: readonly Float64Array[];
  readonly end: readonly Float64Array[];
  /** A Jacobian whose values are not used. */
  readonly jacobian: Float64Array;
}

export function createStages(count: number, entries: number): Stages {
  const arrays = (n: number) => Array.from({ length: n }, () => new Float64Array(count));
  return {
    velocity: arrays(STAGES),
    acceleration: arrays(STAGES),
    end: arrays(3),
    jacobian: new Float64Array(entries),
  };
}

/** One step, with guides stopped where what they prescribe does not fit; see `advanceWatched` and `advanceOnce`. */
export function advanceIndex1(model: Model, data: Data, state: LagrangianState): boolean {
  return advanceWatched(model, data, state, advanceOnce);
}

/**
 * One step of an explicit Runge–Kutta method on accelerations that satisfy equations of motion and constraints together
 *
 *   M q̈ + Φ_qᵀ λ = Q,   Φ̈ = 0:   (M + Φ_qᵀ α Φ_q) q̈ = Q − Φ_qᵀ {α (Φ̇_q q̇ + Φ̇_t) + λ},   λ ← λ + α Φ̈
 *
 * (augmented Lagrangian of index 1 [BayoLedesma1996]). What the step leaves of Φ and Φ̇, of the order h⁶, is then
 * projected away in the metric of the mass, with the factors that the accelerations at the end of the step need anyway.
 * A unit vector that turns by ω h in a step falls behind by (ω h)⁷/5040; with the classical method of fourth order it
 * would be (ω h)⁵/120, which is why that is not used. Explicit: stiff springs bound the step. Springs see kinematic
 * bodies at the end of the step. Returns whether the positions were found. Reads and writes: q, v, a, multiplier, body
 * state, statistics.
 */
function advanceOnce(model: Model, data: Data, state: LagrangianState): boolean {
  const { natural, q0, v0, a0, stages, guides, numbers } = state;
  const fields = lagrangianFields(data);
  const { coordinate: q, velocity: v, acceleration: a, multiplier, statistics } = fields;
  const h = state.timestep;
  q0.set(q);
  v0.set(v);
  a0.set(a);
  dropPart(data, state, state.partLoads);
  addEnd(model, data, state, WEIGHTS[0] * h);
  prescribe(model, natural, guides, state.watch, data, numbers, q, v, a);
  stages.end[0].set(q);
  stages.end[1].set(v);
  stages.end[2].set(a);
  stages.velocity[0].set(v0);
  stages.acceleration[0].set(a0);
  const time = data.clock[0];
  let constant = false;
  for (let s = 1; s < STAGES; s++) {
    combine(state, s, q, v);
    interpolate(state, s, q, v, a);
    if (constant) placeRows(state, q);
    else placeConstraints(state, q);
    data.clock[0] = time + NODE[s] * h;
    if (s === 1) constant = startGeneralisedForces(model, data, state, v);
    else if (!constant) updateGeneralisedForces(model, data, state, v);
    data.clock[0] = time;
    if (WEIGHTS[s] !== 0) {
      noteEnd(model, data, state);
      addEnd(model, data, state, WEIGHTS[s] * h);
    }
    factorMassProjector(state);
    solveStage(state, q, v, a, multiplier);
    stages.velocity[s].set(v);
    stages.acceleration[s].set(a);
  }
  combine(state, STAGES, q, v);
  for (let i = natural.free; i < natural.count; i++) {
    q[i] = stages.end[0][i];
    v[i] = stages.end[1][i];
    a[i] = stages.end[2][i];
  }

  const found = projectPositions(state, fields);
  projectVelocities(state, state.massProjector, Math.max(PASSES, state.settings.passes), v);
  noteError(state, state.phiDot, statistics, LAGRANGIAN_STATISTIC.velocityError);
  data.clock[0] = time + h;
  if (!constant) updateGeneralisedForces(model, data, state, v);
  data.clock[0] = time;
  noteEnd(model, data, state);
  solveStage(state, q, v, a, multiplier);
  noteError(state, state.phiDot, statistics, LAGRANGIAN_STATISTIC.accelerationError);
  evaluateForms(natural.forms, v, state.rate);
  writeBodies(model, natural, data, state.value, state.rate);
  keepWritten(data, fields);
  return found;
}

/** q and v of stage s, or of the end of the step: q₀ + h Σ a_sj q̇_j, and the same with q̈. */
function combine(state: LagrangianState, s: number, q: Float64Array, v: Float64Array): void {
  const { q0, v0, stages, natural } = state;
  const { velocity, acceleration } = stages;
  const { free } = natural;
  for (let i = 0; i < free; i++) {
    q[i] = q0[i];
    v[i] = v0[i];
  }
  for (let j = 0; j < s; j++) {
    const w = state.timestep * TABLE[STAGES * s + j];
    if (w === 0) continue;
    const vj = velocity[j];
    const aj = acceleration[j];
    for (let i = 0; i < free; i++) {
      q[i] += w * vj[i];
      v[i] += w * aj[i];
    }
  }
}

/**
 * Prescribed coordinates within the step: the polynomial of fifth degree that has position, velocity and acceleration
 * of both its ends. With the part c of the step and the ends' differences e₀ = q₁ − q₀ − h v₀ − h²/2 a₀, e₁ = h (v₁ −
 * v₀ − h a₀), e₂ = h² (a₁ − a₀):
 *
 *   q = q₀ + c h v₀ + c²h²/2 a₀ + k₃ c³ + k₄ c⁴ + k₅ c⁵
 *   k₃ = 10 e₀ − 4 e₁ + e₂/2,  k₄ = −15 e₀ + 7 e₁ − e₂,  k₅ = 6 e₀ − 3 e₁ + e₂/2
 */
function interpolate(state: LagrangianState, s: number, q: Float64Array, v: Float64Array, a: Float64Array): void {
  const { natural, stages, q0, v0, a0, timestep: h } = state;
  const [q1, v1, a1] = stages.end;
  const c = NODE[s];
  for (let i = natural.free; i < natural.count; i++) {
    const e0 = q1[i] - q0[i] - h * v0[i] - 0.5 * h * h * a0[i];
    const e1 = h * (v1[i] - v0[i] - h * a0[i]);
    const e2 = h * h * (a1[i] - a0[i]);
    const k3 = 10 * e0 - 4 * e1 + 0.5 * e2;
    const k4 = -15 * e0 + 7 * e1 - e2;
    const k5 = 6 * e0 - 3 * e1 + 0.5 * e2;
    q[i] = q0[i] + c * h * (v0[i] + 0.5 * c * h * a0[i]) + c * c * c * (k3 + c * (k4 + c * k5));
    v[i] = v0[i] + c * h * a0[i] + (c * c * (3 * k3 + c * (4 * k4 + 5 * c * k5))) / h;
    a[i] = a0[i] + (c * (6 * k3 + c * (12 * k4 + 20 * c * k5))) / (h * h);
  }
}

/**
 * q̈ and λ with the present factors. Reads: value, jacobian, force. Writes: a, multiplier, rate, gamma, phiDot, rhs.
 */
function solveStage(
  state: LagrangianState,
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
  multiplier: Float64Array,
): void {
  const { natural, mass, gamma, rowWork, rowMass, rhs, phiDot, jacobian, force } = state;
  const { constraints, free } = natural;
  convectiveTerms(state, q, v);
  // with q̈ of free coordinates zero, Φ̈ is what has to be balanced, and M q̈ what prescribed motion drags along
  a.fill(0, 0, free);
  multiplyJacobian(constraints, jacobian, a, phiDot, state.awake.rows);
  for (let r = 0; r < rowWork.length; r++) rowWork[r] = -(rowMass[r] * (phiDot[r] + gamma[r]) + multiplier[r]);
  rhs.set(force);
  if (free < natural.count) addMassTimes(mass, a, MINUS_ONE, 0, rhs, state.awake.mass);
  addTransposed(constraints, jacobian, rowWork, rhs, state.awake.rows);
  solveTangent(state.weights, rhs);
  for (let i = 0; i < free; i++) a[i] = rhs[i];
  for (let k = 1; ; k++) {
    multiplyJacobian(constraints, jacobian, a, phiDot, state.awake.rows);
    for (let r = 0; r < rowWork.length; r++) {
      phiDot[r] += gamma[r];
      multiplier[r] += rowMass[r] * phiDot[r];
    }
    if (k === PASSES) return;
    pass(state, state.massProjector, a);
  }
}

/**
 * q ← the nearest that satisfies the constraints, in the metric of the mass: δ = −A⁻¹ Φ_qᵀ α Φ(q) with Jacobian and
 * factors of the last stage, again and again. Both must be of one place: factors of another would leave along the
 * motion α times what Φ_q changes in between. Then Jacobian and factors of the place that was found. Writes: q, value,
 * phi, jacobian, factors, statistics.
 */
function projectPositions(state: LagrangianState, { coordinate: q, statistics }: LagrangianFields): boolean {
  const { natural, settings, scale, value, rhs, rowWork, phi, rowMass, jacobian, stages } = state;
  const { constraints, forms } = natural;
  let found = false;
  let k = 0;
  while (!found && k < settings.iterations) {
    evaluateSome(forms, 0, forms.inConstraints, q, value);
    evaluateConstraints(constraints, forms, value, q, phi, stages.jacobian, state.awake.entries, state.awake.dots);
    for (let r = 0; r < rowWork.length; r++) rowWork[r] = -rowMass[r] * phi[r];
    rhs.fill(0);
    addTransposed(constraints, jacobian, rowWork, rhs, state.awake.rows);
    solveTangent(state.weights, rhs);
    let change = 0;
    for (let i = 0; i < natural.free; i++) {
      q[i] += rhs[i];
      const relative = Math.abs(rhs[i]) / scale[i];
      if (!(relative <= change)) change = relative;
    }
    k++;
    statistics[LAGRANGIAN_STATISTIC.change] = change;
    found = change < settings.tolerance;
    if (!(change < Number.POSITIVE_INFINITY)) break;
  }
  placeConstraints(state, q);
  factorMassProjector(state);
  statistics[LAGRANGIAN_STATISTIC.factorisations] += STAGES;
  statistics[LAGRANGIAN_STATISTIC.iterations] = k;
  statistics[LAGRANGIAN_STATISTIC.iterationsInAll] += k;
  noteError(state, phi, statistics, LAGRANGIAN_STATISTIC.positionError);
  return found;
}
