/** Ways to look at a scene; apart from the camera itself, so that the page knows them before three.js is there. */

/** Those that the bar of cameras has: about a point, along with a body, behind it, on it. */
export const CAMERA_MODES = ["orbit", "follow", "chase", "first"] as const;
/** A camera of the scene, or the path of its film, besides. */
export type CameraMode = (typeof CAMERA_MODES)[number] | "named" | "path";

/** Views along an axis, by the side that the eye is on; each with its digit (with Alt). */
export const SIDES = ["front", "left", "top", "right", "back", "bottom"] as const;
export type Side = (typeof SIDES)[number];

/** From the target to the eye. */
export const SIDE_DIRECTIONS: Readonly<Record<Side, readonly [number, number, number]>> = {
  front: [0, -1, 0],
  left: [-1, 0, 0],
  // a trace of y: seen from above and below, y is up in the picture
  top: [0, -1e-4, 1],
  right: [1, 0, 0],
  back: [0, 1, 0],
  bottom: [0, 1e-4, -1],
};
