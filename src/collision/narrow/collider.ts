import { show } from "../../model/errors.js";
import type { ShapeGeometry } from "../../model/shape.js";
import { shapeClasses } from "../shapes/index.js";
import type { ShapeClass } from "../shapes/shape-class.js";
import { classOf, makeCollider } from "./make-collider.js";
import type { Collider } from "./types.js";

/** The collider of a geometry of any form that ships, or of one's own; the same object for the same geometry. */
export function createCollider(geometry: ShapeGeometry): Collider {
  if (typeof geometry !== "object" || geometry === null || geometry.form === undefined)
    throw new RangeError(`expected the geometry of a shape, as ShapeKind.prepare makes it, got ${show(geometry)}`);
  return makeCollider(geometry, classOf(geometry, shapeClasses) as ShapeClass);
}
