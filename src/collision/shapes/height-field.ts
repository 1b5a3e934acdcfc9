import { sampleHeightField } from "../../geometry/height-field.js";
import { convexMeshPair, roundMeshPair } from "../narrow/mesh/convex-mesh-pair.js";
import { copyGroundMesh, createGroundMesh, type GroundMesh, updateGroundMesh } from "../narrow/mesh/ground-mesh.js";
import { meshGeometryOf } from "../narrow/mesh/mesh-geometry.js";
import { meshMeshPair } from "../narrow/mesh/mesh-mesh-pair.js";
import { meshPlanePair } from "../narrow/mesh/mesh-plane.js";
import { KIND, pairColumn } from "../narrow/types.js";
import { wireMeshPair } from "../narrow/wire/wire-mesh.js";
import { rayHeightField } from "../query/ray/surface.js";
import { boundsOfBox } from "./bounds-of-box.js";
import { halfExtent, mesh } from "./mesh.js";
import { defineShapeClass, farthestCorner } from "./shape-class.js";

const sample = new Float64Array(4);

/** Ground: all below the surface is solid. */
export const heightField = defineShapeClass({
  kind: KIND.heightField,
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
    heightField: meshMeshPair,
    plane: meshPlanePair,
  }),
  reach: (geometry) => (geometry.soil === undefined ? mesh.reach(geometry) : farthestCorner(geometry)),
  innerRadius: (_c, geometry) => halfExtent(geometry),
  bounds: boundsOfBox,
  contains: (_w, c, p) => sampleHeightField(c.heightField!, p, 0, sample, 0) && p[2] <= sample[0],
  castRay: rayHeightField,
  live: {
    copy: (known) => copyGroundMesh(known as GroundMesh),
    update: (known, field, i0, j0, i1, j1) => updateGroundMesh(known as GroundMesh, field, i0, j0, i1, j1),
  },
  mesh: (geometry, trees) =>
    geometry.soil !== undefined && geometry.heightField !== undefined
      ? createGroundMesh(geometry.heightField)
      : meshGeometryOf(geometry, trees),
});
