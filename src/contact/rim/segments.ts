/**
 * The rim of two meshes: all segments in which their triangles cross, each with its sense, its triangles and their
 * normals. Closed triangles count, in interval form: where faces of equal cubes lie in one plane, the rim is found from
 * both sides, as in the source [Moisio2013, §5.1].
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
  readonly cut: CutWork;
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
    cut: createCutWork(),
  };
}

/** Planes at less than this angle (rad) have no segment: the rim comes from the neighbouring faces. */
const PARALLEL_SINE = 1e-9;
/** Shorter segments are left out, m. */
const SHORTEST_SEGMENT = 1e-9;

/** Workspace of one pair of triangles, in A's frame. */
interface CutWork {
  /** Distance that counts as zero, m: a number passed on with every pair of triangles would be boxed. */
  snap: number;
  /** Corners of A and of B, 9 numbers each. */
  readonly corner: Float64Array;
  /** Distances of the corners from the other's plane. */
  readonly distance: Float64Array;
  /** n_A and n_B; unit vector along both planes. */
  readonly normal: Float64Array;
  readonly along: Float64Array;
  /** Interval of either triangle along that vector: from, to, point, point. */
  readonly interval: Float64Array;
  /** Common segment: start, end, length. */
  readonly segment: Float64Array;
  /** From B to A, for the boxes of triangles. */
  readonly relative: Float64Array;
}

function createCutWork(): CutWork {
  const f64 = (n: number) => new Float64Array(n);
  return {
    snap: 0,
    corner: f64(18),
    distance: f64(6),
    normal: f64(6),
    along: f64(3),
    interval: f64(16),
    segment: f64(7),
    relative: f64(RELATIVE_SIZE),
  };
}

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
  const { candidates, cut } = out;
  rimCandidates(w, candidates, a, ao, b, bo);
  startPlacing(w, h.mesh);
  cut.snap = SNAP * Math.max(a.reach, b.reach);
  const { pairs } = candidates.now;
  let begun = false;
  for (let i = candidates.from; i < candidates.to; i++) {
    const s = pairs[2 * i];
    const t = pairs[2 * i + 1];
    if (!cutTriangles(w, cut, g, s, h, t)) continue;
    // lists take in more than what the boxes of triangles allow
    if (!begun) startBoxes(g.tree as MeshTree, h.tree as MeshTree, rel, 0, cut.relative);
    begun = true;
    if (!boxesMeet(cut.relative, g.mesh, s, h.mesh, t)) continue;
    if (out.count === out.capacity) {
      out.overflow = true;
      break;
    }
    takeSegment(w, out, s, t, poseA, ao);
  }
  sortSegments(out);
}

/** Whether triangle s of A and t of B have a segment in common, in A's frame. Writes: cut. */
function cutTriangles(
  w: NarrowWorkspace,
  cut: CutWork,
  g: MeshContactGeometry,
  s: number,
  h: MeshContactGeometry,
  t: number,
): boolean {
  const { rel } = w;
  const { vertex: placed } = w.placed;
  const { snap } = cut;
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
  const { normal, distance, corner } = cut;
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  normal[3] = mx;
  normal[4] = my;
  normal[5] = mz;
  distance[0] = d0;
  distance[1] = d1;
  distance[2] = d2;
  distance[3] = e0;
  distance[4] = e1;
  distance[5] = e2;
  for (let c = 0; c < 3; c++) {
    corner[c] = p[i + c];
    corner[3 + c] = p[j + c];
    corner[6 + c] = p[k + c];
    corner[9 + c] = placed[u + c];
    corner[12 + c] = placed[v + c];
    corner[15 + c] = placed[l + c];
  }
  return overlapIntervals(cut);
}

/** Where the triangles with known distances from each other's planes, have a segment in common. Writes: segment. */
function overlapIntervals(cut: CutWork): boolean {
  const { normal, along, interval, segment } = cut;
  const x = normal[1] * normal[5] - normal[2] * normal[4];
  const y = normal[2] * normal[3] - normal[0] * normal[5];
  const z = normal[0] * normal[4] - normal[1] * normal[3];
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (!(sine > PARALLEL_SINE)) return false;
  along[0] = x / sine;
  along[1] = y / sine;
  along[2] = z / sine;
  if (!findInterval(cut, 0, 0) || !findInterval(cut, 9, 8)) return false;
  // the later start and the earlier end
  const start = interval[0] >= interval[8] ? 0 : 8;
  const end = interval[1] <= interval[9] ? 0 : 8;
  if (!(interval[end + 1] - interval[start] > SHORTEST_SEGMENT)) return false;
  for (let c = 0; c < 3; c++) {
    segment[c] = interval[start + 2 + c];
    segment[3 + c] = interval[end + 5 + c];
  }
  segment[6] = interval[end + 1] - interval[start];
  return true;
}

/**
 * Where the boundary of a triangle meets the other's plane, along the common vector. Writes: interval[o …]: from, to,
 * point, point.
 */
function findInterval(cut: CutWork, first: number, o: number): boolean {
  const { distance, interval } = cut;
  const d = first / 3;
  interval[o] = Number.POSITIVE_INFINITY;
  interval[o + 1] = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const i = k === 2 ? 0 : k + 1;
    const from = distance[d + k];
    const to = distance[d + i];
    if (from !== 0 && !(from * to < 0)) continue;
    widenInterval(cut, first + 3 * k, first + 3 * i, from === 0 ? 0 : from / (from - to), o);
  }
  return interval[o + 1] >= interval[o];
}

/** Takes in the point at `share` of the edge from corner p to q. Writes: interval[o …]. */
function widenInterval({ corner, along, interval }: CutWork, p: number, q: number, share: number, o: number): void {
  const x = corner[p] + share * (corner[q] - corner[p]);
  const y = corner[p + 1] + share * (corner[q + 1] - corner[p + 1]);
  const z = corner[p + 2] + share * (corner[q + 2] - corner[p + 2]);
  const at = along[0] * x + along[1] * y + along[2] * z;
  if (at < interval[o]) {
    interval[o] = at;
    interval[o + 2] = x;
    interval[o + 3] = y;
    interval[o + 4] = z;
  }
  if (at > interval[o + 1]) {
    interval[o + 1] = at;
    interval[o + 5] = x;
    interval[o + 6] = y;
    interval[o + 7] = z;
  }
}

/** Adds the common segment, in world axes. */
function takeSegment(
  w: NarrowWorkspace,
  out: RimSegments,
  s: number,
  t: number,
  poseA: Float64Array,
  ao: number,
): void {
  const { frameA } = w;
  const { segment, normal } = out.cut;
  const i = out.count++;
  out.triangle[2 * i] = s;
  out.triangle[2 * i + 1] = t;
  out.length[i] = segment[6];
  out.order[i] = i;
  for (let half = 0; half < 6; half += 3) {
    for (let r = 0; r < 3; r++) {
      const x = frameA[3 * r];
      const y = frameA[3 * r + 1];
      const z = frameA[3 * r + 2];
      out.point[6 * i + half + r] = x * segment[half] + y * segment[half + 1] + z * segment[half + 2] + poseA[ao + r];
      out.normal[6 * i + half + r] = x * normal[half] + y * normal[half + 1] + z * normal[half + 2];
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
