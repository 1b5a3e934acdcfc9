import { createPairSink, type PairSink } from "../../geometry/tree/pairs.js";
import { searchFaces } from "./face-search.js";
import { facePlane, HEIGHT_ERROR, PLANE_SIZE, type VolumeMesh } from "./volume-mesh.js";
import type { VolumeWork } from "./volume-work.js";
import { nextStamp, placeVertex, roomForB } from "./volume-work.js";

/**
 * State of two meshes between queries: candidate pairs of faces, found with a margin, that hold until B has moved by
 * more than the margin relative to A. They are taken from a longer list with a larger margin, for which the trees are
 * searched less often. It saves time and changes nothing: results do not depend on it, to the last bit, because every
 * list has all pairs that cross, in the same order, with others between them.
 */
export interface VolumeCache {
  pairs: PairSink;
  wide: PairSink;
  a: VolumeMesh | null;
  b: VolumeMesh | null;
  /** Transforms at which the pairs and the longer list were found (12 each), and that of the last query. */
  readonly found: Float64Array;
  readonly foundWide: Float64Array;
  readonly last: Float64Array;
  /**
   * 0: margin of the pairs, m; 1: how far B has moved since they were found; 2: since the last query; 3: margin of the
   * longer list; 4: movement since it was found.
   */
  readonly margin: Float64Array;
  /** Searches of the trees and queries so far. */
  searches: number;
  queries: number;
}

/** A cache without pairs, for one pair of solids from query to query. */
export function createVolumeCache(): VolumeCache {
  return {
    pairs: createPairSink(256),
    wide: createPairSink(256),
    a: null,
    b: null,
    found: new Float64Array(12),
    foundWide: new Float64Array(12),
    last: new Float64Array(12),
    margin: new Float64Array(5),
    searches: 0,
    queries: 0,
  };
}

/**
 * Margins are this many steps long, the longer one at most this part of a body's size, and two of its triangles: more
 * candidates would cost more than they save.
 */
const STEPS_AHEAD = 8;
const STEPS_AHEAD_WIDE = 32;
const LARGEST_MARGIN = 0.05;

/** Candidates at the transform in `work`, into cache.pairs. */
export function findPairs(
  work: VolumeWork,
  a: VolumeMesh,
  b: VolumeMesh,
  transform: Float64Array,
  cache: VolumeCache,
): void {
  const { margin } = cache;
  cache.queries++;
  const same = cache.a === a && cache.b === b;
  if (same) {
    moved(b, transform, cache.found, margin, 1);
    moved(b, transform, cache.last, margin, 2);
  } else {
    cache.a = a;
    cache.b = b;
    margin[2] = 0;
  }
  for (let k = 0; k < 12; k++) cache.last[k] = transform[k];
  if (same && margin[1] <= margin[0]) return;
  if (same) moved(b, transform, cache.foundWide, margin, 4);
  // at rest, or at the first query: no margin
  const ahead = STEPS_AHEAD * margin[2];
  if (!same || margin[4] + ahead > margin[3]) searchTrees(work, a, b, transform, cache);
  margin[0] = margin[3] - margin[4] < ahead ? margin[3] - margin[4] : ahead;
  for (let k = 0; k < 12; k++) cache.found[k] = transform[k];
  if (cache.pairs.pairs.length < 2 * cache.wide.count) cache.pairs = createPairSink(cache.wide.pairs.length);
  keepNear(work, a, b, cache.wide, cache.pairs, margin);
}

/** The longer list. */
function searchTrees(
  work: VolumeWork,
  a: VolumeMesh,
  b: VolumeMesh,
  transform: Float64Array,
  cache: VolumeCache,
): void {
  const { margin } = cache;
  margin[3] = STEPS_AHEAD_WIDE * margin[2];
  margin[4] = 0;
  limitMargin(a, margin);
  limitMargin(b, margin);
  for (let k = 0; k < 12; k++) cache.foundWide[k] = transform[k];
  cache.searches++;
  while (!searchFaces(work, a, b, cache.wide, margin[3])) cache.wide = createPairSink(cache.wide.pairs.length);
}

/**
 * No point of B has moved farther than this between two transforms, into margin[o]: |ΔR c + Δt| + ‖ΔR‖ r for the sphere
 * (c, r) around it. The norm of a difference of two rotations is that of Frobenius over √2, since it stretches one
 * plane evenly and nothing else.
 */
function moved(
  { center, radius }: VolumeMesh,
  now: Float64Array,
  then: Float64Array,
  margin: Float64Array,
  o: number,
): void {
  let turned = 0;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const x = now[3 * k] - then[3 * k];
    const y = now[3 * k + 1] - then[3 * k + 1];
    const z = now[3 * k + 2] - then[3 * k + 2];
    const d = now[9 + k] - then[9 + k] + x * center[0] + y * center[1] + z * center[2];
    turned += x * x + y * y + z * z;
    square += d * d;
  }
  // an allowance for rounding, and for rotations that are not quite orthonormal
  margin[o] = (Math.sqrt(square) + Math.sqrt(0.5 * turned) * radius) * (1 + 1e-9) + 1e-15 * radius;
}

function limitMargin({ box, nf }: VolumeMesh, margin: Float64Array): void {
  const size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const most = size * Math.min(LARGEST_MARGIN, 2 / Math.sqrt(nf));
  if (margin[3] > most) margin[3] = most;
}

/**
 * Those pairs of a list that their planes and boxes do not keep apart by more than margin[0]: a plane does when all
 * corners of the other face are farther than that from it, on one side. Faces so far apart cannot meet until some point
 * of B has moved by as much. The remaining pairs keep their order. Heights are those of `cut-faces.ts`, written out
 * here as there: shared, each of them would be a boxed number per candidate.
 */
function keepNear(
  work: VolumeWork,
  a: VolumeMesh,
  b: VolumeMesh,
  from: PairSink,
  to: PairSink,
  margin: Float64Array,
): void {
  roomForB(work, b);
  nextStamp(work);
  const va = a.mesh.vertices;
  const ta = a.mesh.triangles;
  const tb = b.mesh.triangles;
  const planesA = a.planes;
  const { placed, placedStamp, planesB, planeStamp, stamp, scale } = work;
  const { pairs, count } = from;
  const near = to.pairs;
  const far = margin[0];
  // error of heights, and of coordinates of B at this and at a later transform
  const slack = 4 * HEIGHT_ERROR * scale[0] + 32 * Number.EPSILON * scale[1];
  work.reach = far + slack;
  let kept = 0;
  for (let i = 0; i < 2 * count; i += 2) {
    const f = pairs[i];
    const g = pairs[i + 1];
    const i0 = 3 * ta[3 * f];
    const j0 = tb[3 * g];
    const j1 = tb[3 * g + 1];
    const j2 = tb[3 * g + 2];
    if (placedStamp[j0] !== stamp) placeVertex(work, b, j0);
    if (placedStamp[j1] !== stamp) placeVertex(work, b, j1);
    if (placedStamp[j2] !== stamp) placeVertex(work, b, j2);
    let p = PLANE_SIZE * f;
    let nx = planesA[p];
    let ny = planesA[p + 1];
    let nz = planesA[p + 2];
    let limit = far * Math.sqrt(nx * nx + ny * ny + nz * nz) + slack * planesA[p + 3];
    const ox = va[i0];
    const oy = va[i0 + 1];
    const oz = va[i0 + 2];
    const x = placed[3 * j0];
    const y = placed[3 * j0 + 1];
    const z = placed[3 * j0 + 2];
    const k0 = nx * (x - ox) + ny * (y - oy) + nz * (z - oz);
    const k1 = nx * (placed[3 * j1] - ox) + ny * (placed[3 * j1 + 1] - oy) + nz * (placed[3 * j1 + 2] - oz);
    const k2 = nx * (placed[3 * j2] - ox) + ny * (placed[3 * j2 + 1] - oy) + nz * (placed[3 * j2 + 2] - oz);
    if (k0 > limit && k1 > limit && k2 > limit) continue;
    if (k0 < -limit && k1 < -limit && k2 < -limit) continue;
    if (planeStamp[g] !== stamp) {
      planeStamp[g] = stamp;
      facePlane(placed, tb, g, planesB);
    }
    const i1 = 3 * ta[3 * f + 1];
    const i2 = 3 * ta[3 * f + 2];
    p = PLANE_SIZE * g;
    nx = planesB[p];
    ny = planesB[p + 1];
    nz = planesB[p + 2];
    limit = far * Math.sqrt(nx * nx + ny * ny + nz * nz) + slack * planesB[p + 3];
    const h0 = nx * (ox - x) + ny * (oy - y) + nz * (oz - z);
    const h1 = nx * (va[i1] - x) + ny * (va[i1 + 1] - y) + nz * (va[i1 + 2] - z);
    const h2 = nx * (va[i2] - x) + ny * (va[i2 + 1] - y) + nz * (va[i2 + 2] - z);
    if (h0 > limit && h1 > limit && h2 > limit) continue;
    if (h0 < -limit && h1 < -limit && h2 < -limit) continue;
    if (apartAlong(work, va, i0, i1, i2, placed, 3 * j0, 3 * j1, 3 * j2)) continue;
    height[3] = k0;
    height[4] = k1;
    height[5] = k2;
    height[0] = h0;
    height[1] = h1;
    height[2] = h2;
    cornerOf[0] = i0;
    cornerOf[1] = i1;
    cornerOf[2] = i2;
    cornerOf[3] = 3 * j0;
    cornerOf[4] = 3 * j1;
    cornerOf[5] = 3 * j2;
    if (apartByEdges(work, a, f, g)) continue;
    near[2 * kept] = f;
    near[2 * kept + 1] = g;
    kept++;
  }
  to.count = kept;
}

/** Whether the boxes of two triangles of v and w along the axes of A's frame are farther apart than reach. */
function apartAlong(
  { reach }: VolumeWork,
  v: Float64Array,
  i: number,
  j: number,
  l: number,
  w: Float64Array,
  p: number,
  q: number,
  r: number,
): boolean {
  for (let k = 0; k < 3; k++) {
    const a = v[i + k];
    const b = v[j + k];
    const c = v[l + k];
    const x = w[p + k];
    const y = w[q + k];
    const z = w[r + k];
    const high = (a > b ? (a > c ? a : c) : b > c ? b : c) + reach;
    if (x > high && y > high && z > high) return true;
    const low = (a < b ? (a < c ? a : c) : b < c ? b : c) - reach;
    if (x < low && y < low && z < low) return true;
  }
  return false;
}

/**
 * The current pair: heights of A's corners over B's plane (0–2) and of B's over A's (3–5), and where their coordinates
 * start.
 */
const height = new Float64Array(6);
const cornerOf = new Int32Array(6);

/**
 * Whether an edge of each keeps two triangles farther apart than reach, along the product of the edges. Each triangle
 * lies across the plane of the other and covers an interval of the line common to both; where these do not overlap, the
 * edges at the ends next to each other are tried.
 */
function apartByEdges(work: VolumeWork, a: VolumeMesh, f: number, g: number): boolean {
  const va = a.mesh.vertices;
  const { placed, planesB, scale, reach } = work;
  const p1 = loneOf(0);
  const p2 = loneOf(3);
  if (p1 < 0 || p2 < 0) return false;
  const m = PLANE_SIZE * f;
  const n = PLANE_SIZE * g;
  const dx = Math.abs(a.planes[m + 1] * planesB[n + 2] - a.planes[m + 2] * planesB[n + 1]);
  const dy = Math.abs(a.planes[m + 2] * planesB[n] - a.planes[m] * planesB[n + 2]);
  const dz = Math.abs(a.planes[m] * planesB[n + 1] - a.planes[m + 1] * planesB[n]);
  const axis = dx > dy ? (dx > dz ? 0 : 2) : dy > dz ? 1 : 2;
  const q1 = p1 === 2 ? 0 : p1 + 1;
  const r1 = 3 - p1 - q1;
  const q2 = p2 === 5 ? 3 : p2 + 1;
  const r2 = 12 - p2 - q2;
  const u = va[cornerOf[p1] + axis];
  const w = placed[cornerOf[p2] + axis];
  const tq = u + ((va[cornerOf[q1] + axis] - u) * height[p1]) / (height[p1] - height[q1]);
  const tr = u + ((va[cornerOf[r1] + axis] - u) * height[p1]) / (height[p1] - height[r1]);
  const sq = w + ((placed[cornerOf[q2] + axis] - w) * height[p2]) / (height[p2] - height[q2]);
  const sr = w + ((placed[cornerOf[r2] + axis] - w) * height[p2]) / (height[p2] - height[r2]);
  const before = Math.max(tq, tr) < Math.min(sq, sr);
  if (!before && !(Math.min(tq, tr) > Math.max(sq, sr))) return false;
  // A's edge at its higher end and B's at its lower end, or the other way; then the third corners
  const upperA = tq > tr ? q1 : r1;
  const upperB = sq > sr ? q2 : r2;
  const e1 = before ? upperA : q1 + r1 - upperA;
  const e2 = before ? q2 + r2 - upperB : upperB;
  const o = cornerOf[p1];
  const i = cornerOf[e1];
  const j = cornerOf[q1 + r1 - e1];
  const b = cornerOf[p2];
  const k = cornerOf[e2];
  const l = cornerOf[q2 + r2 - e2];
  const ux = va[i] - va[o];
  const uy = va[i + 1] - va[o + 1];
  const uz = va[i + 2] - va[o + 2];
  const vx = placed[k] - placed[b];
  const vy = placed[k + 1] - placed[b + 1];
  const vz = placed[k + 2] - placed[b + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  // places along the axis, from A's lone corner: both edges are across it
  const third = x * (va[j] - va[o]) + y * (va[j + 1] - va[o + 1]) + z * (va[j + 2] - va[o + 2]);
  const at = x * (placed[b] - va[o]) + y * (placed[b + 1] - va[o + 1]) + z * (placed[b + 2] - va[o + 2]);
  const last = x * (placed[l] - va[o]) + y * (placed[l + 1] - va[o + 1]) + z * (placed[l + 2] - va[o + 2]);
  const size = (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)) * (Math.abs(vx) + Math.abs(vy) + Math.abs(vz));
  // that the edges are across it holds but for rounding, as all of this
  const limit = reach * Math.sqrt(x * x + y * y + z * z) + 4 * HEIGHT_ERROR * scale[0] * size;
  return Math.min(at, last) - Math.max(0, third) > limit || Math.min(0, third) - Math.max(at, last) > limit;
}

/** Corner alone on its side, of those from `first`; −1 when all are on one side. */
function loneOf(first: number): number {
  const x = height[first] > 0;
  const y = height[first + 1] > 0;
  const z = height[first + 2] > 0;
  return x === y ? (x === z ? -1 : first + 2) : x === z ? first + 1 : first;
}
