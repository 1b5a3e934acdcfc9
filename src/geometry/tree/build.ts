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
import { createBins, splitByCost } from "./split-by-cost.js";
import { longestSide, meanCenter, partition, splitHalves, type TreeWork, widestSpread } from "./split-range.js";

/**
 * To be raised when the same mesh gets another tree than before: trees that were kept from earlier are then not used.
 */
export const TREE_BUILD_VERSION = 1;

/** Builds the tree of a mesh, see `MeshTree`. O(n log n); the same mesh and options give the same bytes. */
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

function createWork(mesh: TriangleMesh, rule: SplitRule, leafSize: number): TreeWork {
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
  const links = new Int32Array(bounds.buffer);
  return { rule, leafSize, mesh, order, box, center, bounds, links, nodeCount: 2, bins: createBins() };
}

/** Divides the root and its descendants; returns the depth. */
function divide(work: TreeWork): number {
  const { order } = work;
  // tasks still to do: node, first slot, end, depth; the stack grows by one per level
  const tasks = new Int32Array(4 * (MAX_DEPTH + 2));
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

function reserve(work: TreeWork): void {
  const needed = NODE_STRIDE * work.nodeCount;
  if (needed <= work.bounds.length) return;
  const larger = new Float32Array(Math.max(needed, 2 * work.bounds.length));
  larger.set(work.bounds);
  work.bounds = larger;
  work.links = new Int32Array(larger.buffer);
}

/** Box of a range of slots, into a node. */
function fitBox({ bounds, box, order }: TreeWork, node: number, from: number, to: number): void {
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
function split(work: TreeWork, node: number, from: number, to: number, depth: number): number {
  const { rule, leafSize } = work;
  const count = to - from;
  if (rule !== "sah" && count <= leafSize) return from;
  if (depth >= CAREFUL_DEPTH) return count <= leafSize ? from : splitHalves(work, from, to, longestSide(work, node));
  if (rule === "sah") return splitByCost(work, node, from, to);
  if (rule === "median") return splitHalves(work, from, to, longestSide(work, node));
  const axis = rule === "centroid" ? longestSide(work, node) : widestSpread(work, from, to);
  const middle = partition(work, from, to, axis, meanCenter(work, from, to, axis));
  // all on one side: the sorted list in halves
  return middle === from || middle === to ? splitHalves(work, from, to, axis) : middle;
}
