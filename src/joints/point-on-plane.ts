import { defineJoint } from "./joint.js";

/** A point of B on a plane of A across z. */
export const pointOnPlane = defineJoint({
  name: "point-on-plane",
  help: "a point of B on a plane of A across z, free to turn",
  params: {},
  lockedTranslation: "z",
  lockedRotation: "",
  coordinate: "none",
  planarAxis: "inside",
});
