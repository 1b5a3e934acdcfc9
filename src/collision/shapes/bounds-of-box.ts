import { boxBounds } from "../../geometry/bounds.js";
import { rotateInto } from "../../math/quat.js";
import type { BoundsRoutine } from "./shape-class.js";

const center = new Float64Array(3);
const half = new Float64Array(3);

/** The box around the turned local box. */
export const boundsOfBox: BoundsRoutine = (_c, local, lo, pose, o, out, oo) => {
  for (let k = 0; k < 3; k++) {
    center[k] = 0.5 * (local[lo + k] + local[lo + 3 + k]);
    half[k] = 0.5 * (local[lo + 3 + k] - local[lo + k]);
  }
  rotateInto(center, 0, pose, o + 3, center, 0);
  for (let k = 0; k < 3; k++) center[k] += pose[o + k];
  boxBounds(half, 0, center, 0, pose, o + 3, out, oo);
};
