import { placeContacts } from "../../contact/contact-step.js";
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { addTransposed, multiplyJacobian } from "./constraints.js";
import { accelerationErrors, evaluateGeneralisedForces, placeConstraints } from "./evaluate.js";
import type { LagrangianFields } from "./fields.js";
import { prescribe } from "./guides.js";
import { factorMassProjector } from "./project.js";
import type { LagrangianState } from "./state.js";
import { addEnd, noteEnd } from "./step-loads.js";
import { solveTangent } from "./tangent.js";

/** Stages of the classical Runge–Kutta method: how far each goes along the slope of the one before, and its weight. */
const REACH = [0, 0.5, 0.5, 1];
const WEIGHT = [1 / 6, 1 / 3, 1 / 3, 1 / 6];

/**
 * The penalty method: every constraint is a stiff spring and damper, and accelerations follow at once,
 *
 *   (M + Φ_qᵀ α Φ_q) q̈ = Q − Φ_qᵀ α (Φ̇_q q̇ + Φ̇_t + 2 ξ ω Φ̇ + ω² Φ)                     [Luaces2013] (2.8)
 *
 * integrated by RK4. What is prescribed moves at the ends of the step only, so that this is for fixed supports. Reads
 * and writes: q, v, a.
 */
export function advancePenalty(model: Model, data: Data, state: LagrangianState, fields: LagrangianFields): void {
  const { natural, q0, v0, a0: accelerationSum, work: velocitySum } = state;
  const { coordinate: q, velocity: v, acceleration: a } = fields;
  const h = state.timestep;
  q0.set(q);
  v0.set(v);
  velocitySum.fill(0);
  accelerationSum.fill(0);
  prescribe(model, natural, state.guides, null, data, state.numbers, q, v, a);
  for (let stage = 0; stage < 4; stage++) {
    const reach = REACH[stage] * h;
    placeContacts(data, reach);
    for (let i = 0; i < natural.free; i++) {
      q[i] = q0[i] + reach * v[i];
      v[i] = v0[i] + reach * a[i];
    }
    if (stage === 0) for (let i = 0; i < natural.free; i++) v[i] = v0[i];
    penaltyAccelerations(model, data, state, q, v, a);
    noteEnd(model, data, state);
    addEnd(model, data, state, WEIGHT[stage] * h);
    for (let i = 0; i < natural.free; i++) {
      velocitySum[i] += WEIGHT[stage] * v[i];
      accelerationSum[i] += WEIGHT[stage] * a[i];
    }
  }
  for (let i = 0; i < natural.free; i++) {
    q[i] = q0[i] + h * velocitySum[i];
    v[i] = v0[i] + h * accelerationSum[i];
    a[i] = accelerationSum[i];
  }
  placeConstraints(state, q);
}

/** Energy of the springs that hold the constraints, ½ Σ α ω² Φ², J; 0 with other methods. Reads: phi. */
export function penaltyEnergy({ settings, phi, rowMass }: LagrangianState): number {
  if (settings.method !== "penalty") return 0;
  const square = settings.frequency * settings.frequency;
  let sum = 0;
  for (let r = 0; r < phi.length; r++) sum += 0.5 * rowMass[r] * square * phi[r] * phi[r];
  return sum;
}

/** a ← q̈ of (2.8). */
function penaltyAccelerations(
  model: Model,
  data: Data,
  state: LagrangianState,
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
): void {
  const { natural, settings, phi, phiDot, rowWork, rowMass, rhs, force, jacobian, velocityRow } = state;
  placeConstraints(state, q);
  evaluateGeneralisedForces(model, data, state, v);
  factorMassProjector(state);
  const { frequency: w, damping } = settings;
  a.fill(0, 0, natural.free);
  accelerationErrors(state, q, v, a);
  multiplyJacobian(natural.constraints, jacobian, v, velocityRow, state.awake.rows);
  for (let r = 0; r < rowWork.length; r++)
    rowWork[r] = -rowMass[r] * (phiDot[r] + 2 * damping * w * velocityRow[r] + w * w * phi[r]);
  rhs.fill(0);
  for (let i = 0; i < natural.free; i++) rhs[i] = force[i];
  addTransposed(natural.constraints, jacobian, rowWork, rhs, state.awake.rows);
  solveTangent(state.weights, rhs);
  for (let i = 0; i < natural.free; i++) a[i] = rhs[i];
}
