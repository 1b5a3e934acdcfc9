/**
 * ∂F/∂u of an element of contact from the rim, with F = f n + F_t the force on O and u = v_S − v_O. An element that is moved on implicitly has δ̇ = n·u and
 * δ = δ_n + h (… + w δ̇), so that one matrix holds stiffness and damping:
 *
 *   f′ = ∂f/∂δ̇ = h w K ℓ (1 + D δ̇/v₀) + c
 *   ∂F_t/∂u = κ (P − z a_tᵀ + (a f′/f) z nᵀ) + c_t P,   P = I − n nᵀ,   κ = (h σ₀ + σ₁)/(1 + h a)
 *   a_t = ∂a/∂u_t = (σ₀/g) (1/s + 2 s (f/g) (μ_s − μ_d) e/x₀²) u_t,   s = ‖u_t‖,   e = exp(−s²/x₀²)
 *
 * and with smoothed Coulomb friction, r² = s² + v_r²:  ∂F_t/∂u = (μ f/r) (P − u_t u_tᵀ/r²) + (μ f′/r) u_t nᵀ + c_t P.
 */
import { COEFFICIENT, ELEMENT, LAST } from "./element.js";

/** u_t, and what stands beside it in the outer products. */
const T = new Float64Array(3);

/** Adds the slope of the element that `stepElement` has just moved on: `state` after the move, 9 numbers by rows from `so` on. Writes: slope. */
export function addSlope(
  by: Float64Array,
  state: Float64Array,
  normal: Float64Array,
  no: number,
  velocity: Float64Array,
  slope: Float64Array,
  so: number,
): void {
  const nx = normal[no];
  const ny = normal[no + 1];
  const nz = normal[no + 2];
  const rate = velocity[0] * nx + velocity[1] * ny + velocity[2] * nz;
  T[0] = velocity[0] - rate * nx;
  T[1] = velocity[1] - rate * ny;
  T[2] = velocity[2] - rate * nz;
  const h = by[COEFFICIENT.timestep];
  const force = LAST[0];
  const damping = LAST[1];
  // what multiplies n nᵀ, P, w tᵀ and w nᵀ, where w is the bristle or u_t
  let along = 0;
  let across = by[COEFFICIENT.viscosity];
  let outer = 0;
  let mixed = 0;
  let w: Float64Array = T;
  let wo = 0;
  if (force > 0 || (force < 0 && by[COEFFICIENT.adhesion] === 1)) {
    const elastic = by[COEFFICIENT.stiffness] * by[COEFFICIENT.length];
    const growth = LAST[2] === 1 ? 0 : (by[COEFFICIENT.factor] * rate) / LAST[3];
    along = h * by[COEFFICIENT.weight] * elastic * (1 + growth) + damping;
  }
  const mu = by[COEFFICIENT.friction];
  if (force > 0 && mu > 0) {
    const square = T[0] * T[0] + T[1] * T[1] + T[2] * T[2];
    const slip = by[COEFFICIENT.speed];
    if (by[COEFFICIENT.law] === 1) {
      const r = Math.sqrt(square + slip * slip);
      across += (mu * force) / r;
      outer = -(mu * force) / (r * r * r);
      mixed = (mu * along) / r;
    } else {
      const a = LAST[4];
      const g = LAST[5];
      const s0 = by[COEFFICIENT.bristleStiffness];
      const k = (h * s0 + by[COEFFICIENT.bristleDamping]) / (1 + h * a);
      const s = Math.sqrt(square);
      across += k;
      w = state;
      wo = ELEMENT.bristle;
      if (s > 0)
        outer =
          ((-k * s0) / g) *
          (1 / s + (2 * s * force * (mu - by[COEFFICIENT.kineticFriction]) * LAST[6]) / (g * slip * slip));
      mixed = (k * a * along) / force;
    }
  }
  for (let i = 0; i < 3; i++) {
    const n = normal[no + i];
    for (let j = 0; j < 3; j++) {
      const m = normal[no + j];
      slope[so + 3 * i + j] +=
        (along - across) * n * m + (i === j ? across : 0) + w[wo + i] * (outer * T[j] + mixed * m);
    }
  }
}
