import type { TriangleMesh } from "../types.js";
import {
  CAREFUL_DEPTH,
  MAX_DEPTH,
  type MeshTree,
  type MeshTreeOptions,
  NODE_STRIDE,
  SPLIT_RULES,
  type SplitRule,
  triangleBoxes,
} from "./mesh-tree.js";

/** Builds the tree of a mesh, see `MeshTree`. O(n log n); the same mesh and options give the same bytes. */

/** Bins per axis of the `sah` rule. More cost time and hardly improve the tree [Wald2007]. */
const BINS = 16;
/** A node with fewer triangles than this gets fewer bins. */
const FEW = 24;
const FEW_BINS = 8;
/**
 * Cost of testing a triangle, in units of testing the two boxes of an inner node. Sets the size of leaves; sensible 0.25 … 1. Rays per second
 * hardly depend on it in that range (measured with a million triangles), while 0.35 needs half the nodes of 1.
 */
const TRIANGLE_COST = 0.35;

export function buildMeshTree(mesh: TriangleMesh, options: MeshTreeOptions = {}): MeshTree {
  const rule = options.rule ?? "sah";
  const leafSize = options.leafSize ?? (rule === "sah" ? 8 : 1);
  if (!SPLIT_RULES.includes(rule)) throw new Error(`unknown split rule "${rule}"; there are ${SPLIT_RULES.join(", ")}`);
  if (!Number.isInteger(leafSize) || leafSize < 1 || leafSize > 255) {
    throw new Error(`leaf size: expected a whole number from 1 to 255, got ${leafSize}`);
  }
  const count = mesh.triangles.length / 3;
  if (count === 0) throw new Error("a mesh without triangles has no tree");
  const work = createWork(mesh, rule, leafSize);
  const depth = divide(work);
  const corners = new Uint32Array(3 * count);
  for (let s = 0; s < count; s++) {
    const t = 3 * work.order[s];
    corners[3 * s] = mesh.triangles[t];
    corners[3 * s + 1] = mesh.triangles[t + 1];
    corners[3 * s + 2] = mesh.triangles[t + 2];
  }
  const bounds = work.bounds.slice(0, NODE_STRIDE * work.nodeCount);
  const links = new Int32Array(bounds.buffer);
  return { mesh, rule, leafSize, nodeCount: work.nodeCount, depth, bounds, links, order: work.order, corners };
}

interface Work {
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
}

function createWork(mesh: TriangleMesh, rule: SplitRule, leafSize: number): Work {
  const { vertices, triangles } = mesh;
  const count = triangles.length / 3;
  const order = new Uint32Array(count);
  for (let t = 0; t < count; t++) order[t] = t;
  const box = new Float32Array(6 * count);
  triangleBoxes(vertices, triangles, count, box, new Int32Array(box.buffer));
  const center = new Float64Array(3 * count);
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 3; k++) {
      if (rule === "sah") center[3 * t + k] = 0.5 * (box[6 * t + k] + box[6 * t + 3 + k]);
      else {
        const sum =
          vertices[3 * triangles[3 * t] + k] +
          vertices[3 * triangles[3 * t + 1] + k] +
          vertices[3 * triangles[3 * t + 2] + k];
        center[3 * t + k] = sum / 3;
      }
    }
  }
  const bounds = new Float32Array(NODE_STRIDE * Math.max(2, 2 * Math.ceil(count / leafSize)));
  return { rule, leafSize, mesh, order, box, center, bounds, links: new Int32Array(bounds.buffer), nodeCount: 2 };
}

/** Tasks still to do: node, first slot, end, depth. The stack grows by one per level. */
const tasks = new Int32Array(4 * (MAX_DEPTH + 2));

/** Divides the root and what comes of it; returns the depth. */
function divide(work: Work): number {
  const { order } = work;
  let deepest = 0;
  let top = 0;
  fitBox(work, 0, 0, order.length);
  tasks[0] = 0;
  tasks[1] = 0;
  tasks[2] = order.length;
  tasks[3] = 0;
  top = 1;
  while (top > 0) {
    top--;
    const node = tasks[4 * top];
    const from = tasks[4 * top + 1];
    const to = tasks[4 * top + 2];
    const depth = tasks[4 * top + 3];
    if (depth > deepest) deepest = depth;
    const middle = to - from === 1 ? from : split(work, node, from, to, depth);
    if (middle === from) {
      work.links[NODE_STRIDE * node + 6] = from;
      work.links[NODE_STRIDE * node + 7] = to - from;
      continue;
    }
    const child = work.nodeCount;
    work.nodeCount += 2;
    reserve(work);
    work.links[NODE_STRIDE * node + 6] = child;
    work.links[NODE_STRIDE * node + 7] = 0;
    fitBox(work, child, from, middle);
    fitBox(work, child + 1, middle, to);
    // the first child is done next, so that its descendants follow it in memory
    const o = 4 * top;
    tasks[o] = child + 1;
    tasks[o + 1] = middle;
    tasks[o + 2] = to;
    tasks[o + 3] = depth + 1;
    tasks[o + 4] = child;
    tasks[o + 5] = from;
    tasks[o + 6] = middle;
    tasks[o + 7] = depth + 1;
    top += 2;
  }
  return deepest;
}

function reserve(work: Work): void {
  const needed = NODE_STRIDE * work.nodeCount;
  if (needed <= work.bounds.length) return;
  const larger = new Float32Array(Math.max(needed, 2 * work.bounds.length));
  larger.set(work.bounds);
  work.bounds = larger;
  work.links = new Int32Array(larger.buffer);
}

/** Box of a range of slots, into a node. */
function fitBox({ bounds, box, order }: Work, node: number, from: number, to: number): void {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let s = from; s < to; s++) {
    const o = 6 * order[s];
    if (box[o] < x0) x0 = box[o];
    if (box[o + 1] < y0) y0 = box[o + 1];
    if (box[o + 2] < z0) z0 = box[o + 2];
    if (box[o + 3] > x1) x1 = box[o + 3];
    if (box[o + 4] > y1) y1 = box[o + 4];
    if (box[o + 5] > z1) z1 = box[o + 5];
  }
  const n = NODE_STRIDE * node;
  bounds[n] = x0;
  bounds[n + 1] = y0;
  bounds[n + 2] = z0;
  bounds[n + 3] = x1;
  bounds[n + 4] = y1;
  bounds[n + 5] = z1;
}

/** Rearranges the slots of a node into two parts and returns where the second begins; `from` makes a leaf. */
function split(work: Work, node: number, from: number, to: number, depth: number): number {
  const { rule, leafSize } = work;
  const count = to - from;
  if (rule !== "sah" && count <= leafSize) return from;
  if (depth >= CAREFUL_DEPTH) return count <= leafSize ? from : splitHalves(work, from, to, longestSide(work, node));
  if (rule === "sah") return splitByCost(work, node, from, to);
  if (rule === "median") return splitHalves(work, from, to, longestSide(work, node));
  const axis = rule === "centroid" ? longestSide(work, node) : widestSpread(work, from, to);
  const middle = partition(work, from, to, axis, rule === "centroid" ? meanCenter(work, from, to, axis) : spread[axis]);
  // all on one side: the sorted list in halves
  return middle === from || middle === to ? splitHalves(work, from, to, axis) : middle;
}

function longestSide({ bounds }: Work, node: number): number {
  const n = NODE_STRIDE * node;
  const x = bounds[n + 3] - bounds[n];
  const y = bounds[n + 4] - bounds[n + 1];
  const z = bounds[n + 5] - bounds[n + 2];
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

function meanCenter({ center, order }: Work, from: number, to: number, axis: number): number {
  let sum = 0;
  for (let s = from; s < to; s++) sum += center[3 * order[s] + axis];
  return sum / (to - from);
}

/** Mean of the vertices per axis, of the range last looked at by `widestSpread`. */
const spread = new Float64Array(3);

/**
 * Axis of the largest variance of the centroids about the mean of all corners [Luaces2013, eq. (4.24), (4.25)] with the spec's
 * correction E-21: centroids, not sums of corners, are compared with the mean. (The mean of all corners is the mean centroid.)
 */
function widestSpread({ center, order }: Work, from: number, to: number): number {
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
    spread[k] = mean;
    if (variance > largest) {
      largest = variance;
      axis = k;
    }
  }
  return axis;
}

/** Slots with center < position first. */
function partition({ center, order }: Work, from: number, to: number, axis: number, position: number): number {
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
function splitHalves({ center, order }: Work, from: number, to: number, axis: number): number {
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

/** Scratch of the `sah` rule: per axis and bin a box and a number; per border the cost on its right. */
const binBox = new Float64Array(3 * BINS * 6);
const binCount = new Int32Array(3 * BINS);
const binScale = new Float64Array(3);
const binStart = new Float64Array(3);
const rightArea = new Float64Array(BINS);
const sweep = new Float64Array(6);

/**
 * Cost of dividing a node of area A into parts with areas A₁, A₂ and numbers n₁, n₂: 1 + (A₁ n₁ + A₂ n₂) c/A, against n c as a leaf,
 * with c the cost of a triangle.
 */
function splitByCost(work: Work, node: number, from: number, to: number): number {
  const count = to - from;
  // an inner node alone costs 1
  if (count <= work.leafSize && TRIANGLE_COST * count <= 1) return from;
  const bins = count < FEW ? FEW_BINS : BINS;
  if (!fillBins(work, from, to, bins)) {
    return count <= work.leafSize ? from : splitHalves(work, from, to, longestSide(work, node));
  }
  let best = Infinity;
  let axis = -1;
  let border = 0;
  for (let k = 0; k < 3; k++) {
    if (binScale[k] === 0) continue;
    // areas from the right, then from the left with the sum
    sweep.fill(Infinity, 0, 3);
    sweep.fill(-Infinity, 3, 6);
    let n = 0;
    for (let b = bins - 1; b > 0; b--) {
      if (binCount[BINS * k + b] > 0) {
        growSweep(6 * (BINS * k + b));
        n += binCount[BINS * k + b];
      }
      rightArea[b] = n > 0 ? n * sweepArea() : 0;
    }
    sweep.fill(Infinity, 0, 3);
    sweep.fill(-Infinity, 3, 6);
    n = 0;
    for (let b = 1; b < bins; b++) {
      // a border behind an empty bin is no better than the one before it
      if (binCount[BINS * k + b - 1] === 0) continue;
      growSweep(6 * (BINS * k + b - 1));
      n += binCount[BINS * k + b - 1];
      if (n === count) break;
      const cost = n * sweepArea() + rightArea[b];
      if (cost < best) {
        best = cost;
        axis = k;
        border = b;
      }
    }
  }
  const { bounds } = work;
  const o = NODE_STRIDE * node;
  const x = bounds[o + 3] - bounds[o];
  const y = bounds[o + 4] - bounds[o + 1];
  const z = bounds[o + 5] - bounds[o + 2];
  const area = x * y + y * z + z * x;
  if (count <= work.leafSize && !(area + TRIANGLE_COST * best < TRIANGLE_COST * count * area)) return from;
  return axis < 0 ? splitHalves(work, from, to, longestSide(work, node)) : partitionBins(work, from, to, axis, border);
}

function growSweep(o: number): void {
  for (let k = 0; k < 3; k++) {
    if (binBox[o + k] < sweep[k]) sweep[k] = binBox[o + k];
    if (binBox[o + 3 + k] > sweep[3 + k]) sweep[3 + k] = binBox[o + 3 + k];
  }
}

function sweepArea(): number {
  const x = sweep[3] - sweep[0];
  const y = sweep[4] - sweep[1];
  const z = sweep[5] - sweep[2];
  return x * y + y * z + z * x;
}

/** Sorts the range into bins between its outermost centers, on all axes. False when all centers are one point. */
function fillBins({ center, box, order }: Work, from: number, to: number, bins: number): boolean {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let s = from; s < to; s++) {
    const c = 3 * order[s];
    const x = center[c];
    const y = center[c + 1];
    const z = center[c + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  binStart[0] = x0;
  binStart[1] = y0;
  binStart[2] = z0;
  // the largest center falls into the last bin
  binScale[0] = x1 > x0 ? (bins * (1 - 1e-9)) / (x1 - x0) : 0;
  binScale[1] = y1 > y0 ? (bins * (1 - 1e-9)) / (y1 - y0) : 0;
  binScale[2] = z1 > z0 ? (bins * (1 - 1e-9)) / (z1 - z0) : 0;
  for (let k = 0; k < 3; k++) if (!(binScale[k] < Infinity)) binScale[k] = 0;
  if (binScale[0] === 0 && binScale[1] === 0 && binScale[2] === 0) return false;

  for (let k = 0; k < 3; k++) {
    for (let b = BINS * k; b < BINS * k + bins; b++) {
      const o = 6 * b;
      binCount[b] = 0;
      binBox[o] = Infinity;
      binBox[o + 1] = Infinity;
      binBox[o + 2] = Infinity;
      binBox[o + 3] = -Infinity;
      binBox[o + 4] = -Infinity;
      binBox[o + 5] = -Infinity;
    }
  }
  // straight-line, one block per axis: this loop is half of the time to build a tree
  const scaleX = binScale[0];
  const scaleY = binScale[1];
  const scaleZ = binScale[2];
  for (let s = from; s < to; s++) {
    const t = order[s];
    const b = 6 * t;
    const b0 = box[b];
    const b1 = box[b + 1];
    const b2 = box[b + 2];
    const b3 = box[b + 3];
    const b4 = box[b + 4];
    const b5 = box[b + 5];
    const binX = ((center[3 * t] - x0) * scaleX) | 0;
    binCount[binX]++;
    const oX = 6 * binX;
    if (b0 < binBox[oX]) binBox[oX] = b0;
    if (b1 < binBox[oX + 1]) binBox[oX + 1] = b1;
    if (b2 < binBox[oX + 2]) binBox[oX + 2] = b2;
    if (b3 > binBox[oX + 3]) binBox[oX + 3] = b3;
    if (b4 > binBox[oX + 4]) binBox[oX + 4] = b4;
    if (b5 > binBox[oX + 5]) binBox[oX + 5] = b5;
    const binY = BINS + (((center[3 * t + 1] - y0) * scaleY) | 0);
    binCount[binY]++;
    const oY = 6 * binY;
    if (b0 < binBox[oY]) binBox[oY] = b0;
    if (b1 < binBox[oY + 1]) binBox[oY + 1] = b1;
    if (b2 < binBox[oY + 2]) binBox[oY + 2] = b2;
    if (b3 > binBox[oY + 3]) binBox[oY + 3] = b3;
    if (b4 > binBox[oY + 4]) binBox[oY + 4] = b4;
    if (b5 > binBox[oY + 5]) binBox[oY + 5] = b5;
    const binZ = 2 * BINS + (((center[3 * t + 2] - z0) * scaleZ) | 0);
    binCount[binZ]++;
    const oZ = 6 * binZ;
    if (b0 < binBox[oZ]) binBox[oZ] = b0;
    if (b1 < binBox[oZ + 1]) binBox[oZ + 1] = b1;
    if (b2 < binBox[oZ + 2]) binBox[oZ + 2] = b2;
    if (b3 > binBox[oZ + 3]) binBox[oZ + 3] = b3;
    if (b4 > binBox[oZ + 4]) binBox[oZ + 4] = b4;
    if (b5 > binBox[oZ + 5]) binBox[oZ + 5] = b5;
  }
  return true;
}

/** Slots in bins below `border` first. */
function partitionBins({ center, order }: Work, from: number, to: number, axis: number, border: number): number {
  const start = binStart[axis];
  const scale = binScale[axis];
  let i = from;
  let j = to - 1;
  for (;;) {
    while (i <= j && (((center[3 * order[i] + axis] - start) * scale) | 0) < border) i++;
    while (i <= j && (((center[3 * order[j] + axis] - start) * scale) | 0) >= border) j--;
    if (i > j) return i;
    const t = order[i];
    order[i] = order[j];
    order[j] = t;
  }
}
