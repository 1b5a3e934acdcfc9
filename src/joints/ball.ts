import { defineJoint } from "./joint.js";

/** Ball joint: one point in common. */
export const ball = defineJoint({
  name: "ball",
  help: "ball joint: one point in common",
  params: {},
  lockedTranslation: "xyz",
  lockedRotation: "",
  coordinate: "none",
});
