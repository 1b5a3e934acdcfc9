import { box } from "./box.js";
import { capsule } from "./capsule.js";
import { chain } from "./chain.js";
import { chainLink } from "./chain-link.js";
import { circle } from "./circle.js";
import { cone } from "./cone.js";
import { convexClass } from "./convex.js";
import { cylinder } from "./cylinder.js";
import { ellipsoid } from "./ellipsoid.js";
import { heightField } from "./height-field.js";
import { hull } from "./hull.js";
import { mesh } from "./mesh.js";
import { planarCapsule } from "./planar-capsule.js";
import { planarPlane } from "./planar-plane.js";
import { plane } from "./plane.js";
import { polygon } from "./polygon.js";
import type { ShapeClasses } from "./shape-class.js";
import { sphere } from "./sphere.js";
import { torus } from "./torus.js";

/** The forms that ship, by the name that a geometry gives, and those of one's own. */
export const shapeClasses = {
  sphere,
  capsule,
  box,
  cylinder,
  cone,
  ellipsoid,
  hull,
  torus,
  "chain-link": chainLink,
  mesh,
  "height-field": heightField,
  plane,
  circle,
  "planar-capsule": planarCapsule,
  polygon,
  chain,
  "planar-plane": planarPlane,
  convex: convexClass,
} as const satisfies Required<ShapeClasses>;
