import type { VolumeMesh } from "./volume-mesh.js";
import { PLANE_SIZE } from "./volume-mesh.js";

/** Solids with more planes are queried through their trees, which is faster. */
const MAX_PLANES = 256;

/**
 * The planes of a convex solid, n (unit, outwards) and d each, 4 numbers; null for a solid that is not convex or has
 * too many. Faces in one plane give it once. A vertex may stand out by 1e-9 of the size: rounding of coordinates that
 * were computed.
 */
export function convexPlanes({ mesh, planes, nf, nv, box }: VolumeMesh): Float64Array | null {
  const { vertices, triangles } = mesh;
  const size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const found: number[] = [];
  for (let f = 0; f < nf; f++) {
    const [x, y, z] = planes.subarray(PLANE_SIZE * f, PLANE_SIZE * f + 3);
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) continue;
    const n = [x / length, y / length, z / length];
    const at = 3 * triangles[3 * f];
    const d = n[0] * vertices[at] + n[1] * vertices[at + 1] + n[2] * vertices[at + 2];
    let known = false;
    for (let p = 0; p < found.length && !known; p += 4) {
      const off = Math.max(...n.map((v, k) => Math.abs(v - found[p + k])));
      known = off < 1e-12 && Math.abs(d - found[p + 3]) < 1e-12 * size;
    }
    if (!known) found.push(...n, d);
    if (found.length > 4 * MAX_PLANES) return null;
  }
  for (let p = 0; p < found.length; p += 4) {
    for (let v = 0; v < 3 * nv; v += 3) {
      const height = found[p] * vertices[v] + found[p + 1] * vertices[v + 1] + found[p + 2] * vertices[v + 2];
      if (height - found[p + 3] > 1e-9 * size) return null;
    }
  }
  return Float64Array.from(found);
}
