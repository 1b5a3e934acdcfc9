import { bytesHash } from "../data/hash.js";
import { buildMeshTree } from "../geometry/tree/build.js";
import { CACHED_FROM, cachedMeshTree, type TreeCache } from "../geometry/tree/cached-tree.js";
import type { MeshTree } from "../geometry/tree/mesh-tree.js";
import type { TriangleMesh } from "../geometry/types.js";
import type { ShapeGeometry } from "../model/shape.js";
import { createCollider } from "./narrow/collider.js";
import type { Collider } from "./narrow/types.js";

/**
 * The colliders of a scene's shapes. Meshes with the same vertices and triangles, seen from the same sides, have one
 * collider and so one tree, however often the scene writes them; the trees of large ones come from the cache if there
 * is one.
 */
export function shareColliders(geometries: readonly ShapeGeometry[], cache: TreeCache | undefined): Collider[] {
  const makeTree = (mesh: TriangleMesh): MeshTree =>
    cache === undefined || mesh.triangles.length < 3 * CACHED_FROM
      ? buildMeshTree(mesh)
      : cachedMeshTree(mesh, {}, cache, bytesHash);
  const meshes = new Map<string, ShapeGeometry[]>();
  return geometries.map((geometry) => {
    if (geometry.form !== "mesh" || geometry.mesh === undefined) return createCollider(geometry);
    // candidates by size, then every number: a hash would have to be trusted
    const { vertices, triangles } = geometry.mesh;
    const size = `${vertices.length}/${triangles.length}`;
    const alike = meshes.get(size) ?? [];
    meshes.set(size, alike);
    const first = alike.find((other) => isSameMesh(other, geometry));
    if (first === undefined) alike.push(geometry);
    return createCollider(first ?? geometry, makeTree);
  });
}

function isSameMesh(a: ShapeGeometry, b: ShapeGeometry): boolean {
  if (a.mesh === undefined || b.mesh === undefined) return false;
  if (a.twoSided !== b.twoSided || (a.mass === null) !== (b.mass === null)) return false;
  return isSame(a.mesh.triangles, b.mesh.triangles) && isSame(a.mesh.vertices, b.mesh.vertices);
}

/** Equal bits; −0 and 0 may make other signs. */
function isSame(a: Float64Array | Uint32Array, b: Float64Array | Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
