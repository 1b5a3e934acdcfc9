/** Geometry for use on its own: `import { geometry } from "stiction"`. */
export { convexHull, convexHull2d } from "./convex-hull.js";
export { meshFromFaces } from "./face-mesh.js";
export { sampleHeightField } from "./height-field.js";
export { inspectMesh } from "./mesh.js";
export { polyhedronToMesh } from "./mesh-edit.js";
export { facePlanes, polyhedronEdges } from "./polyhedron.js";
export { meshMass, polyhedronMass } from "./polyhedron-mass.js";
export {
  antiprism,
  boxSolid,
  cube,
  dodecahedron,
  icosahedron,
  octahedron,
  prism,
  pyramid,
  tetrahedron,
} from "./solids.js";
export { type PackingOptions, packSpheres, type SpherePacking } from "./spheres/pack-spheres.js";
export { cachedSphereSolid, createSphereSolid, type SphereSolid } from "./spheres/sphere-solid.js";
export { buildSphereTree, type SphereTree } from "./spheres/sphere-tree.js";
export { CELL, type SurfaceCells } from "./spheres/surface-cells.js";
export { capsuleMesh, coneMesh, cylinderMesh, icosphere, lathe, torusMesh, uvSphere } from "./tessellate.js";
export { buildMeshTree } from "./tree/build.js";
export { cachedMeshTree, type TreeCache } from "./tree/cached-tree.js";
export { classifyPoint } from "./tree/inside.js";
export { createIndexSink } from "./tree/mesh-tree.js";
export { nearestPoint } from "./tree/nearest.js";
export { createPairSink, treePairs } from "./tree/pairs.js";
export { queryBox } from "./tree/query.js";
export { castRay, castRayAll, castRayAny, castRays } from "./tree/ray.js";
export { refitMeshTree } from "./tree/refit.js";
export { closestPointOnTriangle } from "./triangle/closest-point.js";
export { APART, COPLANAR, CROSSING, createCrossing, intersectTriangles, TOUCHING } from "./triangle/intersect.js";
export { orientSign } from "./triangle/orientation.js";
