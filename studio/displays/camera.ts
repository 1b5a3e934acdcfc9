import { Matrix4, type PerspectiveCamera } from "three";
import { type Frustum, frustumMatrix, type ScreenSight } from "./frustum.js";

/** Gives a camera a frustum that need not be straight ahead. */
export function setFrustum(camera: PerspectiveCamera, frustum: Frustum): void {
  camera.near = frustum.near;
  camera.far = frustum.far;
  camera.projectionMatrix.fromArray(frustumMatrix(frustum));
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
}

/** Puts a camera where an eye looks through a screen. */
export function setSight(camera: PerspectiveCamera, { eye, right, up, back, frustum }: ScreenSight): void {
  AXES.set(
    ...([right[0], up[0], back[0], eye[0]] as const),
    ...([right[1], up[1], back[1], eye[1]] as const),
    ...([right[2], up[2], back[2], eye[2]] as const),
    0,
    0,
    0,
    1,
  );
  AXES.decompose(camera.position, camera.quaternion, camera.scale);
  camera.updateMatrixWorld();
  setFrustum(camera, frustum);
}

const AXES = new Matrix4();
