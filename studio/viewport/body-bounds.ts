import { Box3, Matrix4 } from "three";
import type { Bodies } from "./bodies.js";

/** World bounds of every body, six numbers each; empty where it has no shape. */
export function bodyBounds(bodies: Bodies): Float32Array {
  const bounds = new Float32Array(6 * bodies.places.length);
  for (let o = 0; o < bounds.length; o += 6)
    bounds.set([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity], o);
  const [box, matrix] = [new Box3(), new Matrix4()];
  for (const { geometry, mesh, body } of bodies.swarms) {
    if (!geometry.boundingBox) geometry.computeBoundingBox();
    if (!geometry.boundingBox) continue;
    for (let i = 0; i < body.length; i++) {
      mesh.getMatrixAt(i, matrix);
      box.copy(geometry.boundingBox).applyMatrix4(matrix);
      const o = 6 * body[i];
      for (let k = 0; k < 3; k++) {
        bounds[o + k] = Math.min(bounds[o + k], box.min.getComponent(k));
        bounds[o + 3 + k] = Math.max(bounds[o + 3 + k], box.max.getComponent(k));
      }
    }
  }
  bodies.ground?.widen(bounds);
  return bounds;
}
