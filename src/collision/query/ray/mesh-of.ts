import type { MeshTree } from "../../../geometry/tree/mesh-tree.js";
import type { ShapeGeometry } from "../../../model/shape.js";
import type { Collider } from "../../narrow/types.js";

/** What queries need of a mesh. */
export interface QueryMesh {
  readonly tree: MeshTree;
  /** Closed: has an inside. */
  readonly solid: boolean;
  /** A surface that is there from its outer side only; a solid has both sides of its surface. */
  readonly oneSided: boolean;
}

const known = new WeakMap<Collider, QueryMesh>();

/** The tree of a mesh collider: null before `prepareMesh`, and for colliders without triangles. */
export function meshOf(c: Collider): QueryMesh | null {
  return known.get(c) ?? null;
}

/** Makes a mesh collider ready for rays and point tests; a second call costs nothing. */
export function prepareMesh(c: Collider, geometry: ShapeGeometry): void {
  const { mesh } = c;
  if (geometry.form !== "mesh" || mesh === null || known.has(c)) return;
  const tree = mesh.tree as MeshTree;
  const { solid } = mesh;
  known.set(c, { tree, solid, oneSided: !solid && geometry.twoSided === false });
}
