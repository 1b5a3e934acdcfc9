/**
 * The parts of geometry that experiments, benchmarks and tests look into, in addition to the public ones. No promise of
 * stability.
 */
export * from "./index.js";
export { cachedSphereSolid } from "./spheres/sphere-solid.js";
export { buildSphereTree, type SphereTree } from "./spheres/sphere-tree.js";
export { CELL, type SurfaceCells } from "./spheres/surface-cells.js";
export { createIndexSink } from "./tree/mesh-tree.js";
export { createPairSink, treePairs } from "./tree/pairs.js";
export { queryBox } from "./tree/query.js";
export { refitMeshTree } from "./tree/refit.js";
export { closestPointOnTriangle } from "./triangle/closest-point.js";
export { APART, COPLANAR, CROSSING, createCrossing, intersectTriangles, TOUCHING } from "./triangle/intersect.js";
export { orientSign } from "./triangle/orientation.js";
