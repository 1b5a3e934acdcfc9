import type { TriangleMesh } from "../types.js";
import { areBoxesApart, completeRelative } from "./box-pair.js";
import { createDescent, largestCoordinate, nextLeaves, startDescent } from "./descent.js";
import { type MeshTree, NODE_STRIDE } from "./mesh-tree.js";

/** Where `treePairs` puts pairs of triangles. A query that runs out of room stops and sets `overflow`. */
export interface PairSink {
  /** Triangle of A, triangle of B; 2 per pair. */
  readonly pairs: Int32Array;
  count: number;
  overflow: boolean;
  /** Box tests of nodes and of triangles since the sink was made: the cost of the search. */
  nodeTests: number;
  triangleTests: number;
}

export function createPairSink(capacity: number): PairSink {
  return { pairs: new Int32Array(2 * capacity), count: 0, overflow: false, nodeTests: 0, triangleTests: 0 };
}

export interface PairOptions {
  /** Pairs are reported up to this distance between their boxes, m. Default 0. */
  readonly margin?: number;
}

/** Scratch; meaningless between calls. */
const descent = createDescent();
const boxA = new Float64Array(6);
const boxB = new Float64Array(6);

/**
 * Candidate pairs of triangles of two meshes in different frames: all pairs whose boxes (each along its own mesh's
 * axes) are within the margin by the separating axis test, no others; so the list does not depend on the trees, except
 * for its order. `transform` takes B's coordinates to A's: R row by row (9 numbers), then t (3), see
 * `relativeTransform`. Nothing is allocated.
 */
export function treePairs(
  a: MeshTree,
  b: MeshTree,
  transform: Float64Array,
  sink: PairSink,
  options: PairOptions = NO_OPTIONS,
): void {
  startDescent(descent, transform);
  const margin = options.margin ?? 0;
  // Rounding of centres and projections is below 8 units of the largest coordinate involved. Nodes get it twice, so
  // that a node cannot be lost that holds a pair at the limit.
  const slack = margin + 8 * Number.EPSILON * largestCoordinate(descent.relative, a, b);
  descent.slack = 2 * slack - margin;
  while (nextLeaves(descent, a, b)) {
    descent.relative[21] = slack;
    if (!leafPairs(a, descent.leafA, b, descent.leafB, sink)) break;
  }
  sink.nodeTests += descent.nodeTests;
}

/**
 * Begins a series of `boxesMeet` for two trees, with the transform of `treePairs` and a margin, m. Writes: relative,
 * `RELATIVE_SIZE` numbers.
 */
export function startBoxes(
  a: MeshTree,
  b: MeshTree,
  transform: Float64Array,
  margin: number,
  relative: Float64Array,
): void {
  for (let k = 0; k < 12; k++) relative[k] = transform[k];
  completeRelative(relative, 0);
  relative[21] = margin + 8 * Number.EPSILON * largestCoordinate(relative, a, b);
}

/** Whether `treePairs` would report triangles s and t. */
export function boxesMeet(relative: Float64Array, a: TriangleMesh, s: number, b: TriangleMesh, t: number): boolean {
  triangleBox(a.vertices, a.triangles, 3 * s, boxA);
  triangleBox(b.vertices, b.triangles, 3 * t, boxB);
  return !areBoxesApart(relative, boxA, 0, boxB, 0);
}

const NO_OPTIONS: PairOptions = {};

/** All pairs of triangles of two leaves; false when the sink is full. */
function leafPairs(a: MeshTree, i: number, b: MeshTree, j: number, sink: PairSink): boolean {
  const { relative } = descent;
  const startA = a.links[NODE_STRIDE * i + 6];
  const endA = startA + a.links[NODE_STRIDE * i + 7];
  const startB = b.links[NODE_STRIDE * j + 6];
  const endB = startB + b.links[NODE_STRIDE * j + 7];
  for (let s = startA; s < endA; s++) {
    triangleBox(a.mesh.vertices, a.corners, 3 * s, boxA);
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

/** Centre and half sides of the box of the triangle with corners c, c + 1, c + 2. */
export function triangleBox(vertices: Float64Array, corners: Uint32Array, c: number, out: Float64Array): void {
  const i = 3 * corners[c];
  const j = 3 * corners[c + 1];
  const l = 3 * corners[c + 2];
  for (let k = 0; k < 3; k++) {
    const x = vertices[i + k];
    const y = vertices[j + k];
    const z = vertices[l + k];
    const low = x < y ? (x < z ? x : z) : y < z ? y : z;
    const high = x > y ? (x > z ? x : z) : y > z ? y : z;
    out[k] = 0.5 * (low + high);
    out[3 + k] = 0.5 * (high - low);
  }
}
