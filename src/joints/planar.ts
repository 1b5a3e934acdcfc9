import { defineJoint } from "./joint.js";

/** Planar: moves in the plane across z and turns about z. */
export const planar = defineJoint({
  name: "planar",
  help: "planar: moves in the plane across z and turns about z",
  params: {},
  lockedTranslation: "z",
  lockedRotation: "xy",
  coordinate: "rotation-z",
});
