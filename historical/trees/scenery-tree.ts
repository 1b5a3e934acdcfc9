import type { IndexSink } from "../../src/geometry/tree/mesh-tree.js";

/**
 * A search structure over things that never move. Built once; the cost of a query is proportional to its result. One
 * file each: `octree.ts`, `kd-tree.ts`, `box-bsp.ts` (over boxes), `bsp-tree.ts` (over the triangles of a mesh).
 */
export interface SceneryTree {
  /** Number of things in it. */
  readonly count: number;
  /**
   * Adds to the sink every thing that may meet the box [min, max] = box[o …] (6 numbers, m), each once, in an order
   * that depends only on the scenery and the box. Trees over boxes report exactly those whose boxes overlap, touching
   * included.
   */
  query(box: Float64Array, o: number, sink: IndexSink): void;
}

/** True when boxes a[i …] and b[j …] (min, max) overlap or touch. */
export function doBoxesMeet(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] <= b[j + 3] &&
    a[i + 3] >= b[j] &&
    a[i + 1] <= b[j + 4] &&
    a[i + 4] >= b[j + 1] &&
    a[i + 2] <= b[j + 5] &&
    a[i + 5] >= b[j + 2]
  );
}

/** Grows box[o …] to hold b[j …]. */
export function growBox(box: Float64Array, o: number, b: Float64Array, j: number): void {
  for (let k = 0; k < 3; k++) {
    if (b[j + k] < box[o + k]) box[o + k] = b[j + k];
    if (b[j + 3 + k] > box[o + 3 + k]) box[o + 3 + k] = b[j + 3 + k];
  }
}

/** Boxes of the triangles of a mesh, 6 numbers each, to build a tree over boxes from a mesh. */
export function boxesOfTriangles(vertices: Float64Array, triangles: Uint32Array): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let t = 0; 3 * t < triangles.length; t++) {
    for (let k = 0; k < 3; k++) {
      const x = vertices[3 * triangles[3 * t] + k];
      const y = vertices[3 * triangles[3 * t + 1] + k];
      const z = vertices[3 * triangles[3 * t + 2] + k];
      boxes[6 * t + k] = Math.min(x, y, z);
      boxes[6 * t + 3 + k] = Math.max(x, y, z);
    }
  }
  return boxes;
}
