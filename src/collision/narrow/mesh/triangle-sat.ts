import { support } from "../support.js";
import type { Collider } from "../types.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshWorkspace } from "./mesh-workspace.js";
import { consider } from "./triangle-feature.js";

/**
 * Separation of the current triangle and a convex polyhedron over the normals of all faces of their difference: the
 * triangle's normal, the polyhedron's faces, and products of edges. The result is exact. The triangle is in the mesh's
 * frame; `rel` places the polyhedron.
 */

/** Sines below this count as zero in the test of the Gauss map; the support decides these cases. */
const ARC_SLACK = 1e-7;
/** Edges whose directions differ by less than this (squared sine) span no axis. */
const PARALLEL = 1e-24;

const local = new Float64Array(6);

/** Considers the separation of the current triangle and a convex shape along found[1…3] (unit). */
export function tryNormal(w: MeshWorkspace, g: MeshContactGeometry, b: Collider): void {
  const { corner } = w.triangle;
  const { found, rel } = w.narrow;
  const x = found[1];
  const y = found[2];
  const z = found[3];
  const top = Math.max(
    x * corner[0] + y * corner[1] + z * corner[2],
    x * corner[3] + y * corner[4] + z * corner[5],
    x * corner[6] + y * corner[7] + z * corner[8],
  );
  for (let k = 0; k < 3; k++) local[k] = -(rel[k] * x + rel[3 + k] * y + rel[6 + k] * z);
  support(b, local, 0, local, 3, 0);
  found[0] =
    x * rel[9] + y * rel[10] + z * rel[11] - (local[0] * local[3] + local[1] * local[4] + local[2] * local[5]) - top;
  consider(w, g, -1);
}

/** Considers all axes. */
export function separateBySat(w: MeshWorkspace, g: MeshContactGeometry, b: Collider): void {
  const { choice } = w;
  const { corner, plane } = w.triangle;
  const { found, rel } = w.narrow;
  const { planes, edges, polyhedron } = b.hull!;
  const v = polyhedron.vertices;
  for (let k = 0; k < 3; k++) found[1 + k] = plane[k];
  tryNormal(w, g, b);
  for (let f = 0; f < planes.length; f += 4) {
    for (let k = 0; k < 3; k++)
      found[1 + k] = -(rel[3 * k] * planes[f] + rel[3 * k + 1] * planes[f + 1] + rel[3 * k + 2] * planes[f + 2]);
    choice.side = true;
    tryNormal(w, g, b);
    choice.side = false;
  }
  for (let i = 0; i < 9; i += 3) {
    const j = i === 6 ? 0 : i + 3;
    const x = corner[j] - corner[i];
    const y = corner[j + 1] - corner[i + 1];
    const z = corner[j + 2] - corner[i + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    // the triangle's edge in the polyhedron's frame
    const ex = (rel[0] * x + rel[3] * y + rel[6] * z) / length;
    const ey = (rel[1] * x + rel[4] * y + rel[7] * z) / length;
    const ez = (rel[2] * x + rel[5] * y + rel[8] * z) / length;
    for (let e = 0; e < edges.length; e += 4) {
      const l = 4 * edges[e + 2];
      const r = 4 * edges[e + 3];
      const el = ex * planes[l] + ey * planes[l + 1] + ez * planes[l + 2];
      const er = ex * planes[r] + ey * planes[r + 1] + ez * planes[r + 2];
      if ((el > ARC_SLACK && er > ARC_SLACK) || (el < -ARC_SLACK && er < -ARC_SLACK)) continue;
      const p = 3 * edges[e];
      const q = 3 * edges[e + 1];
      const fx = v[q] - v[p];
      const fy = v[q + 1] - v[p + 1];
      const fz = v[q + 2] - v[p + 2];
      let nx = ey * fz - ez * fy;
      let ny = ez * fx - ex * fz;
      let nz = ex * fy - ey * fx;
      const n2 = nx * nx + ny * ny + nz * nz;
      if (n2 <= PARALLEL * (fx * fx + fy * fy + fz * fz)) continue;
      // inward for the polyhedron: away from the triangle
      const outward =
        nx * (planes[l] + planes[r]) + ny * (planes[l + 1] + planes[r + 1]) + nz * (planes[l + 2] + planes[r + 2]);
      const scale = (outward > 0 ? -1 : 1) / Math.sqrt(n2);
      nx *= scale;
      ny *= scale;
      nz *= scale;
      for (let k = 0; k < 3; k++) found[1 + k] = rel[3 * k] * nx + rel[3 * k + 1] * ny + rel[3 * k + 2] * nz;
      tryNormal(w, g, b);
    }
  }
}
