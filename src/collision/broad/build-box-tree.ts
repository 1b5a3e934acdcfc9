import { ensureCapacityF64 } from "../../math/capacity.js";
import { type BoxTree, refit, reserveLeaves, takeLeaf, takeNode } from "./box-tree.js";

/**
 * Rebuilds the tree over `count` proxies, which it reorders; `boxes` holds 6 numbers per proxy, and `leafOf[proxy]`
 * receives the leaf. Each node divides its proxies where the centres spread most: at the middle of that spread, or in
 * equal halves if the middle leaves nearly all of them on one side, as it does when one body has flown away. Costs a
 * fraction of inserting one by one.
 */
export function buildTree(
  tree: BoxTree,
  proxies: Int32Array,
  count: number,
  boxes: Float64Array,
  leafOf: Int32Array,
): void {
  tree.used = 0;
  tree.free = -1;
  tree.leaves = 0;
  tree.root = -1;
  if (count === 0) return;
  reserveLeaves(tree, count);
  if (tree.center.length < 3 * count) tree.center = ensureCapacityF64(tree.center, 3 * count);
  for (let i = 0; i < count; i++) {
    const k = 6 * proxies[i];
    for (let axis = 0; axis < 3; axis++) tree.center[3 * i + axis] = 0.5 * (boxes[k + axis] + boxes[k + 3 + axis]);
  }
  tree.root = buildNode(tree, proxies, 0, count, boxes, leafOf);
  tree.parent[tree.root] = -1;
}

/**
 * The smaller part of a division at the middle holds at least one in this many; otherwise the list is halved. Bounds
 * the height by 11 log₂ n.
 */
const MAX_IMBALANCE = 16;

function buildNode(
  tree: BoxTree,
  proxies: Int32Array,
  start: number,
  end: number,
  boxes: Float64Array,
  leafOf: Int32Array,
): number {
  if (end - start === 1) {
    const proxy = proxies[start];
    leafOf[proxy] = takeLeaf(tree, proxy, boxes, 6 * proxy);
    return leafOf[proxy];
  }
  const node = takeNode(tree);
  const middle = divide(tree.center, proxies, start, end);
  const a = buildNode(tree, proxies, start, middle, boxes, leafOf);
  const b = buildNode(tree, proxies, middle, end, boxes, leafOf);
  tree.child[2 * node] = a;
  tree.child[2 * node + 1] = b;
  tree.parent[a] = node;
  tree.parent[b] = node;
  refit(tree, node);
  return node;
}

/** Reorders proxies[start, end) and their centres into two parts; returns where the second begins. */
function divide(center: Float64Array, proxies: Int32Array, start: number, end: number): number {
  const half = (start + end) >> 1;
  if (end - start === 2) return half;
  let minX = center[3 * start];
  let minY = center[3 * start + 1];
  let minZ = center[3 * start + 2];
  let maxX = minX;
  let maxY = minY;
  let maxZ = minZ;
  for (let i = start + 1; i < end; i++) {
    const x = center[3 * i];
    const y = center[3 * i + 1];
    const z = center[3 * i + 2];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  const x = maxX - minX;
  const y = maxY - minY;
  const z = maxZ - minZ;
  const axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  const pivot = axis === 0 ? minX + 0.5 * x : axis === 1 ? minY + 0.5 * y : minZ + 0.5 * z;

  let i = start;
  let j = end - 1;
  for (;;) {
    while (i <= j && center[3 * i + axis] < pivot) i++;
    while (i <= j && center[3 * j + axis] >= pivot) j--;
    if (i > j) break;
    exchange(center, proxies, i++, j--);
  }
  if (MAX_IMBALANCE * Math.min(i - start, end - i) >= end - start) return i;
  selectMedian(center, proxies, start, end, half, axis);
  return half;
}

/**
 * Reorders [start, end) so that no centre before `half` is larger than one from there on: Hoare's selection with the
 * middle element as pivot. Equal centres are exchanged too, which keeps the two parts level when all are equal.
 */
function selectMedian(
  center: Float64Array,
  proxies: Int32Array,
  start: number,
  end: number,
  half: number,
  axis: number,
): void {
  let low = start;
  let high = end - 1;
  while (low < high) {
    const pivot = center[3 * ((low + high) >> 1) + axis];
    let i = low;
    let j = high;
    while (i <= j) {
      while (center[3 * i + axis] < pivot) i++;
      while (center[3 * j + axis] > pivot) j--;
      if (i <= j) exchange(center, proxies, i++, j--);
    }
    if (half <= j) high = j;
    else if (half >= i) low = i;
    else return;
  }
}

function exchange(center: Float64Array, proxies: Int32Array, i: number, j: number): void {
  const proxy = proxies[i];
  proxies[i] = proxies[j];
  proxies[j] = proxy;
  for (let axis = 0; axis < 3; axis++) {
    const c = center[3 * i + axis];
    center[3 * i + axis] = center[3 * j + axis];
    center[3 * j + axis] = c;
  }
}
