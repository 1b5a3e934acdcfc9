import { defineJoint } from "./joint.js";

/** Hinge: one point and the z axis in common. */
export const hinge = defineJoint({
  name: "hinge",
  help: "hinge: one point and the z axis in common",
  params: {},
  lockedTranslation: "xyz",
  lockedRotation: "xy",
  coordinate: "rotation-z",
});
