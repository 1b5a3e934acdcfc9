import { defineJoint } from "./joint.js";

/** Cylindrical: free to move along and about z. */
export const cylindrical = defineJoint({
  name: "cylindrical",
  help: "cylindrical: free to move along and about z",
  params: {},
  lockedTranslation: "xy",
  lockedRotation: "xy",
  coordinate: "rotation-z",
});
