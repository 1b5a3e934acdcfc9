import { coplanarTrianglesMeet, flatTrianglesMeet } from "./coplanar.js";
import { isFlat, orientValue } from "./orientation.js";
import { type Corners, cornerSign, type TiePolicy, type TieResult } from "./tie.js";

/**
 * Intersection of two triangles A and B by orientation signs alone [DevillersGuigue2002, GuigueDevillers2003]. Each
 * triangle meets the line common to both planes in an interval; six signs tell whether the planes cut the triangles,
 * two whether the intervals overlap, two more where they begin and end. All signs are exact, so the answer is that of
 * real arithmetic on the coordinates as given; the tie policy decides what exact touching means:
 *
 * - `exclude`: the interiors must cross. Coplanar triangles and anything that only touches are apart.
 * - `include`: closed triangles; a common point is enough.
 * - `symbolic`: vertices are moved infinitely little, by rank (see `tie.ts`). Nothing touches; either they cross or
 *   not.
 * - `shift`: A is moved infinitely little as a whole; as `symbolic`, except that coplanar triangles never cross.
 */
export interface TriangleCrossing {
  /**
   * `APART`, `CROSSING` (a segment), `TOUCHING` (`include` only: the interiors do not cross) or `COPLANAR` (`include`
   * only).
   */
  kind: number;
  /**
   * The feature that ends the common segment at its start and at its end: 0–2 edge k of A (from corner k to k + 1)
   * pierces B, 3–5 edge k − 3 of B pierces A. −1 when there is no segment (coplanar or degenerate triangles).
   */
  readonly edge: Int32Array;
  /** Where on these edges, 0 at corner k, 1 at corner k + 1. */
  readonly parameter: Float64Array;
  /**
   * Start and end of the common segment, 3 numbers each, m; it runs along n_A × n_B, with n the normals of the
   * triangles as given. The same edge against the same triangle gives the same bits, whichever of the edge's two
   * triangles asks.
   */
  readonly point: Float64Array;
}

export const APART = 0;
export const CROSSING = 1;
export const TOUCHING = 2;
export const COPLANAR = 3;

/** Room for one result. */
export function createCrossing(): TriangleCrossing {
  return { kind: APART, edge: new Int32Array(2).fill(-1), parameter: new Float64Array(2), point: new Float64Array(6) };
}

/** Scratch; meaningless between calls. */
const corners: Corners = { v: new Float64Array(18), rank: new Int32Array(6) };
const ids = new Float64Array(6);
const side = new Int32Array(6);
const tie: TieResult = { level: 0, coefficient: 0 };
const value = new Float64Array(2);

/**
 * Intersects triangle A = (a, b, c) of the vertices `va` with triangle B = (d, e, f) of `vb`, both in one frame.
 * Arguments are vertex numbers. For `symbolic`, vertices are ordered by number, those of `vb` after those of `va` when
 * the arrays differ; in one array the two triangles must not share a vertex. Returns whether they intersect; `out`
 * receives how.
 */
export function intersectTriangles(
  va: Float64Array,
  a: number,
  b: number,
  c: number,
  vb: Float64Array,
  d: number,
  e: number,
  f: number,
  policy: TiePolicy,
  out: TriangleCrossing,
): boolean {
  out.kind = APART;
  out.edge[0] = -1;
  out.edge[1] = -1;
  const v = corners.v;
  for (let k = 0; k < 3; k++) {
    v[k] = va[3 * a + k];
    v[3 + k] = va[3 * b + k];
    v[6 + k] = va[3 * c + k];
    v[9 + k] = vb[3 * d + k];
    v[12 + k] = vb[3 * e + k];
    v[15 + k] = vb[3 * f + k];
  }
  const bias = va === vb ? 0 : va.length;
  ids[0] = a;
  ids[1] = b;
  ids[2] = c;
  ids[3] = d + bias;
  ids[4] = e + bias;
  ids[5] = f + bias;
  if (policy === "symbolic") rankCorners();

  // sides of A's corners of B's plane, and of B's corners of A's plane; most pairs end here
  side[0] = cornerSign(corners, 3, 4, 5, 0, policy, tie);
  side[1] = cornerSign(corners, 3, 4, 5, 1, policy, tie);
  side[2] = cornerSign(corners, 3, 4, 5, 2, policy, tie);
  if (side[0] !== 0 && side[0] === side[1] && side[0] === side[2]) return false;
  side[3] = cornerSign(corners, 0, 1, 2, 3, policy, tie);
  side[4] = cornerSign(corners, 0, 1, 2, 4, policy, tie);
  side[5] = cornerSign(corners, 0, 1, 2, 5, policy, tie);
  if (side[3] !== 0 && side[3] === side[4] && side[3] === side[5]) return false;

  const flat = isAllZero(0) || isAllZero(3);
  if (policy === "include") {
    if (flat) return meetFlat(out);
  } else if (flat || !isCut(0) || !isCut(3)) return false;
  return overlapIntervals(policy, out);
}

/** Order of the six corners by vertex number. */
function rankCorners(): void {
  for (let i = 0; i < 6; i++) {
    let r = 0;
    for (let j = 0; j < 6; j++) if (ids[j] < ids[i] || (ids[j] === ids[i] && j < i)) r++;
    corners.rank[i] = r;
  }
}

function isAllZero(first: number): boolean {
  return side[first] === 0 && side[first + 1] === 0 && side[first + 2] === 0;
}

/** Corners strictly on both sides. */
function isCut(first: number): boolean {
  const s = side[first];
  const t = side[first + 1];
  const u = side[first + 2];
  return (s > 0 || t > 0 || u > 0) && (s < 0 || t < 0 || u < 0);
}

function meetFlat(out: TriangleCrossing): boolean {
  const { v } = corners;
  const degenerate = isFlat(v, 0, 1, 2) || isFlat(v, 3, 4, 5);
  const meet = degenerate ? flatTrianglesMeet(v, 0, 1, 2, 3, 4, 5) : coplanarTrianglesMeet(v, 0, 1, 2, 3, 4, 5);
  if (meet) out.kind = degenerate ? TOUCHING : COPLANAR;
  return meet;
}

/**
 * The corner alone on its side, so that the plane cuts the two edges that meet there: + − −, + − 0, − + +; of + 0 0 the
 * first; of 0 + + (a corner touches the plane) the zero.
 */
function loneCorner(first: number): number {
  let plus = 0;
  let minus = 0;
  for (let k = first; k < first + 3; k++) {
    if (side[k] > 0) plus++;
    else if (side[k] < 0) minus++;
  }
  const wanted = plus === 1 ? 1 : minus === 1 ? -1 : 0;
  for (let k = first; k < first + 3; k++) if (side[k] === wanted) return k;
  return first;
}

function overlapIntervals(policy: TiePolicy, out: TriangleCrossing): boolean {
  const p1 = loneCorner(0);
  let q1 = p1 === 2 ? 0 : p1 + 1;
  let r1 = p1 === 0 ? 2 : p1 - 1;
  const p2 = loneCorner(3);
  let q2 = p2 === 5 ? 3 : p2 + 1;
  let r2 = p2 === 3 ? 5 : p2 - 1;

  // Turn each triangle over where needed, so that the lone corner of the other lies on its positive side.
  let reversed = false;
  if (positiveSide(p1, q1) < 0) {
    const t = q2;
    q2 = r2;
    r2 = t;
    reversed = !reversed;
  }
  if (positiveSide(p2, q2) < 0) {
    const t = q1;
    q1 = r1;
    r1 = t;
    reversed = !reversed;
  }

  // Along the common line, A covers [q1, r1] and B covers [r2, q2], named by the edges from the lone corners.
  const start = cornerSign(corners, p1, q1, p2, q2, policy, tie);
  const end = cornerSign(corners, p1, r1, p2, r2, policy, tie);
  const open = start >= 0 || end <= 0;
  if (open && policy !== "include") return false;
  if (start > 0 || end < 0) return false;
  out.kind = open || !isCut(0) || !isCut(3) ? TOUCHING : CROSSING;

  const startsInB = cornerSign(corners, p1, q1, p2, r2, policy, tie) < 0;
  const endsInB = cornerSign(corners, p1, r1, p2, q2, policy, tie) > 0;
  const first = startsInB ? edgeBetween(p2, r2) : edgeBetween(p1, q1);
  const last = endsInB ? edgeBetween(p2, q2) : edgeBetween(p1, r1);
  pierce(reversed ? last : first, policy, out, 0);
  pierce(reversed ? first : last, policy, out, 1);
  return true;
}

/** Side of the lone corner; one that touches the plane counts as opposite to the other two. */
function positiveSide(lone: number, other: number): number {
  return side[lone] !== 0 ? side[lone] : -side[other];
}

/** Number of the edge between two corners of one triangle: 0–2 of A, 3–5 of B. */
function edgeBetween(p: number, q: number): number {
  const base = p < 3 ? 0 : 3;
  const i = p - base;
  const j = q - base;
  return base + (j === (i + 1) % 3 ? i : j);
}

/** Where an edge meets the plane of the other triangle, as end `which` of the segment. */
function pierce(edge: number, policy: TiePolicy, out: TriangleCrossing, which: number): void {
  const { v } = corners;
  const base = edge < 3 ? 0 : 3;
  const other = 3 - base;
  const from = edge;
  const to = base + ((edge - base + 1) % 3);
  // from the vertex with the lower number, so that the neighbour across the edge gets the same bits
  const low = ids[from] < ids[to] ? from : to;
  const high = ids[from] < ids[to] ? to : from;
  orientValue(v, other, other + 1, other + 2, low, value, 0);
  orientValue(v, other, other + 1, other + 2, high, value, 1);
  if (value[0] === 0 && value[1] === 0) symbolicHeights(low, high, other, policy);
  const t = Math.min(1, Math.max(0, value[0] / (value[0] - value[1])));
  for (let k = 0; k < 3; k++) {
    const x = v[3 * low + k];
    const y = v[3 * high + k];
    // meets both ends exactly
    out.point[3 * which + k] = t <= 0.5 ? x + t * (y - x) : y - (1 - t) * (y - x);
  }
  out.edge[which] = edge;
  out.parameter[which] = low === from ? t : 1 - t;
}

/**
 * Heights of the ends of an edge that lies in the plane and crosses it only by the perturbation, into `value`: in the
 * limit, where the perturbation vanishes, only the larger of two different powers of ε counts.
 */
function symbolicHeights(low: number, high: number, other: number, policy: TiePolicy): void {
  cornerSign(corners, other, other + 1, other + 2, low, policy, tie);
  const levelLow = tie.level;
  value[0] = tie.coefficient;
  cornerSign(corners, other, other + 1, other + 2, high, policy, tie);
  value[1] = tie.coefficient;
  // a larger level is a smaller height
  if (tie.level < levelLow) value[0] = 0;
  if (tie.level > levelLow) value[1] = 0;
  // coefficients that vanish in rounding: somewhere in between
  if (value[0] === value[1]) {
    value[0] = 1;
    value[1] = -1;
  }
}
