import { queryBox } from "../../../geometry/tree/query.js";
import { sortNumbers } from "../../broad/sort.js";
import type { Collider } from "../types.js";
import { queryGrid } from "./grid.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import type { MeshWorkspace } from "./mesh-workspace.js";
import { reserveTriangles } from "./scratch.js";

/**
 * Triangles of a mesh or height field whose own boxes meet a box [min, max], into `nearby`. They come in the order of
 * their numbers: of two ways out that are as good as each other the first one found is taken, and neither the shape of
 * a tree nor the lack of one is to decide that.
 */
export function findTriangles(w: MeshWorkspace, g: MeshContactGeometry, mesh: Collider, box: Float64Array): void {
  const { visit } = w;
  reserveTriangles(w, g);
  visit.nearby.count = 0;
  visit.nearby.overflow = false;
  if (g.tree === null) queryGrid(mesh.heightField!, box, visit.nearby);
  else {
    queryBox(g.tree, box, 0, visit.nearby);
    sortNumbers(visit.nearby.items, visit.nearby.count);
  }
}
