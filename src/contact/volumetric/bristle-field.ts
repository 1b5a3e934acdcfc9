import { PATCH_FRICTION, PATCH_MOTION } from "./patch-friction.js";
import type { Pattern } from "./pattern.js";

/**
 * Bristles spread over a patch, each a spring and damper whose force returns radially to its part of the cone
 * [Vilela2018]:
 *
 *   placement  ρ_i = 2 (σ₁ ξ_i1 e₁ + σ₂ ξ_i2 e₂)        a uniform ellipse with the patch's second moments
 *   slip       v_i = v_t + ω_n n × ρ_i
 *   trial      z̃_i = z_i + h v_i,   f̃_i = −w_i (k_t z̃_i + c_t v_i),   L_i = w_i μ F_n
 *   return     |f̃_i| ≤ L_i: f_i = f̃_i, z_i = z̃_i
 *              else          f_i = L_i f̃_i/|f̃_i|, z_i = z̃_i shortened to L_i/(w_i k_t) where it is longer
 *   sum        F_t = Σ f_i,   τ = Σ ρ_i × f_i
 *
 * z is never lengthened: power into a bristle less what it stores is proportional to (|s| − |u|)(L − |u|) ≥ 0, so that
 * the field is passive. Bristles that stuck at the end of the last step have the static coefficient, the others the
 * kinetic one. Slip and spin share the cone: a spinning disk glides as on ice.
 *
 * z, two numbers per point, stands in the axes of the patch; `stuck` has a bit per point, 32 in each number.
 */
export function fieldFriction(
  pattern: Pattern,
  z: Float64Array,
  at: number,
  stuck: Float64Array,
  from: number,
  motion: Float64Array,
  o: number,
  out: Float64Array,
  p: number,
): void {
  const { count, point, weight } = pattern;
  const v1 = motion[o + PATCH_MOTION.slip];
  const v2 = motion[o + PATCH_MOTION.slip + 1];
  const spin = motion[o + PATCH_MOTION.slip + 2];
  const load = motion[o + PATCH_MOTION.load];
  const s1 = 2 * motion[o + PATCH_MOTION.spread];
  const s2 = 2 * motion[o + PATCH_MOTION.spread + 1];
  const h = motion[o + PATCH_MOTION.elapsed];
  const k = motion[o + PATCH_MOTION.stiffness];
  const c = motion[o + PATCH_MOTION.damping];
  const g = k * h + c;
  const viscosity = motion[o + PATCH_MOTION.viscosity];
  for (let i = 0; i < PATCH_FRICTION.size; i++) out[p + i] = 0;
  const w = p + PATCH_FRICTION.wrench;
  const d = p + PATCH_FRICTION.damping;
  const l = p + PATCH_FRICTION.perLoad;
  let sticking = 0;
  for (let i = 0; i < count; i++) {
    const part = weight[i];
    const r1 = s1 * point[2 * i];
    const r2 = s2 * point[2 * i + 1];
    const u1 = v1 - spin * r2;
    const u2 = v2 + spin * r1;
    // −f*/w
    const t1 = k * (z[at + 2 * i] + h * u1) + c * u1;
    const t2 = k * (z[at + 2 * i + 1] + h * u2) + c * u2;
    const size = Math.sqrt(t1 * t1 + t2 * t2);
    const stays = ((stuck[from + (i >> 5)] >>> (i & 31)) & 1) === 1;
    const mu = motion[o + (stays ? PATCH_MOTION.friction : PATCH_MOTION.kineticFriction)];
    let f1 = -part * t1;
    let f2 = -part * t2;
    // −∂f/∂u
    let c11 = part * g;
    let c12 = 0;
    let c22 = c11;
    if (size > mu * load) {
      const x = t1 / size;
      const y = t2 / size;
      f1 = -part * mu * load * x;
      f2 = -part * mu * load * y;
      const q = (part * mu * load * g) / size;
      c11 = q * y * y;
      c12 = -q * x * y;
      c22 = q * x * x;
      out[l] -= part * mu * x;
      out[l + 1] -= part * mu * y;
      out[l + 2] -= part * mu * (r1 * y - r2 * x);
    } else sticking += part;
    out[w] += f1;
    out[w + 1] += f2;
    out[w + 2] += r1 * f2 - r2 * f1;
    // ∂u/∂(v₁, v₂, ω) = [1 0 −r₂; 0 1 r₁]
    const a = c12 * r1 - c11 * r2;
    const b = c22 * r1 - c12 * r2;
    out[d] += c11;
    out[d + 1] += c12;
    out[d + 2] += a;
    out[d + 4] += c22;
    out[d + 5] += b;
    out[d + 8] += r1 * b - r2 * a;
  }
  out[w] -= viscosity * v1;
  out[w + 1] -= viscosity * v2;
  out[d] += viscosity;
  out[d + 4] += viscosity;
  out[d + 3] = out[d + 1];
  out[d + 6] = out[d + 2];
  out[d + 7] = out[d + 5];
  out[p + PATCH_FRICTION.sticking] = sticking;
}

/** A step ends: bristles and who stuck, from the motion of its end. Writes: z, stuck. */
export function commitField(
  { count, point, weight }: Pattern,
  z: Float64Array,
  at: number,
  stuck: Float64Array,
  from: number,
  motion: Float64Array,
  o: number,
): void {
  const v1 = motion[o + PATCH_MOTION.slip];
  const v2 = motion[o + PATCH_MOTION.slip + 1];
  const spin = motion[o + PATCH_MOTION.slip + 2];
  const load = motion[o + PATCH_MOTION.load];
  const s1 = 2 * motion[o + PATCH_MOTION.spread];
  const s2 = 2 * motion[o + PATCH_MOTION.spread + 1];
  const h = motion[o + PATCH_MOTION.elapsed];
  const k = motion[o + PATCH_MOTION.stiffness];
  const c = motion[o + PATCH_MOTION.damping];
  for (let i = 0; i < count; i++) {
    if (weight[i] === 0) continue;
    const u1 = v1 - spin * s2 * point[2 * i + 1];
    const u2 = v2 + spin * s1 * point[2 * i];
    const z1 = z[at + 2 * i] + h * u1;
    const z2 = z[at + 2 * i + 1] + h * u2;
    const t1 = k * z1 + c * u1;
    const t2 = k * z2 + c * u2;
    const word = from + (i >> 5);
    const bit = 1 << (i & 31);
    const stays = (stuck[word] & bit) !== 0;
    const limit = motion[o + (stays ? PATCH_MOTION.friction : PATCH_MOTION.kineticFriction)] * load;
    let shorter = 1;
    if (t1 * t1 + t2 * t2 <= limit * limit) stuck[word] = (stuck[word] | bit) >>> 0;
    else {
      stuck[word] = (stuck[word] & ~bit) >>> 0;
      const length = Math.sqrt(z1 * z1 + z2 * z2);
      if (k * length > limit) shorter = limit / (k * length);
    }
    z[at + 2 * i] = shorter * z1;
    z[at + 2 * i + 1] = shorter * z2;
  }
}
