/**
 * The plane n · r + d = 0 nearest to the corners of a contour [Luaces2013, §4.7.4, eqs. (4.89)–(4.92)]. With rows (rᵀ,
 * 1) the normal equations AᵀA (n, d) = 0 are factored with symmetric pivoting, the unknown of the smallest pivot is set
 * to 1, the others follow by back-substitution, and all are divided by ‖n‖.
 *
 * We take the corners relative to their mean m. The unknown d then decouples (its pivot is the number of corners),
 * three unknowns remain, and no digits are lost far from the origin. For coplanar corners the result is the same; for
 * others it is their regression along the axis nearest to the normal.
 */

/** Symmetric 3×3, row by row. */
const s = new Float64Array(9);
const order = new Int32Array(3);
const x = new Float64Array(3);

/** A contour thinner than this fraction of its length (squared) is a line and has no plane. */
const LINE = 1e-18;

/**
 * Fits the plane to the corners first … end − 1 of `points` (3 each) into out[0…3] = n (unit, of either sign), d; their
 * mean goes to out[4…6]. Returns false when the corners are on one line or at one point; the mean is written in any
 * case.
 */
export function fitPlane(points: Float64Array, first: number, end: number, out: Float64Array): boolean {
  const n = end - first;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let i = first; i < end; i++) sum += points[3 * i + k];
    out[4 + k] = n > 0 ? sum / n : 0;
  }
  s.fill(0);
  for (let i = 3 * first; i < 3 * end; i += 3) {
    for (let r = 0; r < 3; r++) {
      for (let c = r; c < 3; c++) s[3 * r + c] += (points[i + r] - out[4 + r]) * (points[i + c] - out[4 + c]);
    }
  }
  s[3] = s[1];
  s[6] = s[2];
  s[7] = s[5];
  const size = s[0] + s[4] + s[8];
  // two steps of elimination, the largest pivot first
  for (let k = 0; k < 3; k++) order[k] = k;
  for (let step = 0; step < 2; step++) {
    let best = step;
    for (let k = step + 1; k < 3; k++) if (s[4 * order[k]] > s[4 * order[best]]) best = k;
    const o = order[best];
    order[best] = order[step];
    order[step] = o;
    if (!(s[4 * o] > LINE * size)) return false;
    for (let k = step + 1; k < 3; k++) {
      const r = order[k];
      const f = s[3 * r + o] / s[4 * o];
      for (let m = step + 1; m < 3; m++) s[3 * r + order[m]] -= f * s[3 * o + order[m]];
    }
  }
  // the last unknown is 1
  const i = order[0];
  const j = order[1];
  const l = order[2];
  x[l] = 1;
  x[j] = -s[3 * j + l] / s[4 * j];
  x[i] = -(s[3 * i + j] * x[j] + s[3 * i + l]) / s[4 * i];
  const length = Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  for (let k = 0; k < 3; k++) out[k] = x[k] / length;
  out[3] = -(out[0] * out[4] + out[1] * out[5] + out[2] * out[6]);
  return true;
}
