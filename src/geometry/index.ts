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
export { createSphereSolid, type SphereSolid } from "./spheres/sphere-solid.js";
export { capsuleMesh, coneMesh, cylinderMesh, icosphere, lathe, torusMesh, uvSphere } from "./tessellate.js";
export { buildMeshTree } from "./tree/build.js";
export { cachedMeshTree, type TreeCache } from "./tree/cached-tree.js";
export { classifyPoint } from "./tree/inside.js";
export { nearestPoint } from "./tree/nearest.js";
export { castRay, castRayAll, castRayAny, castRays } from "./tree/ray.js";
