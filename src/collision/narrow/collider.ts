import { buildMeshTree } from "../../geometry/tree/build.js";
import { show } from "../../model/errors.js";
import type { ShapeGeometry } from "../../model/shape.js";
import { convexClass } from "../shapes/convex.js";
import { shapeClasses } from "../shapes/index.js";
import { createGroundMesh } from "./mesh/ground-mesh.js";
import { meshGeometryOf, type TreeMaker } from "./mesh/mesh-geometry.js";
import type { Collider } from "./types.js";

const known = new WeakMap<ShapeGeometry, Collider>();

/**
 * The collider of a geometry; the same object for the same geometry, so that bodies share it. `makeTree` is for meshes.
 */
export function createCollider(geometry: ShapeGeometry, makeTree: TreeMaker = buildMeshTree): Collider {
  if (typeof geometry !== "object" || geometry === null || geometry.form === undefined)
    throw new RangeError(`expected the geometry of a shape, as ShapeKind.prepare makes it, got ${show(geometry)}`);
  let collider = known.get(geometry);
  if (collider === undefined) {
    collider = buildCollider(geometry, makeTree);
    known.set(geometry, collider);
  }
  return collider;
}

function buildCollider(geometry: ShapeGeometry, makeTree: TreeMaker): Collider {
  const { form } = geometry;
  const shape = typeof form === "string" ? shapeClasses[form] : convexClass(form);
  const size = Float64Array.from(geometry.size);
  const changes = geometry.soil !== undefined && geometry.heightField !== undefined;
  return {
    kind: shape.kind,
    shape,
    support: shape.support,
    size,
    radius: shape.coreRadius(size),
    reach: shape.reach(geometry),
    caps: shape.caps(size),
    hull: shape.hull(geometry),
    polygon: geometry.polygon ?? null,
    mesh: changes ? createGroundMesh(geometry.heightField!) : meshGeometryOf(geometry, makeTree),
    heightField: geometry.heightField ?? null,
  };
}
