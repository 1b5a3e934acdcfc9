/**
 * The parts of collision detection that experiments, benchmarks and tests look into, in addition to the public ones. No
 * promise of stability.
 */

export { createPairSink } from "./broad/broad-phase.js";
export { collisionFields, FEATURE, featureId, featureIndex, featureKind } from "./contact-tables.js";
export { createPairFilter, ignorePair, pairAllowed, partBodies, setProxy } from "./filter.js";
export * from "./index.js";
export { fitPlane } from "./narrow/mesh/contact-plane.js";
export { createMeshPairs, type MeshPairs, meshMeshPairs } from "./narrow/mesh/mesh-mesh.js";
export {
  createMeshRegions,
  type MeshRegions,
  meshMeshRegions,
  REGION,
  REGION_SIZE,
} from "./narrow/mesh/mesh-regions.js";
export { contactsOf, routinesOf } from "./narrow/pair-table.js";
export { type ContactSink, createSink, KIND } from "./narrow/types.js";
export {
  CLIPPED,
  type ClippedVolumes,
  clipVolumes,
  contourNormal,
  createClippedVolumes,
  cylinderInHalfSpace,
  intersectCellsConvex,
  intersectCellsMesh,
  intersectDisplaced,
  intersectHalfSpace,
  intersectSpheres,
  intersectSphereTrees,
  sphereInHalfSpace,
} from "./volume/index.js";
