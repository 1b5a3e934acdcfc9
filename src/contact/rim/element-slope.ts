/**
 * ∂F/∂u of an element of contact from the rim, with F = f n + F_t the force on O and u = v_S − v_O. An element that is
 * moved on implicitly has δ̇ = n·u and δ = δ_n + h (… + w δ̇), so that one matrix holds stiffness and damping:
 *
 *   f′ = ∂f/∂δ̇ = h w K ℓ (1 + D δ̇/v₀) + c
 *   ∂F_t/∂u = κ (P − z a_tᵀ + (a f′/f) z nᵀ) + c_t P,   P = I − n nᵀ,   κ = (h σ₀ + σ₁)/(1 + h a)
 *   a_t = ∂a/∂u_t = (σ₀/g) (1/s + 2 s (f/g) (μ_s − μ_d) e/x₀²) u_t,   s = ‖u_t‖,   e = exp(−s²/x₀²)
 *
 * and with smoothed Coulomb friction, r² = s² + v_r²:  ∂F_t/∂u = (μ f/r) (P − u_t u_tᵀ/r²) + (μ f′/r) u_t nᵀ + c_t P.
 * A bristle within the cone has (h σ₀ + σ₁) P where it sticks, and with d = t/‖t‖ where it slips
 * (g/‖t‖) (h σ₀ + σ₁) (P − d dᵀ) + d (∂g/∂u)ᵀ.
 */
import { COEFFICIENT, ELEMENT, RESULT } from "./element.js";

/**
 * Adds the slope of the element that `stepElement` has just moved on, `state` after the move and `result` from it: 9
 * numbers by rows from `so` on. Writes: slope.
 */
export function addSlope(
  by: Float64Array,
  state: Float64Array,
  normal: Float64Array,
  no: number,
  result: Float64Array,
  slope: Float64Array,
  so: number,
): void {
  const h = by[COEFFICIENT.timestep];
  const rate = result[RESULT.rate];
  const force = result[RESULT.load];
  const damping = result[RESULT.damping];
  const tx = result[RESULT.slip];
  const ty = result[RESULT.slip + 1];
  const tz = result[RESULT.slip + 2];
  // what multiplies n nᵀ, P, w tᵀ and w nᵀ, where w is the bristle or u_t
  let along = 0;
  let across = by[COEFFICIENT.viscosity];
  let outer = 0;
  let mixed = 0;
  let w: Float64Array = result;
  let wo: number = RESULT.slip;
  if (force > 0 || (force < 0 && by[COEFFICIENT.adhesion] === 1)) {
    const elastic = by[COEFFICIENT.stiffness] * by[COEFFICIENT.length];
    const growth = result[RESULT.capped] === 1 ? 0 : (by[COEFFICIENT.factor] * rate) / result[RESULT.impactSpeed];
    along = h * by[COEFFICIENT.weight] * elastic * (1 + growth) + damping;
  }
  const mu = by[COEFFICIENT.friction];
  if (force > 0 && mu > 0) {
    const square = tx * tx + ty * ty + tz * tz;
    const slip = by[COEFFICIENT.speed];
    if (by[COEFFICIENT.law] === 1) {
      const r = Math.sqrt(square + slip * slip);
      across += (mu * force) / r;
      outer = -(mu * force) / (r * r * r);
      mixed = (mu * along) / r;
    } else if (by[COEFFICIENT.law] === 2) {
      const g = result[RESULT.limit];
      const size = result[RESULT.slipRate];
      const k = h * by[COEFFICIENT.bristleStiffness] + by[COEFFICIENT.bristleDamping];
      const turn = size > 0 ? (g * k) / size : k;
      across += turn;
      if (size > 0) {
        w = result;
        wo = RESULT.direction;
        mixed = (g / force) * along;
        outer = (-2 * force * (mu - by[COEFFICIENT.kineticFriction]) * result[RESULT.stribeck]) / (slip * slip);
        for (let i = 0; i < 3; i++)
          for (let j = 0; j < 3; j++) slope[so + 3 * i + j] -= turn * result[wo + i] * result[wo + j];
      }
    } else {
      const a = result[RESULT.slipRate];
      const g = result[RESULT.limit];
      const s0 = by[COEFFICIENT.bristleStiffness];
      const k = (h * s0 + by[COEFFICIENT.bristleDamping]) / (1 + h * a);
      const s = Math.sqrt(square);
      across += k;
      w = state;
      wo = ELEMENT.bristle;
      if (s > 0)
        outer =
          ((-k * s0) / g) *
          (1 / s +
            (2 * s * force * (mu - by[COEFFICIENT.kineticFriction]) * result[RESULT.stribeck]) / (g * slip * slip));
      mixed = (k * a * along) / force;
    }
  }
  for (let i = 0; i < 3; i++) {
    const n = normal[no + i];
    for (let j = 0; j < 3; j++) {
      const m = normal[no + j];
      slope[so + 3 * i + j] +=
        (along - across) * n * m + (i === j ? across : 0) + w[wo + i] * (outer * result[RESULT.slip + j] + mixed * m);
    }
  }
}
