import { classifyPoint, OUTSIDE } from "../../geometry/tree/inside.js";
import type { ShapeGeometry } from "../../model/shape.js";
import { convexMeshPair, roundMeshPair } from "../narrow/mesh/convex-mesh-pair.js";
import { meshGeometryOf } from "../narrow/mesh/mesh-geometry.js";
import { meshMeshPair } from "../narrow/mesh/mesh-mesh-pair.js";
import { meshPlanePair } from "../narrow/mesh/mesh-plane.js";
import { KIND, pairColumn } from "../narrow/types.js";
import { wireMeshPair } from "../narrow/wire/wire-mesh.js";
import { meshOf } from "../query/ray/mesh-of.js";
import { rayMesh } from "../query/ray/surface.js";
import { boundsOfBox } from "./bounds-of-box.js";
import { defineShapeClass, farthestCorner, farthestVertex } from "./shape-class.js";

export const mesh = defineShapeClass({
  kind: KIND.mesh,
  pairs: pairColumn({
    sphere: roundMeshPair,
    capsule: roundMeshPair,
    box: convexMeshPair,
    cylinder: convexMeshPair,
    cone: convexMeshPair,
    ellipsoid: convexMeshPair,
    hull: convexMeshPair,
    convex: convexMeshPair,
    torus: wireMeshPair,
    chainLink: wireMeshPair,
    mesh: meshMeshPair,
    plane: meshPlanePair,
  }),
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
  mesh: meshGeometryOf,
});

/** Half of the smallest extent of the bounds, m. */
export function halfExtent({ bounds: b }: ShapeGeometry): number {
  return 0.5 * Math.min(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
}
