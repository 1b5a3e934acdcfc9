import { placeShape } from "../../collision/shape-poses.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { splitRegions } from "../../collision/volume/clusters.js";
import {
  contourNormal,
  cylinderInHalfSpace,
  intersectHalfSpace,
  intersectSpheres,
  intersectVolumes,
  OVERLAP,
  OVERLAP_FLAG,
  OVERLAP_SIZE,
  roundOnMesh,
  sphereInHalfSpace,
} from "../../collision/volume/index.js";
import { type Data, itemFields } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { relativeTransform } from "../../geometry/tree/box-pair.js";
import { rotateInto, rotateInverseInto } from "../../math/quat.js";
import { materialPair } from "../../model/compile/materials.js";
import type { Model } from "../../model/model.js";
import { mayPush, mayTouch } from "../contact-step.js";
import { firstRow } from "../first-row.js";
import { LAYER, MOMENTS } from "./foundation.js";
import { nameOfPair, overlapOfBalls } from "./sphere-geometry.js";
import { ROW, volumeFields } from "./volume-fields.js";
import { usesVolume, type VolumePair, type VolumeSetup } from "./volume-setup.js";
import { cacheOf, FOUND, type VolumeState } from "./volume-state.js";

const TRANSFORM = new Float64Array(22);
const BACK = new Float64Array(22);
const PLANE = new Float64Array(4);
const RADII = new Float64Array(2);
/** Normal and centre, in A's shape frame; work. */
const NORMAL = new Float64Array(3);
const V = new Float64Array(3);
const W = new Float64Array(3);

/** All regions with what they remember. Reads: body state, pairs, memory. Writes: pose, the state. */
export function findRegions(model: Model, data: Data, setup: VolumeSetup, state: VolumeState): void {
  const collision = model.systems.collision;
  state.count = 0;
  if (!mayTouch(model, data)) return;
  const { pairs } = data.systems.contactStep;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  for (let s = 0; s < collision.count; s++)
    if (collision.fixed[s] === 0 && setup.solids[s] !== null) placeShape(data, collision, s, pose);
  for (let k = 0; k < pairs.count; k++) {
    const a = pairs.pairs[2 * k];
    const b = pairs.pairs[2 * k + 1];
    if (!usesVolume(model, a, b) || !mayPush(model, data, collision, a, b)) continue;
    const pair = setup.pairs[materialPair(model.materials, model.shapes[a].material, model.shapes[b].material)]!;
    const own =
      pair.geometry === "mesh"
        ? overlapOf(setup, state, pose, a, b, collision.count)
        : overlapOfBalls(setup.balls, setup.solids, pair, pose, a, b, state.overlap);
    share(setup, state, pair, a, b);
    for (let r = 0; r < state.from.count; r++) takeRegion(model, data, setup, state, pose, a, b, own, r);
  }
}

/** Regions that bear on several sides are shared out among them. Reads: overlap, just found. Writes: clusters, from. */
function share({ solids }: VolumeSetup, state: VolumeState, pair: VolumePair, a: number, b: number): void {
  const { mesh: one, sides: sidesA } = solids[a]!;
  const { mesh: other, sides: sidesB } = solids[b]!;
  state.from = state.overlap;
  if (!pair.clusters || !state.overlap.cutByFaces || state.overlap.count === 0 || !one || !other || !sidesA || !sidesB)
    return;
  splitRegions(one, other, sidesA, sidesB, state.overlap, state.clusters);
  state.from = state.clusters.cells;
}

/** The common volume of two shapes. Returns whose frame it is in: 1 for A's, −1 for B's, whose normals then point from B to A. Writes: overlap. */
function overlapOf(
  setup: VolumeSetup,
  state: VolumeState,
  pose: Float64Array,
  a: number,
  b: number,
  count: number,
): number {
  const one = setup.solids[a]!;
  const other = setup.solids[b]!;
  if (other.endless || one.endless) {
    const body = other.endless ? a : b;
    const plane = other.endless ? b : a;
    // the half-space z ≤ 0 of the plane's frame, in the solid's
    relativeTransform(pose, 7 * body, pose, 7 * body + 3, pose, 7 * plane, pose, 7 * plane + 3, TRANSFORM, 0);
    for (let i = 0; i < 3; i++) PLANE[i] = TRANSFORM[3 * i + 2];
    PLANE[3] = PLANE[0] * TRANSFORM[9] + PLANE[1] * TRANSFORM[10] + PLANE[2] * TRANSFORM[11];
    const { round, mesh } = other.endless ? one : other;
    if (round?.form === "sphere") sphereInHalfSpace(round.size, PLANE, state.overlap);
    else if (round?.form === "cylinder") cylinderInHalfSpace(round.size, PLANE, state.overlap);
    else intersectHalfSpace(mesh!, PLANE, state.overlap);
    return other.endless ? 1 : -1;
  }
  relativeTransform(pose, 7 * a, pose, 7 * a + 3, pose, 7 * b, pose, 7 * b + 3, TRANSFORM, 0);
  if (one.round?.form === "sphere" && other.round?.form === "sphere") {
    RADII[0] = one.round.size[0];
    RADII[1] = other.round.size[0];
    intersectSpheres(RADII, TRANSFORM, 9, state.overlap);
    return 1;
  }
  if (one.round?.form === "sphere" && roundOnMesh(one.round, other.mesh!, TRANSFORM, state.overlap)) return 1;
  if (other.round?.form === "sphere") {
    relativeTransform(pose, 7 * b, pose, 7 * b + 3, pose, 7 * a, pose, 7 * a + 3, BACK, 0);
    if (roundOnMesh(other.round, one.mesh!, BACK, state.overlap)) return -1;
  }
  intersectVolumes(one.mesh!, other.mesh!, TRANSFORM, cacheOf(state, a * count + b), state.overlap);
  return 1;
}

/** Region r of the overlap of shapes a and b. Writes: a row of the state. */
function takeRegion(
  model: Model,
  data: Data,
  setup: VolumeSetup,
  state: VolumeState,
  pose: Float64Array,
  a: number,
  b: number,
  own: number,
  r: number,
): void {
  const { from: overlap } = state;
  const o = OVERLAP_SIZE * r;
  if (!(overlap.values[o] > 0)) return;
  if (state.count >= state.capacity) {
    raiseStatus(data, STATUS.pointCapacity, a);
    return;
  }
  const i = state.count++;
  const { shapes, materials } = model;
  const bodyA = shapes[a].body;
  const bodyB = shapes[b].body;
  state.side[i] = overlap === state.clusters.cells ? state.clusters.side[r] : 0;
  const apart =
    (setup.pairs[materialPair(materials, shapes[a].material, shapes[b].material)] as VolumePair).geometry === "pairs";
  if (apart) state.side[i] = nameOfPair(state.overlap, setup.balls, a, b, own, r);
  state.shape[2 * i] = a;
  state.shape[2 * i + 1] = b;
  state.body[2 * i] = bodyA;
  state.body[2 * i + 1] = bodyB;
  state.pair[i] = materialPair(materials, shapes[a].material, shapes[b].material);
  const pair = setup.pairs[state.pair[i]] as VolumePair;
  const frame = own > 0 ? a : b;
  const f = FOUND.size * i;
  // centre
  for (let k = 0; k < 3; k++) V[k] = overlap.values[o + OVERLAP.center + k];
  rotateInto(W, 0, pose, 7 * frame + 3, V, 0);
  for (let k = 0; k < 3; k++) state.at[f + FOUND.center + k] = state.place[3 * i + k] = pose[7 * frame + k] + W[k];
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA : bodyB;
    for (let k = 0; k < 3; k++) V[k] = state.at[f + FOUND.center + k] - data.bodyPos[3 * body + k];
    rotateInverseInto(state.at, f + FOUND.local + 3 * side, data.bodyQuat, 4 * body, V, 0);
    for (let k = 0; k < 4; k++) state.at[f + FOUND.quat + 4 * side + k] = data.bodyQuat[4 * body + k];
  }
  // normal, from A to B
  if (pair.contour) contourNormal(overlap, r, NORMAL, 0);
  else for (let k = 0; k < 3; k++) NORMAL[k] = overlap.values[o + OVERLAP.normal + k];
  rotateInto(W, 0, pose, 7 * frame + 3, NORMAL, 0);
  const n = f + FOUND.axes + 6;
  for (let k = 0; k < 3; k++) state.at[n + k] = own * W[k];
  const before = rowBefore(data, state, i, r, apart);
  if ((overlap.flags[r] & OVERLAP_FLAG.deep) !== 0) findWayOut(data, state, i, before);
  turnAxes(data, state, pose, frame, i, r, before);
  writeLead(state, i, r);
  startMemory(data, state, pair, i, before);
}

/**
 * Lead of a patch, m: h = n · ∫ ρ × dA/S. A flat patch has none; the flank of a thread has its pitch over 2π: turning about n by dθ has it give way by h dθ, and its pressure has the torque h N about n. By Stokes
 * ∫ ρ × dA = −½ ∮ |ρ|² dρ along the rim, and Σ ∫ of it over a straight piece is (q − p)(p·p + p·q + q·q)/3. Writes: lead.
 */
function writeLead({ at, overlap, from, clusters, side, moments }: VolumeState, i: number, r: number): void {
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

/** One body is inside the other: the normal is that of before, or from the middle of A to that of B. Writes: normal. */
function findWayOut(data: Data, state: VolumeState, i: number, before: number): void {
  const n = FOUND.size * i + FOUND.axes + 6;
  const bodyA = state.body[2 * i];
  const bodyB = state.body[2 * i + 1];
  if (before >= 0)
    rotateInto(state.at, n, data.bodyQuat, 4 * bodyA, volumeFields(data).memory, ROW.size * before + ROW.normal);
  else for (let k = 0; k < 3; k++) state.at[n + k] = data.bodyPos[3 * bodyB + k] - data.bodyPos[3 * bodyA + k];
  const { at } = state;
  const size = Math.sqrt(at[n] * at[n] + at[n + 1] * at[n + 1] + at[n + 2] * at[n + 2]);
  for (let k = 0; k < 3; k++) at[n + k] = size > 0 ? at[n + k] / size : k === 2 ? 1 : 0;
}

/** Row of memory of the same shapes with the nearest centre, within two sizes of the patch; one of the same cluster if there is, else one with a normal within 45°; with `apart` the one of the same name, wherever it is; −1: none. */
function rowBefore(
  data: Data,
  { shape, at, side, body, from }: VolumeState,
  i: number,
  r: number,
  apart: boolean,
): number {
  const { key, memory, remembered } = volumeFields(data);
  const area = from.values[OVERLAP_SIZE * r + OVERLAP.patchArea];
  const a = shape[2 * i];
  const b = shape[2 * i + 1];
  const c = FOUND.size * i + FOUND.local;
  const n = FOUND.size * i + FOUND.axes + 6;
  const whole = side[i] === 0;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  let own = false;
  for (let m = firstRow(key, remembered, a, b); m < remembered[0]; m++) {
    if (key[4 * m] !== a || key[4 * m + 1] !== b) break;
    const same = key[4 * m + 3] === side[i];
    if ((own || apart) && !same) continue;
    if (apart) return m;
    const o = ROW.size * m;
    let far = 0;
    for (let k = 0; k < 3; k++) {
      const d = memory[o + ROW.center + k] - at[c + k];
      far += d * d;
    }
    if (!(far < 4 * Math.max(memory[o + ROW.area], area))) continue;
    if (!same || !whole) {
      rotateInto(W, 0, data.bodyQuat, 4 * body[2 * i], memory, o + ROW.normal);
      if (W[0] * at[n] + W[1] * at[n + 1] + W[2] * at[n + 2] < 0.7) continue;
    }
    if (far < least || (same && !own)) {
      best = m;
      least = far;
      own = same;
    }
  }
  return best;
}

/** Moments in the plane of the patch, about the centroid, and the axes in which pressure is spread most and least. Writes: axes, moments, spread, gyration. */
function turnAxes(
  data: Data,
  state: VolumeState,
  pose: Float64Array,
  frame: number,
  i: number,
  r: number,
  before: number,
): void {
  const { at, from: overlap, moments } = state;
  const f = FOUND.size * i;
  const o = OVERLAP_SIZE * r;
  const n = f + FOUND.axes + 6;
  // a first axis: that of before, laid into the plane, or any
  const kept = before >= 0;
  if (kept) {
    carryAxis(data, state, i, before);
  } else {
    // an axis of A's body that is across n; which one must not hang on rounding, since the pattern of bristles stands in these axes
    for (let k = 0; k < 3; k++) V[k] = k === 0 ? 1 : 0;
    rotateInto(W, 0, data.bodyQuat, 4 * state.body[2 * i], V, 0);
    const across = Math.abs(W[0] * at[n] + W[1] * at[n + 1] + W[2] * at[n + 2]) < 0.8;
    V[0] = across ? 1 : 0;
    V[1] = across ? 0 : 1;
    rotateInto(W, 0, data.bodyQuat, 4 * state.body[2 * i], V, 0);
    for (let k = 0; k < 3; k++) V[k] = W[k];
  }
  writeAxes(at, f, V);
  // second moments in these axes
  for (let pass = 0; ; pass++) {
    spreadOf(state, pose, frame, i, o);
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
    for (let k = 0; k < 3; k++) V[k] = sign * (x * at[e + k] + y * at[e + 3 + k]);
    writeAxes(at, f, V);
  }
  areaMoments(state, pose, frame, i, o);
  const volume = overlap.values[o];
  moments[MOMENTS.size * i] = volume;
  const m = MOMENTS.size * i + MOMENTS.spread;
  at[f + FOUND.spread] = Math.sqrt(Math.max(0, moments[m]) / volume);
  at[f + FOUND.spread + 1] = Math.sqrt(Math.max(0, moments[m + 2]) / volume);
  at[f + FOUND.gyration] = Math.sqrt(Math.max(0, moments[m] + moments[m + 2]) / volume);
}

/** The axis of before, as both bodies have turned it on the mean. Writes: V. */
function carryAxis(data: Data, { body }: VolumeState, i: number, before: number): void {
  const { memory } = volumeFields(data);
  const axis = ROW.size * before + ROW.axis;
  rotateInto(V, 0, data.bodyQuat, 4 * body[2 * i], memory, axis);
  rotateInto(W, 0, data.bodyQuat, 4 * body[2 * i + 1], memory, axis + 3);
  for (let k = 0; k < 3; k++) V[k] = 0.5 * (V[k] + W[k]);
}

/** e₁ ← the part of `first` across n, e₂ ← n × e₁. */
function writeAxes(at: Float64Array, f: number, first: Float64Array): void {
  const e = f + FOUND.axes;
  const n = e + 6;
  let along = 0;
  for (let k = 0; k < 3; k++) along += first[k] * at[n + k];
  for (let k = 0; k < 3; k++) at[e + k] = first[k] - along * at[n + k];
  const size = Math.sqrt(at[e] * at[e] + at[e + 1] * at[e + 1] + at[e + 2] * at[e + 2]);
  if (!(size > 1e-6)) {
    // the normal has turned by a right angle since then
    const k = Math.abs(at[n]) < 0.8 ? 0 : 1;
    W[0] = W[1] = W[2] = 0;
    W[k] = 1;
    writeAxes(at, f, W);
    return;
  }
  for (let k = 0; k < 3; k++) at[e + k] /= size;
  at[e + 3] = at[n + 1] * at[e + 2] - at[n + 2] * at[e + 1];
  at[e + 4] = at[n + 2] * at[e] - at[n] * at[e + 2];
  at[e + 5] = at[n] * at[e + 1] - at[n + 1] * at[e];
}

const E1 = new Float64Array(3);
const E2 = new Float64Array(3);

/** e₁ and e₂ in the frame that the overlap is in. Writes: E1, E2. */
function localAxes({ at }: VolumeState, pose: Float64Array, frame: number, i: number): void {
  rotateInverseInto(E1, 0, pose, 7 * frame + 3, at, FOUND.size * i + FOUND.axes);
  rotateInverseInto(E2, 0, pose, 7 * frame + 3, at, FOUND.size * i + FOUND.axes + 3);
}

/** ½ tr(J) 1 − J = ∫ r rᵀ dV along e₁ and e₂. Writes: moments. */
function spreadOf(state: VolumeState, pose: Float64Array, frame: number, i: number, o: number): void {
  localAxes(state, pose, frame, i);
  const { moments, from: overlap } = state;
  const m = MOMENTS.size * i + MOMENTS.spread;
  secondMoments(overlap.values, o + OVERLAP.inertia, moments, m);
}

/** xᵀ (½ tr(J) 1 − J) y for E1, E2 of a symmetric J (xx yy zz xy xz yz). */
function secondMoments(values: Float64Array, j: number, out: Float64Array, m: number): void {
  const half = 0.5 * (values[j] + values[j + 1] + values[j + 2]);
  const xx = half - values[j];
  const yy = half - values[j + 1];
  const zz = half - values[j + 2];
  const xy = -values[j + 3];
  const xz = -values[j + 4];
  const yz = -values[j + 5];
  for (let k = 0; k < 3; k++) {
    const p = k === 2 ? E2 : E1;
    const q = k === 0 ? E1 : E2;
    out[m + k] =
      p[0] * (xx * q[0] + xy * q[1] + xz * q[2]) +
      p[1] * (xy * q[0] + yy * q[1] + yz * q[2]) +
      p[2] * (xz * q[0] + yz * q[1] + zz * q[2]);
  }
}

/** S, ∫ ρ dS, ∫ ρρᵀ dS about the centroid of the volume, in the axes. Writes: moments. */
function areaMoments(state: VolumeState, pose: Float64Array, frame: number, i: number, o: number): void {
  localAxes(state, pose, frame, i);
  const { moments, from: overlap } = state;
  const { values } = overlap;
  const m = MOMENTS.size * i;
  const area = values[o + OVERLAP.patchArea];
  if (!(area > 0)) {
    // deep: a patch as wide as the volume
    const wide = cubeRoot(values[o]);
    const S = wide * wide;
    moments[m + MOMENTS.area] = S;
    moments[m + MOMENTS.first] = moments[m + MOMENTS.first + 1] = 0;
    for (let k = 0; k < 3; k++) moments[m + MOMENTS.second + k] = (moments[m + MOMENTS.spread + k] * S) / values[o];
    return;
  }
  secondMoments(values, o + OVERLAP.patchInertia, moments, m + MOMENTS.second);
  let x = 0;
  let y = 0;
  for (let k = 0; k < 3; k++) {
    const d = values[o + OVERLAP.patchCenter + k] - values[o + OVERLAP.center + k];
    x += d * E1[k];
    y += d * E2[k];
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

/** What the region remembers, in its new axes; a new one has bristles at rest and the speed of approach. Writes: next, nextKey, law. */
function startMemory(data: Data, state: VolumeState, pair: VolumePair, i: number, before: number): void {
  const { next, nextKey, at, law } = state;
  const o = ROW.size * i;
  const f = FOUND.size * i;
  nextKey[4 * i] = state.shape[2 * i];
  nextKey[4 * i + 1] = state.shape[2 * i + 1];
  nextKey[4 * i + 2] = i;
  nextKey[4 * i + 3] = state.side[i];
  if (before < 0) {
    for (let k = 0; k < ROW.size; k++) next[o + k] = 0;
    next[o + ROW.impactSpeed] = Math.max(pair.leastSpeed, approach(data, state, i));
  } else {
    const { memory } = volumeFields(data);
    const m = ROW.size * before;
    for (let k = ROW.impactSpeed; k < ROW.bristle; k++) next[o + k] = memory[m + k];
    // bristles turn with their axes, and from the old axes to the new
    carryAxis(data, state, i, before);
    let c = 0;
    let s = 0;
    for (let k = 0; k < 3; k++) {
      c += V[k] * at[f + FOUND.axes + k];
      s += V[k] * at[f + FOUND.axes + 3 + k];
    }
    const size = Math.sqrt(c * c + s * s);
    c = size > 0 ? c / size : 1;
    s = size > 0 ? s / size : 0;
    for (let k = ROW.bristle; k < ROW.size; k += 2) {
      next[o + k] = c * memory[m + k] - s * memory[m + k + 1];
      next[o + k + 1] = s * memory[m + k] + c * memory[m + k + 1];
    }
  }
  law[2 * i + LAYER.stiffness] = pair.stiffness;
  law[2 * i + LAYER.damping] = pair.damping ?? pair.factor / next[o + ROW.impactSpeed];
}

/** −n · v at the centre, with the velocities of the beginning of the step. */
function approach({ bodyPos }: Data, { at, body, place, velocity: v }: VolumeState, i: number): number {
  const n = FOUND.size * i + FOUND.axes + 6;
  let rate = 0;
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    const x = place[3 * i] - bodyPos[3 * b];
    const y = place[3 * i + 1] - bodyPos[3 * b + 1];
    const z = place[3 * i + 2] - bodyPos[3 * b + 2];
    const o = 6 * b;
    const along =
      at[n] * (v[o + 3] + v[o + 1] * z - v[o + 2] * y) +
      at[n + 1] * (v[o + 4] + v[o + 2] * x - v[o] * z) +
      at[n + 2] * (v[o + 5] + v[o] * y - v[o + 1] * x);
    rate += side === 0 ? along : -along;
  }
  return rate;
}
