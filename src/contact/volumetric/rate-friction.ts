import { diskFriction } from "./disk-friction.js";
import { PATCH_FRICTION, PATCH_MOTION } from "./patch-friction.js";

/**
 * Laws without memory: F = −μF_n A v_t, τ = −μF_n B ω_n n with A and B of slip and spin [Vilela2018].
 *
 *   literal   L0   A = 1/v₀,     B = r_g²/v₀                      viscous with unit speed v₀, as the slides print it
 *   average   L1   A = 1/v_avg,  B = r²/v_avg,   r = r_g          v_avg = √(|v_t|² + r² ω_n²) [Gonthier2004]
 *   mean      L1c  the same with r = r₁                           exact in pure spin
 *   disk      L2   the closed form of a disk of radius 3 r₁/2     `disk-friction.ts`
 *
 * L1 to L2 have a direction but no size at rest: below the speed v₀ they go to zero in proportion, so nothing sticks.
 */
export const RATE_LAWS = { literal: 0, average: 1, mean: 2, disk: 3 } as const;

/** Of a disk, r₁/r_g = (2/3)/(1/√2). */
const MEAN_PER_GYRATION = 0.9428090415820634;

/**
 * Workspace of one patch: A, B; then ∂A/∂a /a, ∂A/∂w /w, ∂B/∂a /a, ∂B/∂w /w with a = |v_t|, w = |ω_n|; ε of a
 * disk; its f, t and df/dε.
 */
const work = { c: new Float64Array(6), ratio: new Float64Array(1), disk: new Float64Array(3) };

/** Friction of one patch by the law of that number. Reads: motion[o …]. Writes: out[p …]. */
export function rateFriction(law: number, motion: Float64Array, o: number, out: Float64Array, p: number): void {
  const { c } = work;
  const v1 = motion[o + PATCH_MOTION.slip];
  const v2 = motion[o + PATCH_MOTION.slip + 1];
  const spin = motion[o + PATCH_MOTION.slip + 2];
  const gyration = motion[o + PATCH_MOTION.gyration];
  const v0 = motion[o + PATCH_MOTION.speed];
  const mu = motion[o + PATCH_MOTION.kineticFriction];
  if (law === RATE_LAWS.literal) {
    c.fill(0);
    c[0] = 1 / v0;
    c[1] = (gyration * gyration) / v0;
  } else if (law === RATE_LAWS.disk) weighDisk(v1, v2, spin, 1.5 * MEAN_PER_GYRATION * gyration, v0, work);
  else {
    const r = law === RATE_LAWS.mean ? MEAN_PER_GYRATION * gyration : gyration;
    const s = Math.sqrt(v1 * v1 + v2 * v2 + r * r * spin * spin + v0 * v0);
    c[0] = 1 / s;
    c[1] = (r * r) / s;
    c[2] = -1 / (s * s * s);
    c[3] = c[4] = r * r * c[2];
    c[5] = r * r * c[3];
  }
  const limit = mu * motion[o + PATCH_MOTION.load];
  const viscosity = motion[o + PATCH_MOTION.viscosity];
  const w = p + PATCH_FRICTION.wrench;
  const d = p + PATCH_FRICTION.damping;
  const l = p + PATCH_FRICTION.perLoad;
  out[l] = -mu * c[0] * v1;
  out[l + 1] = -mu * c[0] * v2;
  out[l + 2] = -mu * c[1] * spin;
  out[w] = -(limit * c[0] + viscosity) * v1;
  out[w + 1] = -(limit * c[0] + viscosity) * v2;
  out[w + 2] = -limit * c[1] * spin;
  out[d] = limit * (c[0] + c[2] * v1 * v1) + viscosity;
  out[d + 1] = out[d + 3] = limit * c[2] * v1 * v2;
  out[d + 2] = limit * c[3] * spin * v1;
  out[d + 4] = limit * (c[0] + c[2] * v2 * v2) + viscosity;
  out[d + 5] = limit * c[3] * spin * v2;
  out[d + 6] = limit * c[4] * spin * v1;
  out[d + 7] = limit * c[4] * spin * v2;
  out[d + 8] = limit * (c[1] + c[5] * spin * spin);
  out[p + PATCH_FRICTION.sticking] = 0;
}

/**
 * Smallest speed, m/s, that has a direction: its inverse cubed is still a number. Of slip and spin none is taken for
 * less than this part of the other: f/ε and t are even in ε, so that A and B do not change beyond the last digit.
 */
const LEAST_DIRECTED_SPEED = 1e-80;
const LEAST_PART = 1e-9;

/** The disk, times g = s/√(s² + v₀²), s² = a² + b², b = R w. Writes: c. */
function weighDisk(
  v1: number,
  v2: number,
  spin: number,
  radius: number,
  v0: number,
  { c, ratio: of, disk }: typeof work,
): void {
  const slip = Math.sqrt(v1 * v1 + v2 * v2);
  const turn = radius * Math.abs(spin);
  const a = Math.max(LEAST_DIRECTED_SPEED, LEAST_PART * turn, slip);
  const b = Math.max(LEAST_DIRECTED_SPEED, LEAST_PART * slip, turn);
  const ratio = a / b;
  of[0] = ratio;
  diskFriction(of, 0, disk);
  const f = disk[0];
  const t = disk[1];
  const slope = disk[2];
  const s2 = a * a + b * b;
  const whole = s2 + v0 * v0;
  const s = Math.sqrt(s2);
  const g = s / Math.sqrt(whole);
  const r2 = radius * radius;
  // dg/da = a k, dg/dw = R² w k
  const k = v0 === 0 ? 0 : (v0 * v0) / (s * whole * Math.sqrt(whole));
  const force = f / a;
  const torque = (r2 * t) / b;
  c[0] = force * g;
  c[1] = torque * g;
  // ε = a/b: ∂ε/∂a = ε/a, ∂ε/∂w = −R ε/b; t′ = −ε f′
  const across = ((-ratio * slope) / (a * b * b)) * g;
  c[2] = ((ratio * slope - f) / (a * a * a)) * g + force * k;
  c[3] = r2 * (across + force * k);
  c[4] = r2 * across + torque * k;
  c[5] = r2 * r2 * ((ratio * ratio * slope - t) / (b * b * b)) * g + torque * r2 * k;
}
