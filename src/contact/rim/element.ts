/**
 * One element of contact from the rim: one end of one segment with the normal of one of its two triangles. S owns the
 * triangle, O is the other body; u = v_S − v_O at the point, δ̇ = u·n, u_t = u − δ̇ n. The force on O is f_n n + F_t,
 * that on S its opposite.
 *
 *   δ ← (δ + h ((1 − w) δ̇₀ + w δ̇))₊                   w = 1 [Moisio2013, §5.2.4]; the clamp is ours
 *   f_n = (K ℓ δ + c δ̇)₊,   c = min(K ℓ δ D/max(v₀, v_least), c_max)     (5.21) with a floor, a cap and no adhesion
 *   z ← (z + h u_t)/(1 + h a),   a = σ₀‖u_t‖/g,   g = f_n (μ_d + (μ_s − μ_d) exp(−u_t²/x₀²))   (3.11)–(3.14), implicit
 *   F_t = σ₀ z + σ₁ (u_t − a z) + c_t u_t              (3.15); c_t acts without load too
 *
 * and where the materials name no law, a bristle that returns to the cone, which LuGre's leaves while it is wound up:
 *
 *   t = σ₀ (z + h u_t) + σ₁ u_t,   ‖t‖ ≤ g: F_t = t, z ← z + h u_t,   else F_t = g t/‖t‖, z shortened to g/σ₀
 *
 * ℓ is half the segment's length, K = weight · K_p L_r/4 in N/m².
 */
import { expAt } from "../../math/elementary.js";

/** Memory of an element: δ m, v₀ m/s (negative: the element is new), z m in world axes, δ̇ m/s. */
export const ELEMENT = { depth: 0, speed: 1, bristle: 2, rate: 5, size: 6 } as const;

/** Coefficients of `stepElement`. */
export const COEFFICIENT = {
  /** K, N/m² */
  stiffness: 0,
  /** D of Flores */
  factor: 1,
  /** v_least, m/s */
  leastSpeed: 2,
  /** c_max, N s/m */
  cap: 3,
  /** 1: f_n may be negative */
  adhesion: 4,
  /** μ_s, μ_d */
  friction: 5,
  kineticFriction: 6,
  /** x₀, m/s; of smoothed Coulomb friction v_r */
  speed: 7,
  /** σ₀ N/m, σ₁ N s/m, c_t N s/m */
  bristleStiffness: 8,
  bristleDamping: 9,
  viscosity: 10,
  /** h, s */
  timestep: 11,
  /** ℓ, m */
  length: 12,
  /** 0: LuGre, 1: smoothed Coulomb friction μ f_n u_t/√(u_t² + v_r²), which creeps, 2: bristle within the cone */
  law: 13,
  /**
   * w of the present δ̇ in the indentation of a step: 1 with forces that are held, 1/2 within stages of higher order
   */
  weight: 14,
  size: 15,
} as const;

/**
 * Result of `stepElement`: the force on O, N; f_n, N; δ̇, m/s; and, for `addSlope`, c, 1 where c is capped,
 * max(v₀, v_least), a (of a bristle within the cone ‖t‖ where it slips, else 0), g, exp(−u_t²/x₀²), u_t and t/‖t‖.
 */
export const RESULT = {
  force: 0,
  load: 3,
  rate: 4,
  damping: 5,
  capped: 6,
  impactSpeed: 7,
  slipRate: 8,
  limit: 9,
  stribeck: 10,
  slip: 11,
  direction: 14,
  size: 17,
} as const;

/** Moves an element on by h. Writes: state[o …], out[oo …] as in RESULT. */
export function stepElement(
  by: Float64Array,
  state: Float64Array,
  o: number,
  normal: Float64Array,
  no: number,
  velocity: Float64Array,
  vo: number,
  out: Float64Array,
  oo: number,
): void {
  const h = by[COEFFICIENT.timestep];
  const nx = normal[no];
  const ny = normal[no + 1];
  const nz = normal[no + 2];
  const rate = velocity[vo] * nx + velocity[vo + 1] * ny + velocity[vo + 2] * nz;
  const ux = velocity[vo] - rate * nx;
  const uy = velocity[vo + 1] - rate * ny;
  const uz = velocity[vo + 2] - rate * nz;
  if (state[o + ELEMENT.speed] < 0) {
    state[o + ELEMENT.speed] = Math.max(0, rate);
    state[o + ELEMENT.rate] = rate;
  }
  const weight = by[COEFFICIENT.weight];
  const depth = Math.max(0, state[o] + h * ((1 - weight) * state[o + ELEMENT.rate] + weight * rate));
  state[o] = depth;
  state[o + ELEMENT.rate] = rate;
  const elastic = by[COEFFICIENT.stiffness] * by[COEFFICIENT.length] * depth;
  const speed = Math.max(state[o + ELEMENT.speed], by[COEFFICIENT.leastSpeed]);
  const free = (elastic * by[COEFFICIENT.factor]) / speed;
  const damping = Math.min(free, by[COEFFICIENT.cap]);
  let force = elastic + damping * rate;
  if (force < 0 && by[COEFFICIENT.adhesion] === 0) force = 0;
  out[oo + RESULT.damping] = damping;
  out[oo + RESULT.capped] = free > damping ? 1 : 0;
  out[oo + RESULT.impactSpeed] = speed;
  out[oo + RESULT.slip] = ux;
  out[oo + RESULT.slip + 1] = uy;
  out[oo + RESULT.slip + 2] = uz;
  const z = o + ELEMENT.bristle;
  const viscosity = by[COEFFICIENT.viscosity];
  out[oo] = force * nx + viscosity * ux;
  out[oo + 1] = force * ny + viscosity * uy;
  out[oo + 2] = force * nz + viscosity * uz;
  out[oo + RESULT.load] = force;
  out[oo + RESULT.rate] = rate;
  const mu = by[COEFFICIENT.friction];
  if (force <= 0 || mu <= 0) {
    state[z] = state[z + 1] = state[z + 2] = 0;
    return;
  }
  const square = ux * ux + uy * uy + uz * uz;
  const slip = by[COEFFICIENT.speed];
  if (by[COEFFICIENT.law] === 1) {
    const drag = (mu * force) / Math.sqrt(square + slip * slip);
    out[oo] += drag * ux;
    out[oo + 1] += drag * uy;
    out[oo + 2] += drag * uz;
    return;
  }
  out[oo + RESULT.stribeck] = -square / (slip * slip);
  expAt(out, oo + RESULT.stribeck);
  const kinetic = by[COEFFICIENT.kineticFriction];
  const g = force * (kinetic + (mu - kinetic) * out[oo + RESULT.stribeck]);
  const s0 = by[COEFFICIENT.bristleStiffness];
  const s1 = by[COEFFICIENT.bristleDamping];
  if (by[COEFFICIENT.law] === 2) {
    stepWithinCone(h, s0, s1, g, ux, uy, uz, nx, ny, nz, state, z, out, oo);
    return;
  }
  const a = (s0 * Math.sqrt(square)) / g;
  out[oo + RESULT.slipRate] = a;
  out[oo + RESULT.limit] = g;
  const along = state[z] * nx + state[z + 1] * ny + state[z + 2] * nz;
  const bottom = 1 + h * a;
  const zx = (state[z] - along * nx + h * ux) / bottom;
  const zy = (state[z + 1] - along * ny + h * uy) / bottom;
  const zz = (state[z + 2] - along * nz + h * uz) / bottom;
  state[z] = zx;
  state[z + 1] = zy;
  state[z + 2] = zz;
  out[oo] += s0 * zx + s1 * (ux - a * zx);
  out[oo + 1] += s0 * zy + s1 * (uy - a * zy);
  out[oo + 2] += s0 * zz + s1 * (uz - a * zz);
}

/** The bristle that returns to the cone of radius g. Writes: state[z …], out[oo …]. */
function stepWithinCone(
  h: number,
  s0: number,
  s1: number,
  g: number,
  ux: number,
  uy: number,
  uz: number,
  nx: number,
  ny: number,
  nz: number,
  state: Float64Array,
  z: number,
  out: Float64Array,
  oo: number,
): void {
  const along = state[z] * nx + state[z + 1] * ny + state[z + 2] * nz;
  const zx = state[z] - along * nx + h * ux;
  const zy = state[z + 1] - along * ny + h * uy;
  const zz = state[z + 2] - along * nz + h * uz;
  const tx = s0 * zx + s1 * ux;
  const ty = s0 * zy + s1 * uy;
  const tz = s0 * zz + s1 * uz;
  const size = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const slips = size > g;
  const part = slips ? g / size : 1;
  const length = s0 * Math.sqrt(zx * zx + zy * zy + zz * zz);
  const shorter = slips && length > g ? g / length : 1;
  state[z] = shorter * zx;
  state[z + 1] = shorter * zy;
  state[z + 2] = shorter * zz;
  out[oo] += part * tx;
  out[oo + 1] += part * ty;
  out[oo + 2] += part * tz;
  out[oo + RESULT.slipRate] = slips ? size : 0;
  out[oo + RESULT.limit] = g;
  out[oo + RESULT.direction] = slips ? tx / size : 0;
  out[oo + RESULT.direction + 1] = slips ? ty / size : 0;
  out[oo + RESULT.direction + 2] = slips ? tz / size : 0;
}
