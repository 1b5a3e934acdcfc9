/** Ways to look at a scene; apart from the camera itself, so that the page knows them before three.js is there. */
export const CAMERA_MODES = ["orbit", "follow", "spring", "first"] as const;
export type CameraMode = (typeof CAMERA_MODES)[number];
