import { addPair, chooseTangents, moveCandidate } from "./candidates.js";
import { EXTREME, PATCH, readFeature, SHAPE } from "./feature.js";
import { measureFootprint } from "./footprint.js";
import { isSample, overlapFeatures } from "./overlap.js";
import { EXHAUSTIVE, reduceCandidates } from "./reduce.js";
import { coreRadius, differenceSupport } from "./support.js";
import type { Collider, ContactSink, Separation } from "./types.js";
import type { NarrowWorkspace } from "./workspace.js";

/** A candidate counts as deepest when its gap exceeds the separation by less than this fraction of the size. */
const DEEPEST = 1e-9;

const pair = new Float64Array(9);
const radii = new Float64Array(2);

/**
 * Contact points along the normal in found[1…3]: the part of the overlap of the two facing features that is within the
 * margin, reduced to four points. When the deepest of them does not reach the separation found[0] (of the cores) and
 * `nearest` is true, the nearest points found[4…9] are added. Returns false when there was nothing to write, and,
 * without nearest points, also when the deepest point is shallower than `required`.
 */
export function writePatch(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  sink: ContactSink,
  nearest: boolean,
): boolean {
  const w = sink.work;
  const { featureA, featureB, found } = w;
  chooseTangents(w, a, b);
  readFeature(w, featureA, a, false, found, 1, PATCH);
  readFeature(w, featureB, b, true, found, 1, PATCH);
  overlapFeatures(w);
  return finishPatch(a, poseA, ao, b, sink, nearest);
}

/** Keeps the candidates within the margin, adds the nearest points where they are missing, reduces and writes. */
export function finishPatch(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  sink: ContactSink,
  nearest: boolean,
): boolean {
  const w = sink.work;
  const { candidates, featureA, featureB, found, required } = w;
  const rA = coreRadius(a);
  const rB = coreRadius(b);
  const { heightA, heightB } = candidates;
  let kept = 0;
  let least = Infinity;
  for (let i = 0; i < candidates.count; i++) {
    const gap = heightB[i] - heightA[i] - rA - rB;
    if (!(gap <= sink.margin[0])) continue;
    if (gap < least) least = gap;
    if (kept !== i) moveCandidate(w, i, kept);
    kept++;
  }
  candidates.count = kept;
  if (nearest && least > found[0] - rA - rB + DEEPEST * a.reach && found[0] - rA - rB <= sink.margin[0]) {
    // a single point is the nearest point itself, only less exact
    if (featureA.shape === SHAPE.point || featureB.shape === SHAPE.point) candidates.count = 0;
    // a complete rim stays complete with its deepest point
    if (candidates.whole > 0 && candidates.whole === candidates.count) candidates.whole++;
    addPair(w, found, 4, found, 7, featureA.id, featureB.id);
    candidates.ordered = false;
  }
  if (candidates.count === 0 || (!nearest && least > required[0])) return false;
  if (candidates.count > 1 && candidates.count <= EXHAUSTIVE && candidates.count !== candidates.whole)
    dropDoubles(w, a.reach < b.reach ? a : b);
  if (candidates.count > 2) {
    radii[0] = rA;
    radii[1] = rB;
    measureFootprint(w, radii);
    writeFootprint(poseA, ao, sink);
  }
  if (candidates.round !== 0 || candidates.count > w.corners) reduceCandidates(w);
  writeCandidates(a, poseA, ao, b, sink);
  return true;
}

/** Candidates closer than this fraction of the smaller shape's size are merged, like corners in clipping. */
const SAME = 1e-6;

/**
 * Keeps one of several candidates at the same place: the first, unless it is a sampled point of a rim and the other is
 * a corner or a side across the rim, which persists longer. When there are more candidates than `reduceCandidates`
 * compares exhaustively, it does not choose duplicates anyway.
 */
function dropDoubles(w: NarrowWorkspace, smaller: Collider): void {
  const { candidates } = w;
  const { uv, idA, idB, round } = candidates;
  const same = SAME * smaller.reach;
  for (let i = 0; i < candidates.count; i++) {
    for (let j = i + 1; j < candidates.count; j++) {
      if (Math.abs(uv[2 * i] - uv[2 * j]) > same || Math.abs(uv[2 * i + 1] - uv[2 * j + 1]) > same) continue;
      const sampled = ((round & 1) !== 0 && isSample(idA[i])) || ((round & 2) !== 0 && isSample(idB[i]));
      if (sampled) moveCandidate(w, j, i);
      candidates.count--;
      for (let k = j; k < candidates.count; k++) moveCandidate(w, k + 1, k);
      // entry i has changed: compare it again with all later entries
      if (sampled) j = i;
      else j--;
    }
  }
}

/** Writes the measured footprint to the patch that is written next, in the world frame. */
function writeFootprint(poseA: Float64Array, ao: number, sink: ContactSink): void {
  const w = sink.work;
  const { footprint, frameA, tangents } = w;
  if (sink.count >= sink.capacity) return;
  const o = 5 * (sink.count > 0 ? sink.patch[sink.count - 1] + 1 : 0);
  for (let k = 0; k < 3; k++)
    pair[k] = footprint[1] * tangents[k] + footprint[2] * tangents[3 + k] + footprint[3] * tangents[6 + k];
  sink.footprint[o] = footprint[0];
  for (let k = 0; k < 3; k++) {
    sink.footprint[o + 1 + k] =
      frameA[3 * k] * pair[0] + frameA[3 * k + 1] * pair[1] + frameA[3 * k + 2] * pair[2] + poseA[ao + k];
  }
  sink.footprint[o + 4] = footprint[4];
}

/** Writes the candidates to the sink, in the world frame. */
function writeCandidates(a: Collider, poseA: Float64Array, ao: number, b: Collider, sink: ContactSink): void {
  const w = sink.work;
  const { candidates, frameA, tangents } = w;
  const rA = coreRadius(a);
  const rB = coreRadius(b);
  const patch = sink.count > 0 ? sink.patch[sink.count - 1] + 1 : 0;
  const { uv, uvOnB, heightA, heightB, idA, idB } = candidates;
  const { normal, pointA, pointB } = sink;
  for (let k = 0; k < 3; k++)
    pair[k] = frameA[3 * k] * tangents[6] + frameA[3 * k + 1] * tangents[7] + frameA[3 * k + 2] * tangents[8];
  for (let i = 0; i < candidates.count; i++) {
    const c = sink.count;
    if (c >= sink.capacity) {
      sink.overflow = true;
      return;
    }
    sink.count = c + 1;
    const uA = uv[2 * i];
    const vA = uv[2 * i + 1];
    const hA = heightA[i] + rA;
    const ax = uA * tangents[0] + vA * tangents[3] + hA * tangents[6];
    const ay = uA * tangents[1] + vA * tangents[4] + hA * tangents[7];
    const az = uA * tangents[2] + vA * tangents[5] + hA * tangents[8];
    const uB = uvOnB[2 * i];
    const vB = uvOnB[2 * i + 1];
    const hB = heightB[i] - rB;
    const bx = uB * tangents[0] + vB * tangents[3] + hB * tangents[6];
    const by = uB * tangents[1] + vB * tangents[4] + hB * tangents[7];
    const bz = uB * tangents[2] + vB * tangents[5] + hB * tangents[8];
    for (let k = 0; k < 3; k++) {
      const x = frameA[3 * k];
      const y = frameA[3 * k + 1];
      const z = frameA[3 * k + 2];
      normal[3 * c + k] = pair[k];
      pointA[3 * c + k] = x * ax + y * ay + z * az + poseA[ao + k];
      pointB[3 * c + k] = x * bx + y * by + z * bz + poseA[ao + k];
    }
    sink.gap[c] = heightB[i] - heightA[i] - rA - rB;
    sink.featureA[c] = idA[i];
    sink.featureB[c] = idB[i];
    sink.patch[c] = patch;
  }
}

/**
 * Nearest points of the cores for the separation found[0] along found[1…3], into found[4…9]. Where the extreme set of
 * one shape is a single point, they are that point and its foot on the other shape; otherwise the deepest point of the
 * overlap of the two extreme sets. Returns false when round-off leaves no overlap, or when the foot of a polyhedron's
 * vertex is outside the face; the points are then only approximate.
 */
export function findPoints(w: NarrowWorkspace, a: Collider, b: Collider): boolean {
  const { candidates, featureA, featureB, found, tangents } = w;
  chooseTangents(w, a, b);
  readFeature(w, featureA, a, false, found, 1, EXTREME);
  readFeature(w, featureB, b, true, found, 1, EXTREME);
  const s = found[0];
  if (featureA.shape !== SHAPE.point && featureB.shape !== SHAPE.point) {
    overlapFeatures(w);
    let best = -1;
    for (let i = 0; i < candidates.count; i++) {
      if (
        best < 0 ||
        candidates.heightB[i] - candidates.heightA[i] < candidates.heightB[best] - candidates.heightA[best]
      )
        best = i;
    }
    if (best >= 0) {
      for (let k = 0; k < 3; k++) {
        found[4 + k] =
          candidates.uv[2 * best] * tangents[k] +
          candidates.uv[2 * best + 1] * tangents[3 + k] +
          candidates.heightA[best] * tangents[6 + k];
        found[7 + k] =
          candidates.uvOnB[2 * best] * tangents[k] +
          candidates.uvOnB[2 * best + 1] * tangents[3 + k] +
          candidates.heightB[best] * tangents[6 + k];
      }
      return true;
    }
  }
  differenceSupport(w, a, b, found, 1, pair, 0);
  const ofA = featureA.shape === SHAPE.point;
  const ofB = featureB.shape === SHAPE.point;
  if (ofA || ofB) overlapFeatures(w);
  for (let k = 0; k < 3; k++) {
    found[4 + k] = ofB ? pair[3 + k] - s * found[1 + k] : pair[k];
    found[7 + k] = ofB ? pair[3 + k] : pair[k] + s * found[1 + k];
  }
  return candidates.count > 0;
}

/** Converts the result of the cores in `found` to a separation of the shapes, in the world frame. */
export function writeSeparation(a: Collider, poseA: Float64Array, ao: number, b: Collider, out: Separation): void {
  const w = out.work;
  const { featureA, featureB, found, frameA } = w;
  const rA = coreRadius(a);
  const rB = coreRadius(b);
  const { values } = out;
  values[0] = found[0] - rA - rB;
  for (let k = 0; k < 3; k++) {
    pair[k] = found[4 + k] + rA * found[1 + k];
    pair[3 + k] = found[7 + k] - rB * found[1 + k];
  }
  for (let k = 0; k < 3; k++) {
    const x = frameA[3 * k];
    const y = frameA[3 * k + 1];
    const z = frameA[3 * k + 2];
    values[1 + k] = x * found[1] + y * found[2] + z * found[3];
    values[4 + k] = x * pair[0] + y * pair[1] + z * pair[2] + poseA[ao + k];
    values[7 + k] = x * pair[3] + y * pair[4] + z * pair[5] + poseA[ao + k];
  }
  chooseTangents(w, a, b);
  readFeature(w, featureA, a, false, found, 1, EXTREME);
  readFeature(w, featureB, b, true, found, 1, EXTREME);
  out.featureA = featureA.id >>> 0;
  out.featureB = featureB.id >>> 0;
}
