import { createDescent, nextLeaves, startDescent } from "../../geometry/tree/descent.js";
import { NODE_STRIDE } from "../../geometry/tree/mesh-tree.js";
import type { PairSink } from "../../geometry/tree/pairs.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { type VolumeMesh, writeBounds } from "./volume-mesh.js";
import type { VolumeWork } from "./volume-work.js";
import { nextStamp, placeVertex, roomForB } from "./volume-work.js";

/** Scratch; meaningless between calls. */
const descent = createDescent();

/**
 * Pairs of faces whose bounds along A's axes are within the margin (m), at the transform in `work`, into the sink;
 * false when it is full. At the leaves bounds of the placed triangles are compared, made once per search: they are
 * tighter than turned boxes, and take six comparisons instead of fifteen axes.
 */
export function searchFaces(work: VolumeWork, a: VolumeMesh, b: VolumeMesh, sink: PairSink, margin: number): boolean {
  const { transform, scale } = work;
  startDescent(descent, transform);
  const slack = 64 * Number.EPSILON * (scale[0] + scale[1]);
  roomForB(work, b);
  nextStamp(work);
  work.placedBox = ensureCapacityF64(work.placedBox, 6 * b.nf);
  work.boxStamp = ensureCapacityI32(work.boxStamp, b.nf);
  const linksA = a.tree.links;
  const linksB = b.tree.links;
  sink.count = 0;
  descent.slack = margin + 2 * slack;
  work.reach = margin + slack;
  let fits = true;
  while (fits && nextLeaves(descent, a.tree, b.tree)) {
    const i = NODE_STRIDE * descent.leafA;
    const j = NODE_STRIDE * descent.leafB;
    const countA = linksA[i + 7];
    const countB = linksB[j + 7];
    const firstA = linksA[i + 6];
    const firstB = linksB[j + 6];
    fits = 2 * (sink.count + countA * countB) <= sink.pairs.length;
    if (!fits) break;
    sink.triangleTests += countA * countB;
    placeBoxes(work, b, firstB, firstB + countB);
    leafPairs(work, a, firstA, firstA + countA, b, firstB, firstB + countB, sink);
  }
  sink.nodeTests += descent.nodeTests;
  return fits;
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
): void {
  const { pairs } = sink;
  const { placedBox, reach: far } = work;
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
