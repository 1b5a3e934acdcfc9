import { queryBox } from "../../../geometry/tree/query.js";
import { sortNumbers } from "../../broad/sort.js";
import type { Collider } from "../types.js";
import { queryGrid } from "./grid.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";
import { nearby } from "./scratch.js";

/**
 * Triangles of a mesh or height field whose own boxes meet a box [min, max], into `nearby`. They come in the order of their numbers: of two ways
 * out that are as good as each other the first one found is taken, and neither the shape of a tree nor the lack of one is to decide that.
 */
export function findTriangles(g: MeshContactGeometry, mesh: Collider, box: Float64Array): void {
  nearby.count = 0;
  nearby.overflow = false;
  if (g.tree === null) queryGrid(mesh.heightField!, box, nearby);
  else {
    queryBox(g.tree, box, 0, nearby);
    sortNumbers(nearby.items, nearby.count);
  }
}
