import type { TriangleMesh } from "../types.js";

/**
 * A binary tree of boxes over the triangles of a mesh, flat: no objects, no pointers, ready to be shared, copied to a
 * worker or written to disk. Built once per mesh (`buildMeshTree`) in the mesh's own frame, and refitted when its
 * vertices move (`refitMeshTree`).
 *
 * A node takes 32 bytes: its box as six single-precision numbers, rounded outwards so that it always holds its
 * triangles, and two integers. The two children of a node are neighbours, so that testing both touches one cache line.
 *
 *   bounds[8n … 8n + 5]   min x, y, z, max x, y, z, m
 *   links[8n + 6]         inner node: its first child c, the second is c + 1; leaf: its first slot
 *   links[8n + 7]         inner node: 0; leaf: number of slots
 *
 * Node 0 is the root, node 1 is unused (so that pairs start at even numbers), and children come after their parents. A
 * slot holds one triangle; the slots of a leaf are consecutive.
 */
export interface MeshTree {
  readonly mesh: TriangleMesh;
  readonly rule: SplitRule;
  readonly leafSize: number;
  /** Nodes including the unused one. */
  readonly nodeCount: number;
  /** Levels below the root; a single leaf has depth 0. At most `MAX_DEPTH`. */
  readonly depth: number;
  /** Boxes, 8 numbers per node. */
  readonly bounds: Float32Array;
  /** The same bytes as integers. */
  readonly links: Int32Array;
  /** Triangle in each slot. */
  readonly order: Uint32Array;
  /** Vertex numbers of the triangle in each slot, 3 per slot. */
  readonly corners: Uint32Array;
}

/**
 * How a node is divided.
 *
 * - `sah`: where the expected cost of a random ray is least, tried at bin borders on all axes [Wald2007]. Best queries.
 * - `centroid`: across the longest side of the node's box, through the mean of the triangles' centroids [Vilela2018;
 *   Vilela2018].
 * - `variance`: across the axis along which the centroids vary most, through the mean of the vertices [Luaces2013,
 *   §4.6.1].
 * - `median`: across the longest side, in halves of equal number. Fastest to build, smallest depth.
 */
export type SplitRule = "sah" | "centroid" | "variance" | "median";

export const SPLIT_RULES: readonly SplitRule[] = ["sah", "centroid", "variance", "median"];

export interface MeshTreeOptions {
  /** Default `sah`. */
  readonly rule?: SplitRule;
  /** Most triangles in a leaf, 1 … 255. Default 8 with `sah` (fewer where that is cheaper), 1 with the others. */
  readonly leafSize?: number;
}

/** Numbers per node in `bounds` and `links`. */
export const NODE_STRIDE = 8;

/** Below this depth nodes are divided in halves, so that no input can make a tree deeper than 64 + 32 levels. */
export const CAREFUL_DEPTH = 64;
export const MAX_DEPTH = 96;

/** Where queries put triangle numbers (or slots). A query that runs out of room stops and sets `overflow`. */
export interface IndexSink {
  readonly items: Int32Array;
  count: number;
  overflow: boolean;
}

export function createIndexSink(capacity: number): IndexSink {
  return { items: new Int32Array(capacity), count: 0, overflow: false };
}

/** Adds an item; false when there is no room. */
export function pushIndex(sink: IndexSink, item: number): boolean {
  if (sink.count === sink.items.length) {
    sink.overflow = true;
    return false;
  }
  sink.items[sink.count++] = item;
  return true;
}

/**
 * Expected cost of a ray that hits the root, in box tests: Σ over inner nodes of the chance to enter plus Σ over leaves
 * of chance × number of triangles, with chance = area/area of the root. Smaller is better; compares split rules.
 */
export function treeCost({ bounds, links, nodeCount }: MeshTree): number {
  const root = halfArea(bounds, 0);
  let cost = 0;
  for (let n = 0; n < nodeCount; n++) {
    if (n !== 1) cost += (halfArea(bounds, n) / root) * Math.max(1, links[NODE_STRIDE * n + 7]);
  }
  return cost;
}

function halfArea(bounds: Float32Array, n: number): number {
  const o = NODE_STRIDE * n;
  const x = bounds[o + 3] - bounds[o];
  const y = bounds[o + 4] - bounds[o + 1];
  const z = bounds[o + 5] - bounds[o + 2];
  return x * y + y * z + z * x;
}

/**
 * The next single-precision number below (above) f[i], in place; `bits` are the same bytes. Infinite stays infinite.
 */
export function stepDown(bits: Int32Array, i: number): void {
  const b = bits[i];
  if (b === 0) bits[i] = 0x80000001 | 0;
  else if (b > 0) bits[i] = b - 1;
  else if (b !== (0xff800000 | 0)) bits[i] = b + 1;
}

export function stepUp(bits: Int32Array, i: number): void {
  const b = bits[i];
  if (b === (0x80000000 | 0)) bits[i] = 1;
  else if (b < 0) bits[i] = b - 1;
  else if (b !== 0x7f800000) bits[i] = b + 1;
}

/**
 * Boxes of all triangles given by three corners per slot, rounded outwards, into box[6 slot].
 * `bits` must be the same bytes as `box`.
 */
export function triangleBoxes(
  vertices: Float64Array,
  corners: Uint32Array,
  count: number,
  box: Float32Array,
  bits: Int32Array,
): void {
  for (let s = 0; s < count; s++) {
    const a = 3 * corners[3 * s];
    const b = 3 * corners[3 * s + 1];
    const c = 3 * corners[3 * s + 2];
    for (let k = 0; k < 3; k++) {
      const x = vertices[a + k];
      const y = vertices[b + k];
      const z = vertices[c + k];
      const low = x < y ? (x < z ? x : z) : y < z ? y : z;
      const high = x > y ? (x > z ? x : z) : y > z ? y : z;
      const o = 6 * s + k;
      box[o] = low;
      if (box[o] > low) stepDown(bits, o);
      box[o + 3] = high;
      if (box[o + 3] < high) stepUp(bits, o + 3);
    }
  }
}
