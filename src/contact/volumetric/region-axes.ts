import { OVERLAP, OVERLAP_FLAG, OVERLAP_SIZE } from "../../collision/volume/index.js";
import { PLANE_SIZE } from "../../collision/volume/volume-mesh.js";
import type { Data } from "../../data/data.js";
import { nearestPoint } from "../../geometry/tree/nearest.js";
import { rotateInto, rotateInverseInto } from "../../math/quat.js";
import { MOMENTS } from "./foundation.js";
import { ROW, volumeFields } from "./volume-fields.js";
import type { VolumeSetup } from "./volume-setup.js";
import { FOUND, type VolumeState, type VolumeWork } from "./volume-state.js";

/**
 * Moments in the plane of the patch, about the centroid, and the axes in which pressure is spread most and least.
 * Writes: axes, moments, spread, gyration.
 */
export function writeAxesAndMoments(
  data: Data,
  state: VolumeState,
  pose: Float64Array,
  frame: number,
  i: number,
  r: number,
  before: number,
): void {
  const { at, from: overlap, moments } = state;
  const { v, w } = state.work;
  const f = FOUND.size * i;
  const o = OVERLAP_SIZE * r;
  const n = f + FOUND.axes + 6;
  // a first axis: that of before, laid into the plane, or any
  const kept = before >= 0;
  if (kept) {
    carryAxis(data, state, i, before);
  } else {
    // an axis of A's body that is across n; which one must not hang on rounding, since the pattern of bristles stands
    // in these axes
    for (let k = 0; k < 3; k++) v[k] = k === 0 ? 1 : 0;
    rotateInto(w, 0, data.bodyQuat, 4 * state.body[2 * i], v, 0);
    const across = Math.abs(w[0] * at[n] + w[1] * at[n + 1] + w[2] * at[n + 2]) < 0.8;
    v[0] = across ? 1 : 0;
    v[1] = across ? 0 : 1;
    rotateInto(w, 0, data.bodyQuat, 4 * state.body[2 * i], v, 0);
    for (let k = 0; k < 3; k++) v[k] = w[k];
  }
  writeAxes(state, f, v);
  // second moments in these axes
  for (let pass = 0; ; pass++) {
    writeSpread(state, pose, frame, i, o);
    const m = MOMENTS.size * i + MOMENTS.spread;
    const xx = moments[m];
    const xy = moments[m + 1];
    const yy = moments[m + 2];
    const half = Math.sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
    // round, within 1 % of σ: the axes stay
    if (pass > 0 || half <= 0.005 * (xx + yy)) break;
    // the direction (x, y) in which it is longest, or across it, whichever is nearest to the axis of before
    let x = xx >= yy ? 0.5 * (xx - yy) + half : xy;
    let y = xx >= yy ? xy : 0.5 * (yy - xx) + half;
    const size = Math.sqrt(x * x + y * y);
    // a new patch: the direction in which it is longest
    if (kept && Math.abs(x) < Math.abs(y)) {
      const before = x;
      x = y;
      y = -before;
    }
    const sign = x < 0 ? -1 / size : 1 / size;
    const e = f + FOUND.axes;
    for (let k = 0; k < 3; k++) v[k] = sign * (x * at[e + k] + y * at[e + 3 + k]);
    writeAxes(state, f, v);
  }
  writeAreaMoments(state, pose, frame, i, r);
  const volume = overlap.values[o];
  moments[MOMENTS.size * i] = volume;
  const m = MOMENTS.size * i + MOMENTS.spread;
  at[f + FOUND.spread] = Math.sqrt(Math.max(0, moments[m]) / volume);
  at[f + FOUND.spread + 1] = Math.sqrt(Math.max(0, moments[m + 2]) / volume);
  at[f + FOUND.gyration] = Math.sqrt(Math.max(0, moments[m] + moments[m + 2]) / volume);
}

/** The axis of before, as both bodies have turned it on the mean. Writes: v. */
export function carryAxis(data: Data, { body, work: { v, w } }: VolumeState, i: number, before: number): void {
  const { memory } = volumeFields(data);
  const axis = ROW.size * before + ROW.axis;
  rotateInto(v, 0, data.bodyQuat, 4 * body[2 * i], memory, axis);
  rotateInto(w, 0, data.bodyQuat, 4 * body[2 * i + 1], memory, axis + 3);
  for (let k = 0; k < 3; k++) v[k] = 0.5 * (v[k] + w[k]);
}

/** e₁ ← the part of `first` across n, e₂ ← n × e₁. */
function writeAxes(state: VolumeState, f: number, first: Float64Array): void {
  const { at } = state;
  const e = f + FOUND.axes;
  const n = e + 6;
  let along = 0;
  for (let k = 0; k < 3; k++) along += first[k] * at[n + k];
  for (let k = 0; k < 3; k++) at[e + k] = first[k] - along * at[n + k];
  const size = Math.sqrt(at[e] * at[e] + at[e + 1] * at[e + 1] + at[e + 2] * at[e + 2]);
  if (!(size > 1e-6)) {
    // the normal has turned by a right angle since then
    const k = Math.abs(at[n]) < 0.8 ? 0 : 1;
    const { w } = state.work;
    w[0] = w[1] = w[2] = 0;
    w[k] = 1;
    writeAxes(state, f, w);
    return;
  }
  for (let k = 0; k < 3; k++) at[e + k] /= size;
  at[e + 3] = at[n + 1] * at[e + 2] - at[n + 2] * at[e + 1];
  at[e + 4] = at[n + 2] * at[e] - at[n] * at[e + 2];
  at[e + 5] = at[n] * at[e + 1] - at[n + 1] * at[e];
}

/** e₁ and e₂ in the frame that the overlap is in. Writes: e1, e2. */
function writeLocalAxes({ at, work: { e1, e2 } }: VolumeState, pose: Float64Array, frame: number, i: number): void {
  rotateInverseInto(e1, 0, pose, 7 * frame + 3, at, FOUND.size * i + FOUND.axes);
  rotateInverseInto(e2, 0, pose, 7 * frame + 3, at, FOUND.size * i + FOUND.axes + 3);
}

/** ½ tr(J) 1 − J = ∫ r rᵀ dV along e₁ and e₂. Writes: moments. */
function writeSpread(state: VolumeState, pose: Float64Array, frame: number, i: number, o: number): void {
  writeLocalAxes(state, pose, frame, i);
  const { moments, from: overlap } = state;
  const m = MOMENTS.size * i + MOMENTS.spread;
  writeSecondMoments(state.work, overlap.values, o + OVERLAP.inertia, moments, m);
}

/** xᵀ (½ tr(J) 1 − J) y for e1, e2 of a symmetric J (xx yy zz xy xz yz). */
function writeSecondMoments(
  { e1, e2 }: VolumeWork,
  values: Float64Array,
  j: number,
  out: Float64Array,
  m: number,
): void {
  const half = 0.5 * (values[j] + values[j + 1] + values[j + 2]);
  const xx = half - values[j];
  const yy = half - values[j + 1];
  const zz = half - values[j + 2];
  const xy = -values[j + 3];
  const xz = -values[j + 4];
  const yz = -values[j + 5];
  for (let k = 0; k < 3; k++) {
    const p = k === 2 ? e2 : e1;
    const q = k === 0 ? e1 : e2;
    out[m + k] =
      p[0] * (xx * q[0] + xy * q[1] + xz * q[2]) +
      p[1] * (xy * q[0] + yy * q[1] + yz * q[2]) +
      p[2] * (xz * q[0] + yz * q[1] + zz * q[2]);
  }
}

/** S, ∫ ρ dS, ∫ ρρᵀ dS about the centroid of the volume, in the axes. Writes: moments. */
function writeAreaMoments(state: VolumeState, pose: Float64Array, frame: number, i: number, r: number): void {
  writeLocalAxes(state, pose, frame, i);
  const o = OVERLAP_SIZE * r;
  const { moments, from: overlap } = state;
  const { values } = overlap;
  const { e1, e2 } = state.work;
  const m = MOMENTS.size * i;
  const area = values[o + OVERLAP.patchArea];
  if ((overlap.flags[r] & OVERLAP_FLAG.deep) !== 0 || !(area > 0)) {
    // deep: a patch as wide as the volume
    const wide = cubeRoot(values[o]);
    const S = wide * wide;
    moments[m + MOMENTS.area] = S;
    moments[m + MOMENTS.first] = moments[m + MOMENTS.first + 1] = 0;
    for (let k = 0; k < 3; k++) moments[m + MOMENTS.second + k] = (moments[m + MOMENTS.spread + k] * S) / values[o];
    return;
  }
  writeSecondMoments(state.work, values, o + OVERLAP.patchInertia, moments, m + MOMENTS.second);
  let x = 0;
  let y = 0;
  for (let k = 0; k < 3; k++) {
    const d = values[o + OVERLAP.patchCenter + k] - values[o + OVERLAP.center + k];
    x += d * e1[k];
    y += d * e2[k];
  }
  moments[m + MOMENTS.area] = area;
  moments[m + MOMENTS.first] = area * x;
  moments[m + MOMENTS.first + 1] = area * y;
  moments[m + MOMENTS.second] += area * x * x;
  moments[m + MOMENTS.second + 1] += area * x * y;
  moments[m + MOMENTS.second + 2] += area * y * y;
}

function cubeRoot(x: number): number {
  let y = Math.sqrt(Math.sqrt(x));
  for (let k = 0; k < 40; k++) y = (2 * y + x / (y * y)) / 3;
  return y;
}

/**
 * Lead of a patch, m: h = n · ∫ ρ × dA/S. A flat patch has none; the flank of a thread has its pitch over 2π: turning
 * about n by dθ moves it back by h dθ, and its pressure has the torque h N about n. By Stokes ∫ ρ × dA = −½ ∮ |ρ|² dρ
 * along the rim, and Σ ∫ of it over a straight piece is (q − p)(p·p + p·q + q·q)/3. Writes: lead.
 */
export function writeLead({ at, overlap, from, clusters, side, moments }: VolumeState, i: number, r: number): void {
  const to = FOUND.size * i + FOUND.lead;
  at[to] = 0;
  if (side[i] !== 0) return;
  const region = from === overlap ? r : clusters.region[r];
  const { values, rim, loopStart, regionLoop, flags } = overlap;
  if ((flags[region] & OVERLAP_FLAG.deep) !== 0) return;
  const o = OVERLAP_SIZE * region;
  let sum = 0;
  for (let loop = regionLoop[region]; loop < regionLoop[region + 1]; loop++) {
    const end = loopStart[loop + 1];
    for (let c = loopStart[loop]; c < end; c++) {
      const d = c + 1 === end ? loopStart[loop] : c + 1;
      let square = 0;
      let along = 0;
      for (let k = 0; k < 3; k++) {
        const p = rim[3 * c + k] - values[o + 1 + k];
        const q = rim[3 * d + k] - values[o + 1 + k];
        square += p * p + p * q + q * q;
        along += (q - p) * values[o + OVERLAP.normal + k];
      }
      sum -= (along * square) / 6;
    }
  }
  const area = moments[MOMENTS.size * i + MOMENTS.area];
  const wide = Math.sqrt(area);
  const lead = sum / area;
  // what rounding leaves of a flat rim
  if (!(Math.abs(lead) > 1e-9 * wide)) return;
  // a patch is thin; what is deeper than a tenth of its width is none, and its rim says nothing about flanks
  const t = 2 - values[o] / (area * 0.05 * wide);
  at[to] = t >= 1 ? lead : t > 0 ? lead * t * t * (3 - 2 * t) : 0;
}

/**
 * One body is inside the other: the normal is that of before; of a half-space its own; of a mesh that of the face which
 * is nearest to the middle of the region, of the larger of the two. Writes: normal.
 */
export function writeDeepNormal(
  data: Data,
  { solids }: VolumeSetup,
  state: VolumeState,
  pose: Float64Array,
  i: number,
  before: number,
): void {
  const { at, shape, work } = state;
  const { v, w, inside, near } = work;
  const n = FOUND.size * i + FOUND.axes + 6;
  const one = solids[shape[2 * i]]!;
  const other = solids[shape[2 * i + 1]]!;
  const outer = one.endless || (!other.endless && one.mesh!.radius >= other.mesh!.radius) ? 0 : 1;
  const s = shape[2 * i + outer];
  const { endless, mesh } = outer === 0 ? one : other;
  if (before >= 0 && !endless) {
    rotateInto(at, n, data.bodyQuat, 4 * state.body[2 * i], volumeFields(data).memory, ROW.size * before + ROW.normal);
    return;
  }
  v[0] = v[1] = 0;
  v[2] = 1;
  if (!endless) {
    for (let k = 0; k < 3; k++) v[k] = at[FOUND.size * i + FOUND.center + k] - pose[7 * s + k];
    rotateInverseInto(inside, 0, pose, 7 * s + 3, v, 0);
    near[3] = Number.POSITIVE_INFINITY;
    const face = PLANE_SIZE * nearestPoint(mesh!.tree, inside, 0, near, 0);
    for (let k = 0; k < 3; k++) v[k] = mesh!.planes[face + k];
  }
  rotateInto(w, 0, pose, 7 * s + 3, v, 0);
  const size = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  for (let k = 0; k < 3; k++) at[n + k] = (outer === 0 ? w[k] : -w[k]) / size;
}
