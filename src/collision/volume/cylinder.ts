import { asin } from "../../math/elementary.js";
import { addRound, beginRound } from "./sphere-overlap.js";
import { OVERLAP_FLAG, type Overlap } from "./volume-overlap.js";

/**
 * A round cylinder in a half-space, at any tilt. Axis z, radius R, |z| ≤ H; the plane n · x = d with n = (m n_r, n_z),
 * m a unit vector across the axis. At height z it cuts the disk at x = c(z) = (d − n_z z)/n_r along m, and leaves the
 * segment x ≤ c of depth e = R + c and half-angle φ, cos φ = 1 − e/R:
 *
 *   A = R² (φ − sin φ cos φ)                ∫x = −⅔ R³ sin³φ
 *   ∫x² = R⁴ (φ − sin φ cos φ + 2 sin³φ cos φ)/4      ∫y² = R⁴ (3 φ − 3 sin φ cos φ − 2 sin³φ cos φ)/12
 *
 * which are integrated over z by Gauss–Legendre quadrature, piece by piece between the heights at which c = −R, 0, R.
 * In a piece e = w² for the shallow half (R − c = w² for the other), and z runs with w: integrands are smooth up to
 * where the segment begins, and nothing cancels as the plane becomes parallel to the axis. 16 points give all digits
 * but the last two.
 */

const GAUSS_POINTS = 16;
/** Nodes and weights on [0, 1]. */
const NODE = new Float64Array(GAUSS_POINTS);
const WEIGHT = new Float64Array(GAUSS_POINTS);
// Newton's method on the Legendre polynomial, from Chebyshev's points (i + 3/4)/(n + 1/2) by a rational cosine that is
// near enough
for (let i = 0; i < GAUSS_POINTS; i++) {
  const t = (i + 0.75) / (GAUSS_POINTS + 0.5);
  let x = 1 - 2 * t * t * (3 - 2 * t);
  for (let k = 0; k < 60; k++) {
    let p = 1;
    let q = x;
    for (let n = 2; n <= GAUSS_POINTS; n++) {
      const next = ((2 * n - 1) * x * q - (n - 1) * p) / n;
      p = q;
      q = next;
    }
    const slope = (GAUSS_POINTS * (x * q - p)) / (x * x - 1);
    const step = q / slope;
    WEIGHT[i] = 1 / ((1 - x * x) * slope * slope);
    NODE[i] = 0.5 * (1 - x);
    if (Math.abs(step) < 1e-15) break;
    x -= step;
  }
}

/**
 * Sums over z: A, z A, z² A, ∫x, z ∫x, ∫x², ∫y² (0–6); of the plane's section: area, first and second moments in x and
 * z, y² (7–13).
 */
const sums = new Float64Array(14);
/** R, H, n_r, n_z, d; ends of the piece; n_r c at these; m. */
const by = new Float64Array(11);
/** Of one segment: A, ∫x, ∫x², ∫y². */
const segment = new Float64Array(4);
/** Ends of the pieces, and n_r c there: known exactly where c = −R, 0, R. */
const breaks = new Float64Array(5);
const offsets = new Float64Array(5);

/**
 * The part of a cylinder (`size` is radius and half height, m; axis z) below the plane n · x = d (`plane`, in its
 * frame), into `out`. Its rim is not listed.
 */
export function cylinderInHalfSpace(size: Float64Array, plane: Float64Array, out: Overlap): void {
  beginRound(out);
  const r = Math.sqrt(plane[0] * plane[0] + plane[1] * plane[1]);
  by[0] = size[0];
  by[1] = size[1];
  by[2] = r;
  by[3] = plane[2];
  by[4] = plane[3];
  sums.fill(0);
  const pieces = findBreaks();
  for (let i = 0; i < pieces; i++) {
    by[5] = breaks[i];
    by[6] = breaks[i + 1];
    by[7] = offsets[i];
    by[8] = offsets[i + 1];
    if (by[6] > by[5]) addPiece();
  }
  if (!(sums[0] > 0)) return;
  addRound(out, 0);
  by[9] = r > 0 ? plane[0] / r : 1;
  by[10] = r > 0 ? plane[1] / r : 0;
  writeMoments(out.values);
  writeSection(out, plane);
}

/**
 * Heights between which the plane cuts the disk in one way: −H, where c = −R, 0, R, and H, rising. Returns the number
 * of pieces.
 */
function findBreaks(): number {
  const h = by[1];
  breaks[0] = -h;
  offsets[0] = by[4] + by[3] * h;
  let n = 1;
  if (by[3] !== 0) {
    // c falls with z when n_z > 0
    const rising = by[3] > 0 ? -1 : 1;
    for (let k = -1; k <= 1; k++) {
      const offset = rising * k * by[0] * by[2];
      const z = (by[4] - offset) / by[3];
      if (!(z > -h && z < h)) continue;
      breaks[n] = z;
      offsets[n++] = offset;
    }
  }
  breaks[n] = h;
  offsets[n] = by[4] - by[3] * h;
  return n;
}

/** One piece [by[5], by[6]] of the height. */
function addPiece(): void {
  const radius = by[0];
  const r = by[2];
  const from = by[5];
  const to = by[6];
  // n_r c at both ends and in the middle
  const first = by[7];
  const last = by[8];
  const middle = 0.5 * (first + last);
  const edge = radius * r;
  if (middle <= -edge) return;
  if (middle >= edge) {
    addDisk();
    return;
  }
  // depths of the segment, or of what the plane leaves of the disk, at both ends
  const upper = middle > 0;
  const e1 = Math.max(0, upper ? edge - first : edge + first) / r;
  const e2 = Math.max(0, upper ? edge - last : edge + last) / r;
  const w1 = Math.sqrt(e1);
  const w2 = Math.sqrt(e2);
  const whole = w1 + w2;
  if (!(whole > 0)) return;
  if (upper) addDisk();
  // along the slope of the plane a step is dz/n_r, or dc/|n_z|: whichever is the better known
  const steep = Math.abs(by[3]) > r;
  const slope = steep ? Math.abs(e2 - e1) / Math.abs(by[3]) : (to - from) / r;
  for (let i = 0; i < GAUSS_POINTS; i++) {
    const w = w1 + (w2 - w1) * NODE[i];
    // z − from = (e − e1)/(e2 − e1) (to − from), and e − e1 = (w − w1)(w + w1)
    const share = (NODE[i] * (w + w1)) / whole;
    const z = from + (to - from) * share;
    const dz = (to - from) * WEIGHT[i] * ((2 * w) / whole);
    const e = w * w;
    segment[0] = w;
    measureSegment();
    const chord = Math.sqrt(e * (2 * radius - e));
    const c = upper ? radius - e : e - radius;
    // the rest of the disk is its mirror image, with x turned round
    const sign = upper ? -dz : dz;
    sums[0] += sign * segment[0];
    sums[1] += sign * z * segment[0];
    sums[2] += sign * z * z * segment[0];
    // ∫x of the far segment is positive, and it is taken away
    sums[3] += dz * segment[1];
    sums[4] += dz * z * segment[1];
    sums[5] += sign * segment[2];
    sums[6] += sign * segment[3];
    const f = 2 * chord * slope * WEIGHT[i] * ((2 * w) / whole);
    sums[7] += f;
    sums[8] += f * c;
    sums[9] += f * z;
    sums[10] += f * c * c;
    sums[11] += f * c * z;
    sums[12] += f * z * z;
    sums[13] += (f * chord * chord) / 3;
  }
}

/** The whole disk over the piece. */
function addDisk(): void {
  const area = Math.PI * by[0] * by[0];
  const from = by[5];
  const to = by[6];
  sums[0] += area * (to - from);
  sums[1] += 0.5 * area * (to - from) * (to + from);
  sums[2] += (area * (to - from) * (to * to + to * from + from * from)) / 3;
  sums[5] += 0.25 * area * by[0] * by[0] * (to - from);
  sums[6] += 0.25 * area * by[0] * by[0] * (to - from);
}

/** Moments of the segment of depth w², w = segment[0], into `segment`. */
function measureSegment(): void {
  const radius = by[0];
  const w = segment[0];
  const e = w * w;
  const sine = w / Math.sqrt(2 * radius);
  const phi = 2 * asin(sine > 1 ? 1 : sine);
  const s = Math.sqrt(e * (2 * radius - e)) / radius;
  const c = (radius - e) / radius;
  const cube = s * s * s;
  let lens = phi - s * c;
  if (phi < 0.7) {
    // ½ (t − sin t), t = 2 φ, by its series
    const t = 2 * phi;
    let term = (t * t * t) / 12;
    lens = 0;
    for (let n = 4; n < 26; n += 2) {
      lens += term;
      term *= (-t * t) / (n * (n + 1));
    }
  }
  const square = radius * radius;
  segment[0] = square * lens;
  segment[1] = (-2 / 3) * square * radius * cube;
  segment[2] = 0.25 * square * square * (lens + 2 * cube * c);
  segment[3] = (square * square * (3 * lens - 2 * cube * c)) / 12;
}

function writeMoments(values: Float64Array): void {
  const mx = by[9];
  const my = by[10];
  const v = sums[0];
  const x = sums[3] / v;
  const z = sums[1] / v;
  const xx = sums[5] - v * x * x;
  const yy = sums[6];
  const zz = sums[2] - v * z * z;
  const xz = sums[4] - v * x * z;
  values[0] = v;
  values[1] = x * mx;
  values[2] = x * my;
  values[3] = z;
  // x along m, y across, both turned about the axis
  const ux = mx * mx * xx + my * my * yy;
  const uy = my * my * xx + mx * mx * yy;
  values[4] = uy + zz;
  values[5] = ux + zz;
  values[6] = ux + uy;
  values[7] = -mx * my * (xx - yy);
  values[8] = -mx * xz;
  values[9] = -my * xz;
}

/** The plane's section: area, centroid and inertia. */
function writeSection(out: Overlap, plane: Float64Array): void {
  const { values } = out;
  const mx = by[9];
  const my = by[10];
  for (let k = 0; k < 3; k++) values[13 + k] = -plane[k];
  const f = sums[7];
  const r = by[2];
  // nothing cut, or a plane across the axis, whose section is the disk
  if (!(f > 0)) {
    const z = r === 0 && by[3] !== 0 ? by[4] / by[3] : Number.NaN;
    if (!(Math.abs(z) < by[1])) {
      out.flags[0] |= OVERLAP_FLAG.deep;
      for (let k = 0; k < 3; k++) values[17 + k] = values[1 + k];
      return;
    }
    const area = Math.PI * by[0] * by[0];
    values[12] = -area * plane[2];
    values[16] = area;
    values[19] = values[3];
    values[20] = 0.25 * area * by[0] * by[0];
    values[21] = values[20];
    values[22] = 2 * values[20];
    return;
  }
  const area = f;
  for (let k = 0; k < 3; k++) values[10 + k] = -area * plane[k];
  values[16] = area;
  const x = sums[8] / f;
  const z = sums[9] / f;
  const xx = sums[10] - f * x * x;
  const xz = sums[11] - f * x * z;
  const zz = sums[12] - f * z * z;
  const yy = sums[13];
  // the centroid lies in the plane; along the normal it goes to the height of p_c, as patches do
  const up = (x * mx - values[1]) * plane[0] + (x * my - values[2]) * plane[1] + (z - values[3]) * plane[2];
  values[17] = x * mx - up * plane[0];
  values[18] = x * my - up * plane[1];
  values[19] = z - up * plane[2];
  const ux = mx * mx * xx + my * my * yy;
  const uy = my * my * xx + mx * mx * yy;
  values[20] = uy + zz;
  values[21] = ux + zz;
  values[22] = ux + uy;
  values[23] = -mx * my * (xx - yy);
  values[24] = -mx * xz;
  values[25] = -my * xz;
}
