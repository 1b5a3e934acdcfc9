import { chain } from "./chain.js";
import { circle } from "./circle.js";
import { planarCapsule } from "./planar-capsule.js";
import { planarPlane } from "./planar-plane.js";
import { polygon } from "./polygon.js";
import type { ShapeClasses } from "./shape-class.js";

/** The forms of planar scenes; `index.ts` has all of them. */
export const planarShapeClasses = {
  circle,
  polygon,
  chain,
  "planar-capsule": planarCapsule,
  "planar-plane": planarPlane,
} as const satisfies ShapeClasses;
