import type { MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshPairs } from "./mesh-mesh.js";

/**
 * Contours along which two surfaces cross [Luaces2013, §4.7.3]. The common segment of triangles s of A and t of B runs
 * along n_A × n_B and ends where an edge of one of them pierces the other. If that is an edge of s, the contour goes on
 * in the neighbour of s across it and in t; if it is one of t, in s and the neighbour of t. Closed surfaces have closed
 * contours; at a border a contour ends and is open.
 */
export interface Contours {
  count: number;
  /** More contours or corners than there was room for: what is missing is left out. */
  overflow: boolean;
  /** First corner of each contour, and the end of the last. */
  readonly start: Int32Array;
  /** 1 for a loop, 0 for a contour with two ends. */
  readonly closed: Uint8Array;
  /** Corners in A's frame, m; 3 each. */
  readonly points: Float64Array;
  /** What pierces at each corner: 0 an edge of A, 1 an edge of B. */
  readonly pierced: Uint8Array;
  /** Segments (rows of `MeshPairs`) of each contour, and where they start. */
  readonly segmentStart: Int32Array;
  readonly segments: Int32Array;
  /** Row + 1 of a pair of triangles by the hash of both; 0: none. */
  readonly table: Int32Array;
  readonly next: Int32Array;
  readonly seen: Uint8Array;
}

export function createContours(contours: number, corners: number): Contours {
  let slots = 4;
  while (slots < 2 * corners) slots *= 2;
  return {
    count: 0,
    overflow: false,
    start: new Int32Array(contours + 1),
    closed: new Uint8Array(contours),
    // an open contour has one corner more than it has segments
    points: new Float64Array(3 * (corners + contours)),
    pierced: new Uint8Array(corners + contours),
    segmentStart: new Int32Array(contours + 1),
    segments: new Int32Array(corners),
    table: new Int32Array(slots),
    next: new Int32Array(corners),
    seen: new Uint8Array(corners),
  };
}

/** Corners closer than this fraction of the largest coordinate are one. */
const SAME_CORNER = 1e-12;

/** Joins the segments of the pairs to contours. Reads: pairs, segments and edges. Allocates nothing. */
export function walkContours(
  { neighbours: ofA }: MeshContactGeometry,
  { neighbours: ofB }: MeshContactGeometry,
  pairs: MeshPairs,
  out: Contours,
): void {
  const { next, seen, table } = out;
  out.count = 0;
  out.start[0] = 0;
  out.segmentStart[0] = 0;
  const n = Math.min(pairs.count, next.length);
  out.overflow = n < pairs.count;
  for (let i = 0; i < n; i++) insert(pairs, i, table);
  // who follows whom; a segment that nobody precedes starts an open contour
  for (let i = 0; i < n; i++) seen[i] = pairs.edges[2 * i] < 0 ? 2 : 1;
  for (let i = 0; i < n; i++) {
    next[i] = seen[i] === 2 ? -1 : follow(ofA, ofB, pairs, i, table);
    if (next[i] >= n) next[i] = -1;
  }
  for (let i = 0; i < n; i++) if (next[i] >= 0 && seen[next[i]] === 1) seen[next[i]] = 0;
  for (let i = 0; i < n; i++) if (seen[i] === 1) walk(pairs, i, out);
  for (let i = 0; i < n; i++) if (seen[i] === 0) walk(pairs, i, out);
  for (let i = 0; i < n; i++) erase(pairs, i, table);
}

function hashOf(s: number, t: number, table: Int32Array): number {
  return ((Math.imul(s, 0x9e3779b1) ^ Math.imul(t, 0x85ebca6b)) >>> 7) & (table.length - 1);
}

function insert({ pairs }: MeshPairs, i: number, table: Int32Array): void {
  let slot = hashOf(pairs[2 * i], pairs[2 * i + 1], table);
  while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1);
  table[slot] = i + 1;
}

/** Empties the run of slots in which a pair may be; all pairs are erased one after the other. */
function erase({ pairs }: MeshPairs, i: number, table: Int32Array): void {
  let slot = hashOf(pairs[2 * i], pairs[2 * i + 1], table);
  while (table[slot] !== 0) {
    table[slot] = 0;
    slot = (slot + 1) & (table.length - 1);
  }
}

function rowOf({ pairs }: MeshPairs, s: number, t: number, table: Int32Array): number {
  let slot = hashOf(s, t, table);
  for (; table[slot] !== 0; slot = (slot + 1) & (table.length - 1)) {
    const i = table[slot] - 1;
    if (pairs[2 * i] === s && pairs[2 * i + 1] === t) return i;
  }
  return -1;
}

function follow(ofA: Int32Array, ofB: Int32Array, pairs: MeshPairs, i: number, table: Int32Array): number {
  const s = pairs.pairs[2 * i];
  const t = pairs.pairs[2 * i + 1];
  const end = pairs.edges[2 * i + 1];
  const other = end < 3 ? ofA[3 * s + end] : ofB[3 * t + end - 3];
  if (other < 0) return -1;
  return end < 3 ? rowOf(pairs, other, t, table) : rowOf(pairs, s, other, table);
}

function walk({ segments, edges }: MeshPairs, first: number, out: Contours): void {
  const { next, seen, start, segmentStart } = out;
  if (out.count === out.closed.length) {
    out.overflow = true;
    for (let i = first; i >= 0 && seen[i] !== 2; i = next[i]) seen[i] = 2;
    return;
  }
  let corner = start[out.count];
  let end = segmentStart[out.count];
  let last = first;
  let i = first;
  for (; i >= 0 && seen[i] !== 2; i = next[i]) {
    seen[i] = 2;
    out.segments[end++] = i;
    corner = addCorner(segments, 6 * i, edges[2 * i] < 3 ? 0 : 1, out, corner);
    last = i;
  }
  const closed = i === first;
  if (!closed) corner = addCorner(segments, 6 * last + 3, edges[2 * last + 1] < 3 ? 0 : 1, out, corner);
  else if (corner > start[out.count] + 1 && isSame(out.points, 3 * start[out.count], out.points, 3 * (corner - 1)))
    corner--;
  out.closed[out.count++] = closed ? 1 : 0;
  start[out.count] = corner;
  segmentStart[out.count] = end;
}

function addCorner(segments: Float64Array, o: number, pierced: number, out: Contours, corner: number): number {
  const { points } = out;
  if (corner > out.start[out.count] && isSame(points, 3 * (corner - 1), segments, o)) return corner;
  for (let k = 0; k < 3; k++) points[3 * corner + k] = segments[o + k];
  out.pierced[corner] = pierced;
  return corner + 1;
}

function isSame(p: Float64Array, i: number, q: Float64Array, j: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (Math.abs(p[i + k] - q[j + k]) > SAME_CORNER * (Math.abs(p[i + k]) + Math.abs(q[j + k]))) return false;
  }
  return true;
}
