import type { TriangleMesh } from "../types.js";
import { NODE_STRIDE, type SplitRule } from "./mesh-tree.js";

/**
 * A tree while it is built, and ways to divide a range of its slots in two. Each returns where the second part begins.
 */
export interface TreeWork {
  readonly rule: SplitRule;
  readonly leafSize: number;
  readonly mesh: TriangleMesh;
  /** Triangles, rearranged as the tree grows. */
  readonly order: Uint32Array;
  /** Box of each triangle, 6 numbers, rounded outwards. */
  readonly box: Float32Array;
  /** Point of each triangle that decides its side, 3 numbers: the middle of its box (`sah`) or its centroid. */
  readonly center: Float64Array;
  bounds: Float32Array;
  links: Int32Array;
  nodeCount: number;
  /** Scratch of the `sah` rule. */
  readonly bins: Bins;
}

/**
 * Per axis and bin a box and a number; per axis where the bins begin and their number per metre; per border the cost on
 * its right.
 */
export interface Bins {
  readonly binBox: Float64Array;
  readonly binCount: Int32Array;
  readonly binScale: Float64Array;
  readonly binStart: Float64Array;
  readonly rightArea: Float64Array;
  readonly sweep: Float64Array;
}

export function longestSide({ bounds }: TreeWork, node: number): number {
  const n = NODE_STRIDE * node;
  const x = bounds[n + 3] - bounds[n];
  const y = bounds[n + 4] - bounds[n + 1];
  const z = bounds[n + 5] - bounds[n + 2];
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

export function meanCenter({ center, order }: TreeWork, from: number, to: number, axis: number): number {
  let sum = 0;
  for (let s = from; s < to; s++) sum += center[3 * order[s] + axis];
  return sum / (to - from);
}

/**
 * Axis of the largest variance of the centroids about the mean of all corners [Luaces2013, eq. (4.24), (4.25)] with one
 * correction: centroids, not sums of corners, are compared with the mean. (The mean of all corners is the
 * mean centroid.)
 */
export function widestSpread({ center, order }: TreeWork, from: number, to: number): number {
  let axis = 0;
  let largest = -1;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let s = from; s < to; s++) sum += center[3 * order[s] + k];
    const mean = sum / (to - from);
    let variance = 0;
    for (let s = from; s < to; s++) {
      const d = center[3 * order[s] + k] - mean;
      variance += d * d;
    }
    if (variance > largest) {
      largest = variance;
      axis = k;
    }
  }
  return axis;
}

/** Slots with center < position first. */
export function partition(
  { center, order }: TreeWork,
  from: number,
  to: number,
  axis: number,
  position: number,
): number {
  let i = from;
  let j = to - 1;
  for (;;) {
    while (i <= j && center[3 * order[i] + axis] < position) i++;
    while (i <= j && !(center[3 * order[j] + axis] < position)) j--;
    if (i > j) return i;
    const t = order[i];
    order[i] = order[j];
    order[j] = t;
  }
}

/** The lower half by (center, triangle) first: quickselect with the median of three as pivot. */
export function splitHalves({ center, order }: TreeWork, from: number, to: number, axis: number): number {
  const middle = (from + to) >>> 1;
  let low = from;
  let high = to - 1;
  while (low < high) {
    const pivot = medianOfThree(center, order[low], order[(low + high) >>> 1], order[high], axis);
    let i = low;
    let j = high;
    while (i <= j) {
      while (isBefore(center, order[i], pivot, axis)) i++;
      while (isBefore(center, pivot, order[j], axis)) j--;
      if (i > j) break;
      const t = order[i];
      order[i] = order[j];
      order[j] = t;
      i++;
      j--;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else break;
  }
  return middle;
}

function isBefore(center: Float64Array, a: number, b: number, axis: number): boolean {
  const x = center[3 * a + axis];
  const y = center[3 * b + axis];
  return x < y || (x === y && a < b);
}

function medianOfThree(center: Float64Array, a: number, b: number, c: number, axis: number): number {
  if (isBefore(center, a, b, axis)) {
    if (isBefore(center, b, c, axis)) return b;
    return isBefore(center, a, c, axis) ? c : a;
  }
  if (isBefore(center, a, c, axis)) return a;
  return isBefore(center, b, c, axis) ? c : b;
}
