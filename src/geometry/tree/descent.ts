import { areBoxesApart, completeRelative, RELATIVE_SIZE } from "./box-pair.js";
import { MAX_DEPTH, type MeshTree, NODE_STRIDE } from "./mesh-tree.js";

/**
 * Two trees in different frames, descended together, the larger box first [Luaces2013, §4.6.1; Vilela2018].
 * `nextLeaves` steps from one pair of leaves whose boxes are within the slack to the next, so each search keeps its own
 * loop over the triangles of two leaves.
 *
 * Two searches stay apart: `contact/rim/search.ts` tests six of the fifteen axes in straight code, which is most of its
 * time, and sphere trees are opened by the volume that two spheres have in common.
 */
export interface TreeDescent {
  /** Pairs of nodes: one entry per level of both trees. */
  readonly stack: Int32Array;
  top: number;
  /** From B's frame to A's, see `completeRelative`; the slack of lengths belongs to the current test. */
  readonly relative: Float64Array;
  /** Boxes of the nodes that were met last: centre and half sides. */
  readonly boxA: Float64Array;
  readonly boxB: Float64Array;
  /** The leaves that were met last. */
  leafA: number;
  leafB: number;
  /** Boxes of nodes that are farther apart than this are not opened, m. */
  slack: number;
  /** Box tests of nodes so far. */
  nodeTests: number;
}

export function createDescent(): TreeDescent {
  return {
    stack: new Int32Array(2 * (2 * MAX_DEPTH + 4)),
    top: 0,
    relative: new Float64Array(RELATIVE_SIZE),
    boxA: new Float64Array(6),
    boxB: new Float64Array(6),
    leafA: -1,
    leafB: -1,
    slack: 0,
    nodeTests: 0,
  };
}

/** Begins at the roots. `transform` takes B's coordinates to A's: R row by row (9 numbers), then t (3). */
export function startDescent(descent: TreeDescent, transform: Float64Array): void {
  const { relative, stack } = descent;
  for (let k = 0; k < 12; k++) relative[k] = transform[k];
  completeRelative(relative, 0);
  stack[0] = 0;
  stack[1] = 0;
  descent.top = 1;
  descent.nodeTests = 0;
}

/** Steps to the next pair of leaves whose boxes are not farther apart than the slack; false when there is none. */
export function nextLeaves(descent: TreeDescent, a: MeshTree, b: MeshTree): boolean {
  const { boxA, boxB, relative } = descent;
  relative[21] = descent.slack;
  while (descent.top > 0) {
    popNodes(descent, a, b);
    if (!areBoxesApart(relative, boxA, 0, boxB, 0) && isPairOfLeaves(descent, a, b)) return true;
  }
  return false;
}

/** Takes the next pair of nodes from the stack. Writes: leafA, leafB, boxA, boxB. */
export function popNodes(descent: TreeDescent, a: MeshTree, b: MeshTree): void {
  const { stack } = descent;
  const top = --descent.top;
  const i = stack[2 * top];
  const j = stack[2 * top + 1];
  descent.leafA = i;
  descent.leafB = j;
  descent.nodeTests++;
  nodeBox(a.bounds, i, descent.boxA);
  nodeBox(b.bounds, j, descent.boxB);
}

/** Whether the current nodes are both leaves; if not, opens the larger box, or the one that can be opened. */
export function isPairOfLeaves(descent: TreeDescent, a: MeshTree, b: MeshTree): boolean {
  const { stack, top, leafA: i, leafB: j } = descent;
  const countA = a.links[NODE_STRIDE * i + 7];
  const countB = b.links[NODE_STRIDE * j + 7];
  if (countA > 0 && countB > 0) return true;
  const openA = countB > 0 || (countA === 0 && isLarger(descent.boxA, descent.boxB));
  const child = openA ? a.links[NODE_STRIDE * i + 6] : b.links[NODE_STRIDE * j + 6];
  stack[2 * top] = openA ? child + 1 : i;
  stack[2 * top + 1] = openA ? j : child + 1;
  stack[2 * top + 2] = openA ? child : i;
  stack[2 * top + 3] = openA ? j : child;
  descent.top += 2;
  return false;
}

/**
 * Largest coordinates of both trees in A's frame, summed: round-off of their boxes is a few units of it. `relative` is
 * from B's frame to A's.
 */
export function largestCoordinate(relative: Float64Array, a: MeshTree, b: MeshTree): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    sum += Math.max(Math.abs(a.bounds[k]), Math.abs(a.bounds[3 + k]));
    sum += Math.max(Math.abs(b.bounds[k]), Math.abs(b.bounds[3 + k]));
    sum += Math.abs(relative[9 + k]);
  }
  return sum;
}

/** Centre and half sides of a node. */
export function nodeBox(bounds: Float32Array, node: number, out: Float64Array): void {
  const o = NODE_STRIDE * node;
  for (let k = 0; k < 3; k++) {
    out[k] = 0.5 * (bounds[o + k] + bounds[o + 3 + k]);
    out[3 + k] = 0.5 * (bounds[o + 3 + k] - bounds[o + k]);
  }
}

/**
 * Whether the largest half side of box a is at least that of box b. A comparison: numbers that are returned are boxed
 * here.
 */
function isLarger(a: Float64Array, b: Float64Array): boolean {
  return Math.max(a[3], a[4], a[5]) >= Math.max(b[3], b[4], b[5]);
}
