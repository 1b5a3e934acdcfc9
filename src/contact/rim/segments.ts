/**
 * The rim of two meshes: all segments in which their triangles cross, each with its sense, its triangles and their normals. Closed triangles count,
 * in interval form: where faces of equal cubes lie in one plane, the rim is found from both sides, as in the source [Moisio2013, §5.1; spec 3.4].
 */
import type { MeshContactGeometry } from "../../collision/narrow/mesh/mesh-geometry.js";
import { placed, placeVertex, startPlacing } from "../../collision/narrow/mesh/placed-vertices.js";
import type { Collider } from "../../collision/narrow/types.js";
import { frameA, rel, relativePose } from "../../collision/narrow/workspace.js";
import { createPairSink, type PairSink, treePairs } from "../../geometry/tree/pairs.js";

/** Segments of one pair of meshes, ascending by triangles. */
export interface RimSegments {
  count: number;
  /** More segments, or candidates, than there was room for. */
  overflow: boolean;
  readonly capacity: number;
  /** Triangle of A, triangle of B; 2 per segment. */
  readonly triangle: Int32Array;
  /** Start and end along n_A × n_B, world, m; 6 per segment. */
  readonly point: Float64Array;
  /** n_A, n_B: outward unit normals of the triangles, world; 6 per segment. */
  readonly normal: Float64Array;
  /** m */
  readonly length: Float64Array;
  /** Segment numbers in the order of triangles. */
  readonly order: Int32Array;
  readonly candidates: PairSink;
}

export function createRimSegments(capacity: number): RimSegments {
  return {
    count: 0,
    overflow: false,
    capacity,
    triangle: new Int32Array(2 * capacity),
    point: new Float64Array(6 * capacity),
    normal: new Float64Array(6 * capacity),
    length: new Float64Array(capacity),
    order: new Int32Array(capacity),
    candidates: createPairSink(8 * capacity),
  };
}

/** Distances below this part of the meshes' size count as zero. */
const SNAP = 1e-12;
/** Planes at less than this angle (rad) have no segment: the rim comes from the faces beside. */
const PARALLEL = 1e-9;
/** Shorter segments are left out, m. */
const SHORTEST = 1e-9;

/** Corners of A and of B, 9 each; distances to the other's plane; common direction; interval of either: from, to, point, point. */
const CORNER = new Float64Array(18);
const DISTANCE = new Float64Array(6);
const ALONG = new Float64Array(3);
const INTERVAL = new Float64Array(16);
/** What counts as zero, m; place on an edge. Kept in an array because calls box doubles. */
const PASS = new Float64Array(2);
/** Normals in A's frame. */
const NORMAL = new Float64Array(6);

/** Segments of meshes A and B at their poses (7 numbers). Nothing is allocated. Writes: out. */
export function findRim(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  out: RimSegments,
): void {
  const g = a.mesh as MeshContactGeometry;
  const h = b.mesh as MeshContactGeometry;
  out.count = 0;
  const found = out.candidates;
  found.count = 0;
  found.overflow = false;
  if (g.tree === null || h.tree === null) throw new Error("a height field has no tree to walk");
  relativePose(poseA, ao, poseB, bo);
  treePairs(g.tree, h.tree, rel, found);
  out.overflow = found.overflow;
  startPlacing();
  PASS[0] = SNAP * Math.max(a.reach, b.reach);
  for (let i = 0; i < found.count; i++) {
    const s = found.pairs[2 * i];
    const t = found.pairs[2 * i + 1];
    if (!cross(g, s, h, t)) continue;
    if (out.count === out.capacity) {
      out.overflow = true;
      break;
    }
    take(out, s, t, poseA, ao);
  }
  sortSegments(out);
}

/** The common segment of triangle s of A and t of B, in A's frame: INTERVAL[0] … for its start, INTERVAL[8] … for its end. */
function cross(g: MeshContactGeometry, s: number, h: MeshContactGeometry, t: number): boolean {
  const { vertices, triangles } = g.mesh;
  const nx = h.normals[3 * t];
  const ny = h.normals[3 * t + 1];
  const nz = h.normals[3 * t + 2];
  for (let k = 0; k < 3; k++) {
    NORMAL[k] = g.normals[3 * s + k];
    NORMAL[3 + k] = rel[3 * k] * nx + rel[3 * k + 1] * ny + rel[3 * k + 2] * nz;
    const v = 3 * triangles[3 * s + k];
    const w = h.mesh.triangles[3 * t + k];
    placeVertex(h.mesh.vertices, w);
    for (let c = 0; c < 3; c++) {
      CORNER[3 * k + c] = vertices[v + c];
      CORNER[9 + 3 * k + c] = placed[3 * w + c];
    }
  }
  if (!cuts(0, 3, 9) || !cuts(9, 0, 0)) return false;
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    ALONG[k] = NORMAL[i] * NORMAL[3 + j] - NORMAL[j] * NORMAL[3 + i];
  }
  const sine = Math.sqrt(ALONG[0] * ALONG[0] + ALONG[1] * ALONG[1] + ALONG[2] * ALONG[2]);
  if (!(sine > PARALLEL)) return false;
  for (let k = 0; k < 3; k++) ALONG[k] /= sine;
  if (!spread(0, 0) || !spread(9, 8)) return false;
  // the later start and the earlier end
  const start = INTERVAL[0] >= INTERVAL[8] ? 0 : 8;
  const end = INTERVAL[1] <= INTERVAL[9] ? 0 : 8;
  if (!(INTERVAL[end + 1] - INTERVAL[start] > SHORTEST)) return false;
  for (let c = 0; c < 3; c++) {
    NEXT[c] = INTERVAL[start + 2 + c];
    NEXT[3 + c] = INTERVAL[end + 5 + c];
  }
  NEXT[6] = INTERVAL[end + 1] - INTERVAL[start];
  return true;
}

/** Start, end and length of the segment at hand. */
const NEXT = new Float64Array(7);

/** Distances of the corners from `first` on to the plane through corner `other` with normal `n`; whether the plane meets the triangle. */
function cuts(first: number, n: number, other: number): boolean {
  const snap = PASS[0];
  let above = 0;
  let below = 0;
  for (let k = 0; k < 3; k++) {
    let d = 0;
    for (let c = 0; c < 3; c++) d += NORMAL[n + c] * (CORNER[first + 3 * k + c] - CORNER[other + c]);
    if (Math.abs(d) <= snap) d = 0;
    DISTANCE[first / 3 + k] = d;
    if (d > 0) above++;
    else if (d < 0) below++;
  }
  return above < 3 && below < 3;
}

/** Where the boundary of a triangle meets the other's plane, along ALONG. Writes: INTERVAL[o …]: from, to, point, point. */
function spread(first: number, o: number): boolean {
  const d = first / 3;
  INTERVAL[o] = Number.POSITIVE_INFINITY;
  INTERVAL[o + 1] = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const i = k === 2 ? 0 : k + 1;
    const from = DISTANCE[d + k];
    const to = DISTANCE[d + i];
    if (from !== 0 && !(from * to < 0)) continue;
    PASS[1] = from === 0 ? 0 : from / (from - to);
    reach(first + 3 * k, first + 3 * i, o);
  }
  return INTERVAL[o + 1] >= INTERVAL[o];
}

/** The point at PASS[1] of the way from corner p to q counts. Writes: INTERVAL[o …]. */
function reach(p: number, q: number, o: number): void {
  const share = PASS[1];
  const x = CORNER[p] + share * (CORNER[q] - CORNER[p]);
  const y = CORNER[p + 1] + share * (CORNER[q + 1] - CORNER[p + 1]);
  const z = CORNER[p + 2] + share * (CORNER[q + 2] - CORNER[p + 2]);
  const at = ALONG[0] * x + ALONG[1] * y + ALONG[2] * z;
  if (at < INTERVAL[o]) {
    INTERVAL[o] = at;
    INTERVAL[o + 2] = x;
    INTERVAL[o + 3] = y;
    INTERVAL[o + 4] = z;
  }
  if (at > INTERVAL[o + 1]) {
    INTERVAL[o + 1] = at;
    INTERVAL[o + 5] = x;
    INTERVAL[o + 6] = y;
    INTERVAL[o + 7] = z;
  }
}

/** Adds the segment in NEXT, in world axes. */
function take(out: RimSegments, s: number, t: number, poseA: Float64Array, ao: number): void {
  const i = out.count++;
  out.triangle[2 * i] = s;
  out.triangle[2 * i + 1] = t;
  out.length[i] = NEXT[6];
  out.order[i] = i;
  for (let half = 0; half < 6; half += 3) {
    for (let r = 0; r < 3; r++) {
      const x = frameA[3 * r];
      const y = frameA[3 * r + 1];
      const z = frameA[3 * r + 2];
      out.point[6 * i + half + r] = x * NEXT[half] + y * NEXT[half + 1] + z * NEXT[half + 2] + poseA[ao + r];
      out.normal[6 * i + half + r] = x * NORMAL[half] + y * NORMAL[half + 1] + z * NORMAL[half + 2];
    }
  }
}

function before(t: Int32Array, i: number, j: number): boolean {
  return t[2 * i] < t[2 * j] || (t[2 * i] === t[2 * j] && t[2 * i + 1] < t[2 * j + 1]);
}

/** Heap sort of `order`: the list shall not depend on the trees. */
function sortSegments({ count, order, triangle }: RimSegments): void {
  for (let i = (count >> 1) - 1; i >= 0; i--) sift(order, triangle, i, count);
  for (let end = count - 1; end > 0; end--) {
    const top = order[0];
    order[0] = order[end];
    order[end] = top;
    sift(order, triangle, 0, end);
  }
}

function sift(order: Int32Array, triangle: Int32Array, i: number, end: number): void {
  let at = i;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= end) return;
    if (child + 1 < end && before(triangle, order[child], order[child + 1])) child++;
    if (!before(triangle, order[at], order[child])) return;
    const held = order[at];
    order[at] = order[child];
    order[child] = held;
    at = child;
  }
}
