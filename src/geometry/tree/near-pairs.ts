import { areBoxesApart } from "./box-pair.js";
import { createDescent, isPairOfLeaves, largestCoordinate, nodeBox, popNodes, startDescent } from "./descent.js";
import { type MeshTree, NODE_STRIDE } from "./mesh-tree.js";
import { type PairSink, triangleBox } from "./pairs.js";

/**
 * Places where two surfaces are known to be near: point in A's frame (3) and distance there (m), 4 each. Pairs around
 * it are of interest only up to the distance plus `slope` times how far it is from the place: turning about the place
 * by less than that does not close it.
 */
export interface Anchors {
  count: number;
  readonly values: Float64Array;
  /** rad */
  readonly slope: Float64Array;
}

export function createAnchors(capacity: number, slope: number): Anchors {
  return { count: 0, values: new Float64Array(4 * capacity), slope: Float64Array.of(slope) };
}

/** Scratch; meaningless between calls. */
const descent = createDescent();
const leafB = new Float64Array(6);
/** Margin without anchors and round-off, m: V8 would box them as arguments. */
const limits = new Float64Array(2);

/**
 * As `treePairs`, with a margin (m) that shrinks towards anchors: of two smooth surfaces that touch, only pairs about
 * as near as the place of contact is listed, however wide the margin. Without anchors the margin is the same
 * everywhere.
 */
export function nearPairs(
  a: MeshTree,
  b: MeshTree,
  transform: Float64Array,
  margin: number,
  anchors: Anchors,
  sink: PairSink,
): void {
  const { relative, boxA, boxB } = descent;
  startDescent(descent, transform);
  // round-off as in `treePairs`
  limits[0] = margin;
  limits[1] = 16 * Number.EPSILON * largestCoordinate(relative, a, b);
  while (descent.top > 0) {
    popNodes(descent, a, b);
    allow(anchors);
    if (areBoxesApart(relative, boxA, 0, boxB, 0) || !isPairOfLeaves(descent, a, b)) continue;
    if (!leafPairs(a, descent.leafA, b, descent.leafB, anchors, sink)) break;
  }
  sink.nodeTests += descent.nodeTests;
}

/**
 * The margin around the box of A, by the anchor that allows the least, and round-off. Writes: the slack of
 * `descent.relative`.
 */
function allow({ count, values, slope }: Anchors): void {
  const { boxA, relative } = descent;
  let least = limits[0];
  for (let k = 0; k < 4 * count; k += 4) {
    // the farthest corner of the box
    const x = Math.abs(values[k] - boxA[0]) + boxA[3];
    const y = Math.abs(values[k + 1] - boxA[1]) + boxA[4];
    const z = Math.abs(values[k + 2] - boxA[2]) + boxA[5];
    const here = values[k + 3] + slope[0] * Math.sqrt(x * x + y * y + z * z);
    if (here < least) least = here;
  }
  relative[21] = least + limits[1];
}

function leafPairs(a: MeshTree, i: number, b: MeshTree, j: number, anchors: Anchors, sink: PairSink): boolean {
  const { relative, boxA, boxB } = descent;
  const startA = a.links[NODE_STRIDE * i + 6];
  const endA = startA + a.links[NODE_STRIDE * i + 7];
  const startB = b.links[NODE_STRIDE * j + 6];
  const endB = startB + b.links[NODE_STRIDE * j + 7];
  nodeBox(b.bounds, j, leafB);
  for (let s = startA; s < endA; s++) {
    triangleBox(a.mesh.vertices, a.corners, 3 * s, boxA);
    allow(anchors);
    if (areBoxesApart(relative, boxA, 0, leafB, 0)) continue;
    for (let t = startB; t < endB; t++) {
      triangleBox(b.mesh.vertices, b.corners, 3 * t, boxB);
      sink.triangleTests++;
      if (areBoxesApart(relative, boxA, 0, boxB, 0)) continue;
      if (2 * sink.count === sink.pairs.length) {
        sink.overflow = true;
        return false;
      }
      sink.pairs[2 * sink.count] = a.order[s];
      sink.pairs[2 * sink.count + 1] = b.order[t];
      sink.count++;
    }
  }
  return true;
}
