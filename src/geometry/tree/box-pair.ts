/**
 * Two boxes in different frames, by separating axes: the three face normals of each and the nine products of their
 * edges [GottschalkLinManocha1996; Ericson2005, ch. 4.4.1].
 *
 * A box is 6 numbers: centre (3) and half sides (3), along the axes of its own frame. The frames are related by one
 * transform, x_A = R x_B + t, made once per query.
 */

/** R row by row (9), t (3), |R| + slack (9), slack of lengths (1). */
export const RELATIVE_SIZE = 22;

/** Added to |R|, so that nearly parallel edges, whose product vanishes, cannot separate by round-off. */
const ROTATION_SLACK = 1e-12;

/** Completes out[o …] from R and t (in its first 12 numbers): |R| and no slack of lengths. */
export function completeRelative(out: Float64Array, o: number): void {
  for (let k = 0; k < 9; k++) out[o + 12 + k] = Math.abs(out[o + k]) + ROTATION_SLACK;
  out[o + 21] = 0;
}

/**
 * The transform from B's frame to A's: R = R_WAᵀ R_WB, t = R_WAᵀ (p_WB − p_WA), from positions (m) and unit quaternions
 * [x, y, z, w].
 */
export function relativeTransform(
  posA: Float64Array,
  pa: number,
  quatA: Float64Array,
  qa: number,
  posB: Float64Array,
  pb: number,
  quatB: Float64Array,
  qb: number,
  out: Float64Array,
  o: number,
): void {
  // q = q_WA⁻¹ q_WB
  const ax = -quatA[qa];
  const ay = -quatA[qa + 1];
  const az = -quatA[qa + 2];
  const aw = quatA[qa + 3];
  const bx = quatB[qb];
  const by = quatB[qb + 1];
  const bz = quatB[qb + 2];
  const bw = quatB[qb + 3];
  const x = aw * bx + ax * bw + ay * bz - az * by;
  const y = aw * by - ax * bz + ay * bw + az * bx;
  const z = aw * bz + ax * by - ay * bx + az * bw;
  const w = aw * bw - ax * bx - ay * by - az * bz;
  out[o] = 1 - 2 * (y * y + z * z);
  out[o + 1] = 2 * (x * y - z * w);
  out[o + 2] = 2 * (x * z + y * w);
  out[o + 3] = 2 * (x * y + z * w);
  out[o + 4] = 1 - 2 * (x * x + z * z);
  out[o + 5] = 2 * (y * z - x * w);
  out[o + 6] = 2 * (x * z - y * w);
  out[o + 7] = 2 * (y * z + x * w);
  out[o + 8] = 1 - 2 * (x * x + y * y);
  // t: the difference turned by the conjugate
  const dx = posB[pb] - posA[pa];
  const dy = posB[pb + 1] - posA[pa + 1];
  const dz = posB[pb + 2] - posA[pa + 2];
  const cx = 2 * (ay * dz - az * dy);
  const cy = 2 * (az * dx - ax * dz);
  const cz = 2 * (ax * dy - ay * dx);
  out[o + 9] = dx + aw * cx + ay * cz - az * cy;
  out[o + 10] = dy + aw * cy + az * cx - ax * cz;
  out[o + 11] = dz + aw * cz + ax * cy - ay * cx;
  completeRelative(out, o);
}

/**
 * True when some axis separates box a[ao …] of frame A from box b[bo …] of frame B by more than the slack of lengths.
 * Touching boxes are not apart.
 */
export function areBoxesApart(
  relative: Float64Array,
  a: Float64Array,
  ao: number,
  b: Float64Array,
  bo: number,
): boolean {
  const r00 = relative[0];
  const r01 = relative[1];
  const r02 = relative[2];
  const r10 = relative[3];
  const r11 = relative[4];
  const r12 = relative[5];
  const r20 = relative[6];
  const r21 = relative[7];
  const r22 = relative[8];
  const slack = relative[21];
  const cx = b[bo];
  const cy = b[bo + 1];
  const cz = b[bo + 2];
  const b0 = b[bo + 3];
  const b1 = b[bo + 4];
  const b2 = b[bo + 5];
  const a0 = a[ao + 3];
  const a1 = a[ao + 4];
  const a2 = a[ao + 5];

  // faces of A
  const s00 = relative[12];
  const s01 = relative[13];
  const s02 = relative[14];
  const d0 = r00 * cx + r01 * cy + r02 * cz + relative[9] - a[ao];
  if (Math.abs(d0) > a0 + b0 * s00 + b1 * s01 + b2 * s02 + slack) return true;
  const s10 = relative[15];
  const s11 = relative[16];
  const s12 = relative[17];
  const d1 = r10 * cx + r11 * cy + r12 * cz + relative[10] - a[ao + 1];
  if (Math.abs(d1) > a1 + b0 * s10 + b1 * s11 + b2 * s12 + slack) return true;
  const s20 = relative[18];
  const s21 = relative[19];
  const s22 = relative[20];
  const d2 = r20 * cx + r21 * cy + r22 * cz + relative[11] - a[ao + 2];
  if (Math.abs(d2) > a2 + b0 * s20 + b1 * s21 + b2 * s22 + slack) return true;

  // faces of B
  if (Math.abs(d0 * r00 + d1 * r10 + d2 * r20) > b0 + a0 * s00 + a1 * s10 + a2 * s20 + slack) return true;
  if (Math.abs(d0 * r01 + d1 * r11 + d2 * r21) > b1 + a0 * s01 + a1 * s11 + a2 * s21 + slack) return true;
  if (Math.abs(d0 * r02 + d1 * r12 + d2 * r22) > b2 + a0 * s02 + a1 * s12 + a2 * s22 + slack) return true;

  // edges: axis i of A × axis j of B, of length ≤ 1, so the slack need not shrink
  if (Math.abs(d2 * r10 - d1 * r20) > a1 * s20 + a2 * s10 + b1 * s02 + b2 * s01 + slack) return true;
  if (Math.abs(d2 * r11 - d1 * r21) > a1 * s21 + a2 * s11 + b0 * s02 + b2 * s00 + slack) return true;
  if (Math.abs(d2 * r12 - d1 * r22) > a1 * s22 + a2 * s12 + b0 * s01 + b1 * s00 + slack) return true;
  if (Math.abs(d0 * r20 - d2 * r00) > a0 * s20 + a2 * s00 + b1 * s12 + b2 * s11 + slack) return true;
  if (Math.abs(d0 * r21 - d2 * r01) > a0 * s21 + a2 * s01 + b0 * s12 + b2 * s10 + slack) return true;
  if (Math.abs(d0 * r22 - d2 * r02) > a0 * s22 + a2 * s02 + b0 * s11 + b1 * s10 + slack) return true;
  if (Math.abs(d1 * r00 - d0 * r10) > a0 * s10 + a1 * s00 + b1 * s22 + b2 * s21 + slack) return true;
  if (Math.abs(d1 * r01 - d0 * r11) > a0 * s11 + a1 * s01 + b0 * s22 + b2 * s20 + slack) return true;
  return Math.abs(d1 * r02 - d0 * r12) > a0 * s12 + a1 * s02 + b0 * s21 + b1 * s20 + slack;
}
