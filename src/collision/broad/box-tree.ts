import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { copyBox } from "./boxes.js";

/**
 * A binary tree of boxes in flat arrays. A leaf holds one proxy and its box; an inner node holds the union of its two
 * children. The tree knows nothing of movement, margins or pairs: see `dynamic-tree.ts`.
 *
 * Node k:  box[6k … 6k + 5]     min 3, max 3
 *          child[2k], child[2k + 1]   children; in a leaf −1 and the proxy
 *          parent[k]            −1 at the root; in a free node the next free one
 *          height[k]            0 in a leaf
 *
 * All coordinates must be finite; the owner clamps them.
 */
export interface BoxTree {
  box: Float64Array;
  child: Int32Array;
  parent: Int32Array;
  height: Int32Array;
  /** −1 when empty. */
  root: number;
  leaves: number;
  /** Nodes that were ever used, and the first free one of them or −1. */
  used: number;
  free: number;
  /**
   * Room for a traversal. A tree of height h has at least 2 h + 1 nodes and at most 5 h + 3 numbers wait in a traversal
   * of pairs.
   */
  stack: Int32Array;
  /** Length p by which S enlarges boxes, m, see `bestSibling`; in an array because calls box doubles. */
  readonly pad: Float64Array;
  /** Room for `buildTree`: 3 per proxy. */
  center: Float64Array;
}

export function createBoxTree(): BoxTree {
  return {
    box: new Float64Array(0),
    child: new Int32Array(0),
    parent: new Int32Array(0),
    height: new Int32Array(0),
    root: -1,
    leaves: 0,
    used: 0,
    free: -1,
    stack: new Int32Array(0),
    pad: new Float64Array(1),
    center: new Float64Array(0),
  };
}

/** Ensures capacity for `leaves` leaves. */
export function reserveLeaves(tree: BoxTree, leaves: number): void {
  const nodes = 2 * leaves;
  if (nodes <= tree.parent.length) return;
  tree.parent = ensureCapacityI32(tree.parent, nodes);
  const capacity = tree.parent.length;
  tree.height = ensureCapacityI32(tree.height, capacity);
  tree.child = ensureCapacityI32(tree.child, 2 * capacity);
  tree.box = ensureCapacityF64(tree.box, 6 * capacity);
  tree.stack = ensureCapacityI32(tree.stack, 4 * capacity);
}

export function takeNode(tree: BoxTree): number {
  const node = tree.free;
  if (node < 0) return tree.used++;
  tree.free = tree.parent[node];
  return node;
}

function freeNode(tree: BoxTree, node: number): void {
  tree.parent[node] = tree.free;
  tree.free = node;
}

/** A leaf that hangs nowhere yet. */
export function takeLeaf(tree: BoxTree, proxy: number, boxes: Float64Array, o: number): number {
  const leaf = takeNode(tree);
  copyBox(tree.box, 6 * leaf, boxes, o);
  tree.child[2 * leaf] = -1;
  tree.child[2 * leaf + 1] = proxy;
  tree.height[leaf] = 0;
  tree.parent[leaf] = -1;
  tree.leaves++;
  return leaf;
}

/** Puts a leaf with this box into the tree; returns its node. */
export function insertLeaf(tree: BoxTree, proxy: number, boxes: Float64Array, o: number): number {
  reserveLeaves(tree, tree.leaves + 1);
  const leaf = takeLeaf(tree, proxy, boxes, o);
  if (tree.root < 0) {
    tree.root = leaf;
    return leaf;
  }

  // a new node takes the place of the sibling and holds both
  setPad(tree, leaf);
  const sibling = bestSibling(tree, leaf);
  const above = tree.parent[sibling];
  const node = takeNode(tree);
  tree.child[2 * node] = sibling;
  tree.child[2 * node + 1] = leaf;
  tree.parent[node] = above;
  tree.parent[sibling] = node;
  tree.parent[leaf] = node;
  if (above < 0) tree.root = node;
  else replaceChild(tree, above, sibling, node);

  for (let k = node; k >= 0; k = tree.parent[k]) {
    const changed = refit(tree, k);
    if (!changed && k !== node) break;
    rotate(tree, k);
  }
  return leaf;
}

export function removeLeaf(tree: BoxTree, leaf: number): void {
  const node = tree.parent[leaf];
  freeNode(tree, leaf);
  tree.leaves--;
  if (node < 0) {
    tree.root = -1;
    return;
  }

  // the sibling takes the place of the parent
  const sibling = tree.child[2 * node] === leaf ? tree.child[2 * node + 1] : tree.child[2 * node];
  const above = tree.parent[node];
  tree.parent[sibling] = above;
  freeNode(tree, node);
  if (above < 0) tree.root = sibling;
  else replaceChild(tree, above, node, sibling);
  for (let k = above; k >= 0 && refit(tree, k); ) k = tree.parent[k];
}

function replaceChild(tree: BoxTree, node: number, old: number, by: number): void {
  tree.child[2 * node + (tree.child[2 * node] === old ? 0 : 1)] = by;
}

/** Box and height of an inner node from its children; false when neither changed. */
export function refit(tree: BoxTree, node: number): boolean {
  const { box, child, height } = tree;
  const a = 6 * child[2 * node];
  const b = 6 * child[2 * node + 1];
  const k = 6 * node;
  let changed = false;
  for (let axis = 0; axis < 3; axis++) {
    const min = box[a + axis] < box[b + axis] ? box[a + axis] : box[b + axis];
    const max = box[a + 3 + axis] > box[b + 3 + axis] ? box[a + 3 + axis] : box[b + 3 + axis];
    if (box[k + axis] !== min || box[k + 3 + axis] !== max) changed = true;
    box[k + axis] = min;
    box[k + 3 + axis] = max;
  }
  const tall = 1 + Math.max(height[child[2 * node]], height[child[2 * node + 1]]);
  if (height[node] !== tall) changed = true;
  height[node] = tall;
  return changed;
}

/**
 * Where a new leaf L costs least. The cost of a tree is the sum of S(node) over its inner nodes, since S is in
 * proportion to the chance that a query meets the node. Beside node k, L adds
 *
 *   S(k ∪ L) + Σ over ancestors j of (S(j ∪ L) − S(j)),
 *
 * and below k at least S(L) + Σ over ancestors j and k itself. Goes down to the child with the lower bound while that
 * bound is no worse than the best place so far. [Catto2019] searches with a queue; going down greedily is nearly as
 * good and takes one path.
 *
 * S is the area of the box enlarged by the size p of the leaf,
 *
 *   S = (x + p)(y + p) + (y + p)(z + p) + (z + p)(x + p),   x, y, z extents,
 *
 * because queries are boxes of about that size, not rays; and because plain area is zero for points on a line and
 * cannot tell them apart. Equal costs go to the lower subtree, or a heap of equal boxes would become a list.
 */
function bestSibling(tree: BoxTree, leaf: number): number {
  const { box, child, height } = tree;
  const l = 6 * leaf;
  const p = tree.pad[0];
  let x = box[l + 3] - box[l] + p;
  let y = box[l + 4] - box[l + 1] + p;
  let z = box[l + 5] - box[l + 2] + p;
  const own = x * y + y * z + z * x;

  let node = tree.root;
  let best = node;
  let bestCost = Number.POSITIVE_INFINITY;
  let inherited = 0;
  for (let first = true; ; first = false) {
    let next = node;
    let nextBound = Number.POSITIVE_INFINITY;
    let nextInherited = 0;
    for (let side = 0; side < (first ? 1 : 2); side++) {
      const c = first ? node : child[2 * node + side];
      const k = 6 * c;
      x = Math.max(box[k + 3], box[l + 3]) - Math.min(box[k], box[l]) + p;
      y = Math.max(box[k + 4], box[l + 4]) - Math.min(box[k + 1], box[l + 1]) + p;
      z = Math.max(box[k + 5], box[l + 5]) - Math.min(box[k + 2], box[l + 2]) + p;
      const union = x * y + y * z + z * x;
      const cost = inherited + union;
      if (cost < bestCost || (cost === bestCost && height[c] < height[best])) {
        best = c;
        bestCost = cost;
      }
      let bound = cost;
      let growth = inherited;
      if (height[c] > 0) {
        x = box[k + 3] - box[k] + p;
        y = box[k + 4] - box[k + 1] + p;
        z = box[k + 5] - box[k + 2] + p;
        growth = inherited + (union - (x * y + y * z + z * x));
        bound = growth + own;
      }
      if (bound < nextBound || (bound === nextBound && height[c] < height[next])) {
        next = c;
        nextBound = bound;
        nextInherited = growth;
      }
    }
    if (nextBound > bestCost || height[next] === 0) return best;
    node = next;
    inherited = nextInherited;
  }
}

/** p: the longest side of the leaf's box that is not unbounded; 1 m when there is none, since any length will do. */
function setPad(tree: BoxTree, leaf: number): void {
  const { box } = tree;
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    const extent = box[6 * leaf + 3 + axis] - box[6 * leaf + axis];
    if (extent > size && extent < UNBOUNDED_EXTENT) size = extent;
  }
  tree.pad[0] = size > 0 ? size : 1;
}

/** Extents above this are those of clamped infinite boxes, m. */
const UNBOUNDED_EXTENT = 1e99;

/**
 * Exchanges a child of `node` with a grandchild on the other side if that makes the inner child smaller: four
 * candidates, the best one is taken. The box of `node` does not change. [Kopta2012]
 */
function rotate(tree: BoxTree, node: number): void {
  const { box, child, height, parent } = tree;
  const p = tree.pad[0];
  let bestGain = 0;
  let bestSide = -1;
  let bestGrand = 0;
  for (let side = 0; side < 2; side++) {
    // `inner` keeps one grandchild and takes `outer` in place of the other
    const outer = child[2 * node + side];
    const inner = child[2 * node + 1 - side];
    if (height[inner] === 0) continue;
    const k = 6 * inner;
    let x = box[k + 3] - box[k] + p;
    let y = box[k + 4] - box[k + 1] + p;
    let z = box[k + 5] - box[k + 2] + p;
    const before = x * y + y * z + z * x;
    const o = 6 * outer;
    for (let grand = 0; grand < 2; grand++) {
      const g = 6 * child[2 * inner + 1 - grand];
      x = Math.max(box[g + 3], box[o + 3]) - Math.min(box[g], box[o]) + p;
      y = Math.max(box[g + 4], box[o + 4]) - Math.min(box[g + 1], box[o + 1]) + p;
      z = Math.max(box[g + 5], box[o + 5]) - Math.min(box[g + 2], box[o + 2]) + p;
      const gain = before - (x * y + y * z + z * x);
      if (gain > bestGain) {
        bestGain = gain;
        bestSide = side;
        bestGrand = grand;
      }
    }
  }
  if (bestSide < 0) return;

  const outer = child[2 * node + bestSide];
  const inner = child[2 * node + 1 - bestSide];
  const grand = child[2 * inner + bestGrand];
  child[2 * node + bestSide] = grand;
  child[2 * inner + bestGrand] = outer;
  parent[grand] = node;
  parent[outer] = inner;
  refit(tree, inner);
  height[node] = 1 + Math.max(height[grand], height[inner]);
}
