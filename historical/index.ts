/**
 * Methods of the sources that the library itself does not use, for comparison: other broad phases and structures for
 * static shapes, a BSP of a solid, bounding spheres of machine parts, the distance of a triangle from an axis.
 *
 *     import { historicalItems } from "stiction/historical";
 *     const model = compile(spec, historicalItems(defaultItems)); // collision.broadPhase: sweep-and-prune
 *
 * @module stiction/historical
 */
import type { Items } from "stiction";
import { broadPhases, sceneries } from "./broad/index.js";

export { axisDistance } from "./axis-distance.js";
export { buildBoxBsp } from "./trees/box-bsp.js";
export { buildBspTree } from "./trees/bsp-tree.js";
export { buildKdTree } from "./trees/kd-tree.js";
export { buildOctree } from "./trees/octree.js";
export { boxesOfTriangles } from "./trees/scenery-tree.js";
export {
  createSphereDag,
  encloseSpheres,
  type SphereDag,
  type SphereGroup,
  sphereDagPairs,
  updateSphereDag,
} from "./trees/sphere-dag.js";
export { broadPhases, sceneries };

/** Registries with all broad phases and structures for static shapes, besides everything in `items`. */
export function historicalItems<I extends Items>(items: I): I {
  return {
    ...items,
    broadPhases: { ...broadPhases, ...items.broadPhases },
    sceneries: { ...sceneries, ...items.sceneries },
  };
}
