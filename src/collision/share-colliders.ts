import { SpecError, unknownWord } from "../model/errors.js";
import type { Model } from "../model/model.js";
import type { ShapeGeometry } from "../model/shape.js";
import { classOf, makeCollider } from "./narrow/make-collider.js";
import type { Collider } from "./narrow/types.js";

/**
 * The colliders of a scene's shapes. Meshes with the same vertices and triangles, seen from the same sides, have one
 * collider and so one tree, however often the scene writes them; the trees of large ones come from the cache if there
 * is one. Throws a SpecError where the registries lack the class of a form.
 */
export function shareColliders({ shapes, items }: Model): Collider[] {
  const meshes = new Map<string, ShapeGeometry[]>();
  return shapes.map(({ geometry, body, index }) => {
    const shape = classOf(geometry, items.shapeClasses);
    if (shape === undefined) {
      const form = typeof geometry.form === "string" ? geometry.form : "convex";
      const reason = unknownWord("shape class", form, Object.keys(items.shapeClasses));
      const path = `bodies[${body - 1}].shapes[${index}]`;
      throw new SpecError([{ path, message: `${reason}: add it to shapeClasses of the registries` }]);
    }
    if (geometry.form !== "mesh" || geometry.mesh === undefined) return makeCollider(geometry, shape, items.meshTrees);
    // candidates by size, then every number: a hash would have to be trusted
    const { vertices, triangles } = geometry.mesh;
    const size = `${vertices.length}/${triangles.length}`;
    const alike = meshes.get(size) ?? [];
    meshes.set(size, alike);
    const first = alike.find((other) => isSameMesh(other, geometry));
    if (first === undefined) alike.push(geometry);
    return makeCollider(first ?? geometry, shape, items.meshTrees);
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
