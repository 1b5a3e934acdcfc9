import { cos, sin } from "../../math/elementary.js";
import { FEATURE } from "../contact-tables.js";
import { addCandidate, clearCandidates, toPlane } from "./candidates.js";
import { clipPolygon, clipSegment } from "./clip.js";
import { RIM_SAMPLES, SHAPE } from "./feature.js";
import type { Feature, NarrowWorkspace } from "./workspace.js";

/** Scratch of this file, see `NarrowWorkspace`. */
export interface OverlapWorkspace {
  readonly uv: Float64Array;
  /** Sampled rim points of both discs, 3 each: RIM_SAMPLES and the deepest; how many there are. */
  readonly rim: Float64Array;
  readonly axis: Float64Array;
  /** A point lifted to a disc's plane. */
  readonly lifted: Float64Array;
}

function overlapWork(w: NarrowWorkspace): OverlapWorkspace {
  w.overlap ??= {
    uv: new Float64Array(4),
    rim: new Float64Array(6 * (RIM_SAMPLES + 1)),
    axis: new Float64Array(6),
    lifted: new Float64Array(6),
  };
  return w.overlap;
}

/**
 * Where two features overlap when seen along the normal: the extreme points of the common region become candidates for
 * contact points. Two segments that cross, and a point, give one; the caller adds the nearest points where nothing is
 * found.
 */
export function overlapFeatures(w: NarrowWorkspace): void {
  const { candidates, featureA, featureB } = w;
  clearCandidates(w);
  const a = featureA;
  const b = featureB;
  candidates.round = (a.shape === SHAPE.disc ? 1 : 0) | (b.shape === SHAPE.disc ? 2 : 0);
  toPlane(w, a, candidates.uvA);
  toPlane(w, b, candidates.uvB);
  if (a.shape === SHAPE.point) abovePoint(w, candidates.uvA, b, false, a.vertexId[0]);
  else if (b.shape === SHAPE.point) abovePoint(w, candidates.uvB, a, true, b.vertexId[0]);
  else if (b.shape === SHAPE.plane) abovePlane(w);
  else if (a.shape === SHAPE.disc && b.shape === SHAPE.disc) overlapDiscs(w);
  else if (a.shape === SHAPE.disc) overlapDisc(w, a, b, candidates.uvB, false);
  else if (b.shape === SHAPE.disc) overlapDisc(w, b, a, candidates.uvA, true);
  else if (a.shape === SHAPE.segment && b.shape === SHAPE.segment) overlapSegments(w);
  else if (a.shape === SHAPE.segment) clipSegment(w, a, candidates.uvA, b, candidates.uvB, true);
  else if (b.shape === SHAPE.segment) clipSegment(w, b, candidates.uvB, a, candidates.uvA, false);
  else clipPolygon(w);
}

/**
 * A point with what is above it: another point, a plane, a polygon or disc that covers it. With a segment the caller's
 * nearest points do.
 */
function abovePoint(w: NarrowWorkspace, q: Float64Array, other: Feature, otherIsA: boolean, id: number): void {
  const { uv, lifted } = overlapWork(w);
  const { candidates } = w;
  if (other.shape === SHAPE.segment) return;
  uv[0] = q[0];
  uv[1] = q[1];
  if (other.shape === SHAPE.polygon) {
    if (!insidePolygon(w, otherIsA ? candidates.uvA : candidates.uvB, other.count, otherIsA)) return;
  } else if (other.shape === SHAPE.disc) {
    liftToDisc(w, other, uv, 0, 0);
    if (lifted[0] * lifted[0] + lifted[1] * lifted[1] + lifted[2] * lifted[2] > other.plane[4] * other.plane[4]) return;
  }
  if (otherIsA) addCandidate(w, uv, 0, other.id, id);
  else addCandidate(w, uv, 0, id, other.id);
}

/** All corners, or rim points, of A. */
function abovePlane(w: NarrowWorkspace): void {
  const { uv, rim } = overlapWork(w);
  const { candidates, featureA, featureB } = w;
  const a = featureA;
  if (a.shape !== SHAPE.disc) {
    for (let i = 0; i < a.count; i++) addCandidate(w, candidates.uvA, 2 * i, a.vertexId[i], featureB.id);
    return;
  }
  const samples = sampleRim(w, a, 1, 0);
  for (let i = 0; i < samples; i++) {
    projectPoint(w, rim, 3 * i);
    addCandidate(w, uv, 0, rimId(a, i), featureB.id);
  }
  candidates.whole = samples;
}

/** Rims and segments that miss what they touch by this fraction of their size touch it. */
const GRAZING = 1e-7;

/** Segments closer than this to parallel (sine) touch along a line. */
const PARALLEL = 0.01;

function overlapSegments(w: NarrowWorkspace): void {
  const { uv } = overlapWork(w);
  const { candidates, featureA, featureB } = w;
  const { uvA, uvB } = candidates;
  const ux = uvA[2] - uvA[0];
  const uy = uvA[3] - uvA[1];
  const wx = uvB[2] - uvB[0];
  const wy = uvB[3] - uvB[1];
  const u2 = ux * ux + uy * uy;
  const w2 = wx * wx + wy * wy;
  const cross = ux * wy - uy * wx;
  if (cross * cross > PARALLEL * PARALLEL * u2 * w2) {
    // crossing lines: one point, when it is inside both
    const t = ((uvB[0] - uvA[0]) * wy - (uvB[1] - uvA[1]) * wx) / cross;
    const s = ((uvB[0] - uvA[0]) * uy - (uvB[1] - uvA[1]) * ux) / cross;
    if (!(t >= -GRAZING && t <= 1 + GRAZING && s >= -GRAZING && s <= 1 + GRAZING)) return;
    const onA = Math.max(0, Math.min(1, t));
    uv[0] = uvA[0] + onA * ux;
    uv[1] = uvA[1] + onA * uy;
    addCandidate(w, uv, 0, featureA.id, featureB.id);
    return;
  }
  // the common interval, as parameters of A; its ends are ends of A or of B
  const t0 = ((uvB[0] - uvA[0]) * ux + (uvB[1] - uvA[1]) * uy) / u2;
  const t1 = ((uvB[2] - uvA[0]) * ux + (uvB[3] - uvA[1]) * uy) / u2;
  const low = Math.max(0, Math.min(t0, t1));
  const high = Math.min(1, Math.max(t0, t1));
  if (!(low <= high)) return;
  for (let end = 0; end < 2; end++) {
    const t = end === 0 ? low : high;
    uv[0] = uvA[0] + t * ux;
    uv[1] = uvA[1] + t * uy;
    const c = candidates.count;
    if (t === end) addCandidate(w, uv, 0, featureA.vertexId[end], featureB.id);
    else addCandidate(w, uv, 0, featureA.id, featureB.vertexId[t === t0 ? 0 : 1]);
    // the place on B is straight across, on its own segment
    const s = Math.max(0, Math.min(1, ((uv[0] - uvB[0]) * wx + (uv[1] - uvB[1]) * wy) / w2));
    candidates.uvOnB[2 * c] = uvB[0] + s * wx;
    candidates.uvOnB[2 * c + 1] = uvB[1] + s * wy;
  }
}

/** cos and sin of the sampling angles. */
const rimDirection = Float64Array.from({ length: 2 * RIM_SAMPLES }, (_, i) => {
  const angle = (2 * Math.PI * (i >> 1)) / RIM_SAMPLES;
  return (i & 1) === 0 ? cos(angle) : sin(angle);
});

/**
 * Tilt (sine) above which the deepest rim point of a disc is added to its samples: below it costs less than 1e-6 of the
 * radius.
 */
const TILTED = 1e-6;

/**
 * Rim points of a disc, at directions that do not turn with it: `tangents` hold two directions that follow the other
 * shape. Returns their number.
 */
function sampleRim(w: NarrowWorkspace, disc: Feature, sign: number, o: number): number {
  const { rim, axis } = overlapWork(w);
  const { tangents } = w;
  const m = disc.plane;
  // first direction: the tangent, made normal to the axis
  const along = m[0] * tangents[9] + m[1] * tangents[10] + m[2] * tangents[11];
  let x = tangents[9] - along * m[0];
  let y = tangents[10] - along * m[1];
  let z = tangents[11] - along * m[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  x /= length;
  y /= length;
  z /= length;
  axis[3] = m[1] * z - m[2] * y;
  axis[4] = m[2] * x - m[0] * z;
  axis[5] = m[0] * y - m[1] * x;
  axis[0] = x;
  axis[1] = y;
  axis[2] = z;
  for (let i = 0; i < RIM_SAMPLES; i++) {
    for (let k = 0; k < 3; k++)
      rim[o + 3 * i + k] =
        disc.points[k] + m[4] * (rimDirection[2 * i] * axis[k] + rimDirection[2 * i + 1] * axis[3 + k]);
  }
  // deepest: where the direction, outward along sign·n, leans to
  const cosine = sign * (m[0] * tangents[6] + m[1] * tangents[7] + m[2] * tangents[8]);
  x = sign * tangents[6] - cosine * m[0];
  y = sign * tangents[7] - cosine * m[1];
  z = sign * tangents[8] - cosine * m[2];
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (sine < TILTED) return RIM_SAMPLES;
  const e = o + 3 * RIM_SAMPLES;
  rim[e] = disc.points[0] + (m[4] * x) / sine;
  rim[e + 1] = disc.points[1] + (m[4] * y) / sine;
  rim[e + 2] = disc.points[2] + (m[4] * z) / sine;
  return RIM_SAMPLES + 1;
}

/** uv of the 3D point p[o…] into uv. */
function projectPoint(w: NarrowWorkspace, p: Float64Array, o: number): void {
  const { uv } = overlapWork(w);
  const { tangents } = w;
  uv[0] = tangents[0] * p[o] + tangents[1] * p[o + 1] + tangents[2] * p[o + 2];
  uv[1] = tangents[3] * p[o] + tangents[4] * p[o + 1] + tangents[5] * p[o + 2];
}

/** The point q[i…] (uv) on the plane of the disc, relative to its centre, into lifted[o…]. */
function liftToDisc(w: NarrowWorkspace, disc: Feature, q: Float64Array, i: number, o: number): void {
  const { lifted } = overlapWork(w);
  const { tangents } = w;
  const m = disc.plane;
  const x = q[i] * tangents[0] + q[i + 1] * tangents[3] - disc.points[0];
  const y = q[i] * tangents[1] + q[i + 1] * tangents[4] - disc.points[1];
  const z = q[i] * tangents[2] + q[i + 1] * tangents[5] - disc.points[2];
  const rise = -(m[0] * x + m[1] * y + m[2] * z) / (m[0] * tangents[6] + m[1] * tangents[7] + m[2] * tangents[8]);
  lifted[o] = x + rise * tangents[6];
  lifted[o + 1] = y + rise * tangents[7];
  lifted[o + 2] = z + rise * tangents[8];
}

function rimId(disc: Feature, k: number): number {
  return (FEATURE.edge << 29) | (8 + (disc.vertexId[0] & 1) * 64 + k);
}

function add(w: NarrowWorkspace, discIsB: boolean, discId: number, otherId: number): void {
  const { uv } = overlapWork(w);
  if (discIsB) addCandidate(w, uv, 0, otherId, discId);
  else addCandidate(w, uv, 0, discId, otherId);
}

/**
 * Disc with polygon or segment: rim points above the polygon, corners above the disc, and where sides cross the rim.
 */
function overlapDisc(w: NarrowWorkspace, disc: Feature, other: Feature, q: Float64Array, discIsB: boolean): void {
  const { uv, rim, lifted } = overlapWork(w);
  const { candidates } = w;
  const r2 = disc.plane[4] * disc.plane[4];
  const before = candidates.count;
  let samples = 0;
  if (other.shape === SHAPE.polygon) {
    samples = sampleRim(w, disc, discIsB ? -1 : 1, 0);
    for (let i = 0; i < samples; i++) {
      projectPoint(w, rim, 3 * i);
      if (insidePolygon(w, q, other.count, discIsB)) add(w, discIsB, rimId(disc, i), other.id);
    }
  }
  const sides = other.shape === SHAPE.segment ? 1 : other.count;
  for (let i = 0; i < other.count; i++) {
    liftToDisc(w, disc, q, 2 * i, 0);
    const d2 = lifted[0] * lifted[0] + lifted[1] * lifted[1] + lifted[2] * lifted[2];
    if (d2 <= r2) {
      uv[0] = q[2 * i];
      uv[1] = q[2 * i + 1];
      add(w, discIsB, disc.id, other.vertexId[i]);
    }
    if (i >= sides) continue;
    const j = i + 1 < other.count ? i + 1 : 0;
    liftToDisc(w, disc, q, 2 * j, 3);
    const ex = lifted[3] - lifted[0];
    const ey = lifted[4] - lifted[1];
    const ez = lifted[5] - lifted[2];
    // |p + t e|² = r²
    const e2 = ex * ex + ey * ey + ez * ez;
    const half = lifted[0] * ex + lifted[1] * ey + lifted[2] * ez;
    const root2 = half * half - e2 * (d2 - r2);
    if (!(root2 > 0)) continue;
    const root = Math.sqrt(root2);
    for (let side = 0; side < 2; side++) {
      const t = (-half + (side === 0 ? -root : root)) / e2;
      if (!(t > 0 && t < 1)) continue;
      uv[0] = q[2 * i] + t * (q[2 * j] - q[2 * i]);
      uv[1] = q[2 * i + 1] + t * (q[2 * j + 1] - q[2 * i + 1]);
      add(w, discIsB, rimId(disc, 16 + side), other.edgeId[i]);
    }
  }
  if (candidates.count === before) graze(w, disc, other, q, discIsB);
  // all rim points are above the polygon, and none of its sides comes in between
  else if (candidates.count === samples && isRim(w, candidates.idA, candidates.idB, discIsB))
    candidates.whole = samples;
}

/** Whether a feature is a sampled point of a rim. */
export function isSample(id: number): boolean {
  return id >>> 29 === FEATURE.edge && (id & 63) < 24;
}

/** Whether all candidates are sampled rim points: crossings and corners come after them. */
function isRim(w: NarrowWorkspace, idA: Int32Array, idB: Int32Array, discIsB: boolean): boolean {
  const { candidates } = w;
  return isSample((discIsB ? idB : idA)[candidates.count - 1]);
}

/** A side that only touches the rim, give or take round-off: its nearest point to the centre. */
function graze(w: NarrowWorkspace, disc: Feature, other: Feature, q: Float64Array, discIsB: boolean): void {
  const { uv, lifted } = overlapWork(w);
  const reach = disc.plane[4] * (1 + GRAZING);
  for (let i = 0; i < other.count; i++) {
    const j = i + 1 < other.count ? i + 1 : 0;
    liftToDisc(w, disc, q, 2 * i, 0);
    liftToDisc(w, disc, q, 2 * j, 3);
    let e2 = 0;
    let half = 0;
    for (let k = 0; k < 3; k++) {
      const e = lifted[3 + k] - lifted[k];
      e2 += e * e;
      half -= e * lifted[k];
    }
    const t = e2 > 0 ? Math.max(0, Math.min(1, half / e2)) : 0;
    let d2 = 0;
    for (let k = 0; k < 3; k++) {
      const x = lifted[k] + t * (lifted[3 + k] - lifted[k]);
      d2 += x * x;
    }
    if (d2 > reach * reach) continue;
    uv[0] = q[2 * i] + t * (q[2 * j] - q[2 * i]);
    uv[1] = q[2 * i + 1] + t * (q[2 * j + 1] - q[2 * i + 1]);
    add(w, discIsB, disc.id, other.edgeId[i]);
    return;
  }
}

/** Is uv inside a polygon? Faces of A run counter-clockwise about n, those of B clockwise. */
function insidePolygon(w: NarrowWorkspace, q: Float64Array, count: number, ofA: boolean): boolean {
  const { uv } = overlapWork(w);
  for (let i = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : 0;
    const turn = (q[2 * j] - q[2 * i]) * (uv[1] - q[2 * i + 1]) - (q[2 * j + 1] - q[2 * i + 1]) * (uv[0] - q[2 * i]);
    if (ofA ? turn < 0 : turn > 0) return false;
  }
  return true;
}

/** Two discs: rim points of each above the other, and where the rims cross. */
function overlapDiscs(w: NarrowWorkspace): void {
  const { uv, rim, lifted } = overlapWork(w);
  const { candidates, featureA, featureB } = w;
  const a = featureA;
  const b = featureB;
  const countA = sampleRim(w, a, 1, 0);
  const countB = sampleRim(w, b, -1, 3 * (RIM_SAMPLES + 1));
  const slack = 1e-9 * (a.plane[4] + b.plane[4]);
  const before = candidates.count;
  for (let i = 0; i < countA; i++) {
    projectPoint(w, rim, 3 * i);
    liftToDisc(w, b, uv, 0, 0);
    const reach = b.plane[4] + slack;
    if (lifted[0] * lifted[0] + lifted[1] * lifted[1] + lifted[2] * lifted[2] > reach * reach) continue;
    add(w, false, rimId(a, i), b.id);
  }
  const nested = candidates.count - before === countA;
  for (let i = 0; i < countB && !nested; i++) {
    projectPoint(w, rim, 3 * (RIM_SAMPLES + 1 + i));
    liftToDisc(w, a, uv, 0, 0);
    const reach = a.plane[4] - slack;
    if (lifted[0] * lifted[0] + lifted[1] * lifted[1] + lifted[2] * lifted[2] > reach * reach) continue;
    add(w, false, a.id, rimId(b, i));
  }
  if (nested) {
    // the rim of A alone counts, also for the footprint
    candidates.round = 1;
    candidates.whole = countA;
    return;
  }
  // between discs that are not parallel the rims are ellipses; their few sampled points must do
  const cosine = a.plane[0] * b.plane[0] + a.plane[1] * b.plane[1] + a.plane[2] * b.plane[2];
  if (cosine > -1 + 1e-9) return;
  // rims cross: c ± h across the line of centres, at c = (d² + ra² − rb²)/2d from the centre of A
  const { uvA, uvB } = candidates;
  const dx = uvB[0] - uvA[0];
  const dy = uvB[1] - uvA[1];
  const d2 = dx * dx + dy * dy;
  const ra2 = a.plane[4] * a.plane[4];
  const c = (d2 + ra2 - b.plane[4] * b.plane[4]) / (2 * d2);
  const h2 = ra2 / d2 - c * c;
  const reach = (a.plane[4] + b.plane[4]) * (1 + GRAZING);
  if (!(h2 > 0) && !(d2 <= reach * reach && candidates.count === before)) return;
  const h = Math.sqrt(Math.max(0, h2));
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? h : -h;
    uv[0] = uvA[0] + c * dx - s * dy;
    uv[1] = uvA[1] + c * dy + s * dx;
    add(w, false, rimId(a, 16 + side), rimId(b, 16 + side));
  }
}
