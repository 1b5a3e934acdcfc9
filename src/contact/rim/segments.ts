/**
 * The rim of two meshes: all segments in which their triangles cross, each with its sense, its triangles and their normals. Closed triangles count,
 * in interval form: where faces of equal cubes lie in one plane, the rim is found from both sides, as in the source [Moisio2013, §5.1; spec 3.4].
 */
import type { MeshContactGeometry } from "../../collision/narrow/mesh/mesh-geometry.js";
import { placeVertex, startPlacing } from "../../collision/narrow/mesh/placed-vertices.js";
import type { Collider } from "../../collision/narrow/types.js";
import { createNarrowWorkspace, type NarrowWorkspace, relativePose } from "../../collision/narrow/workspace.js";
import { RELATIVE_SIZE } from "../../geometry/tree/box-pair.js";
import type { MeshTree } from "../../geometry/tree/mesh-tree.js";
import { boxesMeet, startBoxes } from "../../geometry/tree/pairs.js";
import { createRimCandidates, type RimCandidates, rimCandidates, SNAP } from "./candidates.js";

/** Segments of one pair of meshes, ascending by triangles. */
export interface RimSegments {
  count: number;
  /** More segments than there was room for. */
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
  readonly candidates: RimCandidates;
  /** Scratch of `findRim`. */
  readonly work: NarrowWorkspace;
}

export function createRimSegments(capacity: number): RimSegments {
  return {
    work: createNarrowWorkspace(),
    count: 0,
    overflow: false,
    capacity,
    triangle: new Int32Array(2 * capacity),
    point: new Float64Array(6 * capacity),
    normal: new Float64Array(6 * capacity),
    length: new Float64Array(capacity),
    order: new Int32Array(capacity),
    candidates: createRimCandidates(),
  };
}

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
/** From B to A, for the boxes of triangles. */
const RELATIVE = new Float64Array(RELATIVE_SIZE);
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
  const w = out.work;
  const { rel } = w;
  const g = a.mesh as MeshContactGeometry;
  const h = b.mesh as MeshContactGeometry;
  out.count = 0;
  out.overflow = false;
  relativePose(w, poseA, ao, poseB, bo);
  const { candidates } = out;
  rimCandidates(w, candidates, a, ao, b, bo);
  startPlacing(w, h.mesh);
  PASS[0] = SNAP * Math.max(a.reach, b.reach);
  const { pairs } = candidates.now;
  let begun = false;
  for (let i = candidates.from; i < candidates.to; i++) {
    const s = pairs[2 * i];
    const t = pairs[2 * i + 1];
    if (!cross(w, g, s, h, t)) continue;
    // lists take in more than what the boxes of triangles allow
    if (!begun) startBoxes(g.tree as MeshTree, h.tree as MeshTree, rel, 0, RELATIVE);
    begun = true;
    if (!boxesMeet(RELATIVE, g.mesh, s, h.mesh, t)) continue;
    if (out.count === out.capacity) {
      out.overflow = true;
      break;
    }
    take(w, out, s, t, poseA, ao);
  }
  sortSegments(out);
}

/** The common segment of triangle s of A and t of B, in A's frame: INTERVAL[0] … for its start, INTERVAL[8] … for its end. */
function cross(w: NarrowWorkspace, g: MeshContactGeometry, s: number, h: MeshContactGeometry, t: number): boolean {
  const { rel } = w;
  const { vertex: placed } = w.placed;
  const snap = PASS[0];
  const { vertices: p, triangles } = g.mesh;
  const { vertices: q, triangles: others } = h.mesh;
  const u = 3 * others[3 * t];
  const v = 3 * others[3 * t + 1];
  const l = 3 * others[3 * t + 2];
  placeVertex(w, q, others[3 * t]);
  placeVertex(w, q, others[3 * t + 1]);
  placeVertex(w, q, others[3 * t + 2]);
  // corners of B from the plane of A
  const i = 3 * triangles[3 * s];
  const ax = p[i];
  const ay = p[i + 1];
  const az = p[i + 2];
  const nx = g.normals[3 * s];
  const ny = g.normals[3 * s + 1];
  const nz = g.normals[3 * s + 2];
  let e0 = nx * (placed[u] - ax) + ny * (placed[u + 1] - ay) + nz * (placed[u + 2] - az);
  let e1 = nx * (placed[v] - ax) + ny * (placed[v + 1] - ay) + nz * (placed[v + 2] - az);
  let e2 = nx * (placed[l] - ax) + ny * (placed[l + 1] - ay) + nz * (placed[l + 2] - az);
  if (Math.abs(e0) <= snap) e0 = 0;
  if (Math.abs(e1) <= snap) e1 = 0;
  if (Math.abs(e2) <= snap) e2 = 0;
  if ((e0 > 0 && e1 > 0 && e2 > 0) || (e0 < 0 && e1 < 0 && e2 < 0)) return false;
  // corners of A from the plane of B
  const x = h.normals[3 * t];
  const y = h.normals[3 * t + 1];
  const z = h.normals[3 * t + 2];
  const mx = rel[0] * x + rel[1] * y + rel[2] * z;
  const my = rel[3] * x + rel[4] * y + rel[5] * z;
  const mz = rel[6] * x + rel[7] * y + rel[8] * z;
  const bx = placed[u];
  const by = placed[u + 1];
  const bz = placed[u + 2];
  const j = 3 * triangles[3 * s + 1];
  const k = 3 * triangles[3 * s + 2];
  let d0 = mx * (ax - bx) + my * (ay - by) + mz * (az - bz);
  let d1 = mx * (p[j] - bx) + my * (p[j + 1] - by) + mz * (p[j + 2] - bz);
  let d2 = mx * (p[k] - bx) + my * (p[k + 1] - by) + mz * (p[k + 2] - bz);
  if (Math.abs(d0) <= snap) d0 = 0;
  if (Math.abs(d1) <= snap) d1 = 0;
  if (Math.abs(d2) <= snap) d2 = 0;
  if ((d0 > 0 && d1 > 0 && d2 > 0) || (d0 < 0 && d1 < 0 && d2 < 0)) return false;
  NORMAL[0] = nx;
  NORMAL[1] = ny;
  NORMAL[2] = nz;
  NORMAL[3] = mx;
  NORMAL[4] = my;
  NORMAL[5] = mz;
  DISTANCE[0] = d0;
  DISTANCE[1] = d1;
  DISTANCE[2] = d2;
  DISTANCE[3] = e0;
  DISTANCE[4] = e1;
  DISTANCE[5] = e2;
  for (let c = 0; c < 3; c++) {
    CORNER[c] = p[i + c];
    CORNER[3 + c] = p[j + c];
    CORNER[6 + c] = p[k + c];
    CORNER[9 + c] = placed[u + c];
    CORNER[12 + c] = placed[v + c];
    CORNER[15 + c] = placed[l + c];
  }
  return overlap();
}

/** Where the triangles in CORNER, with DISTANCE from each other's planes, have a segment in common. Writes: NEXT. */
function overlap(): boolean {
  const x = NORMAL[1] * NORMAL[5] - NORMAL[2] * NORMAL[4];
  const y = NORMAL[2] * NORMAL[3] - NORMAL[0] * NORMAL[5];
  const z = NORMAL[0] * NORMAL[4] - NORMAL[1] * NORMAL[3];
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (!(sine > PARALLEL)) return false;
  ALONG[0] = x / sine;
  ALONG[1] = y / sine;
  ALONG[2] = z / sine;
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
function take(w: NarrowWorkspace, out: RimSegments, s: number, t: number, poseA: Float64Array, ao: number): void {
  const { frameA } = w;
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
