import {
  boxBounds,
  capsuleBounds,
  circleBounds,
  coneBounds,
  cylinderBounds,
  ellipsoidBounds,
  planarCapsuleBounds,
  polygonBounds,
  sphereBounds,
  vertexBounds,
} from "../geometry/bounds.js";
import { rotateInto } from "../math/quat.js";
import { type Collider, KIND } from "./narrow/types.js";

/** Vertices up to which a polyhedron's bounds are taken from its vertices; beyond, from its turned local box. */
const EXACT_VERTICES = 64;

const CENTER = new Float64Array(3);
const BOX = new Float64Array(3);

/**
 * World box of a collider at pose[o …] into out[oo …]: tight for primitives and small polyhedra, the box around the turned local box
 * (`local`, 6 numbers) for meshes and height fields, infinite for planes.
 */
export function colliderBounds(
  c: Collider,
  local: Float64Array,
  lo: number,
  pose: Float64Array,
  o: number,
  out: Float64Array,
  oo: number,
): void {
  switch (c.kind) {
    case KIND.sphere:
      sphereBounds(c.size, 0, pose, o, pose, o + 3, out, oo);
      return;
    case KIND.capsule:
      capsuleBounds(c.size, 0, pose, o, pose, o + 3, out, oo);
      return;
    case KIND.box:
      boxBounds(c.size, 0, pose, o, pose, o + 3, out, oo);
      return;
    case KIND.cylinder:
      cylinderBounds(c.size, 0, pose, o, pose, o + 3, out, oo);
      return;
    case KIND.cone:
      coneBounds(c.size, 0, pose, o, pose, o + 3, out, oo);
      return;
    case KIND.ellipsoid:
      ellipsoidBounds(c.size, 0, pose, o, pose, o + 3, out, oo);
      return;
    case KIND.circle:
      circleBounds(c.size, 0, pose, o, pose, o + 3, out, oo);
      return;
    case KIND.planarCapsule:
      planarCapsuleBounds(c.size, 0, pose, o, pose, o + 3, out, oo);
      return;
    case KIND.plane:
    case KIND.planarPlane:
      for (let k = 0; k < 3; k++) {
        out[oo + k] = Number.NEGATIVE_INFINITY;
        out[oo + 3 + k] = Number.POSITIVE_INFINITY;
      }
      return;
    default:
  }
  if (c.polygon !== null) {
    const v = c.polygon.vertices;
    polygonBounds(v, 0, v.length, pose, o, pose, o + 3, out, oo);
    return;
  }
  const vertices = c.hull === null ? null : c.hull.polyhedron.vertices;
  if (vertices !== null && vertices.length <= 3 * EXACT_VERTICES) {
    vertexBounds(vertices, 0, vertices.length, pose, o, pose, o + 3, out, oo);
    return;
  }
  for (let k = 0; k < 3; k++) {
    CENTER[k] = 0.5 * (local[lo + k] + local[lo + 3 + k]);
    BOX[k] = 0.5 * (local[lo + 3 + k] - local[lo + k]);
  }
  rotateInto(CENTER, 0, pose, o + 3, CENTER, 0);
  for (let k = 0; k < 3; k++) CENTER[k] += pose[o + k];
  boxBounds(BOX, 0, CENTER, 0, pose, o + 3, out, oo);
}
