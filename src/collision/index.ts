export { broadPhases, sceneries } from "./broad/index.js";
export { createCollider } from "./narrow/collider.js";
export { type Collider, createSeparation, type Separation } from "./narrow/types.js";
export { separationOf } from "./query/separation.js";
export {
  createOverlap,
  createVolumeCache,
  createVolumeMesh,
  inspectSolid,
  intersectVolumes,
  OVERLAP,
  OVERLAP_FLAG,
  OVERLAP_SIZE,
  type Overlap,
  overlapRegion,
  type SolidProblem,
  type VolumeCache,
  type VolumeMesh,
} from "./volume/index.js";
