import type { BenchBody, BenchJoint, BenchScene, Quaternion, Vector } from "../scene.js";
import { inverse, rotated, subtract, times } from "../vectors.js";

export const IDENTITY: Quaternion = [0, 0, 0, 1];

/** The frame of a body at its start; the world's when there is no body. */
export interface Frame {
  readonly position: Vector;
  readonly orientation: Quaternion;
}

export function frameOf(body: BenchBody | undefined): Frame {
  return { position: body?.position ?? [0, 0, 0], orientation: body?.orientation ?? IDENTITY };
}

/** A world point in a frame. */
export function localPoint(frame: Frame, point: Vector): Vector {
  return rotated(inverse(frame.orientation), subtract(point, frame.position));
}

/** A world direction in a frame. */
export function localDirection(frame: Frame, direction: Vector): Vector {
  return rotated(inverse(frame.orientation), direction);
}

/** A world orientation in a frame. */
export function localOrientation(frame: Frame, orientation: Quaternion): Quaternion {
  return times(inverse(frame.orientation), orientation);
}

/** The frames of the two bodies of a joint. */
export function jointFrames(scene: BenchScene, joint: BenchJoint): { a: Frame; b: Frame } {
  return { a: frameOf(joint.a === undefined ? undefined : scene.bodies[joint.a]), b: frameOf(scene.bodies[joint.b]) };
}
