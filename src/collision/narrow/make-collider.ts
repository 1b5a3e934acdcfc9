import type { TreeCache } from "../../geometry/tree/cached-tree.js";
import type { ShapeGeometry } from "../../model/shape.js";
import type { ShapeClass, ShapeClasses } from "../shapes/shape-class.js";
import type { Collider } from "./types.js";

const known = new WeakMap<ShapeGeometry, Collider>();

/** The class of a geometry's form, or undefined where the registry has none. */
export function classOf({ form }: ShapeGeometry, classes: ShapeClasses): ShapeClass | undefined {
  return typeof form === "string" ? classes[form] : classes.convex?.(form);
}

/**
 * The collider of a geometry of that class; the same object for the same geometry, so that bodies share it. `trees` is
 * for meshes.
 */
export function makeCollider(geometry: ShapeGeometry, shape: ShapeClass, trees?: TreeCache): Collider {
  let collider = known.get(geometry);
  if (collider === undefined) {
    collider = buildCollider(geometry, shape, trees);
    known.set(geometry, collider);
  }
  return collider;
}

function buildCollider(geometry: ShapeGeometry, shape: ShapeClass, trees: TreeCache | undefined): Collider {
  const size = Float64Array.from(geometry.size);
  return {
    kind: shape.kind,
    pairs: shape.pairs,
    shape,
    support: shape.support,
    size,
    radius: shape.coreRadius(size),
    reach: shape.reach(geometry),
    caps: shape.caps(size),
    hull: shape.hull(geometry),
    polygon: geometry.polygon ?? null,
    mesh: shape.mesh(geometry, trees),
    heightField: geometry.heightField ?? null,
  };
}
