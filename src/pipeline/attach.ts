import {
  type Quat,
  quatConjugate,
  quatFromAxes,
  quatMultiply,
  quatNormalize,
  quatRotate,
  quatRotateInverse,
} from "../math/quat.js";
import { add, norm, normalize, sub, tangents, type Vec3 } from "../math/vec3.js";
import { finiteNumbers, knownKeys } from "../model/arguments.js";
import { unknownWord } from "../model/errors.js";
import { type BodyRef, bodyIndexOf, type JointKindBase, type Model } from "../model/model.js";
import type { ItemInput } from "../model/spec.js";
import { bodyOrientation, bodyPosition } from "./bodies.js";
import { recompile, type Simulation } from "./recompile.js";

/** How `attach` joins two bodies; other keys are parameters of the kind of joint, as in a scene. */
export interface AttachOptions {
  /** Kind of joint that is placed by a point and an axis, such as `hinge`; `fixed` by default. */
  readonly type?: string;
  /** Name of the joint; chosen from the kind by default. */
  readonly name?: string;
  /** Present place of the joint in the world, m; the origin of the frame of B by default. */
  readonly at?: readonly number[];
  /** Present direction of the joint's axis in the world; z by default, or x for axes inside the plane of a scene. */
  readonly axis?: readonly number[];
  readonly [parameter: string]: unknown;
}

/**
 * Joins two bodies where they are now: both frames of the joint coincide at the present poses, so that nothing jumps.
 * Velocities that the joint does not allow are removed in the next step, by impulses of the joint, which conserve
 * momentum. The joint is the last of the new model. Throws a RangeError for an unknown body or kind, and a SpecError
 * where the formulation does not solve the joint; nothing has changed then.
 */
export function attach(simulation: Simulation, bodyA: string, bodyB: string, options: AttachOptions = {}): Simulation {
  const { model } = simulation;
  bodyIndexOf(model, bodyA);
  if (typeof options !== "object" || options === null) knownKeys("attach", options, ["type", "at", "axis"]);
  const { type = "fixed", at, axis, ...rest } = options;
  const kind = placedKind(model, type);
  const point = at ?? bodyPosition(model, simulation.data, bodyIndexOf(model, bodyB));
  const [x, y, z] = finiteNumbers("attach, at", point, 3, model.planar);
  const orientation = orientationAlong(model, kind, axis);
  const joint = { ...rest, type, bodyA, bodyB, ...framesAt(simulation, bodyA, bodyB, [x, y, z], orientation) };
  return recompile(simulation, { ...model.spec, joints: [...namedJoints(model), joint] });
}

/** Removes a joint; the bodies keep their poses and velocities. Throws a RangeError for an unknown joint. */
export function detach(simulation: Simulation, joint: string): Simulation {
  const { model } = simulation;
  const i = jointIndexOf(model, joint);
  return recompile(simulation, { ...model.spec, joints: namedJoints(model).filter((_, k) => k !== i) });
}

/**
 * Freezes a joint at its present coordinate: a joint `fixed` of the same name takes its place, at the present poses. It
 * has no limits, drive or friction any more; thresholds of breaking stay. Throws a RangeError for an unknown joint, or
 * one that has broken, and a SpecError where the scene reads or drives the coordinate; nothing has changed then.
 */
export function lock(simulation: Simulation, joint: string): Simulation {
  const { model, data } = simulation;
  const i = jointIndexOf(model, joint);
  if (data.items.joints.broken[i] === 1) throw new RangeError(`lock: joint "${joint}" has broken`);
  const a = model.bodyNames[model.joints.bodyA[i]];
  const b = model.bodyNames[model.joints.bodyB[i]];
  const { breakForce, breakTorque, collide } = model.joints.params[i];
  const locked: ItemInput = {
    type: "fixed",
    name: joint,
    bodyA: a,
    bodyB: b,
    collide,
    ...(breakForce === undefined ? {} : { breakForce }),
    ...(breakTorque === undefined ? {} : { breakTorque }),
    ...presentFrames(simulation, i),
  };
  return recompile(simulation, { ...model.spec, joints: namedJoints(model).map((j, k) => (k === i ? locked : j)) });
}

/** The joints of the scene, each with its name: names that were chosen by place must not move to other joints. */
function namedJoints(model: Model): ItemInput[] {
  return model.spec.joints.map((joint, k) => ({ ...joint, name: model.joints.names[k] }));
}

function jointIndexOf(model: Model, name: string): number {
  const i = model.joints.names.indexOf(name);
  if (i < 0) throw new RangeError(unknownWord("joint", String(name), model.joints.names));
  return i;
}

/** A kind of joint whose place is a frame; others measure lengths or directions at the start of the scene. */
function placedKind(model: Model, type: string): JointKindBase {
  const kinds = Object.values(model.items.joints).filter(
    (k) => k.placeless === undefined && k.xAxis === undefined && !("to" in k.params) && !("length" in k.params),
  );
  const kind = kinds.find((k) => k.name === type);
  if (kind !== undefined) return kind;
  throw new RangeError(
    unknownWord(
      "kind of joint for attach",
      String(type),
      kinds.map((k) => k.name),
    ),
  );
}

/** World orientation of a frame with the given z axis; in a planar scene its x axis where that lies in the plane. */
function orientationAlong(model: Model, kind: JointKindBase, axis: readonly number[] | undefined): Quat {
  if (axis === undefined) return [0, 0, 0, 1];
  const [x0, y0, z0] = finiteNumbers("attach, axis", axis, 3, model.planar);
  const given: Vec3 = [x0, y0, z0];
  const inside = model.planar && kind.planarAxis === "inside";
  if (!(norm(given) > 0) || (model.planar && (inside ? given[2] !== 0 : given[0] !== 0 || given[1] !== 0)))
    throw new RangeError(`attach, axis: no direction of a ${kind.name} joint here, got [${given.join(", ")}]`);
  const z = normalize(given);
  if (inside) return quatFromAxes(z, [-z[1], z[0], 0], [0, 0, 1]);
  if (model.planar || z[2] === 1) return [0, 0, 0, 1];
  const [x, y] = tangents(z);
  return quatFromAxes(x, y, z);
}

/**
 * Frames of joint i that coincide at the present poses, where its frame on B is: coordinates that bodies share at the
 * joint are carried over by its name, and stay where they are.
 */
function presentFrames(simulation: Simulation, i: number) {
  const { model, data } = simulation;
  const { bodyA, bodyB, pointB, quatB } = model.joints;
  const b = bodyB[i];
  const q = data.bodyQuat.subarray(4 * b, 4 * b + 4);
  const center = data.bodyPos.subarray(3 * b, 3 * b + 3);
  const position = add(center, quatRotate(q, pointB.subarray(3 * i, 3 * i + 3)));
  const orientation: Quat = model.planar ? [0, 0, 0, 1] : quatMultiply(q, quatB.subarray(4 * i, 4 * i + 4));
  return framesAt(simulation, bodyA[i], b, position, orientation);
}

/** Frames of both bodies that coincide with a frame of the world at the present poses. */
function framesAt({ model, data }: Simulation, bodyA: BodyRef, bodyB: BodyRef, position: Vec3, orientation: Quat) {
  const [frameA, frameB] = [bodyA, bodyB].map((body) => {
    const q = bodyOrientation(model, data, body);
    const local = quatRotateInverse(q, sub(position, bodyPosition(model, data, body)));
    return {
      position: model.planar ? local.slice(0, 2) : local,
      orientation: quatNormalize(quatMultiply(quatConjugate(q), orientation)),
    };
  });
  return { frameA, frameB };
}
