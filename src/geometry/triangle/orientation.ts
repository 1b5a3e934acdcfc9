import { difference, negate, product, sign, sum } from "./expansion.js";

/**
 * Exact signs of orientation determinants, and their values to a few units in the last place. The same decisions as
 * `predicates.ts`, in a form that allocates nothing: points are vertex numbers in a packed array, results are small
 * integers or go into an array. A floating-point filter answers nearly always; expansions answer the rest
 * [Shewchuk1997].
 *
 *   O(a, b, c, d) = (a − d) · ((b − d) × (c − d)) = det [x y z 1]
 *
 * O > 0 when the triangle a, b, c is seen clockwise from d, so O = −`sideOfPlane`. This is the sign of the literature
 * on triangle pairs [GuigueDevillers2003].
 */

const UNIT_ROUND_OFF = 1.1102230246251565e-16; // 2⁻⁵³
/** Error of the plain formula, relative to the sum of absolute values [Shewchuk1997, o3derrboundA, ccwerrboundA]. */
const ORIENT_ERROR = (7 + 56 * UNIT_ROUND_OFF) * UNIT_ROUND_OFF;
const TURN_ERROR = (3 + 16 * UNIT_ROUND_OFF) * UNIT_ROUND_OFF;
/**
 * A value from the plain formula is kept when it is this many times larger than its error: 2⁻⁴⁰ relative, see
 * `orientValue`.
 */
const SAFETY_FACTOR = 1 / 9.094947017729282e-13;

/** Sign of O(a, b, c, d), exact: −1, 0 or 1. */
export function orientSign(v: Float64Array, a: number, b: number, c: number, d: number): number {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  const l = 3 * d;
  const ax = v[i] - v[l];
  const ay = v[i + 1] - v[l + 1];
  const az = v[i + 2] - v[l + 2];
  const bx = v[j] - v[l];
  const by = v[j + 1] - v[l + 1];
  const bz = v[j + 2] - v[l + 2];
  const cx = v[k] - v[l];
  const cy = v[k + 1] - v[l + 1];
  const cz = v[k + 2] - v[l + 2];
  const bxcy = bx * cy;
  const cxby = cx * by;
  const cxay = cx * ay;
  const axcy = ax * cy;
  const axby = ax * by;
  const bxay = bx * ay;
  const det = az * (bxcy - cxby) + bz * (cxay - axcy) + cz * (axby - bxay);
  const size =
    (Math.abs(bxcy) + Math.abs(cxby)) * Math.abs(az) +
    (Math.abs(cxay) + Math.abs(axcy)) * Math.abs(bz) +
    (Math.abs(axby) + Math.abs(bxay)) * Math.abs(cz);
  const error = ORIENT_ERROR * size;
  if (det > error) return 1;
  if (det < -error) return -1;
  return size === 0 ? 0 : sign(total, exactOrient(v, i, j, k, l));
}

/**
 * O(a, b, c, d) into out[o], to a relative error of about 1e-12 however small it is, so that ratios of such values
 * (where an edge pierces a plane) can be trusted for nearly coplanar points too.
 */
export function orientValue(
  v: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  out: Float64Array,
  o: number,
): void {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  const l = 3 * d;
  const ax = v[i] - v[l];
  const ay = v[i + 1] - v[l + 1];
  const az = v[i + 2] - v[l + 2];
  const bx = v[j] - v[l];
  const by = v[j + 1] - v[l + 1];
  const bz = v[j + 2] - v[l + 2];
  const cx = v[k] - v[l];
  const cy = v[k + 1] - v[l + 1];
  const cz = v[k + 2] - v[l + 2];
  const bxcy = bx * cy;
  const cxby = cx * by;
  const cxay = cx * ay;
  const axcy = ax * cy;
  const axby = ax * by;
  const bxay = bx * ay;
  const det = az * (bxcy - cxby) + bz * (cxay - axcy) + cz * (axby - bxay);
  const size =
    (Math.abs(bxcy) + Math.abs(cxby)) * Math.abs(az) +
    (Math.abs(cxay) + Math.abs(axcy)) * Math.abs(bz) +
    (Math.abs(axby) + Math.abs(bxay)) * Math.abs(cz);
  if (size === 0 || Math.abs(det) > SAFETY_FACTOR * ORIENT_ERROR * size) {
    out[o] = size === 0 ? 0 : det;
    return;
  }
  estimate(exactOrient(v, i, j, k, l), out, o);
}

/** Sign of the turn a → b → c seen in the coordinates (u, w), exact: 1 left, −1 right, 0 straight. */
export function turnSign(v: Float64Array, a: number, b: number, c: number, u: number, w: number): number {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  const left = (v[i + u] - v[k + u]) * (v[j + w] - v[k + w]);
  const right = (v[i + w] - v[k + w]) * (v[j + u] - v[k + u]);
  const det = left - right;
  const size = Math.abs(left) + Math.abs(right);
  if (det > TURN_ERROR * size) return 1;
  if (det < -TURN_ERROR * size) return -1;
  if (size === 0) return 0;
  return exactMinor(v, i + u, k + u, j + w, k + w, i + w, k + w, j + u, k + u);
}

/** Sign of the component (u, w) of (a − b) × (c − d), exact; (u, w) = (1, 2), (2, 0), (0, 1) for x, y, z. */
export function crossSign(v: Float64Array, a: number, b: number, c: number, d: number, u: number, w: number): number {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  const l = 3 * d;
  const left = (v[i + u] - v[j + u]) * (v[k + w] - v[l + w]);
  const right = (v[i + w] - v[j + w]) * (v[k + u] - v[l + u]);
  const det = left - right;
  const size = Math.abs(left) + Math.abs(right);
  // four differences, two products and a sum, as in a turn
  if (det > TURN_ERROR * size) return 1;
  if (det < -TURN_ERROR * size) return -1;
  if (size === 0) return 0;
  return exactMinor(v, i + u, j + u, k + w, l + w, i + w, j + w, k + u, l + u);
}

/** True when a, b, c lie on one line or coincide, exact. */
export function isFlat(v: Float64Array, a: number, b: number, c: number): boolean {
  return turnSign(v, a, b, c, 0, 1) === 0 && turnSign(v, a, b, c, 1, 2) === 0 && turnSign(v, a, b, c, 2, 0) === 0;
}

/** Scratch of the exact path; meaningless between calls. Sizes from the longest possible expansions. */
const dLeft = new Float64Array(2);
const dRight = new Float64Array(2);
const one = new Float64Array(128);
const two = new Float64Array(128);
const left = new Float64Array(16);
const right = new Float64Array(16);
const minor = new Float64Array(16);
const term = new Float64Array(64);
const partial = new Float64Array(192);
const total = new Float64Array(192);

/** minor = (v[i] − v[j]) (v[k] − v[l]) − (v[m] − v[n]) (v[p] − v[q]); returns its length. */
function minorOf(
  v: Float64Array,
  i: number,
  j: number,
  k: number,
  l: number,
  m: number,
  n: number,
  p: number,
  q: number,
): number {
  const a = difference(v, i, v, j, dLeft);
  const b = difference(v, k, v, l, dRight);
  const ab = product(dLeft, a, dRight, b, left, one, two);
  const c = difference(v, m, v, n, dLeft);
  const d = difference(v, p, v, q, dRight);
  const cd = product(dLeft, c, dRight, d, right, one, two);
  negate(right, cd);
  return sum(left, ab, right, cd, minor);
}

function exactMinor(
  v: Float64Array,
  i: number,
  j: number,
  k: number,
  l: number,
  m: number,
  n: number,
  p: number,
  q: number,
): number {
  return sign(minor, minorOf(v, i, j, k, l, m, n, p, q));
}

/** The determinant as an expansion in `total`; returns its length. Arguments are offsets into v. */
function exactOrient(v: Float64Array, i: number, j: number, k: number, l: number): number {
  // az (bx cy − by cx) + bz (cx ay − cy ax) + cz (ax by − ay bx), each with differences to d
  let length = addTerm(v, j, k, i, l, 0);
  length = addTerm(v, k, i, j, l, length);
  return addTerm(v, i, j, k, l, length);
}

/** total += (r_z − l_z) [(p_x − l_x)(q_y − l_y) − (p_y − l_y)(q_x − l_x)]; returns the new length of `total`. */
function addTerm(v: Float64Array, p: number, q: number, r: number, l: number, length: number): number {
  const m = minorOf(v, p, l, q + 1, l + 1, p + 1, l + 1, q, l);
  const d = difference(v, r + 2, v, l + 2, dLeft);
  const t = product(minor, m, dLeft, d, term, one, two);
  const n = sum(total, length, term, t, partial);
  for (let s = 0; s < n; s++) total[s] = partial[s];
  return n;
}

/** The value of the expansion in `total`, rounded, into out[o]. */
function estimate(length: number, out: Float64Array, o: number): void {
  let value = 0;
  for (let t = 0; t < length; t++) value += total[t];
  out[o] = value;
}
