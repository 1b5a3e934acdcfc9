/**
 * A disc of radius R and the ground below it, in the plane of the disc. With x from the centre, Γ the line of the
 * ground inside the disc and m its normal,
 *
 *   S = ∫ (R² − |x|²) dA over the part of the disc that is below ground,   −∂S/∂x_c = G = ∫_Γ (R² − |x|²) m ds
 *
 * by the theorem of Gauss, because the weight is zero on the circle. So S, too, is a sum over pieces of Γ; with the
 * distance h of a straight piece from the centre, s along it and θ = atan(s/h),
 *
 *   ΔS = ¼ [R⁴ Δθ − 2 R² h Δs + h (h² Δs + Δs³/3)],   ΔG = m [(R² − h²) Δs − Δs³/3].
 *
 * The deflection δ is that of a flat ground with the same S: exact on a plane in any direction, smooth over edges and
 * curbs. The force is the derivative of an energy: k δ along G, times |G| over that of the flat ground.
 */
import { atanAt, cbrtAt, sinCosAt } from "../../math/elementary.js";

/** Sums of a disc: S; G with the component along the axis that goes with it, so that G is along the ground's normal. */
export const SUM = { s: 0, g: 1, size: 4 } as const;

/** Result: δ, m, and |G| over that of a flat ground. */
export const DEFLECTION = { depth: 0, share: 1, size: 8 } as const;

/** Piece of ground: h, s₁ < s₂, and the normal over its part in the plane of the disc, in the ground's frame. */
export const PIECE = { h: 0, from: 1, to: 2, normal: 3, size: 8 } as const;

/** What has a radius, m: a call would box the number. */
interface Disc {
  readonly radius: number;
}

/** Adds the part of a piece that is inside the disc. Writes: sum; piece beyond the normal is scratch. */
export function addPiece(piece: Float64Array, { radius }: Disc, sum: Float64Array): void {
  const h = piece[PIECE.h];
  const r2 = radius * radius;
  const c2 = r2 - h * h;
  if (!(c2 > 0)) return;
  const c = Math.sqrt(c2);
  const from = Math.max(-c, piece[PIECE.from]);
  const to = Math.min(c, piece[PIECE.to]);
  if (!(to > from)) return;
  const length = to - from;
  const cubes = (to * to * to - from * from * from) / 3;
  const g = c2 * length - cubes;
  for (let k = 0; k < 3; k++) sum[SUM.g + k] += g * piece[PIECE.normal + k];
  if (h === 0) return;
  piece[6] = to / h;
  piece[7] = from / h;
  atanAt(piece, 6);
  atanAt(piece, 7);
  sum[SUM.s] += 0.25 * (r2 * r2 * (piece[6] - piece[7]) - 2 * r2 * h * length + h * (h * h * length + cubes));
}

/** Newton steps; the start is off by φ⁴, and each squares that. */
const STEPS = 4;

/**
 * The flat ground with the sum S, S/R⁴ = ¼ [2φ − 4 s c + 2 s c³ + ⅔ s³ c] with s = sin φ, c = cos φ, which grows by
 * ⁴⁄₃ s⁴: δ = R (1 − cos φ). `size` is |G| in the plane of the disc, at out[1]. Writes: out, see DEFLECTION.
 */
export function findDeflection(sum: Float64Array, { radius }: Disc, out: Float64Array): void {
  const size = out[1];
  const r2 = radius * radius;
  const target = sum[SUM.s] / (r2 * r2);
  out[DEFLECTION.depth] = out[DEFLECTION.share] = 0;
  if (!(target > 1e-15)) return;
  // S/R⁴ ≈ ⁴⁄₁₅ φ⁵: the fifth root by Newton from a cube root
  const fifth = 3.75 * target;
  out[2] = fifth;
  cbrtAt(out, 2);
  let phi = Math.sqrt(out[2] * Math.sqrt(out[2]));
  for (let k = 0; k < 6; k++) phi = 0.8 * phi + (0.2 * fifth) / (phi * phi * phi * phi);
  phi = Math.min(1.5, phi * (1 + (2 / 21) * phi * phi));
  for (let k = 0; k < STEPS; k++) {
    out[2] = phi;
    sinCosAt(out, 2);
    const s = out[2];
    const c = out[3];
    const value = 0.25 * (2 * phi - 4 * s * c + 2 * s * c * c * c + (2 / 3) * s * s * s * c);
    phi = Math.max(0.5 * phi, Math.min(1.5, phi - (0.75 * (value - target)) / (s * s * s * s)));
  }
  out[2] = 0.5 * phi;
  sinCosAt(out, 2);
  out[DEFLECTION.depth] = 2 * radius * out[2] * out[2];
  const half = 2 * radius * out[2] * out[3];
  out[DEFLECTION.share] = (0.75 * size) / (half * half * half);
}
