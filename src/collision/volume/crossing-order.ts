import { difference, negate, product, sign, sum } from "../../geometry/triangle/expansion.js";
import type { VolumeWork } from "./volume-work.js";

/**
 * Which of two faces an edge pierces first, exactly. With heights h of the ends p, q over the planes of the faces 1 and
 * 2 (of opposite signs at p and q), the places are t = h_p/(h_p − h_q), so that
 *
 *   t_1 − t_2 has the sign of (h_p2 h_q1 − h_p1 h_q2) s_1 s_2,   s = sign(h_p).
 *
 * When that is exactly zero, the displacement d of the edge relative to the faces decides: h grows by n · d at both
 * ends, and the first component that is not zero of n_1 (h_p2 − h_q2) − n_2 (h_p1 − h_q1) takes its place. It vanishes
 * only for two faces in one plane, and of these the displaced edge pierces one.
 *
 * Points: p and q at 0 and 1 of `work.orderPoints`, the corners of the faces at 2 … 4 and 5 … 7.
 */

/**
 * Scratch. An expansion of a height has up to 192 components before it is compressed, and then fewer than 20 in
 * practice.
 */
const MAX_HEIGHT_TERMS = 192;
const PRODUCT_TERMS = 2 * MAX_HEIGHT_TERMS * 16;
const left = new Float64Array(2);
const right = new Float64Array(2);
const one = new Float64Array(PRODUCT_TERMS);
const two = new Float64Array(PRODUCT_TERMS);
const first = new Float64Array(64);
const second = new Float64Array(64);
const minor = new Float64Array(64);
const term = new Float64Array(128);
const total = new Float64Array(MAX_HEIGHT_TERMS + 64);
const partial = new Float64Array(MAX_HEIGHT_TERMS + 64);
const heights = [0, 1, 2, 3].map(() => new Float64Array(MAX_HEIGHT_TERMS + 64));
const lengths = new Int32Array(4);
const drop = new Float64Array(2 * MAX_HEIGHT_TERMS + 128);
const drop2 = new Float64Array(2 * MAX_HEIGHT_TERMS + 128);
const productA = new Float64Array(PRODUCT_TERMS);
const productB = new Float64Array(PRODUCT_TERMS);
const result = new Float64Array(2 * PRODUCT_TERMS);

/**
 * Sign of t_1 − t_2; `signs` is s_1 s_2, `moves` is +1 when the edge moves by (ε, ε², ε³) relative to the faces, −1
 * when by the opposite.
 */
export function placeOrder(work: VolumeWork, signs: number, moves: number): number {
  for (let k = 0; k < 4; k++) lengths[k] = heightOf(work, k & 1, 2 + 3 * (k >> 1), heights[k]);
  // h_p1, h_q1, h_p2, h_q2
  const a = product(heights[2], lengths[2], heights[1], lengths[1], productA, one, two);
  const b = product(heights[0], lengths[0], heights[3], lengths[3], productB, one, two);
  negate(productB, b);
  const s = sign(result, sum(productA, a, productB, b, result));
  if (s !== 0) return s * signs;
  negate(heights[1], lengths[1]);
  negate(heights[3], lengths[3]);
  const d1 = sum(heights[0], lengths[0], heights[1], lengths[1], drop);
  const d2 = sum(heights[2], lengths[2], heights[3], lengths[3], drop2);
  for (let axis = 0; axis < 3; axis++) {
    const u = axis === 2 ? 0 : axis + 1;
    const w = axis === 0 ? 2 : axis === 1 ? 0 : 1;
    const m = normalComponent(work, 2, u, w);
    const n1 = product(drop2, d2, minor, m, productA, one, two);
    const l = normalComponent(work, 5, u, w);
    const n2 = product(drop, d1, minor, l, productB, one, two);
    negate(productB, n2);
    const t = sign(result, sum(productA, n1, productB, n2, result));
    if (t !== 0) return t * signs * moves;
  }
  return 0;
}

/** Component (u, w) of the normal of the face at `face`, into `minor`. */
function normalComponent(work: VolumeWork, face: number, u: number, w: number): number {
  const a = 3 * face;
  return minorOf(work, a + 3 + u, a + u, a + 6 + w, a + w, a + 3 + w, a + w, a + 6 + u, a + u);
}

/** Height n · (p − a) of point p over the face at `face`, into out. */
function heightOf(work: VolumeWork, p: number, face: number, out: Float64Array): number {
  let n = 0;
  for (let axis = 0; axis < 3; axis++) {
    const m = normalComponent(work, face, axis === 2 ? 0 : axis + 1, axis === 0 ? 2 : axis === 1 ? 0 : 1);
    const d = difference(work.orderPoints, 3 * p + axis, work.orderPoints, 3 * face + axis, left);
    const t = product(minor, m, left, d, term, one, two);
    n = sum(total, n, term, t, partial);
    for (let i = 0; i < n; i++) total[i] = partial[i];
  }
  return compress(total, n, out);
}

/** minor = (v[i] − v[j]) (v[k] − v[l]) − (v[m] − v[n]) (v[o] − v[q]) of `points`; returns its length. */
function minorOf(
  work: VolumeWork,
  i: number,
  j: number,
  k: number,
  l: number,
  m: number,
  n: number,
  o: number,
  q: number,
): number {
  const a = difference(work.orderPoints, i, work.orderPoints, j, left);
  const b = difference(work.orderPoints, k, work.orderPoints, l, right);
  const ab = product(left, a, right, b, first, one, two);
  const c = difference(work.orderPoints, m, work.orderPoints, n, left);
  const d = difference(work.orderPoints, o, work.orderPoints, q, right);
  const cd = product(left, c, right, d, second, one, two);
  negate(second, cd);
  return sum(first, ab, second, cd, minor);
}

/** The same number with as few components as possible [Shewchuk1997, fig. 15]. */
function compress(e: Float64Array, en: number, out: Float64Array): number {
  if (en === 0) return 0;
  let bottom = en - 1;
  let q = e[en - 1];
  for (let i = en - 2; i >= 0; i--) {
    const high = q + e[i];
    const low = e[i] - (high - q);
    if (low !== 0) {
      partial[bottom--] = high;
      q = low;
    } else q = high;
  }
  let n = 0;
  partial[bottom] = q;
  for (let i = bottom + 1; i < en; i++) {
    const high = partial[i] + q;
    const low = q - (high - partial[i]);
    if (low !== 0) out[n++] = low;
    q = high;
  }
  if (q !== 0) out[n++] = q;
  return n;
}
