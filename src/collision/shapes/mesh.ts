import { classifyPoint, OUTSIDE } from "../../geometry/tree/inside.js";
import type { ShapeGeometry } from "../../model/shape.js";
import { KIND } from "../narrow/types.js";
import { meshOf } from "../query/ray/mesh-of.js";
import { rayMesh } from "../query/ray/surface.js";
import { boundsOfBox } from "./bounds-of-box.js";
import { defineShapeClass, farthestCorner, farthestVertex } from "./shape-class.js";

export const mesh = defineShapeClass({
  kind: KIND.mesh,
  iterates: true,
  reach: (geometry) =>
    geometry.mesh === undefined ? farthestCorner(geometry) : farthestVertex(geometry.mesh.vertices),
  innerRadius: (_c, geometry) => halfExtent(geometry),
  bounds: boundsOfBox,
  contains(_w, c, p) {
    const known = meshOf(c);
    return known?.solid === true && classifyPoint(known.tree, p, 0) !== OUTSIDE;
  },
  castRay: rayMesh,
});

/** Half of the smallest extent of the bounds, m. */
export function halfExtent({ bounds: b }: ShapeGeometry): number {
  return 0.5 * Math.min(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
}
