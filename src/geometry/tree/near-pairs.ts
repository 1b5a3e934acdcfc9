import { areBoxesApart, completeRelative, RELATIVE_SIZE } from "./box-pair.js";
import { MAX_DEPTH, type MeshTree, NODE_STRIDE } from "./mesh-tree.js";
import { nodeBox, type PairSink, sizeOf, triangleBox } from "./pairs.js";

/**
 * Places where two surfaces are known to be near: point in A's frame (3) and distance there (m), 4 each. What lies around is of interest
 * only up to the distance plus `slope` times how far it is from the place: turning about the place by less than that does not close it.
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
const stack = new Int32Array(2 * (2 * MAX_DEPTH + 4));
const boxA = new Float64Array(6);
const boxB = new Float64Array(6);
const leafB = new Float64Array(6);
const slack = new Float64Array(1);
const relative = new Float64Array(RELATIVE_SIZE);

/**
 * As `treePairs`, with a margin (m, margin[0]) that shrinks towards anchors: of two smooth surfaces that touch, only what is about as near as
 * the place of contact is listed, however wide the margin. Without anchors the margin is the same everywhere.
 */
export function nearPairs(
  a: MeshTree,
  b: MeshTree,
  transform: Float64Array,
  margin: Float64Array,
  anchors: Anchors,
  sink: PairSink,
): void {
  for (let k = 0; k < 12; k++) relative[k] = transform[k];
  completeRelative(relative, 0);
  let size = 0;
  for (let k = 0; k < 3; k++) {
    size += Math.max(Math.abs(a.bounds[k]), Math.abs(a.bounds[3 + k]));
    size += Math.max(Math.abs(b.bounds[k]), Math.abs(b.bounds[3 + k]));
    size += Math.abs(relative[9 + k]);
  }
  // round-off as in `treePairs`
  slack[0] = 16 * Number.EPSILON * size;
  stack[0] = 0;
  stack[1] = 0;
  let top = 1;
  while (top > 0) {
    top--;
    const i = stack[2 * top];
    const j = stack[2 * top + 1];
    sink.nodeTests++;
    nodeBox(a.bounds, i, boxA);
    nodeBox(b.bounds, j, boxB);
    allow(anchors, margin);
    relative[21] += slack[0];
    if (areBoxesApart(relative, boxA, 0, boxB, 0)) continue;
    const countA = a.links[NODE_STRIDE * i + 7];
    const countB = b.links[NODE_STRIDE * j + 7];
    if (countA > 0 && countB > 0) {
      if (!leafPairs(a, i, b, j, anchors, margin, sink)) return;
      continue;
    }
    const openA = countB > 0 || (countA === 0 && sizeOf(boxA) >= sizeOf(boxB));
    const child = openA ? a.links[NODE_STRIDE * i + 6] : b.links[NODE_STRIDE * j + 6];
    stack[2 * top] = openA ? child + 1 : i;
    stack[2 * top + 1] = openA ? j : child + 1;
    stack[2 * top + 2] = openA ? child : i;
    stack[2 * top + 3] = openA ? j : child;
    top += 2;
  }
}

/** The margin for what is in `boxA`, into relative[21]: by the anchor that allows the least. */
function allow({ count, values, slope }: Anchors, margin: Float64Array): void {
  let least = margin[0];
  for (let k = 0; k < 4 * count; k += 4) {
    // the farthest corner of the box
    const x = Math.abs(values[k] - boxA[0]) + boxA[3];
    const y = Math.abs(values[k + 1] - boxA[1]) + boxA[4];
    const z = Math.abs(values[k + 2] - boxA[2]) + boxA[5];
    const allowed = values[k + 3] + slope[0] * Math.sqrt(x * x + y * y + z * z);
    if (allowed < least) least = allowed;
  }
  relative[21] = least;
}

function leafPairs(
  a: MeshTree,
  i: number,
  b: MeshTree,
  j: number,
  anchors: Anchors,
  margin: Float64Array,
  sink: PairSink,
): boolean {
  const startA = a.links[NODE_STRIDE * i + 6];
  const endA = startA + a.links[NODE_STRIDE * i + 7];
  const startB = b.links[NODE_STRIDE * j + 6];
  const endB = startB + b.links[NODE_STRIDE * j + 7];
  nodeBox(b.bounds, j, leafB);
  for (let s = startA; s < endA; s++) {
    triangleBox(a.mesh.vertices, a.corners, 3 * s, boxA);
    allow(anchors, margin);
    relative[21] += slack[0];
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
