import type { Data } from "../data/data.js";
import type { Quat } from "../math/quat.js";
import type { Vec3 } from "../math/vec3.js";
import { bodyIndexOf, type Model } from "../model/model.js";
import { frameOriginInto } from "../sensors/body.js";

/** Position of a body's frame in the world, m. */
export function bodyPosition(model: Model, data: Data, name: string): Vec3 {
  const out = new Float64Array(3);
  frameOriginInto(model, data, bodyIndexOf(model, name), out, 0);
  return [out[0], out[1], out[2]];
}

/** Orientation of a body's frame, [x, y, z, w]. */
export function bodyOrientation(model: Model, data: Data, name: string): Quat {
  const o = 4 * bodyIndexOf(model, name);
  return [data.bodyQuat[o], data.bodyQuat[o + 1], data.bodyQuat[o + 2], data.bodyQuat[o + 3]];
}

/** Velocity of a body's centre of mass, m/s. */
export function bodyVelocity(model: Model, data: Data, name: string): Vec3 {
  const o = 6 * bodyIndexOf(model, name) + 3;
  return [data.bodyVel[o], data.bodyVel[o + 1], data.bodyVel[o + 2]];
}

/** Angular velocity of a body in world axes, rad/s. */
export function bodyAngularVelocity(model: Model, data: Data, name: string): Vec3 {
  const o = 6 * bodyIndexOf(model, name);
  return [data.bodyVel[o], data.bodyVel[o + 1], data.bodyVel[o + 2]];
}

/** Applies a wrench until it is changed: torque about the centre of mass (N m) and force (N), world axes. */
export function setWrench(model: Model, data: Data, name: string, wrench: { torque?: Vec3; force?: Vec3 }): void {
  const o = 6 * bodyIndexOf(model, name);
  data.input.set(wrench.torque ?? [0, 0, 0], o);
  data.input.set(wrench.force ?? [0, 0, 0], o + 3);
}
