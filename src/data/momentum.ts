import { symMulInto } from "../math/mat3.js";
import { rotateInto, rotateInverseInto } from "../math/quat.js";
import type { Model } from "../model/model.js";
import type { Data } from "./data.js";

/**
 * Angular momentum L in world axes and angular velocity ω. Integrators carry L instead of ω: without torque it does not
 * change at all, whatever the step, and the gyroscopic term ω × Iω needs no treatment.
 */

/** out = L = R I Rᵀ ω of body b. Reads: bodyQuat, bodyVel. */
export function angularMomentumInto(model: Model, data: Data, b: number, out: Float64Array, o: number): void {
  rotateInverseInto(out, o, data.bodyQuat, 4 * b, data.bodyVel, 6 * b);
  symMulInto(out, o, model.bodyInertia, 6 * b, out, o);
  rotateInto(out, o, data.bodyQuat, 4 * b, out, o);
}

/** bodyVel ω = R I⁻¹ Rᵀ L of body b; a point mass does not turn. Reads: bodyQuat. Writes: bodyVel. */
export function setAngularVelocity(model: Model, data: Data, b: number, momentum: Float64Array, o: number): void {
  const { bodyVel, bodyQuat } = data;
  rotateInverseInto(bodyVel, 6 * b, bodyQuat, 4 * b, momentum, o);
  symMulInto(bodyVel, 6 * b, model.bodyInvInertia, 6 * b, bodyVel, 6 * b);
  rotateInto(bodyVel, 6 * b, bodyQuat, 4 * b, bodyVel, 6 * b);
}
