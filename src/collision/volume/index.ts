/** Intersection volumes of solids; the public surface of this folder. */
export { CLIPPED, type ClippedVolumes, clipVolumes, createClippedVolumes } from "./clipping/index.js";
export { contourNormal } from "./contour-normal.js";
export { convexPlanes } from "./convex-planes.js";
export { cylinderInHalfSpace } from "./cylinder.js";
export { intersectHalfSpace } from "./half-space.js";
export { defaultDepth, heightFieldSolid } from "./height-field-solid.js";
export { createVolumeMesh, inspectSolid, type SolidProblem } from "./inspect-solid.js";
export { intersectDisplaced, intersectVolumes } from "./intersect-volumes.js";
export { createVolumeCache, type VolumeCache } from "./near-pairs.js";
export { createOverlap, OVERLAP, OVERLAP_FLAG, OVERLAP_SIZE, type Overlap, overlapRegion } from "./overlap.js";
export { type RoundSolid, roundOnMesh } from "./round-on-mesh.js";
export { intersectSphereTrees } from "./sphere-trees.js";
export { intersectSpheres, sphereInHalfSpace } from "./spheres.js";
export { intersectCellsConvex, intersectCellsMesh } from "./surface-cells.js";
export type { VolumeMesh } from "./volume-mesh.js";
