import { ensureCapacityI32 } from "../../math/capacity.js";
import type { VolumeMesh } from "./volume-mesh.js";
import type { VolumeWork } from "./volume-work.js";
import { beginWork } from "./volume-work.js";

/**
 * A box B that reaches over one side of box A: the block on a floor, the commonest of all. Its six sides are cut as
 * rectangles, not as twelve triangles, and the common volume is convex: one region, so nothing has to be joined.
 * Corners are placed and compared as in `box-side.ts`, so decisions are the same; a corner exactly in the plane is left
 * to it. The rim has no corners where diagonals of the rectangles would be cut.
 *
 * Corners are numbered by bits: 1 for the upper bound along x, 2 along y, 4 along z.
 */
const FACES = Uint8Array.of(0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6);
/** Edges: lower corner, upper corner; the edge from each corner of the faces to the next. */
const EDGES = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7);
const EDGE_OF = FACES.map((c, i) => {
  const d = FACES[(i & ~3) + ((i + 1) & 3)];
  for (let e = 0; e < 12; e++) {
    if (EDGES[2 * e] === Math.min(c, d) && EDGES[2 * e + 1] === Math.max(c, d)) return e;
  }
  return 0;
});

/**
 * Scratch: corners in A's frame and their heights; nodes of corners below, and of edges that cross; the crossing that
 * follows each on the rim.
 */
const corner = new Float64Array(24);
const height = new Float64Array(8);
const nodeOfCorner = new Int32Array(8);
const nodeOfEdge = new Int32Array(12);
const after = new Int32Array(24);

/** Nodes, cuts and fans of B with one side of box A, into `work` and `sums`; false when that is not for this path. */
export function boxOverSide(work: VolumeWork, a: VolumeMesh, b: VolumeMesh, side: number): boolean {
  const axis = side >> 1;
  const up = (side & 1) === 1 ? 1 : -1;
  const level = a.box[(side & 1) === 1 ? 3 + axis : axis];
  const { transform: r } = work;
  const { box } = b;
  let below = 0;
  for (let c = 0; c < 8; c++) {
    const x = box[(c & 1) === 0 ? 0 : 3];
    const y = box[(c & 2) === 0 ? 1 : 4];
    const z = box[(c & 4) === 0 ? 2 : 5];
    corner[3 * c] = r[0] * x + r[1] * y + r[2] * z + r[9];
    corner[3 * c + 1] = r[3] * x + r[4] * y + r[5] * z + r[10];
    corner[3 * c + 2] = r[6] * x + r[7] * y + r[8] * z + r[11];
    const h = up * (corner[3 * c + axis] - level);
    if (h === 0) return false;
    height[c] = h;
    if (h < 0) below++;
  }
  // none or all: no rim
  if (below === 0 || below === 8) return false;
  beginWork(work, a, b, 16);
  addNodes(work);
  work.sums.fans = ensureCapacityI32(work.sums.fans, 3 * 32);
  work.sums.fanCount = 0;
  for (let f = 0; f < 24; f += 4) addFace(work, f);
  addRim(work);
  // all of one component
  work.joined = work.nodeCount - 1;
  return true;
}

/**
 * Where edges cross the plane, then corners below it. The first crossing is the point that sums refer to: thin regions
 * lose no digits.
 */
function addNodes(work: VolumeWork): void {
  const { node } = work;
  let n = 0;
  for (let e = 0; e < 12; e++) {
    const p = EDGES[2 * e];
    const q = EDGES[2 * e + 1];
    if (height[p] < 0 === height[q] < 0) {
      nodeOfEdge[e] = -1;
      continue;
    }
    const t = height[p] / (height[p] - height[q]);
    for (let k = 0; k < 3; k++) {
      const x = corner[3 * p + k];
      const y = corner[3 * q + k];
      // meets both ends exactly
      node[3 * n + k] = t <= 0.5 ? x + t * (y - x) : y - (1 - t) * (y - x);
    }
    nodeOfEdge[e] = n++;
  }
  work.crossingCount = n;
  for (let c = 0; c < 8; c++) {
    nodeOfCorner[c] = -1;
    if (height[c] > 0) continue;
    for (let k = 0; k < 3; k++) node[3 * n + k] = corner[3 * c + k];
    nodeOfCorner[c] = n++;
  }
  work.nodeCount = n;
}

/** The part of a face below the plane, as a fan from its first node; notes where it leaves and comes back. */
function addFace(work: VolumeWork, face: number): void {
  const { fans } = work.sums;
  let first = -1;
  let last = -1;
  let leaves = -1;
  let returns = -1;
  let n = 3 * work.sums.fanCount;
  for (let i = face; i < face + 4; i++) {
    const own = nodeOfCorner[FACES[i]];
    const cross = nodeOfEdge[EDGE_OF[i]];
    if (cross >= 0) {
      if (own >= 0) leaves = cross;
      else returns = cross;
    }
    // the corner, if it is below, then the crossing on the edge from it
    for (let k = 0; k < 2; k++) {
      const p = k === 0 ? own : cross;
      if (p < 0) continue;
      if (first < 0) first = p;
      else if (last !== first) {
        fans[n] = first;
        fans[n + 1] = last;
        fans[n + 2] = p;
        n += 3;
      }
      last = p;
    }
  }
  work.sums.fanCount = n / 3;
  // A's side has the cut in the other direction
  if (leaves >= 0) after[returns] = leaves;
}

/** The rim, and A's side within it. */
function addRim(work: VolumeWork): void {
  const { fans } = work.sums;
  const { cut, cutFrom } = work;
  let n = 3 * work.sums.fanCount;
  let p = 0;
  do {
    const q = after[p];
    const c = 4 * work.cutCount;
    cut[c] = p;
    cut[c + 1] = q;
    cut[c + 2] = 0;
    cut[c + 3] = 0;
    cutFrom[p] = work.cutCount++;
    if (p !== 0 && q !== 0) {
      fans[n] = 0;
      fans[n + 1] = p;
      fans[n + 2] = q;
      n += 3;
    }
    p = q;
  } while (p !== 0);
  work.sums.fanCount = n / 3;
}
