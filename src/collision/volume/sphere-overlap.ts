import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { OVERLAP_FLAG, OVERLAP_SIZE, type Overlap } from "./volume-overlap.js";

/**
 * Round solids in closed form: the lens of two spheres, the cap of a sphere in a half-space [Vilela2018]. One region or
 * none; rims are circles and are not listed. Cap of height h of a sphere of radius R, base at z = 0, top at z = h:
 *
 *   V = π h² (3R − h)/3     ∫z = π h³ (4R − h)/12     ∫z² = π h⁴ (5R − h)/30     ∫x² = π h³ (20 R² − 15 R h + 3 h²)/60
 */

/** Two caps: V, ∫z, ∫z², ∫x² of each. */
const caps = new Float64Array(8);
/** An unevaluated sum: large and small part. */
const sum = new Float64Array(2);

const SPLITTER = 134217729;

/** Adds x² with its rounding error, times sign, to the unevaluated sum [Dekker1971; Shewchuk1997]. */
function addSquare(x: Float64Array, i: number, sign: number): void {
  const a = x[i];
  const c = SPLITTER * a;
  const high = c - (c - a);
  const low = a - high;
  const p = a * a;
  const rest = low * low - (p - high * high - 2 * high * low);
  const y = sign * p;
  const t = sum[0] + y;
  const back = t - sum[0];
  sum[1] += sum[0] - (t - back) + (y - back) + sign * rest;
  sum[0] = t;
}

/** Radii, their sum with its rounding error, the three distances, p, d. */
const depth = new Float64Array(9);

/**
 * Penetration of two spheres without cancellation, from radii R_A, R_B and the vector Δ between their centres (exact as
 * given):
 *
 *   p = [(R_A + R_B)² − |Δ|²]/(R_A + R_B + d),   products and sums with their rounding errors
 *
 * so that the lens is exact to some units in the last place however thin it is (the plain difference R_A + R_B − d
 * loses it). Into depth[7]; d into depth[8].
 */
function lensDepth(): void {
  const s = depth[0] + depth[1];
  const back = s - depth[0];
  const rest = depth[0] - (s - back) + (depth[1] - back);
  depth[2] = s;
  depth[3] = rest;
  sum[0] = 0;
  sum[1] = 0;
  addSquare(depth, 2, 1);
  addSquare(depth, 4, -1);
  addSquare(depth, 5, -1);
  addSquare(depth, 6, -1);
  sum[1] += 2 * s * rest;
  const d = Math.sqrt(depth[4] * depth[4] + depth[5] * depth[5] + depth[6] * depth[6]);
  depth[7] = (sum[0] + sum[1]) / (s + d);
  depth[8] = d;
}

/** Cap k of radius R (depth[r]) and height h (caps[4k]). */
function measureCap(r: number, k: number): void {
  const radius = depth[r];
  const h = caps[4 * k];
  caps[4 * k] = (Math.PI * h * h * (3 * radius - h)) / 3;
  caps[4 * k + 1] = (Math.PI * h * h * h * (4 * radius - h)) / 12;
  caps[4 * k + 2] = (Math.PI * h * h * h * h * (5 * radius - h)) / 30;
  caps[4 * k + 3] = (Math.PI * h * h * h * (20 * radius * radius - 15 * radius * h + 3 * h * h)) / 60;
}

/**
 * The lens common to two spheres, into `out`, in A's frame. `radii` are R_A and R_B, m; `center` is the centre of B
 * seen from that of A, exact as given: both centres in one local frame.
 */
export function intersectSpheres(radii: Float64Array, center: Float64Array, o: number, out: Overlap): void {
  depth[0] = radii[0];
  depth[1] = radii[1];
  for (let k = 0; k < 3; k++) depth[4 + k] = center[o + k];
  lensDepth();
  const p = depth[7];
  const d = depth[8];
  beginRound(out);
  if (!(p > 0)) return;
  const ra = depth[0];
  const rb = depth[1];
  if (d <= Math.abs(ra - rb)) {
    shape[1] = Math.min(ra, rb);
    writeBall(out, ra >= rb ? 1 : 0);
    return;
  }
  const ha = (p * (2 * rb - p)) / (2 * d);
  const hb = (p * (2 * ra - p)) / (2 * d);
  caps[0] = ha;
  caps[4] = hb;
  measureCap(0, 0);
  measureCap(1, 1);
  for (let k = 0; k < 3; k++) axis[k] = depth[4 + k] / d;
  // the plane of the rim, from A's centre along the axis; the cap of A lies beyond it, that of B before
  shape[0] = ra - ha;
  shape[1] = ha * (2 * ra - ha);
  writeLens(out);
}

/** The part of a sphere at the origin below the plane n · x = d (`plane` is n and d), into `out`. */
export function sphereInHalfSpace(radius: Float64Array, plane: Float64Array, out: Overlap): void {
  const r = radius[0];
  // height of the cap: how far the lowest point is below the plane
  const h = r + plane[3];
  beginRound(out);
  if (!(h > 0)) return;
  if (h >= 2 * r) {
    shape[1] = r;
    writeBall(out, 0);
    return;
  }
  depth[0] = r;
  caps[0] = h;
  for (let k = 4; k < 8; k++) caps[k] = 0;
  measureCap(0, 0);
  for (let k = 0; k < 3; k++) axis[k] = -plane[k];
  shape[0] = r - h;
  shape[1] = h * (2 * r - h);
  writeLens(out);
}

const axis = new Float64Array(3);
/**
 * Distance of the rim's plane from the origin along the axis; ρ² of the rim, or the radius of a whole sphere; moments
 * for `writeAxial`.
 */
const shape = new Float64Array(4);

export function beginRound(out: Overlap): void {
  out.count = 0;
  out.loopCount = 0;
  out.loopStart[0] = 0;
  out.regionLoop[0] = 0;
  out.strayed = 0;
  out.cutByFaces = false;
}

/** A region without rim, all numbers zero. */
export function addRound(out: Overlap, flags: number): void {
  out.count = 1;
  out.values = ensureCapacityF64(out.values, OVERLAP_SIZE);
  out.flags = ensureCapacityI32(out.flags, 1);
  out.flags[0] = flags;
  out.regionLoop[1] = 0;
  for (let k = 0; k < OVERLAP_SIZE; k++) out.values[k] = 0;
}

/** One sphere inside the other: the smaller (radius shape[1]), at B's centre or at the origin. */
function writeBall(out: Overlap, atB: number): void {
  addRound(out, OVERLAP_FLAG.deep);
  const radius = shape[1];
  const { values } = out;
  values[0] = (4 / 3) * Math.PI * radius * radius * radius;
  for (let k = 0; k < 3; k++) {
    values[1 + k] = atB * depth[4 + k];
    values[4 + k] = 0.4 * values[0] * radius * radius;
    values[17 + k] = values[1 + k];
  }
}

/** Two caps back to back on a disk, along the axis. */
function writeLens(out: Overlap): void {
  addRound(out, 0);
  const square = shape[1];
  const { values } = out;
  const v = caps[0] + caps[4];
  const z = (caps[1] - caps[5]) / v;
  values[0] = v;
  const area = Math.PI * square;
  values[16] = area;
  shape[2] = 2 * (caps[3] + caps[7]);
  shape[3] = caps[3] + caps[7] + caps[2] + caps[6] - v * z * z;
  writeAxial(values, 4);
  // a disk: π ρ⁴/2 about its axis, half of that about a diameter
  shape[2] = 0.5 * area * square;
  shape[3] = 0.25 * area * square;
  writeAxial(values, 20);
  for (let k = 0; k < 3; k++) {
    values[1 + k] = (shape[0] + z) * axis[k];
    values[10 + k] = area * axis[k];
    values[13 + k] = axis[k];
    // in the plane through the centroid, as patches are
    values[17 + k] = values[1 + k];
  }
}

/** across · 1 + (axial − across) e eᵀ, with axial = shape[2] and across = shape[3] */
function writeAxial(values: Float64Array, o: number): void {
  const across = shape[3];
  const more = shape[2] - across;
  for (let k = 0; k < 3; k++) values[o + k] = across + more * axis[k] * axis[k];
  values[o + 3] = more * axis[0] * axis[1];
  values[o + 4] = more * axis[0] * axis[2];
  values[o + 5] = more * axis[1] * axis[2];
}
