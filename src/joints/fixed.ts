import { defineJoint } from "./joint.js";

/** Fixed: no relative motion. */
export const fixed = defineJoint({
  name: "fixed",
  help: "fixed: no relative motion",
  params: {},
  lockedTranslation: "xyz",
  lockedRotation: "xyz",
  coordinate: "none",
});
