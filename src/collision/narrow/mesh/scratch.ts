import { createIndexSink, type IndexSink } from "../../../geometry/tree/mesh-tree.js";

/** Room for candidate triangles: as many as the largest mesh has, so that no query runs out. Grows while colliders are built. */
export let nearby: IndexSink = createIndexSink(64);

/** Of each entry of `nearby` that has been visited: the patch to which it adds; −1 for none, −2 for none though the shape meets it. */
export let owners = new Int32Array(64);

/** The entry of `nearby` that is visited, and the first since patches were cleared. */
export const visited = { index: 0, first: 0 };

export function reserveTriangles(count: number): void {
  if (count <= nearby.items.length) return;
  nearby = createIndexSink(count);
  owners = new Int32Array(count);
}
