import type { TriangleMesh } from "../../../geometry/types.js";
import { facePlane, HEIGHT_ERROR, PLANE_SIZE } from "../volume-mesh.js";
import { type CommonIntegers, commonIntegers, roundedQuotient } from "./exact-numbers.js";

/**
 * Points that come from cutting faces, held by their definition, with A displaced as a whole by σ (ε, ε², ε³)
 * (`ties.ts`), so that every question about them has one answer, and all answers agree [BernsteinFussell2009;
 * Attene2020]. A point is
 *
 * - a vertex;
 * - where an edge meets the plane of a face;
 * - where the planes of three faces meet.
 *
 * In homogeneous integers each of these is x(δ)/w with x linear in the displacement δ of A, and w free of it:
 *
 *   vertex of A        x = p + δ
 *   edge a b of A      g_a, g_b heights over the plane:  w = g_a − g_b,  x = g_a b − g_b a + (n · δ)(b − a) + w δ
 *   edge a b of B                                        w = g_a − g_b,  x = g_a b − g_b a − (n · δ)(b − a)
 *   planes n_i · x = h_i + [i of A] n_i · δ              w = n_1 · (n_2 × n_3),  x = Σ (h_i + …) n_{i+1} × n_{i+2}
 *
 * (terms of second order cancel), so heights over planes and differences of coordinates are linear in δ too, and a sign
 * is that of the first coefficient that does not vanish. If all vanish, the point lies on the plane whatever the
 * displacement: ON of the state machine.
 *
 * Coordinates are rounded once from the exact ones. Rounding never turns an order over, so two different doubles
 * decide, and a height from rounded coordinates has an error that is known: integers are needed for ties only, and to
 * make a point.
 */
export interface PointTable {
  /** Both meshes in A's frame: vertices and triangles of B come after those of A. */
  readonly mesh: TriangleMesh;
  readonly verticesOfA: number;
  readonly facesOfA: number;
  /** Sense σ of A's displacement, +1 or −1. */
  readonly sense: number;
  /** Rounded coordinates, 3 per point, m. The vertices are the first points. */
  readonly near: number[];
  /** Of each point after the vertices: kind and three numbers, see `EDGE`, `PLANES`. */
  readonly definition: number[];
  readonly known: Map<string, number>;
  readonly exact: Map<number, ExactPoint>;
  readonly planes: Map<number, ExactPlane>;
  readonly integers: CommonIntegers;
  /** Planes as `facePlane` has them, and the error of a height over them per size. */
  readonly nearPlanes: Float64Array;
  readonly planeKnown: Uint8Array;
  readonly reach: number;
  /** How often integers had to decide. */
  exactTests: number;
}

const EDGE = 0;
const PLANES = 1;

interface ExactPoint {
  readonly x: readonly bigint[];
  /** > 0 */
  readonly w: bigint;
  /** ∂x_i/∂δ_k at 3 k + i; made when first needed. */
  slope: readonly bigint[] | null;
}

interface ExactPlane {
  readonly n: readonly bigint[];
  readonly h: bigint;
}

export function createPointTable(
  mesh: TriangleMesh,
  verticesOfA: number,
  facesOfA: number,
  sense: number,
  integers = commonIntegers(mesh.vertices),
): PointTable {
  const faces = mesh.triangles.length / 3;
  let largest = 0;
  for (const x of mesh.vertices) if (Math.abs(x) > largest) largest = Math.abs(x);
  return {
    mesh,
    verticesOfA,
    facesOfA,
    sense,
    near: Array.from(mesh.vertices),
    definition: [],
    known: new Map(),
    exact: new Map(),
    planes: new Map(),
    integers,
    nearPlanes: new Float64Array(PLANE_SIZE * faces),
    planeKnown: new Uint8Array(faces),
    // differences are at most twice the largest coordinate; rounding of three coordinates adds half a unit each
    reach: (2 * HEIGHT_ERROR + 4 * Number.EPSILON) * largest,
    exactTests: 0,
  };
}

/** The point where the line through vertices a and b of one body meets the plane of face f. */
export function edgePoint(table: PointTable, a: number, b: number, f: number): number {
  // from the lower number, so that both faces at the edge get the same point
  return a < b ? addPoint(table, EDGE, a, b, f) : addPoint(table, EDGE, b, a, f);
}

/** The point where the planes of three faces meet, which they do in one point. */
export function planesPoint(table: PointTable, f: number, g: number, h: number): number {
  const low = Math.min(f, g, h);
  const high = Math.max(f, g, h);
  return addPoint(table, PLANES, low, f + g + h - low - high, high);
}

function addPoint(table: PointTable, kind: number, i: number, j: number, k: number): number {
  const key = `${kind},${i},${j},${k}`;
  const old = table.known.get(key);
  if (old !== undefined) return old;
  const point = table.near.length / 3;
  table.known.set(key, point);
  table.definition.push(kind, i, j, k);
  const { x, w } = exactPoint(table, point);
  for (let c = 0; c < 3; c++) table.near.push(roundedQuotient(x[c], w, table.integers.exponent));
  return point;
}

/**
 * Side of the plane of face f on which a point lies: 1 where the normal points, −1 behind, 0 on it whatever the
 * displacement.
 */
export function sideOfPlane(table: PointTable, f: number, point: number): number {
  const { near, nearPlanes, mesh } = table;
  const o = PLANE_SIZE * f;
  if (table.planeKnown[f] === 0) {
    table.planeKnown[f] = 1;
    facePlane(mesh.vertices, mesh.triangles, f, nearPlanes);
  }
  const a = 3 * mesh.triangles[3 * f];
  const p = 3 * point;
  const height =
    nearPlanes[o] * (near[p] - mesh.vertices[a]) +
    nearPlanes[o + 1] * (near[p + 1] - mesh.vertices[a + 1]) +
    nearPlanes[o + 2] * (near[p + 2] - mesh.vertices[a + 2]);
  const limit = table.reach * nearPlanes[o + 3];
  if (height > limit) return 1;
  if (height < -limit) return -1;
  return exactSide(table, f, point);
}

function exactSide(table: PointTable, f: number, point: number): number {
  if (isOnPlane(table, f, point)) return 0;
  table.exactTests++;
  const { n, h } = exactPlane(table, f);
  const p = exactPoint(table, point);
  const height = n[0] * p.x[0] + n[1] * p.x[1] + n[2] * p.x[2] - h * p.w;
  if (height !== 0n) return height > 0n ? 1 : -1;
  const slope = slopeOf(table, point, p);
  const moves = f < table.facesOfA;
  for (let k = 0; k < 3; k++) {
    let s = n[0] * slope[3 * k] + n[1] * slope[3 * k + 1] + n[2] * slope[3 * k + 2];
    if (moves) s -= n[k] * p.w;
    if (s !== 0n) return s > 0n ? table.sense : -table.sense;
  }
  return 0;
}

/** Whether a point lies on the plane of face f by its definition. */
function isOnPlane(table: PointTable, f: number, point: number): boolean {
  const { triangles, vertices } = table.mesh;
  const isCorner = (v: number) => triangles[3 * f] === v || triangles[3 * f + 1] === v || triangles[3 * f + 2] === v;
  if (3 * point < vertices.length) return isCorner(point);
  const [kind, i, j, k] = definitionOf(table, point);
  if (k === f) return true;
  return kind === EDGE ? isCorner(i) && isCorner(j) : i === f || j === f;
}

/** Order of two points by a coordinate: −1, 1, or 0 when it is the same whatever the displacement. */
export function orderAlong(table: PointTable, p: number, q: number, axis: number): number {
  if (p === q) return 0;
  const { near } = table;
  if (near[3 * p + axis] < near[3 * q + axis]) return -1;
  if (near[3 * p + axis] > near[3 * q + axis]) return 1;
  table.exactTests++;
  const a = exactPoint(table, p);
  const b = exactPoint(table, q);
  const d = a.x[axis] * b.w - b.x[axis] * a.w;
  if (d !== 0n) return d > 0n ? 1 : -1;
  const s = slopeOf(table, p, a);
  const t = slopeOf(table, q, b);
  for (let k = 0; k < 3; k++) {
    const e = s[3 * k + axis] * b.w - t[3 * k + axis] * a.w;
    if (e !== 0n) return e > 0n ? table.sense : -table.sense;
  }
  return 0;
}

/** The axis along which the line common to the planes of two faces runs most; −1 for planes that are parallel. */
export function lineAxis(table: PointTable, f: number, g: number): number {
  const d = crossed(exactPlane(table, f).n, exactPlane(table, g).n).map((x) => (x < 0n ? -x : x));
  if (d[0] === 0n && d[1] === 0n && d[2] === 0n) return -1;
  return d[0] >= d[1] && d[0] >= d[2] ? 0 : d[1] >= d[2] ? 1 : 2;
}

/** Whether two faces of one body lie in one plane: 1 with the same normal, −1 with opposite ones, 0 if not. */
export function samePlane(table: PointTable, f: number, g: number): number {
  const { n, h } = exactPlane(table, f);
  const { triangles } = table.mesh;
  for (let c = 0; c < 3; c++) {
    const v = vertexOf(table, triangles[3 * g + c]);
    if (n[0] * v[0] + n[1] * v[1] + n[2] * v[2] !== h) return 0;
  }
  const m = exactPlane(table, g).n;
  return n[0] * m[0] + n[1] * m[1] + n[2] * m[2] > 0n ? 1 : -1;
}

/** Whether all corners of face f lie in the plane of face g, before any displacement. */
export function isCoplanar(table: PointTable, f: number, g: number): boolean {
  return samePlane(table, g, f) !== 0;
}

function vertexOf({ integers }: PointTable, v: number): readonly [bigint, bigint, bigint] {
  return [integers.integers[3 * v], integers.integers[3 * v + 1], integers.integers[3 * v + 2]];
}

function exactPlane(table: PointTable, f: number): ExactPlane {
  const old = table.planes.get(f);
  if (old !== undefined) return old;
  const { triangles } = table.mesh;
  const [a, b, c] = [0, 1, 2].map((k) => vertexOf(table, triangles[3 * f + k]));
  const n = crossed(minus(b, a), minus(c, a));
  const plane = { n, h: n[0] * a[0] + n[1] * a[1] + n[2] * a[2] };
  table.planes.set(f, plane);
  return plane;
}

function exactPoint(table: PointTable, point: number): ExactPoint {
  const old = table.exact.get(point);
  if (old !== undefined) return old;
  const made = makePoint(table, point);
  const exact = made.w < 0n ? { x: made.x.map((x) => -x), w: -made.w, slope: null } : { ...made, slope: null };
  table.exact.set(point, exact);
  return exact;
}

/** Numbers that define a point after the vertices. */
function definitionOf(table: PointTable, point: number): readonly [number, number, number, number] {
  const d = 4 * (point - table.mesh.vertices.length / 3);
  const { definition } = table;
  return [definition[d], definition[d + 1], definition[d + 2], definition[d + 3]];
}

function makePoint(table: PointTable, point: number): { x: readonly bigint[]; w: bigint } {
  if (point < table.mesh.vertices.length / 3) return { x: vertexOf(table, point), w: 1n };
  const [kind, i, j, k] = definitionOf(table, point);
  if (kind === EDGE) {
    const { n, h } = exactPlane(table, k);
    const [a, b] = [vertexOf(table, i), vertexOf(table, j)];
    const ga = n[0] * a[0] + n[1] * a[1] + n[2] * a[2] - h;
    const gb = n[0] * b[0] + n[1] * b[1] + n[2] * b[2] - h;
    return { x: [0, 1, 2].map((c) => ga * b[c] - gb * a[c]), w: ga - gb };
  }
  const [p, q, r] = [exactPlane(table, i), exactPlane(table, j), exactPlane(table, k)];
  const [qr, rp, pq] = [crossed(q.n, r.n), crossed(r.n, p.n), crossed(p.n, q.n)];
  return {
    x: [0, 1, 2].map((c) => p.h * qr[c] + q.h * rp[c] + r.h * pq[c]),
    w: p.n[0] * qr[0] + p.n[1] * qr[1] + p.n[2] * qr[2],
  };
}

/** How the homogeneous coordinates change with the displacement of A. */
function slopeOf(table: PointTable, point: number, exact: ExactPoint): readonly bigint[] {
  if (exact.slope !== null) return exact.slope;
  const slope = new Array<bigint>(9).fill(0n);
  exact.slope = slope;
  if (point < table.mesh.vertices.length / 3) {
    if (point < table.verticesOfA) for (let k = 0; k < 3; k++) slope[4 * k] = 1n;
    return slope;
  }
  const [kind, i, j, l] = definitionOf(table, point);
  // whether `exactPoint` changed the sign of w
  const turned = makePoint(table, point).w < 0n;
  if (kind === EDGE) {
    const { n } = exactPlane(table, l);
    const along = minus(vertexOf(table, j), vertexOf(table, i));
    const ofA = i < table.verticesOfA;
    // an edge and a plane of one body move together
    const sign = ofA === l < table.facesOfA ? 0n : ofA === turned ? -1n : 1n;
    for (let k = 0; k < 3; k++) {
      for (let c = 0; c < 3; c++) slope[3 * k + c] = sign * n[k] * along[c];
      if (ofA) slope[4 * k] += exact.w;
    }
    return slope;
  }
  const planes = [i, j, l];
  for (let m = 0; m < 3; m++) {
    if (planes[m] >= table.facesOfA) continue;
    const { n } = exactPlane(table, planes[m]);
    const area = crossed(exactPlane(table, planes[(m + 1) % 3]).n, exactPlane(table, planes[(m + 2) % 3]).n);
    for (let k = 0; k < 3; k++) {
      for (let c = 0; c < 3; c++) slope[3 * k + c] += (turned ? -n[k] : n[k]) * area[c];
    }
  }
  return slope;
}

function minus(a: readonly bigint[], b: readonly bigint[]): [bigint, bigint, bigint] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function crossed(a: readonly bigint[], b: readonly bigint[]): [bigint, bigint, bigint] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
