/**
 * Slow and independent judge of planar separations. A shape is a list of convex point sets with a radius, in world coordinates. Nothing here is
 * shared with the library: hulls from sorted points, distances over all pairs of edges, depths over all directions that edges give, and for
 * unions of convex sets over directions swept around the circle.
 */
import { type Collider, KIND } from "../../src/collision/narrow/types.js";
import { shapeClasses } from "../../src/collision/shapes/index.js";

export type Point = readonly [number, number];

/** A shape in its own frame: convex point sets (counter-clockwise, or fewer than 3 points), and a radius around them. */
export interface Body {
  readonly collider: Collider;
  readonly sets: readonly (readonly Point[])[];
  readonly radius: number;
}

const CLASSES = Object.fromEntries(
  Object.values(shapeClasses).flatMap((shape) => (typeof shape === "function" ? [] : [[shape.kind, shape]])),
);

const collider = (kind: number, size: number[], reach: number, vertices?: readonly Point[]): Collider => ({
  kind,
  pairs: CLASSES[kind].pairs,
  shape: CLASSES[kind],
  support: CLASSES[kind].support,
  radius: CLASSES[kind].coreRadius(Float64Array.from(size)),
  size: Float64Array.from(size),
  reach,
  caps: null,
  hull: null,
  polygon: vertices === undefined ? null : { vertices: Float64Array.from(vertices.flat()) },
  mesh: null,
  heightField: null,
});

const farthest = (points: readonly Point[]) => Math.max(...points.map(([x, y]) => Math.hypot(x, y)));

export const circleBody = (radius: number): Body => ({
  collider: collider(KIND.circle, [radius], radius),
  sets: [[[0, 0]]],
  radius,
});

export const capsuleBody = (radius: number, half: number): Body => ({
  collider: collider(KIND.planarCapsule, [radius, half], radius + half),
  sets: [
    [
      [-half, 0],
      [half, 0],
    ],
  ],
  radius,
});

/** A polygon; `sets` are convex pieces that cover it, given by hand when it is not convex itself. */
export const polygonBody = (vertices: readonly Point[], sets: readonly (readonly Point[])[] = [vertices]): Body => ({
  collider: collider(KIND.polygon, [], farthest(vertices), vertices),
  sets,
  radius: 0,
});

export const chainBody = (vertices: readonly Point[], closed = false, twoSided = true): Body => ({
  collider: collider(KIND.chain, [closed ? 1 : 0, twoSided ? 1 : 0], farthest(vertices), vertices),
  sets: vertices
    .map((p, i) => [p, vertices[(i + 1) % vertices.length]])
    .slice(0, closed ? vertices.length : vertices.length - 1),
  radius: 0,
});

export const planeBody: Body = { collider: collider(KIND.planarPlane, [], Infinity), sets: [], radius: 0 };

export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** Position 3, quaternion 4. */
export function poseOf({ x, y, angle }: Placement): Float64Array {
  return Float64Array.of(x, y, 0, 0, 0, Math.sin(angle / 2), Math.cos(angle / 2));
}

/** Sets of a body where it is placed. */
export function placed({ sets }: Body, { x, y, angle }: Placement): Point[][] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return sets.map((set) => set.map(([u, v]): Point => [x + c * u - s * v, y + s * u + c * v]));
}

/** Counter-clockwise hull of points (monotone chains in plain arithmetic). */
export function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list: readonly Point[]) => {
    const out: Point[] = [];
    for (const p of list) {
      while (out.length > 1) {
        const [a, b] = [out[out.length - 2], out[out.length - 1]];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        out.pop();
      }
      out.push(p);
    }
    return out.slice(0, -1);
  };
  const hull = [...half(sorted), ...half(sorted.reverse())];
  return hull.length === 0 ? [points[0]] : hull;
}

const edgesOf = (set: readonly Point[]) => set.map((p, i) => [p, set[(i + 1) % set.length]] as const);

function pointToSegment([x, y]: Point, [a, b]: readonly [Point, Point]): number {
  const ex = b[0] - a[0];
  const ey = b[1] - a[1];
  const ee = ex * ex + ey * ey;
  const t = ee === 0 ? 0 : Math.min(1, Math.max(0, ((x - a[0]) * ex + (y - a[1]) * ey) / ee));
  return Math.hypot(x - a[0] - t * ex, y - a[1] - t * ey);
}

/** Directions normal to the edges of a set, both ways for a segment (its two edges run both ways). */
function normalsOf(set: readonly Point[]): Point[] {
  if (set.length < 2) return [];
  return edgesOf(set).map(([a, b]): Point => {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    return [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
  });
}

/** Gap between the tangents normal to n: least of B less greatest of A. */
export function widthAlong(a: readonly Point[], b: readonly Point[], [nx, ny]: Point): number {
  const low = Math.min(...b.map(([x, y]) => nx * x + ny * y));
  const high = Math.max(...a.map(([x, y]) => nx * x + ny * y));
  return low - high;
}

/** The part of convex a that is inside convex b (Sutherland and Hodgman), both counter-clockwise with 3 points or more. */
export function clipConvex(a: readonly Point[], b: readonly Point[]): Point[] {
  let rest = [...a];
  for (const [p, q] of edgesOf(b)) {
    const side = ([x, y]: Point) => (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
    const next: Point[] = [];
    rest.forEach((u, i) => {
      const v = rest[(i + 1) % rest.length];
      const su = side(u);
      const sv = side(v);
      if (su >= 0) next.push(u);
      if (su * sv < 0) next.push([u[0] + ((v[0] - u[0]) * su) / (su - sv), u[1] + ((v[1] - u[1]) * su) / (su - sv)]);
    });
    rest = next;
  }
  return rest;
}

export function areaOf(set: readonly Point[]): number {
  return edgesOf(set).reduce((sum, [p, q]) => sum + (p[0] * q[1] - q[0] * p[1]) / 2, 0);
}

/** Signed separation of two convex sets with radii: over all edges and vertices, all candidate directions. */
export function convexGap(a: readonly Point[], b: readonly Point[], radii: number): number {
  let distance = Infinity;
  for (const p of a) for (const e of edgesOf(b)) distance = Math.min(distance, pointToSegment(p, e));
  for (const p of b) for (const e of edgesOf(a)) distance = Math.min(distance, pointToSegment(p, e));
  const widths = [
    ...normalsOf(a).map((n) => widthAlong(a, b, n)),
    ...normalsOf(b).map(([x, y]) => widthAlong(a, b, [-x, -y])),
  ];
  const best = Math.max(...widths, -Infinity);
  // sets without width meet in points only: they overlap when segments cross
  const flat = a.length < 3 && b.length < 3;
  const overlap = flat
    ? segmentsCross(a, b)
    : best < 0 && !(Math.min(a.length, b.length) < 3 && distance > -best && best > -1e-12);
  return (overlap ? best : distance) - radii;
}

function segmentsCross(a: readonly Point[], b: readonly Point[]): boolean {
  if (a.length < 2 || b.length < 2) return false;
  const side = ([p, q]: readonly Point[], [x, y]: Point) => (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
  return side(a, b[0]) * side(a, b[1]) < 0 && side(b, a[0]) * side(b, a[1]) < 0;
}

/** Sets of translations of B that make it overlap A: convex hulls of differences of points, to be widened by the radii. */
export function obstacles(as: readonly (readonly Point[])[], bs: readonly (readonly Point[])[]): Point[][] {
  return as.flatMap((a) => bs.map((b) => hullOf(a.flatMap((p) => b.map((q): Point => [p[0] - q[0], p[1] - q[1]])))));
}

/** How deep a translation is inside one obstacle: > 0 inside. */
export function depthInside(m: readonly Point[], radii: number, t: Point): number {
  const outside =
    m.length < 3 ? 0 : Math.max(...normalsOf(m).map(([x, y], i) => x * (t[0] - m[i][0]) + y * (t[1] - m[i][1])));
  const distance = Math.min(...edgesOf(m).map((e) => pointToSegment(t, e)));
  return radii + (m.length >= 3 && outside < 0 ? distance : -distance);
}

/** Interval of τ where τ u is inside an obstacle widened by the radii, or null. */
function span(m: readonly Point[], radii: number, [ux, uy]: Point): [number, number] | null {
  let low = Infinity;
  let high = -Infinity;
  const put = (a: number, b: number) => {
    low = Math.min(low, a);
    high = Math.max(high, b);
  };
  // the union of the polygon, bands along its edges and discs at its corners is convex
  if (m.length >= 3) {
    let t0 = -Infinity;
    let t1 = Infinity;
    normalsOf(m).forEach(([nx, ny], i) => {
      const speed = nx * ux + ny * uy;
      const off = nx * m[i][0] + ny * m[i][1];
      if (speed > 0) t1 = Math.min(t1, off / speed);
      else if (speed < 0) t0 = Math.max(t0, off / speed);
      else if (off < 0) t1 = -Infinity;
    });
    if (t0 < t1) put(t0, t1);
  }
  if (radii > 0) {
    for (const [x, y] of m) {
      const along = x * ux + y * uy;
      const q = radii * radii - (x * x + y * y - along * along);
      if (q > 0) put(along - Math.sqrt(q), along + Math.sqrt(q));
    }
    for (const [a, b] of edgesOf(m)) {
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (length === 0) continue;
      const dx = (b[0] - a[0]) / length;
      const dy = (b[1] - a[1]) / length;
      // |(τu − a) × d| < r and 0 < (τu − a)·d < length
      const cross = ux * dy - uy * dx;
      const c0 = a[0] * dy - a[1] * dx;
      const dot = ux * dx + uy * dy;
      const d0 = a[0] * dx + a[1] * dy;
      const band =
        Math.abs(cross) < 1e-300
          ? Math.abs(c0) < radii
            ? [-Infinity, Infinity]
            : null
          : [(c0 - radii) / cross, (c0 + radii) / cross];
      const ends =
        Math.abs(dot) < 1e-300
          ? d0 < 0 && -d0 < length
            ? [-Infinity, Infinity]
            : null
          : [d0 / dot, (d0 + length) / dot];
      if (band === null || ends === null) continue;
      const t0 = Math.max(Math.min(band[0], band[1]), Math.min(ends[0], ends[1]));
      const t1 = Math.min(Math.max(band[0], band[1]), Math.max(ends[0], ends[1]));
      if (t0 < t1) put(t0, t1);
    }
  }
  return low < high ? [low, high] : null;
}

/** How far one must go from 0 along the angle to be outside all obstacles. */
function wayOut(all: readonly Point[][], radii: number, angle: number): number {
  const u: Point = [Math.cos(angle), Math.sin(angle)];
  const spans = all.map((m) => span(m, radii, u)).filter((s): s is [number, number] => s !== null && s[1] > 0);
  spans.sort((p, q) => p[0] - q[0]);
  let out = 0;
  for (const [a, b] of spans) if (a <= out && b > out) out = b;
  return out;
}

/** Shortest way out over directions swept around, each valley refined: an upper bound that no translation should exceed. */
export function shortestWayOut(all: readonly Point[][], radii: number, directions = 360): number {
  const step = (2 * Math.PI) / directions;
  const f = Array.from({ length: directions }, (_, i) => wayOut(all, radii, i * step));
  const least = Math.min(...f);
  let best = least;
  for (let i = 0; i < directions; i++) {
    const [l, r] = [f[(i + directions - 1) % directions], f[(i + 1) % directions]];
    if (f[i] > l || f[i] > r || f[i] > 1.2 * least + 1e-9) continue;
    let [a, b] = [(i - 1) * step, (i + 1) * step];
    for (let k = 0; k < 80; k++) {
      const [p, q] = [a + (b - a) / 3, b - (b - a) / 3];
      const [fp, fq] = [wayOut(all, radii, p), wayOut(all, radii, q)];
      best = Math.min(best, fp, fq);
      if (fp < fq) b = q;
      else a = p;
    }
  }
  return best;
}
