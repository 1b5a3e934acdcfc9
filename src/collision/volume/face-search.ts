import { areBoxesApart, completeRelative, RELATIVE_SIZE } from "../../geometry/tree/box-pair.js";
import { MAX_DEPTH, NODE_STRIDE } from "../../geometry/tree/mesh-tree.js";
import { nodeBox, type PairSink, sizeOf } from "../../geometry/tree/pairs.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { type VolumeMesh, writeBounds } from "./volume-mesh.js";
import type { VolumeWork } from "./work.js";
import { nextStamp, placeVertex, roomForB } from "./work.js";

/** Scratch; meaningless between calls. The stack holds pairs of nodes: one entry per level of both trees. */
const stack = new Int32Array(2 * (2 * MAX_DEPTH + 4));
const boxA = new Float64Array(6);
const boxB = new Float64Array(6);
const relative = new Float64Array(RELATIVE_SIZE);

/**
 * Pairs of faces whose bounds along A's axes are within margin[3], at the transform in `work`, into the sink (false when it is full). The trees are descended as in
 * `treePairs`, in the same order; but at the leaves bounds of the placed triangles are compared, made once per search: of triangles these are tighter than
 * turned boxes, and six comparisons instead of fifteen axes.
 */
export function searchFaces(
  work: VolumeWork,
  a: VolumeMesh,
  b: VolumeMesh,
  sink: PairSink,
  margin: Float64Array,
): boolean {
  const { transform, scale } = work;
  for (let k = 0; k < 12; k++) relative[k] = transform[k];
  completeRelative(relative, 0);
  const slack = 64 * Number.EPSILON * (scale[0] + scale[1]);
  relative[21] = margin[3] + 2 * slack;
  const reach = margin[3] + slack;
  roomForB(work, b);
  nextStamp(work);
  work.placedBox = ensureCapacityF64(work.placedBox, 6 * b.nf);
  work.boxStamp = ensureCapacityI32(work.boxStamp, b.nf);
  const linksA = a.tree.links;
  const linksB = b.tree.links;
  sink.count = 0;
  stack[0] = 0;
  stack[1] = 0;
  let top = 1;
  while (top > 0) {
    top--;
    const i = stack[2 * top];
    const j = stack[2 * top + 1];
    sink.nodeTests++;
    nodeBox(a.tree.bounds, i, boxA);
    nodeBox(b.tree.bounds, j, boxB);
    if (areBoxesApart(relative, boxA, 0, boxB, 0)) continue;
    const countA = linksA[NODE_STRIDE * i + 7];
    const countB = linksB[NODE_STRIDE * j + 7];
    if (countA > 0 && countB > 0) {
      const firstA = linksA[NODE_STRIDE * i + 6];
      const firstB = linksB[NODE_STRIDE * j + 6];
      if (2 * (sink.count + countA * countB) > sink.pairs.length) return false;
      sink.triangleTests += countA * countB;
      placeBoxes(work, b, firstB, firstB + countB);
      leafPairs(work, a, firstA, firstA + countA, b, firstB, firstB + countB, sink, reach);
      continue;
    }
    // open the larger box, or the one that can be opened
    const openA = countB > 0 || (countA === 0 && sizeOf(boxA) >= sizeOf(boxB));
    const child = openA ? linksA[NODE_STRIDE * i + 6] : linksB[NODE_STRIDE * j + 6];
    stack[2 * top] = openA ? child + 1 : i;
    stack[2 * top + 1] = openA ? j : child + 1;
    stack[2 * top + 2] = openA ? child : i;
    stack[2 * top + 3] = openA ? j : child;
    top += 2;
  }
  return true;
}

/** Bounds of the triangles in some slots of B. */
function placeBoxes(work: VolumeWork, b: VolumeMesh, first: number, end: number): void {
  const { placed, placedStamp, stamp } = work;
  const { corners } = b.tree;
  for (let s = first; s < end; s++) {
    if (work.boxStamp[s] === stamp) continue;
    work.boxStamp[s] = stamp;
    for (let c = 3 * s; c < 3 * s + 3; c++) if (placedStamp[corners[c]] !== stamp) placeVertex(work, b, corners[c]);
    writeBounds(placed, corners, s, work.placedBox);
  }
}

function leafPairs(
  work: VolumeWork,
  a: VolumeMesh,
  firstA: number,
  endA: number,
  b: VolumeMesh,
  firstB: number,
  endB: number,
  sink: PairSink,
  far: number,
): void {
  const { pairs } = sink;
  const { placedBox } = work;
  const orderA = a.tree.order;
  const orderB = b.tree.order;
  const box = a.faceBounds;
  let n = 2 * sink.count;
  for (let s = firstA; s < endA; s++) {
    const lowX = box[6 * s] - far;
    const lowY = box[6 * s + 1] - far;
    const lowZ = box[6 * s + 2] - far;
    const highX = box[6 * s + 3] + far;
    const highY = box[6 * s + 4] + far;
    const highZ = box[6 * s + 5] + far;
    for (let t = firstB; t < endB; t++) {
      const o = 6 * t;
      if (placedBox[o] > highX || placedBox[o + 3] < lowX) continue;
      if (placedBox[o + 1] > highY || placedBox[o + 4] < lowY) continue;
      if (placedBox[o + 2] > highZ || placedBox[o + 5] < lowZ) continue;
      pairs[n] = orderA[s];
      pairs[n + 1] = orderB[t];
      n += 2;
    }
  }
  sink.count = n / 2;
}
