/** Intersection volumes of solids; the public surface of this folder. */

export { intersectCellsConvex, intersectCellsMesh } from "./cell-overlap.js";
export { CLIPPED, type ClippedVolumes, clipVolumes, createClippedVolumes } from "./clipping/index.js";
export { contourNormal } from "./contour-normal.js";
export { convexPlanes } from "./convex-planes.js";
export { cylinderInHalfSpace } from "./cylinder.js";
export { createVolumeCache, type VolumeCache } from "./face-pairs.js";
export { intersectHalfSpace } from "./half-space.js";
export { defaultDepth, heightFieldSolid } from "./height-field-solid.js";
export { createVolumeMesh, inspectSolid, type SolidProblem } from "./inspect-solid.js";
export { intersectDisplaced, intersectVolumes } from "./intersect-volumes.js";
export { type RoundSolid, roundOnMesh } from "./round-on-mesh.js";
export { intersectSpheres, sphereInHalfSpace } from "./sphere-overlap.js";
export { intersectSphereTrees } from "./sphere-tree-overlap.js";
export type { VolumeMesh } from "./volume-mesh.js";
export { createOverlap, OVERLAP, OVERLAP_FLAG, OVERLAP_SIZE, type Overlap, overlapRegion } from "./volume-overlap.js";
