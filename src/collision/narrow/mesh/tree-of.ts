import { buildMeshTree } from "../../../geometry/tree/build.js";
import type { MeshTree } from "../../../geometry/tree/mesh-tree.js";
import type { MeshContactGeometry } from "./mesh-geometry.js";

const made = new WeakMap<MeshContactGeometry, MeshTree>();

/**
 * The tree of a mesh; that of a height field, whose grid serves all other shapes, is built when it first meets a mesh.
 */
export function treeOf(g: MeshContactGeometry): MeshTree {
  if (g.tree !== null) return g.tree;
  let tree = made.get(g);
  if (tree === undefined) {
    tree = buildMeshTree(g.mesh);
    made.set(g, tree);
  }
  return tree;
}
