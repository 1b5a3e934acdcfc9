import { closestPointOnTriangle } from "../triangle/closest-point.js";
import { type MeshTree, NODE_STRIDE } from "./mesh-tree.js";

/**
 * Numbers written by `nearestPoint`: point (3, m), squared distance (m²), feature of the triangle (`FACE`, `EDGE` + k,
 * `VERTEX` + k).
 */
export const NEAREST_SIZE = 5;

/** Scratch; meaningless between calls. */
const stack = new Int32Array(128);
const stackNear = new Float64Array(128);
const found = new Float64Array(4);

/**
 * The point of the surface closest to p[po …]. Starts with the squared distance limit in out[oo + 3] (`Infinity` for no
 * limit) and finds only points that are strictly nearer. Returns the triangle, −1 when there is none within the limit;
 * see `NEAREST_SIZE`. Nearer boxes are opened first; of triangles at exactly the same distance (around an edge or
 * corner) the lowest number wins, so the answer does not depend on the tree.
 */
export function nearestPoint(tree: MeshTree, p: Float64Array, po: number, out: Float64Array, oo: number): number {
  const { bounds, links, corners, order } = tree;
  const { vertices } = tree.mesh;
  const x = p[po];
  const y = p[po + 1];
  const z = p[po + 2];
  let best = -1;
  let limit = out[oo + 3];
  let node = 0;
  let top = 0;
  for (;;) {
    const o = NODE_STRIDE * node;
    const count = links[o + 7];
    if (count === 0) {
      const left = links[o + 6];
      const i = NODE_STRIDE * left;
      let dx = x < bounds[i] ? bounds[i] - x : x > bounds[i + 3] ? x - bounds[i + 3] : 0;
      let dy = y < bounds[i + 1] ? bounds[i + 1] - y : y > bounds[i + 4] ? y - bounds[i + 4] : 0;
      let dz = z < bounds[i + 2] ? bounds[i + 2] - z : z > bounds[i + 5] ? z - bounds[i + 5] : 0;
      const d = dx * dx + dy * dy + dz * dz;
      const j = i + NODE_STRIDE;
      dx = x < bounds[j] ? bounds[j] - x : x > bounds[j + 3] ? x - bounds[j + 3] : 0;
      dy = y < bounds[j + 1] ? bounds[j + 1] - y : y > bounds[j + 4] ? y - bounds[j + 4] : 0;
      dz = z < bounds[j + 2] ? bounds[j + 2] - z : z > bounds[j + 5] ? z - bounds[j + 5] : 0;
      const e = dx * dx + dy * dy + dz * dz;
      const near = d <= e ? left : left + 1;
      if ((d <= e ? e : d) <= limit) {
        stack[top] = d <= e ? left + 1 : left;
        stackNear[top++] = d <= e ? e : d;
      }
      if ((d <= e ? d : e) <= limit) {
        node = near;
        continue;
      }
    } else {
      const first = links[o + 6];
      for (let s = first; s < first + count; s++) {
        const c = 3 * s;
        const feature = closestPointOnTriangle(vertices, corners[c], corners[c + 1], corners[c + 2], p, po, found, 0);
        const d = found[3];
        if (!(d < limit || (d === limit && best >= 0 && order[s] < best))) continue;
        limit = d;
        best = order[s];
        out[oo] = found[0];
        out[oo + 1] = found[1];
        out[oo + 2] = found[2];
        out[oo + 3] = d;
        out[oo + 4] = feature;
      }
    }
    do {
      if (top === 0) return best;
      node = stack[--top];
    } while (stackNear[top] > limit);
  }
}
