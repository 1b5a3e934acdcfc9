import { createIndexSink, type IndexSink } from "../../../geometry/tree/mesh-tree.js";

/** Room for candidate triangles: as many as the largest mesh has, so that no query runs out. Grows while colliders are built. */
export let nearby: IndexSink = createIndexSink(64);

export function reserveTriangles(count: number): void {
  if (count > nearby.items.length) nearby = createIndexSink(count);
}
