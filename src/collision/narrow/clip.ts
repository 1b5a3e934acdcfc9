import { addCandidate, addPlace, liftPlaces } from "./candidates.js";
import type { ClipPolygons, Feature, NarrowWorkspace } from "./workspace.js";

/**
 * Vertices of B this fraction of a side's length outside of it count as inside: corners of bodies that stand flush on
 * each other keep their names while the solver's noise shakes them.
 */
const FLUSH = 1e-6;

/**
 * Common part of two convex polygons in the plane by cutting B with the sides of A one after the other
 * [SutherlandHodgman1974]. Sides carry labels (side k of A: k, side k of B: −1 − k), which tell what each corner of the
 * result is: a vertex of B above A, a vertex of A above B, or a side of A that crosses a side of B. Its features, and
 * so the identity of a contact point, do not depend on which polygon was cut.
 */
export function clipPolygon(w: NarrowWorkspace): void {
  const { candidates, featureA, featureB, clip } = w;
  const { place, side, origin, previousSide } = clip;
  const a = candidates.uvA;
  const b = candidates.uvB;
  const countA = featureA.count;
  const countB = featureB.count;
  let now = 0;
  let count = countB;
  // B is seen from inside: backwards it runs counter-clockwise, and the side that starts at vertex k is side k − 1
  for (let k = 0; k < countB; k++) {
    const v = countB - 1 - k;
    place[0][2 * k] = b[2 * v];
    place[0][2 * k + 1] = b[2 * v + 1];
    origin[0][k] = v;
    side[0][k] = -1 - (v > 0 ? v - 1 : countB - 1);
    previousSide[0][k] = -1 - v;
  }
  for (let i = 0; i < countA && count > 0; i++) {
    const j = i + 1 < countA ? i + 1 : 0;
    const left = cut(clip, now, count, a, i, j);
    if (left < 0) continue;
    count = left;
    now = 1 - now;
  }
  for (let k = 0; k < count; k++) {
    const v = origin[now][k];
    const s = side[now][k];
    const p = previousSide[now][k];
    if (v >= 0) addPlace(w, place[now], 2 * k, featureA.id, featureB.vertexId[v]);
    else if (s >= 0 && p >= 0) addPlace(w, place[now], 2 * k, featureA.vertexId[s], featureB.id);
    else addPlace(w, place[now], 2 * k, featureA.edgeId[Math.max(s, p)], featureB.edgeId[-1 - Math.min(s, p)]);
  }
  liftPlaces(w, featureA, candidates.heightA);
  liftPlaces(w, featureB, candidates.heightB);
  candidates.ordered = true;
}

/**
 * Cuts polygon `now` by the side of A from vertex i to j; the rest is to the left, in polygon 1 − now. Returns the
 * number of its vertices, or −1 where nothing is cut off: then polygon `now` stays as it is. Heights are compared as in
 * `cutPolygon`; a routine of its own since this is a quarter of the time that two boxes take.
 */
function cut(clip: ClipPolygons, now: number, count: number, a: Float64Array, i: number, j: number): number {
  const { place, side, origin, previousSide, signed } = clip;
  const p = place[now];
  const x = a[2 * i];
  const y = a[2 * i + 1];
  const ux = a[2 * j] - x;
  const uy = a[2 * j + 1] - y;
  const slack = FLUSH * (ux * ux + uy * uy);
  let whole = true;
  for (let k = 0; k < count; k++) {
    const height = ux * (p[2 * k + 1] - y) - uy * (p[2 * k] - x);
    signed[k] = height;
    if (!(height >= -slack)) whole = false;
  }
  if (whole) return -1;
  const q = place[1 - now];
  const sides = side[now];
  const previous = previousSide[now];
  const origins = origin[now];
  const newSides = side[1 - now];
  const newPrevious = previousSide[1 - now];
  const newOrigins = origin[1 - now];
  let n = 0;
  let last = count - 1;
  for (let k = 0; k < count; k++) {
    const next = k + 1 < count ? k + 1 : 0;
    const height = signed[k];
    const inside = height >= -slack;
    const nextInside = signed[next] >= -slack;
    if (inside) {
      const flush = height <= slack;
      q[2 * n] = p[2 * k];
      q[2 * n + 1] = p[2 * k + 1];
      newOrigins[n] = origins[k];
      // a flush vertex is itself where the polygon leaves or comes back
      newSides[n] = flush && signed[next] < -slack ? i : sides[k];
      newPrevious[n] = flush && signed[last] < -slack ? i : previous[k];
      n++;
    }
    last = k;
    if (inside === nextInside || (inside ? height : signed[next]) <= slack) continue;
    const t = height / (height - signed[next]);
    q[2 * n] = p[2 * k] + t * (p[2 * next] - p[2 * k]);
    q[2 * n + 1] = p[2 * k + 1] + t * (p[2 * next + 1] - p[2 * k + 1]);
    newOrigins[n] = -1;
    // leaving along a side of the polygon, going on along side i of A; or coming back from it
    newSides[n] = inside ? i : sides[k];
    newPrevious[n] = inside ? sides[k] : i;
    n++;
  }
  return n;
}

const end = new Float64Array(2);

/** A segment this fraction of a side's length outside of it counts as running along it. */
const ALONG = 1e-9;

/**
 * Part of a segment above a polygon: its ends become candidates. `segmentIsA` tells which of the two shapes the segment
 * is of.
 */
export function clipSegment(
  w: NarrowWorkspace,
  segment: Feature,
  uv: Float64Array,
  polygon: Feature,
  q: Float64Array,
  segmentIsA: boolean,
): void {
  // a segment along a side, outside of it by round-off, is above the polygon too
  if (!clipWith(w, segment, uv, polygon, q, segmentIsA, false)) clipWith(w, segment, uv, polygon, q, segmentIsA, true);
}

function clipWith(
  w: NarrowWorkspace,
  segment: Feature,
  uv: Float64Array,
  polygon: Feature,
  q: Float64Array,
  segmentIsA: boolean,
  flush: boolean,
): boolean {
  let low = 0;
  let high = 1;
  let lowSide = -1;
  let highSide = -1;
  const ux = uv[2] - uv[0];
  const uy = uv[3] - uv[1];
  for (let i = 0; i < polygon.count; i++) {
    const j = i + 1 < polygon.count ? i + 1 : 0;
    const ex = q[2 * j] - q[2 * i];
    const ey = q[2 * j + 1] - q[2 * i + 1];
    // inside is left of the sides of A and right of those of B
    const s = segmentIsA ? -1 : 1;
    let from = s * (ex * (uv[1] - q[2 * i + 1]) - ey * (uv[0] - q[2 * i]));
    if (flush) from += ALONG * (ex * ex + ey * ey);
    const slope = s * (ex * uy - ey * ux);
    if (from + slope < 0 && from < 0) return false;
    const t = -from / slope;
    if (from < 0 && t > low) {
      low = t;
      lowSide = i;
    }
    if (from + slope < 0 && t < high) {
      high = t;
      highSide = i;
    }
  }
  if (!(low <= high)) return false;
  for (let k = 0; k < 2; k++) {
    const t = k === 0 ? low : high;
    const crossed = k === 0 ? lowSide : highSide;
    end[0] = uv[0] + t * ux;
    end[1] = uv[1] + t * uy;
    const own = crossed < 0 ? segment.vertexId[k] : segment.id;
    const other = crossed < 0 ? polygon.id : polygon.edgeId[crossed];
    if (segmentIsA) addCandidate(w, end, 0, own, other);
    else addCandidate(w, end, 0, other, own);
  }
  return true;
}
