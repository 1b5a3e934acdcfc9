/**
 * Queries: what is where. Every one brings poses up to date first, once per step; single forms return plain objects,
 * batch forms read and write typed arrays and allocate nothing once warm.
 */
export {
  CLOSEST_SIZE,
  type Closest,
  type ClosestRows,
  closestPoints,
  closestShapes,
  closestTo,
  createClosestRows,
  penetrationDepth,
} from "./closest.js";
export { createQueryFilter, type QueryFilter, type QueryOptions } from "./filter.js";
export { createOverlaps, type Found, type Overlaps, overlap, overlapShapes } from "./overlap.js";
export { pointInBody, shapesAt, shapesAtPoints } from "./point.js";
export { HIT_SIZE, RAY_SIZE } from "./ray/crossings.js";
export {
  castRayAll,
  castRays,
  castRaysAny,
  createRayHits,
  NO_HIT,
  type RayHit,
  type RayHits,
  type RayOptions,
  REFUSED,
  rayCast,
  rayCastAll,
  rayCastAny,
  segmentCast,
} from "./ray-cast.js";
export { createQueryShape, type QueryShape, queryShapeOf } from "./shape.js";
export {
  castShapes,
  createShapeHits,
  MOTION_SIZE,
  SHAPE_HIT_SIZE,
  type ShapeHit,
  type ShapeHits,
  shapeCast,
} from "./shape-cast.js";
