/** Applies a framing to a camera of three.js. */
import { type OrthographicCamera, type PerspectiveCamera, Vector3 } from "three";
import type { Eye, Framing, Placed } from "./framing.js";
import { TAN } from "./home-view.js";

/** Bodies as the picture has them. */
interface Shown {
  readonly places: readonly Placed[];
  readonly states: Uint8Array;
}

/**
 * Moves camera and target so that what moves is in the picture, `dt` (s) after the last one. `view` is the scene's own
 * view, `span` the height of a flat picture (m), `covered` the part of it that bars cover at the top. Returns the new
 * span, and whether the camera is still moving.
 */
export function keepInView(
  framing: Framing,
  { places, states }: Shown,
  camera: PerspectiveCamera | OrthographicCamera,
  target: Vector3,
  view: { readonly eye: Vector3; readonly target: Vector3 },
  aspect: number,
  span: number,
  dt: number,
  covered = 0,
): { readonly moving: boolean; readonly span: number } {
  const home = view.eye.distanceTo(view.target);
  // the columns of the camera's rotation
  camera.updateMatrixWorld();
  camera.matrixWorld.extractBasis(RIGHT, UP, FORWARD);
  FORWARD.negate();
  const at = camera.position;
  const eye: Eye = { u: at.dot(RIGHT), v: at.dot(UP), w: at.dot(FORWARD), size: span / 2 };
  const sight = { right: RIGHT, up: UP, forward: FORWARD, halfWidth: TAN * aspect, halfHeight: TAN, covered };
  const moving = framing.update(places, states, sight, eye, home, dt);
  if (framing.depth === null) return { moving: false, span };
  at.set(0, 0, 0).addScaledVector(RIGHT, eye.u).addScaledVector(UP, eye.v).addScaledVector(FORWARD, eye.w);
  if (framing.planar) target.set(at.x, at.y, 0);
  else {
    // the target goes along, and is as deep as what moves where the eye had to leave its place
    const depth = Math.min(framing.depth - eye.w, home + at.distanceTo(view.eye));
    target.copy(at).addScaledVector(FORWARD, Math.max(home, depth));
  }
  return { moving, span: 2 * eye.size };
}

const RIGHT = new Vector3();
const UP = new Vector3();
const FORWARD = new Vector3();
