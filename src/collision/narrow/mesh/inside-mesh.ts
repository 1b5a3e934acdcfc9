import { sampleHeightField } from "../../../geometry/height-field.js";
import { classifyPoint, OUTSIDE } from "../../../geometry/tree/inside.js";
import type { Collider } from "../types.js";
import type { NarrowWorkspace } from "../workspace.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";

const point = new Float64Array(3);
const sample = new Float64Array(4);

/**
 * Whether a point may be inside a mesh: it is not outside of it, for a solid (exact) and for a height field (below it);
 * an open surface has no inside, and cannot deny it. p[po …] is in the frame of A; `ofB` tells that the mesh is B.
 */
export function mayBeInside(w: NarrowWorkspace, c: Collider, ofB: boolean, p: Float64Array, po: number): boolean {
  const { rel } = w;
  const g = c.mesh as MeshContactGeometry;
  if (!g.solid && c.heightField === null) return true;
  const x = p[po];
  const y = p[po + 1];
  const z = p[po + 2];
  if (ofB) {
    const dx = x - rel[9];
    const dy = y - rel[10];
    const dz = z - rel[11];
    point[0] = rel[0] * dx + rel[3] * dy + rel[6] * dz;
    point[1] = rel[1] * dx + rel[4] * dy + rel[7] * dz;
    point[2] = rel[2] * dx + rel[5] * dy + rel[8] * dz;
  } else {
    point[0] = x;
    point[1] = y;
    point[2] = z;
  }
  if (c.heightField !== null) return sampleHeightField(c.heightField, point, 0, sample, 0) && point[2] < sample[0];
  return classifyPoint(g.tree!, point, 0) !== OUTSIDE;
}
