/** Collision detection for use on its own: `import { collision } from "stiction"`. Poses are 7 numbers, position and quaternion. */
export { createPairSink } from "./broad/broad-phase.js";
export { broadPhases, sceneries } from "./broad/index.js";
export { FEATURE, featureId, featureIndex, featureKind } from "./contact-tables.js";
export { createPairFilter, ignorePair, pairAllowed, partBodies, setProxy } from "./filter.js";
export { createCollider } from "./narrow/collider.js";
export { fitPlane } from "./narrow/mesh/contact-plane.js";
export { createMeshPairs, type MeshPairs, meshMeshPairs } from "./narrow/mesh/mesh-mesh.js";
export {
  createMeshRegions,
  type MeshRegions,
  meshMeshRegions,
  REGION,
  REGION_SIZE,
} from "./narrow/mesh/mesh-regions.js";
export { contactsOf, routinesOf, separationOf } from "./narrow/pair-table.js";
export {
  type Collider,
  type ContactSink,
  createSeparation,
  createSink,
  KIND,
  type Separation,
} from "./narrow/types.js";
export {
  CLIPPED,
  type ClippedVolumes,
  clipVolumes,
  contourNormal,
  createClippedVolumes,
  createOverlap,
  createVolumeCache,
  createVolumeMesh,
  cylinderInHalfSpace,
  inspectSolid,
  intersectCellsConvex,
  intersectCellsMesh,
  intersectDisplaced,
  intersectHalfSpace,
  intersectSpheres,
  intersectSphereTrees,
  intersectVolumes,
  OVERLAP,
  OVERLAP_FLAG,
  OVERLAP_SIZE,
  type Overlap,
  overlapRegion,
  type SolidProblem,
  sphereInHalfSpace,
  type VolumeCache,
  type VolumeMesh,
} from "./volume/index.js";
