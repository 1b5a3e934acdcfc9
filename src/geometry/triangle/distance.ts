import { CLOSEST_SIZE, closestPointOnTriangle, closestPointsOfSegments, EDGE, FACE, VERTEX } from "./closest-point.js";
import { segmentMeetsTriangle } from "./coplanar.js";
import { CROSSING, createCrossing, intersectTriangles } from "./intersect.js";
import { isFlat, orientValue } from "./orientation.js";

/**
 * Distances of segments and triangles from triangles. The closest points of two polygons are a corner of one and a
 * point of the other's face, or lie on two edges, unless they intersect [Ericson2005, ch. 5.1.10]; intersection is
 * decided exactly.
 */

/**
 * Squared distance and closest points: written to out[oo] as point on the first (3), on the second (3), squared
 * distance.
 */
export const DISTANCE_SIZE = 7;

/** Feature codes of a segment. */
const SEGMENT_INSIDE = 0;
const SEGMENT_START = 1;
const SEGMENT_END = 2;

/** Scratch; meaningless between calls. */
const near = new Float64Array(4);
const pair = new Float64Array(CLOSEST_SIZE);
const local = new Float64Array(15);
const value = new Float64Array(2);
const crossing = createCrossing();
const best = { first: 0, second: 0 };

/**
 * Closest points of segment p q of `v` and triangle a, b, c of `w`; see `DISTANCE_SIZE`. Where they meet (exactly
 * decided, touching included) the squared distance is 0 and both points are a common one. Returns the features: the
 * segment's plus 4 times the triangle's.
 */
export function segmentTriangleDistance(
  v: Float64Array,
  p: number,
  q: number,
  w: Float64Array,
  a: number,
  b: number,
  c: number,
  out: Float64Array,
  oo: number,
): number {
  for (let k = 0; k < 3; k++) {
    local[k] = w[3 * a + k];
    local[3 + k] = w[3 * b + k];
    local[6 + k] = w[3 * c + k];
    local[9 + k] = v[3 * p + k];
    local[12 + k] = v[3 * q + k];
  }
  out[oo + 6] = Infinity;
  const meet = !isFlat(local, 0, 1, 2) && segmentMeetsTriangle(local, 3, 4, 0, 1, 2);
  if (meet) {
    orientValue(local, 0, 1, 2, 3, value, 0);
    orientValue(local, 0, 1, 2, 4, value, 1);
    if (value[0] !== value[1]) {
      const t = value[0] / (value[0] - value[1]);
      for (let k = 0; k < 3; k++) {
        const x = local[9 + k] + t * (local[12 + k] - local[9 + k]);
        out[oo + k] = x;
        out[oo + 3 + k] = x;
      }
      out[oo + 6] = 0;
      return (t === 0 ? SEGMENT_START : t === 1 ? SEGMENT_END : SEGMENT_INSIDE) + 4 * FACE;
    }
  }
  let code = 0;
  for (let end = 0; end < 2; end++) {
    const feature = closestPointOnTriangle(local, 0, 1, 2, local, 9 + 3 * end, near, 0);
    if (!(near[3] < out[oo + 6])) continue;
    code = (end === 0 ? SEGMENT_START : SEGMENT_END) + 4 * feature;
    for (let k = 0; k < 3; k++) {
      out[oo + k] = local[9 + 3 * end + k];
      out[oo + 3 + k] = near[k];
    }
    out[oo + 6] = near[3];
  }
  for (let k = 0; k < 3; k++) {
    closestPointsOfSegments(local, 3, 4, local, k, k === 2 ? 0 : k + 1, pair, 0);
    if (!(pair[6] < out[oo + 6])) continue;
    for (let m = 0; m < 7; m++) out[oo + m] = pair[m];
    const own = pair[7] === 0 ? SEGMENT_START : pair[7] === 1 ? SEGMENT_END : SEGMENT_INSIDE;
    code = own + 4 * edgeFeature(k, 8);
  }
  if (meet) joinPoints(out, oo);
  return code;
}

/** In one plane and meeting: the points found differ by round-off only. */
function joinPoints(out: Float64Array, oo: number): void {
  for (let k = 0; k < 3; k++) out[oo + 3 + k] = out[oo + k];
  out[oo + 6] = 0;
}

/** Feature on edge k from the parameter at pair[at]. */
function edgeFeature(k: number, at: number): number {
  if (pair[at] === 0) return VERTEX + k;
  return pair[at] === 1 ? VERTEX + (k === 2 ? 0 : k + 1) : EDGE + k;
}

/**
 * Closest points of triangle a, b, c of `v` and triangle d, e, f of `w`, both in one frame; see `DISTANCE_SIZE`. Where
 * the triangles intersect (exactly decided, touching included) the squared distance is 0 and both points are a common
 * one. Returns the features: the first triangle's plus 8 times the second's.
 */
export function triangleDistance(
  v: Float64Array,
  a: number,
  b: number,
  c: number,
  w: Float64Array,
  d: number,
  e: number,
  f: number,
  out: Float64Array,
  oo: number,
): number {
  const meet = intersectTriangles(v, a, b, c, w, d, e, f, "include", crossing);
  if (meet && crossing.kind === CROSSING) {
    for (let k = 0; k < 3; k++) {
      const x = 0.5 * (crossing.point[k] + crossing.point[3 + k]);
      out[oo + k] = x;
      out[oo + 3 + k] = x;
    }
    out[oo + 6] = 0;
    return FACE + 8 * FACE;
  }
  out[oo + 6] = Infinity;
  for (let i = 0; i < 3; i++) {
    const a0 = i === 0 ? a : i === 1 ? b : c;
    const a1 = i === 0 ? b : i === 1 ? c : a;
    for (let j = 0; j < 3; j++) {
      const b0 = j === 0 ? d : j === 1 ? e : f;
      const b1 = j === 0 ? e : j === 1 ? f : d;
      closestPointsOfSegments(v, a0, a1, w, b0, b1, pair, 0);
      if (!(pair[6] < out[oo + 6])) continue;
      for (let m = 0; m < 7; m++) out[oo + m] = pair[m];
      best.first = edgeFeature(i, 7);
      best.second = edgeFeature(j, 8);
    }
  }
  // Corners against faces; a foot on an edge has been found already.
  for (let i = 0; i < 3; i++) {
    const corner = 3 * (i === 0 ? a : i === 1 ? b : c);
    if (closestPointOnTriangle(w, d, e, f, v, corner, near, 0) === FACE && near[3] < out[oo + 6]) {
      for (let k = 0; k < 3; k++) {
        out[oo + k] = v[corner + k];
        out[oo + 3 + k] = near[k];
      }
      out[oo + 6] = near[3];
      best.first = VERTEX + i;
      best.second = FACE;
    }
  }
  for (let j = 0; j < 3; j++) {
    const corner = 3 * (j === 0 ? d : j === 1 ? e : f);
    if (closestPointOnTriangle(v, a, b, c, w, corner, near, 0) === FACE && near[3] < out[oo + 6]) {
      for (let k = 0; k < 3; k++) {
        out[oo + k] = near[k];
        out[oo + 3 + k] = w[corner + k];
      }
      out[oo + 6] = near[3];
      best.first = FACE;
      best.second = VERTEX + j;
    }
  }
  if (meet) joinPoints(out, oo);
  return best.first + 8 * best.second;
}
