import { createIndexSink } from "../../../geometry/tree/mesh-tree.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshWorkspace } from "./mesh-workspace.js";

/** Makes room for all triangles of a mesh, so that no query runs out. */
export function reserveTriangles(w: MeshWorkspace, g: MeshContactGeometry): void {
  const { visit } = w;
  const count = g.mesh.triangles.length / 3;
  if (count <= visit.nearby.items.length) return;
  visit.nearby = createIndexSink(count);
  visit.owners = new Int32Array(count);
}
