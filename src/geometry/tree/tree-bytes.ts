import type { TriangleMesh } from "../types.js";
import { MAX_DEPTH, type MeshTree, NODE_STRIDE, SPLIT_RULES } from "./mesh-tree.js";

/**
 * A mesh tree as bytes, for caches on disk and messages to workers: one buffer, little-endian 32-bit words.
 *
 *   word 0      0x54544d53, "SMTT" (a wrong byte order reads differently and is refused)
 *   word 1      version of this layout
 *   word 2 … 7  split rule, leaf size, triangles, vertices, nodes, depth
 *   then        nodes (8 words each), order (1 word per triangle)
 *
 * The vertex numbers per slot are not stored: they follow from the mesh.
 */
const MAGIC = 0x54544d53;
export const TREE_BYTES_VERSION = 1;
const HEADER = 8;

export function meshTreeToBytes(tree: MeshTree): Uint8Array {
  const { links, order, nodeCount, mesh } = tree;
  const words = new Int32Array(HEADER + links.length + order.length);
  words[0] = MAGIC;
  words[1] = TREE_BYTES_VERSION;
  words[2] = SPLIT_RULES.indexOf(tree.rule);
  words[3] = tree.leafSize;
  words[4] = order.length;
  words[5] = mesh.vertices.length / 3;
  words[6] = nodeCount;
  words[7] = tree.depth;
  words.set(links, HEADER);
  words.set(order, HEADER + links.length);
  return new Uint8Array(words.buffer);
}

export type TreeResult =
  | { readonly ok: true; readonly tree: MeshTree }
  | { readonly ok: false; readonly message: string };

/** The tree of a mesh from its bytes; refuses bytes that are not a tree of this mesh's size, or damaged. O(n). */
export function meshTreeFromBytes(mesh: TriangleMesh, bytes: Uint8Array): TreeResult {
  const refuse = (message: string): TreeResult => ({ ok: false, message });
  if (bytes.length < 4 * HEADER || bytes.length % 4 !== 0) return refuse("the bytes are too short for a mesh tree");
  // a copy with its own buffer; `slice` of a Node buffer would be no copy
  const words = new Int32Array(new Uint8Array(bytes).buffer);
  if (words[0] !== MAGIC) return refuse("the bytes are not a mesh tree");
  if (words[1] !== TREE_BYTES_VERSION)
    return refuse(`the mesh tree has version ${words[1]}, not ${TREE_BYTES_VERSION}`);
  const [rule, leafSize, count, vertices, nodeCount, depth] = words.subarray(2, HEADER);
  if (count !== mesh.triangles.length / 3 || vertices !== mesh.vertices.length / 3) {
    return refuse(`the mesh tree is of a mesh with ${count} triangles and ${vertices} vertices`);
  }
  if (words.length !== HEADER + NODE_STRIDE * nodeCount + count) return refuse("the mesh tree has the wrong length");
  if (SPLIT_RULES[rule] === undefined || depth < 0 || depth > MAX_DEPTH)
    return refuse("the mesh tree's header is damaged");
  const links = words.slice(HEADER, HEADER + NODE_STRIDE * nodeCount);
  const order = new Uint32Array(words.slice(HEADER + links.length).buffer);
  if (!isSound(links, nodeCount, order)) return refuse("the mesh tree's links are damaged");
  const corners = new Uint32Array(3 * count);
  for (let s = 0; s < count; s++) {
    for (let c = 0; c < 3; c++) corners[3 * s + c] = mesh.triangles[3 * order[s] + c];
  }
  const bounds = new Float32Array(links.buffer);
  return {
    ok: true,
    tree: { mesh, rule: SPLIT_RULES[rule], leafSize, nodeCount, depth, bounds, links, order, corners },
  };
}

/**
 * Every triangle in one slot, every slot in one leaf, every node with one parent before it, no level deeper than
 * `MAX_DEPTH`.
 */
function isSound(links: Int32Array, nodeCount: number, order: Uint32Array): boolean {
  const seen = new Uint8Array(order.length);
  for (const t of order) {
    if (t >= order.length || seen[t]) return false;
    seen[t] = 1;
  }
  const level = new Int32Array(nodeCount).fill(-1);
  const used = new Uint8Array(order.length);
  let slots = 0;
  level[0] = 0;
  for (let n = 0; n < nodeCount; n++) {
    if (n === 1) continue;
    const first = links[NODE_STRIDE * n + 6];
    const count = links[NODE_STRIDE * n + 7];
    if (level[n] < 0 || level[n] > MAX_DEPTH || count < 0) return false;
    if (count === 0) {
      if (first <= n || first < 2 || first + 1 >= nodeCount || level[first] >= 0 || level[first + 1] >= 0) return false;
      level[first] = level[n] + 1;
      level[first + 1] = level[n] + 1;
    } else {
      if (first < 0 || first + count > order.length) return false;
      for (let s = first; s < first + count; s++) {
        if (used[s]) return false;
        used[s] = 1;
      }
      slots += count;
    }
  }
  return slots === order.length;
}
