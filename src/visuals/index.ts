import { box } from "./box.js";
import { capsule } from "./capsule.js";
import { cone } from "./cone.js";
import { cylinder } from "./cylinder.js";
import { extrusion } from "./extrusion.js";
import { gltf } from "./gltf.js";
import { lathe } from "./lathe.js";
import { mesh } from "./mesh.js";
import { prop } from "./prop.js";
import { scatter } from "./scatter.js";
import { sphere } from "./sphere.js";
import { sweep } from "./sweep.js";
import { torus } from "./torus.js";

export { looks } from "./standard-looks.js";

/** The visuals that ship with Stiction, by the name that a scene uses. */
export const visuals = {
  box,
  sphere,
  cylinder,
  capsule,
  cone,
  torus,
  extrusion,
  lathe,
  sweep,
  mesh,
  gltf,
  prop,
  scatter,
} as const;
