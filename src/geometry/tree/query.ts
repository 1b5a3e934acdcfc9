import { type IndexSink, MAX_DEPTH, type MeshTree, NODE_STRIDE, pushIndex } from "./mesh-tree.js";

/**
 * Triangles near a volume, as candidates for an exact test. Each query reports the triangles whose own box (in double
 * precision, along the mesh's axes) meets the volume, touching included, and no others: so the answer does not depend
 * on the tree except for its order. All in the mesh's frame; triangles are added to the sink; nothing is allocated.
 */

/** Scratch; meaningless between calls. */
const stack = new Int32Array(MAX_DEPTH + 4);

/** Triangles whose boxes overlap [min, max] = query[q …] (6 numbers, m). */
export function queryBox(tree: MeshTree, query: Float64Array, q: number, sink: IndexSink): void {
  const { bounds, links, order } = tree;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const n = stack[--top];
    const o = NODE_STRIDE * n;
    if (
      bounds[o] > query[q + 3] ||
      bounds[o + 1] > query[q + 4] ||
      bounds[o + 2] > query[q + 5] ||
      bounds[o + 3] < query[q] ||
      bounds[o + 4] < query[q + 1] ||
      bounds[o + 5] < query[q + 2]
    ) {
      continue;
    }
    const first = links[o + 6];
    const count = links[o + 7];
    if (count === 0) {
      stack[top++] = first + 1;
      stack[top++] = first;
      continue;
    }
    for (let s = first; s < first + count; s++) {
      if (isTriangleInBox(tree, s, query, q) && !pushIndex(sink, order[s])) return;
    }
  }
}

function isTriangleInBox({ mesh, corners }: MeshTree, slot: number, query: Float64Array, q: number): boolean {
  const v = mesh.vertices;
  const a = 3 * corners[3 * slot];
  const b = 3 * corners[3 * slot + 1];
  const c = 3 * corners[3 * slot + 2];
  for (let k = 0; k < 3; k++) {
    const low = query[q + k];
    const high = query[q + 3 + k];
    if (v[a + k] < low && v[b + k] < low && v[c + k] < low) return false;
    if (v[a + k] > high && v[b + k] > high && v[c + k] > high) return false;
  }
  return true;
}

/**
 * Triangles with a corner no higher than `margin` above a plane: query[q …] = unit normal n (3), offset d, margin, m;
 * height = n · x − d.
 */
export function queryPlane(tree: MeshTree, query: Float64Array, q: number, sink: IndexSink): void {
  const { bounds, links, order, corners } = tree;
  const v = tree.mesh.vertices;
  const nx = query[q];
  const ny = query[q + 1];
  const nz = query[q + 2];
  const limit = query[q + 3] + query[q + 4];
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const n = stack[--top];
    const o = NODE_STRIDE * n;
    // lowest corner of the box; a sum of the same form as for a triangle's corner, so rounding is monotone and loses
    // nothing
    const x = nx > 0 ? bounds[o] : bounds[o + 3];
    const y = ny > 0 ? bounds[o + 1] : bounds[o + 4];
    const z = nz > 0 ? bounds[o + 2] : bounds[o + 5];
    if (nx * x + ny * y + nz * z > limit) continue;
    const first = links[o + 6];
    const count = links[o + 7];
    if (count === 0) {
      stack[top++] = first + 1;
      stack[top++] = first;
      continue;
    }
    for (let s = first; s < first + count; s++) {
      let below = false;
      for (let c = 3 * s; c < 3 * s + 3; c++) {
        const i = 3 * corners[c];
        if (nx * v[i] + ny * v[i + 1] + nz * v[i + 2] <= limit) below = true;
      }
      if (below && !pushIndex(sink, order[s])) return;
    }
  }
}
