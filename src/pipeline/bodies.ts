import { type Data, markChanged } from "../data/data.js";
import { frameOriginInto } from "../data/frame-origin.js";
import { checkOwner } from "../data/owner.js";
import { symMulInto } from "../math/mat3.js";
import { type Quat, quatNormalize, quatRotate, rotateInto, rotateInverseInto } from "../math/quat.js";
import { add, cross, sub, type Vec3 } from "../math/vec3.js";
import { finiteNumbers, knownKeys } from "../model/arguments.js";
import { BODY_TYPE, type BodyRef, bodyIndexOf, type Model } from "../model/model.js";

/** Position of a body's frame in the world, m. (`data.bodyPos` has the centre of mass.) */
export function bodyPosition(model: Model, data: Data, body: BodyRef): Vec3 {
  checkOwner(model, data);
  const out = new Float64Array(3);
  frameOriginInto(model, data, bodyIndexOf(model, body), out, 0);
  return [out[0], out[1], out[2]];
}

/** Orientation of a body's frame, [x, y, z, w]. */
export function bodyOrientation(model: Model, data: Data, body: BodyRef): Quat {
  checkOwner(model, data);
  const o = 4 * bodyIndexOf(model, body);
  return [data.bodyQuat[o], data.bodyQuat[o + 1], data.bodyQuat[o + 2], data.bodyQuat[o + 3]];
}

/** Velocity of a body's centre of mass in world axes, m/s. */
export function bodyVelocity(model: Model, data: Data, body: BodyRef): Vec3 {
  checkOwner(model, data);
  const o = 6 * bodyIndexOf(model, body) + 3;
  return [data.bodyVel[o], data.bodyVel[o + 1], data.bodyVel[o + 2]];
}

/** Angular velocity of a body in world axes, rad/s. */
export function bodyAngularVelocity(model: Model, data: Data, body: BodyRef): Vec3 {
  checkOwner(model, data);
  const o = 6 * bodyIndexOf(model, body);
  return [data.bodyVel[o], data.bodyVel[o + 1], data.bodyVel[o + 2]];
}

/** Applies a wrench until it is changed: torque about the centre of mass (N m) and force (N), world axes. */
export function setWrench(model: Model, data: Data, body: BodyRef, wrench: { torque?: Vec3; force?: Vec3 }): void {
  checkOwner(model, data);
  const b = movable(model, body);
  const what = `setWrench of body "${model.bodyNames[b]}"`;
  knownKeys(what, wrench, ["force", "torque"]);
  const torque = finiteNumbers(`${what}, torque`, wrench.torque ?? [0, 0, 0], 3);
  const force = finiteNumbers(`${what}, force`, wrench.force ?? [0, 0, 0], 3, model.planar);
  data.input.set(torque, 6 * b);
  data.input.set(force, 6 * b + 3);
}

/** Where a body is put: `position` of the origin of its frame, m, and `orientation` of that frame, [x, y, z, w]. */
export interface BodyPose {
  readonly position?: Vec3;
  readonly orientation?: Quat;
}

/**
 * Puts a body elsewhere, by the origin and the orientation of its frame, as `bodyPosition` and `bodyOrientation` give
 * them; a part that is left out stays. (`data.bodyPos` has the centre of mass instead.) Velocities stay. Joints are not
 * consulted: put the bodies of a mechanism where they fit. Sleeping bodies wake.
 */
export function setBodyPose(model: Model, data: Data, body: BodyRef, pose: BodyPose): void {
  checkOwner(model, data);
  const b = movable(model, body);
  const what = `setBodyPose of body "${model.bodyNames[b]}"`;
  knownKeys(what, pose, ["position", "orientation"]);
  const position = finiteNumbers(`${what}, position`, pose.position ?? bodyPosition(model, data, b), 3, model.planar);
  const given = finiteNumbers(`${what}, orientation`, pose.orientation ?? bodyOrientation(model, data, b), 4);
  const orientation = quatNormalize(given);
  const center = add(position, quatRotate(orientation, model.bodyCom.subarray(3 * b, 3 * b + 3)));
  if (![...center, ...orientation].every(Number.isFinite))
    throw new RangeError(
      `expected finite numbers and a quaternion of non-zero length for body "${model.bodyNames[b]}"`,
    );
  data.bodyPos.set(center, 3 * b);
  data.bodyQuat.set(orientation, 4 * b);
  markChanged(data);
}

/** Velocities in world axes: `velocity` of the centre of mass, m/s, and `angularVelocity`, rad/s. */
export interface BodyMotion {
  readonly velocity?: Vec3;
  readonly angularVelocity?: Vec3;
}

/**
 * Sets the velocity of a body's centre of mass and its angular velocity, as `bodyVelocity` and `bodyAngularVelocity`
 * give them; a part that is left out stays. A kinematic body keeps that velocity until it is changed. Sleeping bodies
 * wake.
 */
export function setBodyVelocity(model: Model, data: Data, body: BodyRef, motion: BodyMotion): void {
  checkOwner(model, data);
  const b = movable(model, body);
  const what = `setBodyVelocity of body "${model.bodyNames[b]}"`;
  knownKeys(what, motion, ["velocity", "angularVelocity"]);
  const angular = motion.angularVelocity ?? bodyAngularVelocity(model, data, b);
  const linear = motion.velocity ?? bodyVelocity(model, data, b);
  const twist = [
    ...finiteNumbers(`${what}, angularVelocity`, angular, 3),
    ...finiteNumbers(`${what}, velocity`, linear, 3, model.planar),
  ];
  data.bodyVel.set(twist, 6 * b);
  if (model.bodyType[b] === BODY_TYPE.kinematic) data.input.set(twist, 6 * (model.nb + b));
  markChanged(data);
}

/**
 * Strikes a body with an impulse, N s, at a point, both in world axes; at its centre of mass by default.
 *
 *   Δv = m⁻¹ J,   Δω = I⁻¹ ((p − c) × J)
 *
 * Only dynamic bodies take impulses. Sleeping bodies wake.
 */
export function applyImpulse(model: Model, data: Data, body: BodyRef, impulse: Vec3, point?: Vec3): void {
  checkOwner(model, data);
  const b = movable(model, body);
  if (model.bodyType[b] !== BODY_TYPE.dynamic)
    throw new RangeError(`body "${model.bodyNames[b]}" is not dynamic: an impulse does not move it`);
  const what = `applyImpulse to body "${model.bodyNames[b]}"`;
  const push = finiteNumbers(`${what}, impulse`, impulse, 3, model.planar);
  const at = point === undefined ? undefined : finiteNumbers(`${what}, point`, point, 3, model.planar);
  const { bodyPos, bodyQuat, bodyVel } = data;
  const twist = new Float64Array(6);
  if (at !== undefined) {
    const arm = sub(at, bodyPos.subarray(3 * b, 3 * b + 3));
    const moment = Float64Array.from(cross(arm, push));
    rotateInverseInto(moment, 0, bodyQuat, 4 * b, moment, 0);
    symMulInto(twist, 0, model.bodyInvInertia, 6 * b, moment, 0);
    rotateInto(twist, 0, bodyQuat, 4 * b, twist, 0);
  }
  for (let k = 0; k < 3; k++) twist[3 + k] = model.bodyInvMass[3 * b + k] * push[k];
  for (let k = 0; k < 6; k++) bodyVel[6 * b + k] += twist[k];
  markChanged(data);
}

/** Index of a body that can be moved. */
function movable(model: Model, body: BodyRef): number {
  const b = bodyIndexOf(model, body);
  if (b === 0) throw new RangeError('the body "world" does not move');
  return b;
}
