import { hullFaces } from "./hull-faces.js";
import { areCollinear, COORDINATE_LIMIT, sideOfPlane, turn } from "./predicates.js";
import { quickhull } from "./quickhull.js";
import type { Polygon, Polyhedron } from "./types.js";

/** Why a set of points has no hull with volume (3D) or area (2D). */
export type HullFailure =
  /** The number of coordinates is not a multiple of the dimension. */
  | "malformed"
  /** A coordinate is NaN, infinite, or beyond `COORDINATE_LIMIT`. */
  | "non-finite"
  /** Fewer than 4 points (3 in the plane). */
  | "too-few-points"
  /** All points coincide within the tolerance. */
  | "coincident"
  /** All points lie on one line within the tolerance. */
  | "collinear"
  /** All points lie in one plane within the tolerance. */
  | "coplanar";

export interface HullRefusal {
  readonly ok: false;
  readonly reason: HullFailure;
  /** One sentence for the author of the points. */
  readonly message: string;
}

/** `sourceIndex` says which input point each vertex of the hull is (one of them where several coincide). */
export type HullResult =
  | { readonly ok: true; readonly hull: Polyhedron; readonly sourceIndex: Uint32Array }
  | HullRefusal;
export type Hull2dResult =
  | { readonly ok: true; readonly hull: Polygon; readonly sourceIndex: Uint32Array }
  | HullRefusal;

export interface HullOptions {
  /**
   * Flatness tolerance as a fraction of the longest side of the points' bounding box (default 1e-9; 0 to 1e-3 is
   * sensible). Faces within it are joined to one polygon, points within it of a straight edge are dropped, and a set
   * thinner than it is refused as flat. 0 joins and refuses exactly flat parts only. Too large a value shaves real
   * corners.
   */
  readonly tolerance?: number;
}

export const HULL_DEFAULTS = { tolerance: 1e-9 } as const satisfies HullOptions;

/**
 * Convex hull of points in space, 3 coordinates each, with coplanar triangles joined to polygons.
 *
 * The triangulated hull is exact for the coordinates as given: no input point lies outside any of its triangles by even
 * one unit in the last place. Joining faces and dropping edge points may then move the surface by up to the tolerance
 * (see `HullOptions`); with tolerance 0 the joined faces are exact as well. Duplicate and interior points are fine.
 */
export function convexHull(points: Float64Array, options: HullOptions = {}): HullResult {
  const bad = checkPoints(points, 3, 4);
  if (bad) return bad;
  const tolerance = (options.tolerance ?? HULL_DEFAULTS.tolerance) * extent(points, 3);
  const simplex = firstSimplex(points, tolerance);
  if (!Array.isArray(simplex)) return simplex;
  const faces = hullFaces(points, quickhull(points, simplex), tolerance);
  return { ok: true, ...packFaces(points, faces) };
}

/** Convex hull of points in the plane, 2 coordinates each: counter-clockwise, without collinear points; exact. */
export function convexHull2d(points: Float64Array, options: HullOptions = {}): Hull2dResult {
  const bad = checkPoints(points, 2, 3);
  if (bad) return bad;
  const tolerance = (options.tolerance ?? HULL_DEFAULTS.tolerance) * extent(points, 2);
  const n = points.length / 2;
  const order = Array.from({ length: n }, (_, i) => i)
    .sort((a, b) => points[2 * a] - points[2 * b] || points[2 * a + 1] - points[2 * b + 1] || a - b)
    .filter((p, i, sorted) => i === 0 || !samePoint(points, sorted[i - 1], p));
  if (order.length < 2) return refuse("coincident", "all points coincide");
  // Monotone chain [Andrew1979]: the lower side from left to right, then the upper side back.
  const chain: number[] = [];
  for (const side of [order, order.toReversed()]) {
    const base = chain.length;
    for (const p of side) {
      while (chain.length >= base + 2 && turnAt(points, chain[chain.length - 2], chain[chain.length - 1], p) <= 0)
        chain.pop();
      chain.push(p);
    }
    chain.pop();
  }
  if (chain.length < 3 || thickness2d(points, chain) <= tolerance) {
    return refuse("collinear", "all points lie on one line");
  }
  const sourceIndex = Uint32Array.from(chain);
  const vertices = new Float64Array(2 * chain.length);
  chain.forEach((p, i) => {
    vertices[2 * i] = points[2 * p];
    vertices[2 * i + 1] = points[2 * p + 1];
  });
  return { ok: true, hull: { vertices }, sourceIndex };
}

function refuse(reason: HullFailure, message: string): HullRefusal {
  return { ok: false, reason, message };
}

function checkPoints(points: Float64Array, dimension: number, least: number): HullRefusal | null {
  if (points.length % dimension !== 0) {
    return refuse("malformed", `expected ${dimension} coordinates per point, got ${points.length} numbers`);
  }
  const n = points.length / dimension;
  for (let i = 0; i < points.length; i++) {
    if (!(Math.abs(points[i]) <= COORDINATE_LIMIT)) {
      return refuse(
        "non-finite",
        `point ${Math.floor(i / dimension)} has the coordinate ${points[i]}, not a finite number`,
      );
    }
  }
  return n < least ? refuse("too-few-points", `a hull needs at least ${least} points, got ${n}`) : null;
}

function extent(points: Float64Array, dimension: number): number {
  let longest = 0;
  for (let k = 0; k < dimension; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = k; i < points.length; i += dimension) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    longest = Math.max(longest, high - low);
  }
  return longest;
}

/**
 * Four points that are exactly not coplanar and span the set well: the two ends along the longest side, the point
 * farthest from their line, the point farthest from that plane. Refuses a set that is flat within `tolerance` (m).
 */
function firstSimplex(v: Float64Array, tolerance: number): [number, number, number, number] | HullRefusal {
  const n = v.length / 3;
  const ends = [0, 1, 2].map((k) => {
    let low = 0;
    let high = 0;
    for (let p = 1; p < n; p++) {
      if (v[3 * p + k] < v[3 * low + k]) low = p;
      if (v[3 * p + k] > v[3 * high + k]) high = p;
    }
    return { low, high, length: v[3 * high + k] - v[3 * low + k] };
  });
  const longest = ends.reduce((best, e) => (e.length > best.length ? e : best));
  if (!(longest.length > 0)) return refuse("coincident", "all points coincide");
  const { low: a, high: b } = longest;

  const ab = difference(v, a, b);
  const abLength = Math.sqrt(ab[0] * ab[0] + ab[1] * ab[1] + ab[2] * ab[2]);
  const fromLine = farthest(n, (p) => {
    const w = difference(v, a, p);
    const x = ab[1] * w[2] - ab[2] * w[1];
    const y = ab[2] * w[0] - ab[0] * w[2];
    const z = ab[0] * w[1] - ab[1] * w[0];
    return Math.sqrt(x * x + y * y + z * z) / abLength;
  });
  let c = fromLine.point;
  if (areCollinear(v, a, b, c)) c = anyPoint(n, (p) => !areCollinear(v, a, b, p));
  if (c < 0 || fromLine.distance <= tolerance) return refuse("collinear", "all points lie on one line");

  const ac = difference(v, a, c);
  const nx = ab[1] * ac[2] - ab[2] * ac[1];
  const ny = ab[2] * ac[0] - ab[0] * ac[2];
  const nz = ab[0] * ac[1] - ab[1] * ac[0];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const fromPlane = farthest(n, (p) => {
    const w = difference(v, a, p);
    return Math.abs(nx * w[0] + ny * w[1] + nz * w[2]) / length;
  });
  let d = fromPlane.point;
  if (sideOfPlane(v, a, b, c, d) === 0) d = anyPoint(n, (p) => sideOfPlane(v, a, b, c, p) !== 0);
  if (d < 0 || fromPlane.distance <= tolerance) return refuse("coplanar", "all points lie in one plane");
  return [a, b, c, d];
}

function difference(v: Float64Array, from: number, to: number): [number, number, number] {
  return [v[3 * to] - v[3 * from], v[3 * to + 1] - v[3 * from + 1], v[3 * to + 2] - v[3 * from + 2]];
}

function farthest(n: number, distance: (p: number) => number): { point: number; distance: number } {
  let best = { point: 0, distance: -1 };
  for (let p = 0; p < n; p++) {
    const d = distance(p);
    if (d > best.distance) best = { point: p, distance: d };
  }
  return best;
}

function anyPoint(n: number, test: (p: number) => boolean): number {
  for (let p = 0; p < n; p++) if (test(p)) return p;
  return -1;
}

/** Keeps the points that occur in a face, in input order, and renumbers the faces. */
function packFaces(points: Float64Array, faces: readonly number[][]): { hull: Polyhedron; sourceIndex: Uint32Array } {
  const newIndex = new Int32Array(points.length / 3).fill(-1);
  for (const face of faces) for (const p of face) newIndex[p] = 0;
  const source: number[] = [];
  for (let p = 0; p < newIndex.length; p++) {
    if (newIndex[p] < 0) continue;
    newIndex[p] = source.length;
    source.push(p);
  }
  const vertices = new Float64Array(3 * source.length);
  source.forEach((p, i) => {
    vertices.set(points.subarray(3 * p, 3 * p + 3), 3 * i);
  });
  const faceStart = new Uint32Array(faces.length + 1);
  faces.forEach((face, f) => {
    faceStart[f + 1] = faceStart[f] + face.length;
  });
  const faceVertex = Uint32Array.from(faces.flat(), (p) => newIndex[p]);
  return { hull: { vertices, faceStart, faceVertex }, sourceIndex: Uint32Array.from(source) };
}

function turnAt(v: Float64Array, a: number, b: number, c: number): number {
  return turn(v[2 * a], v[2 * a + 1], v[2 * b], v[2 * b + 1], v[2 * c], v[2 * c + 1]);
}

function samePoint(v: Float64Array, a: number, b: number): boolean {
  return v[2 * a] === v[2 * b] && v[2 * a + 1] === v[2 * b + 1];
}

/** Largest distance of a point of `loop` from the line through the two ends along the longer side of its box. */
function thickness2d(v: Float64Array, loop: readonly number[]): number {
  const [x, y] = [0, 1].map((k) => {
    const low = loop.reduce((best, p) => (v[2 * p + k] < v[2 * best + k] ? p : best));
    const high = loop.reduce((best, p) => (v[2 * p + k] > v[2 * best + k] ? p : best));
    return { a: 2 * low, b: 2 * high, length: v[2 * high + k] - v[2 * low + k] };
  });
  const { a, b } = x.length >= y.length ? x : y;
  const ux = v[b] - v[a];
  const uy = v[b + 1] - v[a + 1];
  const length = Math.sqrt(ux * ux + uy * uy);
  return farthest(loop.length, (i) => {
    const p = 2 * loop[i];
    return Math.abs(ux * (v[p + 1] - v[a + 1]) - uy * (v[p] - v[a])) / length;
  }).distance;
}
