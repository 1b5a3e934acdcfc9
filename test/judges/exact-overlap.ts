/**
 * Judge of intersection volumes in rational arithmetic. Shares no code and no method with `src/`: both solids are cut into signed
 * tetrahedra from one of their vertices (or taken whole, when convex), every pair of convex pieces is clipped plane by plane in
 * homogeneous integers, and the moments of what is left are summed:
 *
 *   1_A 1_B = Σ s_i s_j 1_{T_i} 1_{T_j}
 *
 * Decisions are exact and need no tie rule: faces of both that coincide are taken once. Corners become fixed-point numbers with 200 binary
 * places before their moments are taken.
 */

import { toIntegers } from "./exact-doubles.js";
import { cross, dot, type IntPoint, minus } from "./exact-triangles.js";

export interface ExactOverlap {
  volume: number;
  center: number[];
  /** xx yy zz xy xz yz about the centre, products with the sign of the tensor. */
  inertia: number[];
}

interface Mesh {
  readonly vertices: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
}

type Triangle = readonly [IntPoint, IntPoint, IntPoint];
/** (x, y, z)/w with w > 0. */
type Homogeneous = readonly [bigint, bigint, bigint, bigint];
interface Plane {
  n: IntPoint;
  o: IntPoint;
}
interface Convex {
  sign: bigint;
  triangles: Triangle[];
  planes: Plane[];
  low: IntPoint;
  high: IntPoint;
}

const PLACES = 200n;

/** Both meshes in one frame, coordinates taken as they are. */
export function exactOverlap(a: Mesh, b: Mesh): ExactOverlap {
  const na = a.vertices.length;
  const all = [...Array.from(a.vertices), ...Array.from(b.vertices)];
  const integers = toIntegers(all);
  const unit = unitOf(all, integers);
  const A = convexPieces(trianglesOf(a, integers.slice(0, na)));
  const B = convexPieces(trianglesOf(b, integers.slice(na)));
  // V6, 24 first moments, 120 second moments xx yy zz xy xz yz, in fixed point about the first vertex of A
  const o: IntPoint = [integers[0], integers[1], integers[2]];
  const m = new Array<bigint>(10).fill(0n);
  for (const p of A) for (const q of B) if (boxesMeet(p, q)) addCommon(p, q, o, m);
  return fromMoments(m, o, unit);
}

/** Length of one integer step, m. */
function unitOf(numbers: number[], integers: bigint[]): number {
  const k = numbers.findIndex((x) => x !== 0);
  return k < 0 ? 1 : numbers[k] / Number(integers[k]);
}

function trianglesOf({ triangles }: Mesh, v: bigint[]): Triangle[] {
  const at = (i: number): IntPoint => [v[3 * i], v[3 * i + 1], v[3 * i + 2]];
  return Array.from({ length: triangles.length / 3 }, (_, t) => [
    at(triangles[3 * t]),
    at(triangles[3 * t + 1]),
    at(triangles[3 * t + 2]),
  ]);
}

function planeOf([a, b, c]: Triangle): Plane {
  return { n: cross(minus(b, a), minus(c, a)), o: a };
}

function convexPieces(triangles: Triangle[]): Convex[] {
  const planes = triangles.map(planeOf);
  if (planes.every(({ n, o }) => triangles.every((t) => t.every((p) => dot(n, minus(p, o)) <= 0n)))) {
    return [convex(1n, triangles)];
  }
  const apex = triangles[0][0];
  return triangles.flatMap(([a, b, c]) => {
    const d = dot(minus(a, apex), cross(minus(b, apex), minus(c, apex)));
    if (d === 0n) return [];
    const [p, q] = d > 0n ? [b, c] : [c, b];
    return [
      convex(d > 0n ? 1n : -1n, [
        [a, p, q],
        [apex, p, a],
        [apex, q, p],
        [apex, a, q],
      ]),
    ];
  });
}

function convex(sign: bigint, triangles: Triangle[]): Convex {
  const points = triangles.flat();
  const least = (k: number) => points.reduce((x, p) => (p[k] < x ? p[k] : x), points[0][k]);
  const most = (k: number) => points.reduce((x, p) => (p[k] > x ? p[k] : x), points[0][k]);
  return {
    sign,
    triangles,
    planes: triangles.map(planeOf),
    low: [least(0), least(1), least(2)],
    high: [most(0), most(1), most(2)],
  };
}

function boxesMeet(p: Convex, q: Convex): boolean {
  return [0, 1, 2].every((k) => p.low[k] < q.high[k] && q.low[k] < p.high[k]);
}

/** Adds the moments of the common part: parts of P's faces inside Q, and of Q's inside P. */
function addCommon(p: Convex, q: Convex, o: IntPoint, m: bigint[]): void {
  const sum = new Array<bigint>(10).fill(0n);
  for (const [from, by, first] of [
    [p, q, true],
    [q, p, false],
  ] as const) {
    for (const [i, t] of from.triangles.entries()) {
      let polygon: Homogeneous[] = t.map((x) => [x[0], x[1], x[2], 1n]);
      for (const plane of by.planes) {
        const heights = t.map((x) => dot(plane.n, minus(x, plane.o)));
        if (heights.every((h) => h === 0n)) {
          // in one plane: face to face, nothing in common; side by side, the face is taken from P only
          if (dot(plane.n, from.planes[i].n) < 0n) return;
          if (!first) polygon = [];
        } else polygon = clip(polygon, plane);
        if (polygon.length < 3) break;
      }
      addPolygon(polygon, o, sum);
    }
  }
  for (let k = 0; k < 10; k++) m[k] += p.sign * q.sign * sum[k];
}

/** The part of a convex polygon behind a plane. */
function clip(polygon: Homogeneous[], { n, o }: Plane): Homogeneous[] {
  const height = ([x, y, z, w]: Homogeneous) => n[0] * (x - o[0] * w) + n[1] * (y - o[1] * w) + n[2] * (z - o[2] * w);
  const heights = polygon.map(height);
  const out: Homogeneous[] = [];
  polygon.forEach((p, i) => {
    const j = (i + 1) % polygon.length;
    const q = polygon[j];
    if (heights[i] <= 0n) out.push(p);
    if ((heights[i] > 0n && heights[j] < 0n) || (heights[i] < 0n && heights[j] > 0n)) {
      const s = abs(heights[j]);
      const t = abs(heights[i]);
      out.push([s * p[0] + t * q[0], s * p[1] + t * q[1], s * p[2] + t * q[2], s * p[3] + t * q[3]]);
    }
  });
  return out;
}

const PAIRS = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [1, 2],
];

function addPolygon(polygon: Homogeneous[], o: IntPoint, sum: bigint[]): void {
  if (polygon.length < 3) return;
  const points = polygon.map((p) => [0, 1, 2].map((k) => ((p[k] - o[k] * p[3]) << PLACES) / p[3]));
  const a = points[0];
  for (let i = 1; i + 1 < points.length; i++) {
    const [b, c] = [points[i], points[i + 1]];
    const d =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    const s = [0, 1, 2].map((k) => a[k] + b[k] + c[k]);
    sum[0] += d;
    for (let k = 0; k < 3; k++) sum[1 + k] += d * s[k];
    PAIRS.forEach(([u, v], k) => {
      sum[4 + k] += d * (s[u] * s[v] + a[u] * a[v] + b[u] * b[v] + c[u] * c[v]);
    });
  }
}

function fromMoments(m: bigint[], o: IntPoint, unit: number): ExactOverlap {
  const volume = (fixed(m[0], 3n) / 6) * unit ** 3;
  // what 200 places leave of nothing
  if (Math.abs(volume) < 1e-40) return { volume: 0, center: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] };
  const center = [0, 1, 2].map((k) => quotient(m[1 + k] + ((4n * m[0] * o[k]) << PLACES), 4n * m[0], 1n) * unit);
  // s120/120 − m24 m24ᵀ/(96 v6), over one denominator
  const second = PAIRS.map(
    ([u, v], k) => quotient(16n * m[0] * m[4 + k] - 20n * m[1 + u] * m[1 + v], 1920n * m[0], 5n) * unit ** 5,
  );
  const [xx, yy, zz, xy, xz, yz] = second;
  return { volume, center, inertia: [yy + zz, xx + zz, xx + yy, -xy, -xz, -yz] };
}

/** x/2^(200 n), rounded. */
function fixed(x: bigint, n: bigint): number {
  return quotient(x, 1n, n);
}

/** n/d/2^(200 power), rounded once: 80 bits of quotient before the conversion. */
function quotient(n: bigint, d: bigint, power: bigint): number {
  if (n === 0n) return 0;
  const length = (b: bigint) => abs(b).toString(16).length * 4;
  const shift = Math.max(0, 80 + length(d) - length(n));
  const q = (n << BigInt(shift)) / d;
  // the quotient may be long: keep its leading bits
  const extra = Math.max(0, length(q) - 80);
  return Number(q >> BigInt(extra)) * 2 ** (extra - shift - Number(power * PLACES));
}

function abs(x: bigint): bigint {
  return x < 0n ? -x : x;
}
