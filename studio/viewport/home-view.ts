/** The view that a scene is first shown in. */
import { Vector3 } from "three";
import type { SceneDescription } from "../worker/protocol.js";

/** Field of view, °. */
export const FIELD_OF_VIEW = 29;
/** Half height of the picture at unit depth. */
export const TAN = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
/** Margin around the framed object. */
export const ROOM = 1.3;
/** Where a scene without a view of its own is seen from. */
export const DIRECTION = new Vector3(0.55, -0.8, 0.42).normalize();
/** Narrowest window, width over height, that a scene's own view is made for. */
const MIN_ASPECT = 1.3;

/** Eye and target of a scene. */
export function homeView(scene: SceneDescription, aspect: number): { eye: Vector3; target: Vector3 } {
  const [x0, y0, z0, x1, y1, z1] = scene.bounds ?? [-1, -1, -1, 1, 1, 1];
  const target = scene.target ? new Vector3(...scene.target) : new Vector3(x0 + x1, y0 + y1, z0 + z1).divideScalar(2);
  if (scene.eye) {
    // a narrow window steps back, so that it shows as much to the sides
    const back = Math.max(1, MIN_ASPECT / aspect);
    return { eye: new Vector3(...scene.eye).sub(target).multiplyScalar(back).add(target), target };
  }
  const radius = Math.max(0.5 * Math.hypot(x1 - x0, y1 - y0, z1 - z0), 1e-3);
  const distance = (ROOM * radius) / (TAN * Math.min(1, aspect));
  const direction = scene.planar ? new Vector3(0, 0, 1) : DIRECTION;
  return { eye: target.clone().addScaledVector(direction, distance), target };
}
