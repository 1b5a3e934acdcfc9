/**
 * The elastic layer between two bodies, a modified Winkler foundation [Vilela2018], [Gonthier2004]: at a point ρ of the
 * patch the pressure is
 *
 *   p = K δ (1 + a δ̇),   δ̇ = −n · (v + ω × ρ)
 *
 * and force and torque are its integrals over the patch, of which only moments are needed: of the volume (∫ δ dS = V, ∫
 * δ ρ dS = Q, ∫ δ ρρᵀ dS) for the force, of the area (S, ∫ ρ dS, ∫ ρρᵀ dS) for how the volume changes when bodies move
 * by d along n and turn by θ across it since the patch was found:
 *
 *   V = V₀ − (S d + S₂ θ₁ − S₁ θ₂),   Q₁ = −(S₁ d + I₁₂ θ₁ − I₁₁ θ₂),   Q₂ = −(S₂ d + I₂₂ θ₁ − I₁₂ θ₂)
 *   N = K [(1 − a v) V − a ω₁ Q₂ + a ω₂ Q₁]
 *   τ₁ = K [(1 − a v) Q₂ − a (ω₁ M₂₂ − ω₂ M₁₂)],   τ₂ = −K [(1 − a v) Q₁ − a (ω₁ M₁₂ − ω₂ M₁₁)]
 *
 * on B, in the axes (e₁, e₂, n) at the centroid of then; d, θ, v, ω of B relative to A, n from A to B. For a = 0 it has
 * the energy ½ K ∫ δ² dS; the terms with a only take energy away. It never pulls: where N would be negative there is no
 * contact.
 *
 * Rolling. The torque x = |τ| of the terms with ω is linear in ω and would brake without bound: where a δ̇ > 1 the
 * layer would pull at the trailing edge. A layer that loses the part α of its elastic energy in each passage takes α W
 * per length, W = ½ K ∫ δ_max² dy [Greenwood1961], so that x does not pass
 *
 *   L = α λ √m K V/s,   τ ← τ/√(1 + (x/L)²)
 *
 * m = ∫ δ ρ_r² dS/V along the direction r of rolling. λ = W/(N √m) times the radius is 8√6/(15π) = 0.416 of a sphere
 * and 3√5/16 = 0.419 of a cylinder. Rocking of a flat footprint is no passage: s goes from 0 where δ is uniform (i = m,
 * i = ∫ ρ_r² dS/S) to 1 at the paraboloid (i = 3m/2), and L without bound has no effect.
 */

/** Moments of a patch in its axes, about the centroid of the volume. */
export const MOMENTS = {
  /** V₀, m³. */
  volume: 0,
  /** S, m²; S₁, S₂ = ∫ ρ dS, m³; I₁₁, I₁₂, I₂₂ = ∫ ρρᵀ dS, m⁴. */
  area: 1,
  first: 2,
  second: 4,
  /** M₁₁, M₁₂, M₂₂ = ∫ δ ρρᵀ dS, m⁵. */
  spread: 7,
  size: 10,
} as const;

/** How B has moved against A since the patch was found, and how it moves. */
export const MOTION = {
  /** d (m), θ₁, θ₂ (rad). */
  way: 0,
  /** v (m/s), ω₁, ω₂ (rad/s). */
  rate: 3,
  size: 6,
} as const;

/** Result of `pressPatch`. */
export const PRESS = {
  /** N (N), τ₁, τ₂ (N m) on B. */
  wrench: 0,
  /** −∂wrench/∂displacement and −∂wrench/∂rate, 3 × 3 by rows. */
  stiffness: 3,
  damping: 12,
  /** V, m³, as it is now. */
  volume: 21,
  size: 22,
} as const;

/** Where K (N/m³), a (s/m) and α (0: rolling is not limited) stand in `law`. */
export const LAYER = { stiffness: 0, damping: 1, rollingLoss: 2, size: 3 } as const;

/** λ, between a sphere's 8√6/(15π) and a cylinder's 3√5/16, which differ by 0.8 %. */
const LOSS_PER_SPREAD = 0.4175;

/** Reads: moments[m …], motion[o …], law[l …]. Writes: out[p …]. */
export function pressPatch(
  moments: Float64Array,
  m: number,
  motion: Float64Array,
  o: number,
  law: Float64Array,
  l: number,
  out: Float64Array,
  p: number,
): void {
  const K = law[l + LAYER.stiffness];
  const a = law[l + LAYER.damping];
  const d = motion[o];
  const t1 = motion[o + 1];
  const t2 = motion[o + 2];
  const v = motion[o + MOTION.rate];
  const w1 = motion[o + MOTION.rate + 1];
  const w2 = motion[o + MOTION.rate + 2];
  const S = moments[m + MOMENTS.area];
  const S1 = moments[m + MOMENTS.first];
  const S2 = moments[m + MOMENTS.first + 1];
  const I11 = moments[m + MOMENTS.second];
  const I12 = moments[m + MOMENTS.second + 1];
  const I22 = moments[m + MOMENTS.second + 2];
  const M11 = moments[m + MOMENTS.spread];
  const M12 = moments[m + MOMENTS.spread + 1];
  const M22 = moments[m + MOMENTS.spread + 2];
  const V = moments[m] - (S * d + S2 * t1 - S1 * t2);
  const Q1 = -(S1 * d + I12 * t1 - I11 * t2);
  const Q2 = -(S2 * d + I22 * t1 - I12 * t2);
  const bracket = 1 - a * v;
  const N = K * (bracket * V - a * w1 * Q2 + a * w2 * Q1);
  out[p + PRESS.volume] = V;
  if (!(V > 0) || !(bracket > 0) || !(N > 0)) {
    for (let i = 0; i < PRESS.volume; i++) out[p + i] = 0;
    return;
  }
  out[p] = N;
  out[p + 1] = K * (bracket * Q2 - a * (w1 * M22 - w2 * M12));
  out[p + 2] = -K * (bracket * Q1 - a * (w1 * M12 - w2 * M11));
  const k = p + PRESS.stiffness;
  out[k] = K * (bracket * S - a * w1 * S2 + a * w2 * S1);
  out[k + 1] = K * (bracket * S2 - a * w1 * I22 + a * w2 * I12);
  out[k + 2] = K * (-bracket * S1 + a * w1 * I12 - a * w2 * I11);
  out[k + 3] = K * bracket * S2;
  out[k + 4] = K * bracket * I22;
  out[k + 5] = -K * bracket * I12;
  out[k + 6] = -K * bracket * S1;
  out[k + 7] = -K * bracket * I12;
  out[k + 8] = K * bracket * I11;
  const c = p + PRESS.damping;
  const Ka = K * a;
  out[c] = Ka * V;
  out[c + 1] = out[c + 3] = Ka * Q2;
  out[c + 2] = out[c + 6] = -Ka * Q1;
  out[c + 4] = Ka * M22;
  out[c + 5] = out[c + 7] = -Ka * M12;
  out[c + 8] = Ka * M11;
  limitRolling(moments, m, K, law[l + LAYER.rollingLoss], V, w1, w2, out, p);
}

/** Torque of rolling within what hysteresis takes. Reads: moments[m …]. Writes: out[p …]. */
function limitRolling(
  moments: Float64Array,
  m: number,
  K: number,
  loss: number,
  V: number,
  w1: number,
  w2: number,
  out: Float64Array,
  p: number,
): void {
  const square = w1 * w1 + w2 * w2;
  if (!(loss > 0) || square === 0) return;
  const c = p + PRESS.damping;
  const d1 = -(out[c + 4] * w1 + out[c + 5] * w2);
  const d2 = -(out[c + 7] * w1 + out[c + 8] * w2);
  const S = moments[m + MOMENTS.area];
  const i = along(moments, m + MOMENTS.second, w1, w2) / (S * square);
  const spread = along(moments, m + MOMENTS.spread, w1, w2) / (moments[m] * square);
  const round = Math.min(1, 2 * (i / spread - 1));
  if (!(round > 0)) return;
  const lever = (loss * LOSS_PER_SPREAD * Math.sqrt(spread)) / round;
  const limit = lever * K * V;
  const x2 = (d1 * d1 + d2 * d2) / (limit * limit);
  const f = 1 / Math.sqrt(1 + x2);
  out[p + 1] += (f - 1) * d1;
  out[p + 2] += (f - 1) * d2;
  // d(fτ) = f dτ − f³ τ (τ · dτ)/L² + f³ x² τ dL/L³, dL = −λ … K S dd
  const f3 = f * f * f;
  const q = f3 / (limit * limit);
  for (let k = 0; k < 2; k++) {
    const g1 = out[c + 4 + k];
    const g2 = out[c + 7 + k];
    const inner = q * (d1 * g1 + d2 * g2);
    out[c + 4 + k] = f * g1 - d1 * inner;
    out[c + 7 + k] = f * g2 - d2 * inner;
  }
  const shrink = (f3 * x2 * lever * K * S) / limit;
  out[p + PRESS.stiffness + 3] += shrink * d1;
  out[p + PRESS.stiffness + 6] += shrink * d2;
}

/** |ω|² times the moment along the direction of rolling, n × ω. */
function along(moments: Float64Array, o: number, w1: number, w2: number): number {
  return w1 * w1 * moments[o + 2] - 2 * w1 * w2 * moments[o + 1] + w2 * w2 * moments[o];
}
