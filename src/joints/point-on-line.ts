import { defineJoint } from "./joint.js";

/**
 * A point of B on a line of A: free to move along z and to turn. In the plane it is the pin in a slot, the slider of
 * [Gribel2009] (21)–(22) with its corrected signs.
 */
export const pointOnLine = defineJoint({
  name: "point-on-line",
  help: "a point of B on a line of A along z, free to turn; in the plane a pin in a slot",
  params: {},
  lockedTranslation: "xy",
  lockedRotation: "",
  coordinate: "translation-z",
});
