import { areBoxesApart, completeRelative, RELATIVE_SIZE } from "./box-pair.js";
import { type IndexSink, MAX_DEPTH, type MeshTree, NODE_STRIDE, pushIndex } from "./mesh-tree.js";
import { triangleBox } from "./pairs.js";

/**
 * Triangles near a volume, as candidates for an exact test. Each query reports the triangles whose own box (in double
 * precision, along the mesh's axes) meets the volume, touching included, and no others: so the answer does not depend
 * on the tree except for its order. All in the mesh's frame; triangles are added to the sink; nothing is allocated.
 */

/** Scratch; meaningless between calls. */
const stack = new Int32Array(MAX_DEPTH + 4);
const box = new Float64Array(6);
const relative = new Float64Array(RELATIVE_SIZE);
const other = new Float64Array(6);

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

/** Triangles whose boxes are within the radius of a centre: query[q …] = centre (3), radius, m. */
export function querySphere(tree: MeshTree, query: Float64Array, q: number, sink: IndexSink): void {
  const { bounds, links, order } = tree;
  const x = query[q];
  const y = query[q + 1];
  const z = query[q + 2];
  const rr = query[q + 3] * query[q + 3];
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const n = stack[--top];
    const o = NODE_STRIDE * n;
    const dx = x < bounds[o] ? bounds[o] - x : x > bounds[o + 3] ? x - bounds[o + 3] : 0;
    const dy = y < bounds[o + 1] ? bounds[o + 1] - y : y > bounds[o + 4] ? y - bounds[o + 4] : 0;
    const dz = z < bounds[o + 2] ? bounds[o + 2] - z : z > bounds[o + 5] ? z - bounds[o + 5] : 0;
    if (dx * dx + dy * dy + dz * dz > rr) continue;
    const first = links[o + 6];
    const count = links[o + 7];
    if (count === 0) {
      stack[top++] = first + 1;
      stack[top++] = first;
      continue;
    }
    for (let s = first; s < first + count; s++) {
      if (isTriangleNearPoint(tree, s, query, q) && !pushIndex(sink, order[s])) return;
    }
  }
}

function isTriangleNearPoint({ mesh, corners }: MeshTree, slot: number, query: Float64Array, q: number): boolean {
  const v = mesh.vertices;
  const a = 3 * corners[3 * slot];
  const b = 3 * corners[3 * slot + 1];
  const c = 3 * corners[3 * slot + 2];
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const p = query[q + k];
    const low = Math.min(v[a + k], v[b + k], v[c + k]);
    const high = Math.max(v[a + k], v[b + k], v[c + k]);
    const d = p < low ? low - p : p > high ? p - high : 0;
    sum += d * d;
  }
  return sum <= query[q + 3] * query[q + 3];
}

/**
 * Triangles whose boxes, grown by a radius on all sides, meet a segment: query[q …] = ends p and p' (6), radius, m.
 * With a radius this is the candidate list of a capsule. (Corners of the grown box are not rounded: slightly more than
 * needed, never less.)
 */
export function querySegment(tree: MeshTree, query: Float64Array, q: number, sink: IndexSink): void {
  const { bounds, links, order } = tree;
  const r = query[q + 6];
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const n = stack[--top];
    const o = NODE_STRIDE * n;
    for (let k = 0; k < 3; k++) {
      other[k] = bounds[o + k] - r;
      other[3 + k] = bounds[o + 3 + k] + r;
    }
    if (!segmentMeetsBox(query, q, other)) continue;
    const first = links[o + 6];
    const count = links[o + 7];
    if (count === 0) {
      stack[top++] = first + 1;
      stack[top++] = first;
      continue;
    }
    for (let s = first; s < first + count; s++) {
      triangleBox(tree.mesh.vertices, tree.corners, 3 * s, box);
      for (let k = 0; k < 3; k++) {
        other[k] = box[k] - box[3 + k] - r;
        other[3 + k] = box[k] + box[3 + k] + r;
      }
      if (segmentMeetsBox(query, q, other) && !pushIndex(sink, order[s])) return;
    }
  }
}

/**
 * Segment and box by separating axes [Ericson2005, ch. 5.3.3]: the box's normals and their products with the segment,
 * widened by rounding. Works for segments of no length.
 */
function segmentMeetsBox(query: Float64Array, q: number, b: Float64Array): boolean {
  const hx = 0.5 * (b[3] - b[0]);
  const hy = 0.5 * (b[4] - b[1]);
  const hz = 0.5 * (b[5] - b[2]);
  const dx = 0.5 * (query[q + 3] - query[q]);
  const dy = 0.5 * (query[q + 4] - query[q + 1]);
  const dz = 0.5 * (query[q + 5] - query[q + 2]);
  const mx = 0.5 * (query[q] + query[q + 3]) - 0.5 * (b[0] + b[3]);
  const my = 0.5 * (query[q + 1] + query[q + 4]) - 0.5 * (b[1] + b[4]);
  const mz = 0.5 * (query[q + 2] + query[q + 5]) - 0.5 * (b[2] + b[5]);
  const ax = Math.abs(dx);
  const ay = Math.abs(dy);
  const az = Math.abs(dz);
  const size = Math.abs(mx) + Math.abs(my) + Math.abs(mz) + hx + hy + hz + ax + ay + az;
  const reach = size + Math.abs(b[0]) + Math.abs(b[1]) + Math.abs(b[2]);
  const e = 8 * Number.EPSILON * reach;
  if (Math.abs(mx) > hx + ax + e || Math.abs(my) > hy + ay + e || Math.abs(mz) > hz + az + e) return false;
  const f = e * (ax + ay + az);
  if (Math.abs(my * dz - mz * dy) > hy * az + hz * ay + f) return false;
  if (Math.abs(mz * dx - mx * dz) > hz * ax + hx * az + f) return false;
  return Math.abs(mx * dy - my * dx) <= hx * ay + hy * ax + f;
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

/**
 * Triangles whose boxes meet an oriented box with half sides half[h …] (3 numbers, m), given by the transform from the
 * box's frame to the mesh's: R row by row (9), t (3).
 */
export function queryOrientedBox(
  tree: MeshTree,
  transform: Float64Array,
  half: Float64Array,
  h: number,
  sink: IndexSink,
): void {
  const { bounds, links, order } = tree;
  let size = half[h] + half[h + 1] + half[h + 2];
  for (let k = 0; k < 12; k++) relative[k] = transform[k];
  completeRelative(relative, 0);
  for (let k = 0; k < 3; k++) {
    other[k] = 0;
    other[3 + k] = half[h + k];
    size += Math.abs(transform[9 + k]) + Math.max(Math.abs(bounds[k]), Math.abs(bounds[3 + k]));
  }
  // as in `treePairs`: nodes get twice the slack of triangles
  const slack = 8 * Number.EPSILON * size;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const n = stack[--top];
    const o = NODE_STRIDE * n;
    for (let k = 0; k < 3; k++) {
      box[k] = 0.5 * (bounds[o + k] + bounds[o + 3 + k]);
      box[3 + k] = 0.5 * (bounds[o + 3 + k] - bounds[o + k]);
    }
    relative[21] = 2 * slack;
    if (areBoxesApart(relative, box, 0, other, 0)) continue;
    const first = links[o + 6];
    const count = links[o + 7];
    if (count === 0) {
      stack[top++] = first + 1;
      stack[top++] = first;
      continue;
    }
    relative[21] = slack;
    for (let s = first; s < first + count; s++) {
      triangleBox(tree.mesh.vertices, tree.corners, 3 * s, box);
      if (!areBoxesApart(relative, box, 0, other, 0) && !pushIndex(sink, order[s])) return;
    }
  }
}
