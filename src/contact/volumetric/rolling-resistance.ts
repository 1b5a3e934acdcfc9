/**
 * Torque of a patch against rolling and spinning, of the lengths `rollingFriction` and `spinningFriction` of its
 * materials: a bristle of angle that sticks until the torque reaches length × F_n,
 *
 *   t = k (z + h ω) + c ω,   |t| ≤ L: τ = −t,   else τ = −L t/|t|,   L = length F_n
 *
 * as a bristle of slip does (`bristle-field.ts`), in the axes of the patch: z₁, z₂ against rolling, z_n against
 * spinning. It adds to the friction of the footprint and to the damping of the layer.
 */

/** Motion and load of a patch, for its resistance to rotation. */
export const ROTATION = {
  /** ω₁, ω₂, ω_n of B against A, rad/s. */
  rate: 0,
  /** F_n, N. */
  load: 3,
  /** Lengths against rolling and spinning, m. */
  rolling: 4,
  spinning: 5,
  /** k, N m/rad, and c, N m s/rad, of rolling and of spinning. */
  rollingStiffness: 6,
  rollingDamping: 7,
  spinningStiffness: 8,
  spinningDamping: 9,
  /** s since the memory was written. */
  elapsed: 10,
  size: 11,
} as const;

/** Result of `rollingResistance`. */
export const RESISTANCE = {
  /** τ₁, τ₂, τ_n on B, N m. */
  torque: 0,
  /** −∂τ/∂ω, 3 × 3 by rows. */
  damping: 3,
  /** ∂τ/∂F_n, m. */
  perLoad: 12,
  size: 15,
} as const;

/** Reads: angles angle[r], angle[r + 1] of rolling and angle[s] of spinning, motion[o …]. Writes: out[p …]. */
export function rollingResistance(
  angle: Float64Array,
  r: number,
  s: number,
  motion: Float64Array,
  o: number,
  out: Float64Array,
  p: number,
): void {
  for (let k = 0; k < RESISTANCE.size; k++) out[p + k] = 0;
  const h = motion[o + ROTATION.elapsed];
  const load = motion[o + ROTATION.load];
  const d = p + RESISTANCE.damping;
  const rolling = motion[o + ROTATION.rolling];
  if (rolling > 0) {
    const k = motion[o + ROTATION.rollingStiffness];
    const c = motion[o + ROTATION.rollingDamping];
    const g = k * h + c;
    const t1 = k * angle[r] + g * motion[o];
    const t2 = k * angle[r + 1] + g * motion[o + 1];
    const size = Math.sqrt(t1 * t1 + t2 * t2);
    const limit = rolling * load;
    if (size > limit) {
      const x = t1 / size;
      const y = t2 / size;
      const q = (limit * g) / size;
      out[p] = -limit * x;
      out[p + 1] = -limit * y;
      out[d] = q * y * y;
      out[d + 1] = out[d + 3] = -q * x * y;
      out[d + 4] = q * x * x;
      out[p + RESISTANCE.perLoad] = -rolling * x;
      out[p + RESISTANCE.perLoad + 1] = -rolling * y;
    } else {
      out[p] = -t1;
      out[p + 1] = -t2;
      out[d] = out[d + 4] = g;
    }
  }
  const spinning = motion[o + ROTATION.spinning];
  if (spinning > 0) {
    const k = motion[o + ROTATION.spinningStiffness];
    const g = k * h + motion[o + ROTATION.spinningDamping];
    const t = k * angle[s] + g * motion[o + 2];
    const limit = spinning * load;
    const sign = t < 0 ? -1 : 1;
    if (Math.abs(t) > limit) {
      out[p + 2] = -limit * sign;
      out[p + RESISTANCE.perLoad + 2] = -spinning * sign;
    } else {
      out[p + 2] = -t;
      out[d + 8] = g;
    }
  }
}

/** A step ends: the angles of its end, no larger than the limit holds. Writes: angle[r], angle[r + 1], angle[s]. */
export function commitRolling(angle: Float64Array, r: number, s: number, motion: Float64Array, o: number): void {
  const h = motion[o + ROTATION.elapsed];
  const load = motion[o + ROTATION.load];
  const rolling = motion[o + ROTATION.rolling];
  if (rolling > 0) {
    const k = motion[o + ROTATION.rollingStiffness];
    const z1 = angle[r] + h * motion[o];
    const z2 = angle[r + 1] + h * motion[o + 1];
    const size = k * Math.sqrt(z1 * z1 + z2 * z2);
    const shorter = size > rolling * load ? (rolling * load) / size : 1;
    angle[r] = shorter * z1;
    angle[r + 1] = shorter * z2;
  }
  const spinning = motion[o + ROTATION.spinning];
  if (spinning > 0) {
    const k = motion[o + ROTATION.spinningStiffness];
    const limit = (spinning * load) / k;
    angle[s] = Math.max(-limit, Math.min(limit, angle[s] + h * motion[o + 2]));
  }
}
