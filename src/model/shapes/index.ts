import { box } from "./box.js";
import { bucket } from "./bucket.js";
import { capsule } from "./capsule.js";
import { chain } from "./chain.js";
import { chainLink } from "./chain-link.js";
import { circle } from "./circle.js";
import { cone } from "./cone.js";
import { convexHull } from "./convex-hull.js";
import { cylinder } from "./cylinder.js";
import { ellipsoid } from "./ellipsoid.js";
import { heightField } from "./height-field.js";
import { mesh } from "./mesh.js";
import { plane } from "./plane.js";
import { platonic } from "./platonic.js";
import { polygon } from "./polygon.js";
import { prism } from "./prism.js";
import { sphere } from "./sphere.js";
import { torus } from "./torus.js";

/** The shapes that ship with Stiction, by the name that a scene uses. */
export const shapes = {
  sphere,
  box,
  capsule,
  cylinder,
  cone,
  ellipsoid,
  torus,
  "chain-link": chainLink,
  plane,
  "convex-hull": convexHull,
  mesh,
  "height-field": heightField,
  bucket,
  platonic,
  prism,
  circle,
  polygon,
  chain,
} as const;
