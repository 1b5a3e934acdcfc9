/** Level of detail: which version of a surface a picture needs. */
import { type Camera, Matrix4, Sphere } from "three";
import type { Swarm } from "./bodies.js";

/** Radii on the screen, px, from which on the finest and the second version are drawn. */
const FINE = 60;
const MIDDLE = 16;
/** The same in pictures that must cost little, in units of those. */
const COARSENESS = 2.5;

/** The version for something of the given radius, px: 0 for the finest, at most `coarsest`. */
export function detailFor(radius: number, coarsest: number): number {
  return Math.min(coarsest, radius >= FINE ? 0 : radius >= MIDDLE ? 1 : 2);
}

/** The version in a picture that must cost little. */
export function coarseDetailFor(radius: number, coarsest: number): number {
  return detailFor(radius / COARSENESS, coarsest);
}

/** The largest radius that an instance has in a picture of the given height, px. */
export function largestRadius({ geometry, mesh, body }: Swarm, camera: Camera, height: number): number {
  if (!geometry.boundingSphere) geometry.computeBoundingSphere();
  const [matrix, projection] = [camera.matrixWorldInverse, camera.projectionMatrix.elements];
  // the height of the picture over that of what is seen at a distance of 1 m; an orthographic view has no distance
  const scale = 0.5 * height * projection[5];
  const perspective = projection[11] === -1;
  let largest = 0;
  for (let i = 0; i < body.length; i++) {
    mesh.getMatrixAt(i, MATRIX);
    BALL.copy(geometry.boundingSphere ?? BALL)
      .applyMatrix4(MATRIX)
      .applyMatrix4(matrix);
    const distance = perspective ? Math.max(-BALL.center.z, BALL.radius) : 1;
    largest = Math.max(largest, (scale * BALL.radius) / distance);
  }
  return largest;
}

const MATRIX = new Matrix4();
const BALL = new Sphere();
