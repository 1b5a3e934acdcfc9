import { isFlat, orientSign, turnSign } from "./orientation.js";

/**
 * Exact tests between figures that lie in one plane or have no area: the special cases of triangle pairs. Points are
 * vertex numbers in a packed array; sets are closed, so touching counts.
 */

/**
 * True when two triangles in one plane, both with area, have a point in common. Separating lines: two convex polygons
 * of the plane are apart exactly when the line of an edge of one of them has the other strictly on its outer side.
 */
export function coplanarTrianglesMeet(
  v: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
): boolean {
  const axis = projection(v, a, b, c);
  const u = axis === 0 ? 1 : 0;
  const w = axis === 2 ? 1 : 2;
  return !hasSeparatingEdge(v, a, b, c, d, e, f, u, w) && !hasSeparatingEdge(v, d, e, f, a, b, c, u, w);
}

/** The axis along which a triangle with area may be projected without losing it: the first that works. */
function projection(v: Float64Array, a: number, b: number, c: number): number {
  if (turnSign(v, a, b, c, 0, 1) !== 0) return 2;
  return turnSign(v, a, b, c, 1, 2) !== 0 ? 0 : 1;
}

function hasSeparatingEdge(
  v: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  u: number,
  w: number,
): boolean {
  const inner = turnSign(v, a, b, c, u, w);
  return (
    allOutside(v, a, b, d, e, f, u, w, inner) ||
    allOutside(v, b, c, d, e, f, u, w, inner) ||
    allOutside(v, c, a, d, e, f, u, w, inner)
  );
}

function allOutside(
  v: Float64Array,
  a: number,
  b: number,
  d: number,
  e: number,
  f: number,
  u: number,
  w: number,
  inner: number,
): boolean {
  return (
    turnSign(v, a, b, d, u, w) === -inner &&
    turnSign(v, a, b, e, u, w) === -inner &&
    turnSign(v, a, b, f, u, w) === -inner
  );
}

/** True when point p lies in the closed triangle a, b, c, which has area. */
export function isPointInTriangle(v: Float64Array, p: number, a: number, b: number, c: number): boolean {
  if (orientSign(v, a, b, c, p) !== 0) return false;
  const axis = projection(v, a, b, c);
  const u = axis === 0 ? 1 : 0;
  const w = axis === 2 ? 1 : 2;
  const inner = turnSign(v, a, b, c, u, w);
  return (
    turnSign(v, a, b, p, u, w) !== -inner &&
    turnSign(v, b, c, p, u, w) !== -inner &&
    turnSign(v, c, a, p, u, w) !== -inner
  );
}

/** True when the closed segments ab and cd have a point in common; either may be a single point. */
function segmentsMeet(v: Float64Array, a: number, b: number, c: number, d: number): boolean {
  if (orientSign(v, a, b, c, d) !== 0) return false;
  // In a plane: look along an axis that keeps some three of the points apart. If there is none, all four are on one
  // line, and the boxes decide.
  for (let axis = 0; axis < 3; axis++) {
    const u = axis === 0 ? 1 : 0;
    const w = axis === 2 ? 1 : 2;
    const abc = turnSign(v, a, b, c, u, w);
    const abd = turnSign(v, a, b, d, u, w);
    const cda = turnSign(v, c, d, a, u, w);
    const cdb = turnSign(v, c, d, b, u, w);
    if (abc === 0 && abd === 0 && cda === 0 && cdb === 0) continue;
    if (abc * abd > 0 || cda * cdb > 0) return false;
  }
  return segmentBoxesMeet(v, a, b, c, d);
}

function segmentBoxesMeet(v: Float64Array, a: number, b: number, c: number, d: number): boolean {
  for (let k = 0; k < 3; k++) {
    const a1 = v[3 * a + k];
    const b1 = v[3 * b + k];
    const c1 = v[3 * c + k];
    const d1 = v[3 * d + k];
    if (Math.max(a1, b1) < Math.min(c1, d1) || Math.max(c1, d1) < Math.min(a1, b1)) return false;
  }
  return true;
}

/** True when the closed segment pq meets the closed triangle a, b, c, which has area. */
export function segmentMeetsTriangle(v: Float64Array, p: number, q: number, a: number, b: number, c: number): boolean {
  const sp = orientSign(v, a, b, c, p);
  const sq = orientSign(v, a, b, c, q);
  if (sp * sq > 0) return false;
  if (sp === 0 && sq === 0) {
    return (
      isPointInTriangle(v, p, a, b, c) ||
      segmentsMeet(v, p, q, a, b) ||
      segmentsMeet(v, p, q, b, c) ||
      segmentsMeet(v, p, q, c, a)
    );
  }
  // The line crosses the plane in one point: on one side of all edges, or on them.
  const s1 = orientSign(v, p, q, a, b);
  const s2 = orientSign(v, p, q, b, c);
  const s3 = orientSign(v, p, q, c, a);
  return (s1 >= 0 && s2 >= 0 && s3 >= 0) || (s1 <= 0 && s2 <= 0 && s3 <= 0);
}

/**
 * True when two triangles have a point in common, of which at least one has no area (its corners are on one line or
 * coincide) and counts as a segment or a point.
 */
export function flatTrianglesMeet(
  v: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
): boolean {
  // A triangle without area is the union of its edges.
  if (!isFlat(v, a, b, c)) return flatTrianglesMeet(v, d, e, f, a, b, c);
  if (isFlat(v, d, e, f)) {
    return meetsEdges(v, a, b, d, e, f) || meetsEdges(v, b, c, d, e, f) || meetsEdges(v, c, a, d, e, f);
  }
  return (
    segmentMeetsTriangle(v, a, b, d, e, f) ||
    segmentMeetsTriangle(v, b, c, d, e, f) ||
    segmentMeetsTriangle(v, c, a, d, e, f)
  );
}

function meetsEdges(v: Float64Array, p: number, q: number, a: number, b: number, c: number): boolean {
  return segmentsMeet(v, p, q, a, b) || segmentsMeet(v, p, q, b, c) || segmentsMeet(v, p, q, c, a);
}
