import type { VolumeMesh } from "./volume-mesh.js";

/**
 * Sides of a solid: parts of its surface that hang together and whose normals differ little from their mean. A box has
 * six, a cylinder its two ends and strips around. They are made once per mesh, so that a face keeps its side wherever
 * the bodies are. [Vilela2018]
 */
export interface Sides {
  readonly count: number;
  /** Side of each face. */
  readonly of: Int32Array;
  /** Mean normals, of unit length, and centroids, weighted by area; 3 each, in the mesh's frame. */
  readonly normal: Float64Array;
  readonly center: Float64Array;
}

/**
 * Grows sides from the largest face that has none, across edges, breadth first, as long as the normal of the next face
 * is within `angle` (rad) of the mean so far. `cosine` is its cosine.
 */
export function buildSides(body: VolumeMesh, cosine: number): Sides {
  const { nf, planes, edgeOf, edges, mesh } = body;
  const { vertices, triangles } = mesh;
  const size = (f: number) =>
    planes[4 * f] * planes[4 * f] + planes[4 * f + 1] * planes[4 * f + 1] + planes[4 * f + 2] * planes[4 * f + 2];
  const seeds = Array.from({ length: nf }, (_, f) => f).sort((f, g) => size(g) - size(f) || f - g);
  const of = new Int32Array(nf).fill(-1);
  const normal: number[] = [];
  const center: number[] = [];
  const queue = new Int32Array(nf);
  const inQueue = new Int32Array(nf).fill(-1);
  let count = 0;
  for (const seed of seeds) {
    if (of[seed] >= 0) continue;
    const sum = [0, 0, 0];
    const moment = [0, 0, 0];
    let total = 0;
    let end = 0;
    queue[end++] = seed;
    inQueue[seed] = count;
    for (let at = 0; at < end; at++) {
      const f = queue[at];
      const area = Math.sqrt(size(f));
      const length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
      const along = sum[0] * planes[4 * f] + sum[1] * planes[4 * f + 1] + sum[2] * planes[4 * f + 2];
      if (f !== seed && !(along >= cosine * length * area)) continue;
      of[f] = count;
      total += area;
      for (let k = 0; k < 3; k++) {
        sum[k] += planes[4 * f + k];
        let mean = 0;
        for (let c = 0; c < 3; c++) mean += vertices[3 * triangles[3 * f + c] + k] / 3;
        moment[k] += area * mean;
      }
      for (let k = 0; k < 3; k++) {
        const e = 4 * edgeOf[3 * f + k];
        const g = edges[e + 2] === f ? edges[e + 3] : edges[e + 2];
        if (of[g] >= 0 || inQueue[g] === count) continue;
        inQueue[g] = count;
        queue[end++] = g;
      }
    }
    const length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    for (let k = 0; k < 3; k++) {
      normal.push(length > 0 ? sum[k] / length : 0);
      center.push(total > 0 ? moment[k] / total : 0);
    }
    count++;
  }
  return { count, of, normal: Float64Array.from(normal), center: Float64Array.from(center) };
}
