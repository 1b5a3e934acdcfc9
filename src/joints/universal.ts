import { defineJoint } from "./joint.js";

/**
 * Universal or Cardan joint: one point in common, and the pin along x of A stays perpendicular to the pin along y of B.
 * The shafts lie along z.
 */
export const universal = defineJoint({
  name: "universal",
  help: "Cardan joint: one point in common, no rotation about z, along which the shafts lie",
  params: {},
  lockedTranslation: "xyz",
  lockedRotation: "z",
  coordinate: "none",
  planarAxis: "none",
});
