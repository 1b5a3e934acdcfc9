import { addTransposed } from "./constraints.js";
import { accelerationErrors, addAccelerations, velocityErrors } from "./evaluate.js";
import { clearExtent } from "./extent.js";
import { addHeldTransposed, heldErrors } from "./held-rows.js";
import type { LagrangianState } from "./state.js";
import { addRowProducts, factorTangent, solveTangent, startTangent, type Tangent } from "./tangent.js";

/**
 * Projections: the velocity nearest to q̇* that the constraints allow,
 *
 *   minimise ½ (q̇ − q̇*)ᵀ P (q̇ − q̇*) subject to Φ̇ = 0,   A = P + c Φ_qᵀ α Φ_q
 *   repeat:  A q̇ = P q̇* − c Φ_qᵀ α Φ_t − Φ_qᵀ σ,   σ ← σ + c α Φ̇                        [Luaces2013] (2.71)–(2.72)
 *
 * and the same for accelerations with Φ̈. Written for the change, the passes all read alike and P drops out:
 *
 *   A δ = −c Φ_qᵀ α Φ̇(q̇),   q̇ ← q̇ + δ
 *
 * A is the tangent, whose factors are there (P = M + γ h C + β h² K, c = β h²: Cuadrado), or M + Φ_qᵀ α Φ_q (P = M, c =
 * 1: Bayo–Ledesma).
 */
export interface Projector {
  readonly tangent: Tangent;
  /** c α of every row. */
  readonly weights: Float64Array;
  /** c / α where the weights are α alone: one number. */
  readonly scale: Float64Array;
  /** The weights of rows of joints while they hold. */
  readonly held: Float64Array;
}

const ONE = Float64Array.of(1);

/** Factors M + Φ_qᵀ α Φ_q at the present Jacobian. */
export function factorMassProjector(state: LagrangianState): void {
  const { weights, mass, natural, jacobian, rowMass, soft, awake } = state;
  startTangent(weights, mass, ONE, 0, awake);
  addRowProducts(weights.values, natural.constraints, weights.constraintPairs, jacobian, rowMass, ONE, 0, awake.rows);
  if (soft.hasBounded)
    addRowProducts(weights.values, soft, weights.softPairs, soft.entries, soft.massHold, ONE, 0, awake.soft);
  factorTangent(weights, awake);
}

/** Projects velocities; Φ̇ of the result is in phiDot. Reads: jacobian. Writes: v, phiDot. */
export function projectVelocities(state: LagrangianState, projector: Projector, passes: number, v: Float64Array): void {
  for (let k = 0; k < passes; k++) {
    velocityErrors(state, v);
    if (state.soft.hasBounded) heldErrors(state, v, state.soft.offset);
    pass(state, projector, v);
    if (k + 1 >= state.settings.passes && isSettled(state, 1)) break;
  }
  velocityErrors(state, v);
}

/**
 * Projects accelerations at the projected velocities; Φ̈ of the result is in phiDot. Reads: value, jacobian. Writes: a,
 * rate, gamma, phiDot.
 */
export function projectAccelerations(
  state: LagrangianState,
  projector: Projector,
  passes: number,
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
): void {
  accelerationErrors(state, q, v, a);
  for (let k = 0; k < passes; k++) {
    if (state.soft.hasBounded) heldErrors(state, a, state.soft.bias);
    pass(state, projector, a);
    addAccelerations(state, a);
    if (k + 1 >= state.settings.passes && isSettled(state, 2)) break;
  }
}

/**
 * Whether the last pass changed nothing that counts: its change, over a step, is within `passTolerance` of the scale of
 * each coordinate, h |δ| of velocities (`order` 1) and h² |δ| of accelerations (2). The next pass would change a
 * hundredth of that at most. Reads: rhs.
 */
function isSettled({ settings, rhs, scale, awake, timestep: h }: LagrangianState, order: number): boolean {
  const most = settings.passTolerance / (order === 1 ? h : h * h);
  if (most === 0) return false;
  for (let s = 0; s < awake.free.count; s++)
    for (let i = awake.free.from[s]; i < awake.free.to[s]; i++)
      if (!(Math.abs(rhs[i]) <= most * scale[i])) return false;
  return true;
}

/** x += −A⁻¹ c Φ_qᵀ α e for the errors e in phiDot. */
export function pass(state: LagrangianState, projector: Projector, x: Float64Array): void {
  const { natural, rhs, rowWork, phiDot, jacobian, soft, awake } = state;
  const { weights, held } = projector;
  const scale = projector.scale[0];
  for (let s = 0; s < awake.rows.count; s++)
    for (let r = awake.rows.from[s]; r < awake.rows.to[s]; r++) rowWork[r] = -scale * weights[r] * phiDot[r];
  clearExtent(awake.coordinates, rhs);
  addTransposed(natural.constraints, jacobian, rowWork, rhs, awake.rows);
  if (soft.hasBounded) {
    for (let r = soft.firstJointRow; r < soft.rows; r++) soft.push[r] = -scale * held[r] * soft.error[r];
    addHeldTransposed(state, soft.push, rhs);
  }
  solveTangent(projector.tangent, rhs, awake);
  for (let s = 0; s < awake.free.count; s++) for (let i = awake.free.from[s]; i < awake.free.to[s]; i++) x[i] += rhs[i];
}
