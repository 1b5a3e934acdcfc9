import { defineJoint, looseParams } from "./joint.js";

/**
 * Drives the relative rotation about z and holds nothing: motor, brake, rolling drag.
 *
 *   J = z · (ω_B − ω_A) = target, |torque| ≤ largest effort
 *
 * Source: [Gribel2009] (23).
 */
export const angularDriver = {
  ...defineJoint({
    name: "angular-driver",
    help: "drives the rotation about z and holds nothing: motor, brake, rolling drag",
    params: looseParams,
    lockedTranslation: "",
    lockedRotation: "",
    coordinate: "rotation-z",
  }),
  natural: undefined,
  placeless: true as const,
};
