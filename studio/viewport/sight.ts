/** What a camera sees, and what the named cameras of a scene see in the present placement of the bodies. */
import { Quaternion, Vector3 } from "three";
import type { DrawnCamera } from "../worker/protocol.js";

/** Position of the eye, its target and upward direction, the field of view (rad), and the zoom of a flat view. */
export interface Sight {
  readonly eye: Vector3;
  readonly target: Vector3;
  readonly up: Vector3;
  fieldOfView: number;
  zoom: number;
}

/** Where a body is. */
interface Placed {
  readonly position: Vector3;
  readonly quaternion: Quaternion;
}

export function newSight(): Sight {
  return { eye: new Vector3(), target: new Vector3(), up: new Vector3(0, 0, 1), fieldOfView: 1, zoom: 1 };
}

/** Half height of the picture at unit depth. */
export function halfHeight(fieldOfView: number): number {
  return Math.tan(fieldOfView / 2);
}

/** What a named camera sees now. It depends on nothing but the poses: any number of cameras can be drawn at once. */
export function sightOf(camera: DrawnCamera, places: readonly Placed[], sight: Sight): Sight {
  const { type, body } = camera;
  const place = body >= 0 ? places[body] : undefined;
  sight.fieldOfView = camera.fieldOfView;
  sight.up.set(0, 0, 1);
  sight.eye.fromArray(camera.eye as number[]);
  if (camera.target) sight.target.fromArray(camera.target as number[]);
  else sight.target.set(0, 0, 0);
  if (!place) return sight;
  if (type === "fixed") {
    if (!camera.target) sight.target.copy(place.position);
    return sight;
  }
  if (type === "seat" || type === "chase") {
    const turn = type === "seat" ? place.quaternion : heading(place.quaternion, TURN);
    for (const vector of [sight.eye, sight.target, sight.up]) vector.applyQuaternion(turn);
  }
  sight.eye.add(place.position);
  sight.target.add(place.position);
  return sight;
}

/** The part of a rotation that is about the vertical; none where the body is upside down and has no heading. */
export function heading(turn: Quaternion, out: Quaternion): Quaternion {
  out.set(0, 0, turn.z, turn.w);
  return out.lengthSq() > 1e-12 ? out.normalize() : out.identity();
}

const TURN = new Quaternion();
