import { defineJoint } from "./joint.js";

/** Slider: free to move along z, no rotation. */
export const slider = defineJoint({
  name: "slider",
  help: "slider: free to move along z, no rotation",
  params: {},
  lockedTranslation: "xy",
  lockedRotation: "xyz",
  coordinate: "translation-z",
});
