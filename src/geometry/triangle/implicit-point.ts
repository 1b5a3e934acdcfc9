import type { TriangleMesh } from "../types.js";
import { orientSign } from "./orientation.js";

/**
 * Points that come from cutting polygons, held by their definition instead of rounded coordinates, so that every later
 * question about them is answered exactly [Attene2020; BernsteinFussell2009; vilela V-18]. All planes are those of
 * triangles of one mesh. A point is
 *
 * - a vertex of the mesh, number < explicit;
 * - where an edge of the mesh (a, b) meets the plane of a triangle;
 * - where the planes of three triangles meet.
 *
 * A cut never makes more than these, however often polygons are cut.
 */
export interface PointTable {
  readonly mesh: TriangleMesh;
  /** Number of vertices of the mesh. */
  readonly explicit: number;
  /** Of each further point: kind (`ON_EDGE`, `ON_PLANES`) and three numbers. */
  readonly definition: number[];
  /** Rounded coordinates of the further points, 3 each: for choosing and drawing, never for deciding. */
  readonly near: number[];
  /** Vertices as integers over one power of two; made when first needed. */
  integers: bigint[] | null;
  /** Planes and points in integers, made when first needed. */
  readonly planes: Map<number, readonly [bigint, bigint, bigint, bigint]>;
  readonly points: Map<number, readonly [bigint, bigint, bigint, bigint]>;
  /** How often big integers were needed, for reports. */
  exactTests: number;
}

export const ON_EDGE = 0;
export const ON_PLANES = 1;

export function createPointTable(mesh: TriangleMesh): PointTable {
  return {
    mesh,
    explicit: mesh.vertices.length / 3,
    definition: [],
    near: [],
    integers: null,
    planes: new Map(),
    points: new Map(),
    exactTests: 0,
  };
}

/** Coordinate k of a point, rounded. */
export function coordinate({ mesh, explicit, near }: PointTable, point: number, k: number): number {
  return point < explicit ? mesh.vertices[3 * point + k] : near[3 * (point - explicit) + k];
}

/** Adds the point where edge a b meets the plane of triangle s; a and b lie strictly on different sides. */
export function addEdgePoint(table: PointTable, a: number, b: number, s: number): number {
  const v = table.mesh.vertices;
  planeNear(table, s, plane1);
  const ha = heightNear(v, a);
  const hb = heightNear(v, b);
  const t = ha === hb ? 0.5 : Math.min(1, Math.max(0, ha / (ha - hb)));
  for (let k = 0; k < 3; k++) table.near.push(v[3 * a + k] + t * (v[3 * b + k] - v[3 * a + k]));
  table.definition.push(ON_EDGE, a, b, s);
  return table.explicit + table.definition.length / 4 - 1;
}

function heightNear(v: Float64Array, a: number): number {
  return (
    plane1[0] * (v[3 * a] - plane1[3]) + plane1[1] * (v[3 * a + 1] - plane1[4]) + plane1[2] * (v[3 * a + 2] - plane1[5])
  );
}

/**
 * Adds the point where the planes of triangles r, s and t meet, which they do in exactly one point. It lies between the
 * points p and q, whose rounded coordinates are divided by their heights over the plane of t.
 */
export function addPlanesPoint(table: PointTable, r: number, s: number, t: number, p: number, q: number): number {
  planeNear(table, t, plane1);
  const height = (x: number) =>
    plane1[0] * (coordinate(table, x, 0) - plane1[3]) +
    plane1[1] * (coordinate(table, x, 1) - plane1[4]) +
    plane1[2] * (coordinate(table, x, 2) - plane1[5]);
  const [hp, hq] = [height(p), height(q)];
  const share = hp === hq ? 0.5 : Math.min(1, Math.max(0, hp / (hp - hq)));
  for (let k = 0; k < 3; k++) {
    const x = coordinate(table, p, k);
    table.near.push(x + share * (coordinate(table, q, k) - x));
  }
  table.definition.push(ON_PLANES, r, s, t);
  return table.explicit + table.definition.length / 4 - 1;
}

/** Scratch: normal (3) and a point (3) of a plane; entries relative to an origin, and their sizes. */
const plane1 = new Float64Array(6);
const rows = new Float64Array(16);
const sizes = new Float64Array(16);

function planeNear({ mesh }: PointTable, s: number, out: Float64Array): void {
  const v = mesh.vertices;
  const [a, b, c] = [0, 1, 2].map((k) => 3 * mesh.triangles[3 * s + k]);
  for (let k = 0; k < 3; k++) {
    const [u, w] = [(k + 1) % 3, (k + 2) % 3];
    out[k] = (v[b + u] - v[a + u]) * (v[c + w] - v[a + w]) - (v[b + w] - v[a + w]) * (v[c + u] - v[a + u]);
    out[3 + k] = v[a + k];
  }
}

/**
 * Side of the plane of triangle s on which a point lies, exact: 1 in front (where the triangle is seen
 * counter-clockwise), −1 behind, 0 on it. A filter in double precision, then big integers.
 */
export function sideOfTriangle(table: PointTable, s: number, point: number): number {
  const { mesh, explicit, definition } = table;
  const t = mesh.triangles;
  if (point < explicit) return 0 - orientSign(mesh.vertices, t[3 * s], t[3 * s + 1], t[3 * s + 2], point);
  const d = 4 * (point - explicit);
  const [kind, p, q, r] = [definition[d], definition[d + 1], definition[d + 2], definition[d + 3]];
  // by construction on the plane
  if (s === r || (kind === ON_PLANES && (s === p || s === q))) return 0;
  if (kind === ON_EDGE && isCorner(t, s, p) && isCorner(t, s, q)) return 0;
  const quick = kind === ON_EDGE ? edgePointFilter(table, p, q, r, s) : planesPointFilter(table, p, q, r, s);
  if (quick !== 0) return quick;
  table.exactTests++;
  const [x, y, z, w] = exactPoint(table, point);
  const [nx, ny, nz, h] = exactPlane(table, s);
  const height = nx * x + ny * y + nz * z - h * w;
  return height === 0n ? 0 : height > 0n === w > 0n ? 1 : -1;
}

function isCorner(t: Uint32Array, s: number, vertex: number): boolean {
  return t[3 * s] === vertex || t[3 * s + 1] === vertex || t[3 * s + 2] === vertex;
}

/** Errors of the filters, relative to the same expression in absolute values: a generous count of roundings × 2⁻⁵³. */
const HEIGHT_ERROR = 16 * 1.1102230246251565e-16;
const DETERMINANT_ERROR = 256 * 1.1102230246251565e-16;
const heights = new Float64Array(4);
const errors = new Float64Array(4);

/**
 * Edge point: with g the heights of a and b over the plane of r, f those over s, the point's height over s is
 * (g_a f_b − g_b f_a)/(g_a − g_b). 0 when not certain.
 */
function edgePointFilter(table: PointTable, a: number, b: number, r: number, s: number): number {
  heightWithError(table, r, a, 0);
  heightWithError(table, r, b, 1);
  heightWithError(table, s, a, 2);
  heightWithError(table, s, b, 3);
  const [ga, gb, fa, fb] = heights;
  const [ea, eb, da, db] = errors;
  const value = ga * fb - gb * fa;
  const size = Math.abs(ga * fb) + Math.abs(gb * fa);
  const error =
    Math.abs(ga) * db +
    Math.abs(fb) * ea +
    ea * db +
    Math.abs(gb) * da +
    Math.abs(fa) * eb +
    eb * da +
    HEIGHT_ERROR * size;
  const span = ga - gb;
  if (!(Math.abs(value) > error) || !(Math.abs(span) > ea + eb + HEIGHT_ERROR * (Math.abs(ga) + Math.abs(gb))))
    return 0;
  return value > 0 === span > 0 ? 1 : -1;
}

/** Height of vertex p over the plane of triangle s, times twice its area, and a bound of its error. */
function heightWithError({ mesh }: PointTable, s: number, p: number, at: number): void {
  const v = mesh.vertices;
  const a = 3 * mesh.triangles[3 * s];
  const b = 3 * mesh.triangles[3 * s + 1];
  const c = 3 * mesh.triangles[3 * s + 2];
  const x = 3 * p;
  let value = 0;
  let size = 0;
  for (let k = 0; k < 3; k++) {
    const u = k === 2 ? 0 : k + 1;
    const w = k === 0 ? 2 : k - 1;
    const left = (v[b + u] - v[a + u]) * (v[c + w] - v[a + w]);
    const right = (v[b + w] - v[a + w]) * (v[c + u] - v[a + u]);
    const h = v[x + k] - v[a + k];
    value += (left - right) * h;
    size += (Math.abs(left) + Math.abs(right)) * Math.abs(h);
  }
  heights[at] = value;
  errors[at] = HEIGHT_ERROR * size;
}

/**
 * Meeting point of three planes n · x = d: its height over a fourth is −det [n d]₄/det [n]₃ (Sugihara's predicate with
 * the sign that the spec restores, vilela E6). Coordinates relative to a corner of the first triangle. 0 when not
 * certain.
 */
function planesPointFilter({ mesh }: PointTable, p: number, q: number, r: number, s: number): number {
  const v = mesh.vertices;
  const o = 3 * mesh.triangles[3 * p];
  for (let i = 0; i < 4; i++) {
    const plane = i === 0 ? p : i === 1 ? q : i === 2 ? r : s;
    const a = 3 * mesh.triangles[3 * plane];
    const b = 3 * mesh.triangles[3 * plane + 1];
    const c = 3 * mesh.triangles[3 * plane + 2];
    let height = 0;
    let size = 0;
    for (let k = 0; k < 3; k++) {
      const u = k === 2 ? 0 : k + 1;
      const w = k === 0 ? 2 : k - 1;
      const left = (v[b + u] - v[a + u]) * (v[c + w] - v[a + w]);
      const right = (v[b + w] - v[a + w]) * (v[c + u] - v[a + u]);
      const n = left - right;
      const m = Math.abs(left) + Math.abs(right);
      const x = v[a + k] - v[o + k];
      rows[4 * i + k] = n;
      sizes[4 * i + k] = m;
      height += n * x;
      size += m * Math.abs(x);
    }
    rows[4 * i + 3] = height;
    sizes[4 * i + 3] = size;
  }
  const det3 = determinant3(rows, -1);
  if (!(Math.abs(det3) > DETERMINANT_ERROR * determinant3(sizes, 1))) return 0;
  const det4 = determinant4(rows, -1);
  if (!(Math.abs(det4) > DETERMINANT_ERROR * determinant4(sizes, 1))) return 0;
  return det4 > 0 === det3 > 0 ? -1 : 1;
}

/**
 * Determinant of the first three rows and columns of a 4 × 4 matrix (sign −1), or the sum of the same products (sign
 * 1).
 */
function determinant3(m: Float64Array, sign: number): number {
  return minor3(m, 0, 4, 8, 0, 1, 2, sign);
}

function minor3(
  m: Float64Array,
  r: number,
  s: number,
  t: number,
  i: number,
  j: number,
  k: number,
  sign: number,
): number {
  return (
    m[r + i] * (m[s + j] * m[t + k] + sign * m[s + k] * m[t + j]) +
    sign * m[r + j] * (m[s + i] * m[t + k] + sign * m[s + k] * m[t + i]) +
    m[r + k] * (m[s + i] * m[t + j] + sign * m[s + j] * m[t + i])
  );
}

function determinant4(m: Float64Array, sign: number): number {
  return (
    m[0] * minor3(m, 4, 8, 12, 1, 2, 3, sign) +
    sign * m[1] * minor3(m, 4, 8, 12, 0, 2, 3, sign) +
    m[2] * minor3(m, 4, 8, 12, 0, 1, 3, sign) +
    sign * m[3] * minor3(m, 4, 8, 12, 0, 1, 2, sign)
  );
}

/** Homogeneous coordinates (x, y, z, w) of a point, exact up to a common factor and the table's power of two. */
function exactPoint(table: PointTable, point: number): readonly [bigint, bigint, bigint, bigint] {
  const known = table.points.get(point);
  if (known !== undefined) return known;
  const d = 4 * (point - table.explicit);
  const [kind, p, q, r] = table.definition.slice(d, d + 4);
  let result: [bigint, bigint, bigint, bigint];
  if (kind === ON_EDGE) {
    const x = integersOf(table);
    const [nx, ny, nz, h] = exactPlane(table, r);
    const height = (a: number) => nx * x[3 * a] + ny * x[3 * a + 1] + nz * x[3 * a + 2] - h;
    const [gp, gq] = [height(p), height(q)];
    const mix = (k: number) => gp * x[3 * q + k] - gq * x[3 * p + k];
    result = [mix(0), mix(1), mix(2), gp - gq];
  } else {
    // Cramer's rule
    const m = [p, q, r].map((plane) => exactPlane(table, plane));
    const det = (i: number, j: number, k: number) =>
      m[0][i] * (m[1][j] * m[2][k] - m[1][k] * m[2][j]) -
      m[0][j] * (m[1][i] * m[2][k] - m[1][k] * m[2][i]) +
      m[0][k] * (m[1][i] * m[2][j] - m[1][j] * m[2][i]);
    result = [det(3, 1, 2), det(0, 3, 2), det(0, 1, 3), det(0, 1, 2)];
  }
  table.points.set(point, result);
  return result;
}

/** Plane of a triangle as n · x = h, exact. */
function exactPlane(table: PointTable, s: number): readonly [bigint, bigint, bigint, bigint] {
  const known = table.planes.get(s);
  if (known !== undefined) return known;
  const x = integersOf(table);
  const [a, b, c] = [0, 1, 2].map((k) => 3 * table.mesh.triangles[3 * s + k]);
  const n = [0, 1, 2].map((k) => {
    const [u, w] = [(k + 1) % 3, (k + 2) % 3];
    return (x[b + u] - x[a + u]) * (x[c + w] - x[a + w]) - (x[b + w] - x[a + w]) * (x[c + u] - x[a + u]);
  });
  const result = [n[0], n[1], n[2], n[0] * x[a] + n[1] * x[a + 1] + n[2] * x[a + 2]] as const;
  table.planes.set(s, result);
  return result;
}

/** All vertices times one power of two. */
function integersOf(table: PointTable): bigint[] {
  if (table.integers !== null) return table.integers;
  const { vertices } = table.mesh;
  const bits = new BigUint64Array(1);
  const number = new Float64Array(bits.buffer);
  let lowest = 2100;
  const parts = Array.from(vertices, (x) => {
    number[0] = x;
    const e = Number((bits[0] >> 52n) & 0x7ffn);
    const fraction = bits[0] & 0xfffffffffffffn;
    let mantissa = e === 0 ? fraction : fraction | 0x10000000000000n;
    let exponent = e === 0 ? 1 : e;
    if (mantissa === 0n) return { mantissa, exponent };
    // without trailing zeros, so that lattices become small integers
    while ((mantissa & 0xffn) === 0n) {
      mantissa >>= 8n;
      exponent += 8;
    }
    while ((mantissa & 1n) === 0n) {
      mantissa >>= 1n;
      exponent += 1;
    }
    lowest = Math.min(lowest, exponent);
    return { mantissa: x < 0 ? -mantissa : mantissa, exponent };
  });
  table.integers = parts.map((p) => (p.mantissa === 0n ? 0n : p.mantissa << BigInt(p.exponent - lowest)));
  return table.integers;
}
