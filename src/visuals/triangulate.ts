/**
 * Triangles of an outline with holes: holes are joined to the outline by bridges [Eberly2002], then ears are clipped.
 * For drawing: an outline that crosses itself gives some triangles, and no error.
 */

/** A point of the plane. */
export type Point = readonly number[];

/** Triples of indices into `[...outline, ...holes[0], ...holes[1], …]`, counter-clockwise. */
export function triangulate(outline: readonly Point[], holes: readonly (readonly Point[])[] = []): number[] {
  const points = [...outline, ...holes.flat()];
  let ring = oriented(points, range(0, outline.length), true);
  const starts = holes.map((_, h) => outline.length + holes.slice(0, h).reduce((sum, hole) => sum + hole.length, 0));
  const inner = holes.map((hole, h) => oriented(points, range(starts[h], hole.length), false));
  // the hole that reaches farthest to the right is joined first
  inner.sort((a, b) => rightmost(points, b).x - rightmost(points, a).x);
  for (const hole of inner) ring = bridge(points, ring, hole);
  return clipEars(points, ring);
}

/** Twice the signed area of a ring. */
export function signedArea(points: readonly Point[], ring: readonly number[] = range(0, points.length)): number {
  let area = 0;
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [points[ring[i]], points[ring[(i + 1) % ring.length]]];
    area += a[0] * b[1] - b[0] * a[1];
  }
  return area;
}

function range(start: number, length: number): number[] {
  return Array.from({ length }, (_, i) => start + i);
}

function oriented(points: readonly Point[], ring: number[], counterClockwise: boolean): number[] {
  return signedArea(points, ring) > 0 === counterClockwise ? ring : ring.reverse();
}

function rightmost(points: readonly Point[], ring: readonly number[]): { x: number; at: number } {
  let at = 0;
  for (let i = 1; i < ring.length; i++) if (points[ring[i]][0] > points[ring[at]][0]) at = i;
  return { x: points[ring[at]][0], at };
}

/** Joins a hole to the ring around it: from its rightmost point to a point of the ring that it sees. */
function bridge(points: readonly Point[], ring: readonly number[], hole: readonly number[]): number[] {
  const { at } = rightmost(points, hole);
  const m = points[hole[at]];
  // the edge that a ray to the right meets first
  let [nearest, edge] = [Infinity, -1];
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [points[ring[i]], points[ring[(i + 1) % ring.length]]];
    if (a[1] > m[1] === b[1] > m[1]) continue;
    const x = a[0] + ((m[1] - a[1]) / (b[1] - a[1])) * (b[0] - a[0]);
    if (x >= m[0] && x < nearest) [nearest, edge] = [x, i];
  }
  if (edge < 0) return ring.slice();
  const [a, b] = [edge, (edge + 1) % ring.length];
  let best = points[ring[a]][0] > points[ring[b]][0] ? a : b;
  // a corner inside the triangle of m, the ray's end and that point may hide it: take the one nearest to the ray
  const end = [nearest, m[1]];
  const [p, q] = points[ring[best]][1] > m[1] ? [end, points[ring[best]]] : [points[ring[best]], end];
  let least = Infinity;
  for (let i = 0; i < ring.length; i++) {
    const c = points[ring[i]];
    if (c[0] < m[0] || !within(c, m, p, q) || !opensTo(points, ring, i, m)) continue;
    const slope = Math.abs(c[1] - m[1]) / (c[0] - m[0] || 1e-300);
    if (slope < least || (slope === least && c[0] < points[ring[best]][0])) [least, best] = [slope, i];
  }
  const turned = [...hole.slice(at), ...hole.slice(0, at)];
  return [...ring.slice(0, best + 1), ...turned, hole[at], ...ring.slice(best)];
}

/** Whether the corner i of a ring is open towards m; of the two corners at an end of a bridge only one is. */
function opensTo(points: readonly Point[], ring: readonly number[], i: number, m: Point): boolean {
  const n = ring.length;
  const [a, b, c] = [points[ring[(i + n - 1) % n]], points[ring[i]], points[ring[(i + 1) % n]]];
  const [before, after] = [turn(a, b, m) >= 0, turn(b, c, m) >= 0];
  return turn(a, b, c) > 0 ? before && after : before || after;
}

function clipEars(points: readonly Point[], given: readonly number[]): number[] {
  const ring = given.slice();
  const triangles: number[] = [];
  let [start, failed] = [0, 0];
  while (ring.length > 3 && failed < ring.length) {
    const n = ring.length;
    const i = start % n;
    const [a, b, c] = [ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]];
    if (!isEar(points, ring, a, b, c)) {
      start = i + 1;
      failed++;
      continue;
    }
    triangles.push(a, b, c);
    ring.splice(i, 1);
    // behind the new edge, so that the pieces are not all one fan
    start = i + 1;
    failed = 0;
  }
  if (ring.length === 3 && turn(points[ring[0]], points[ring[1]], points[ring[2]]) > 0) triangles.push(...ring);
  return triangles;
}

function isEar(points: readonly Point[], ring: readonly number[], a: number, b: number, c: number): boolean {
  const [p, q, r] = [points[a], points[b], points[c]];
  if (!(turn(p, q, r) > 0)) return false;
  for (const k of ring) {
    const x = points[k];
    // the ends of a bridge occur twice
    if (same(x, p) || same(x, q) || same(x, r)) continue;
    if (within(x, p, q, r)) return false;
  }
  return true;
}

function same(a: Point, b: Point): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function within(x: Point, a: Point, b: Point, c: Point): boolean {
  return turn(a, b, x) >= 0 && turn(b, c, x) >= 0 && turn(c, a, x) >= 0;
}

function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
