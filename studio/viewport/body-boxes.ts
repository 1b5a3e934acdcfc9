import type { SceneDescription } from "../worker/protocol.js";
import { drawnParts } from "./drawn-parts.js";

/** The box around what is drawn of every body in its own frame; a point where it has nothing. */
export function bodyBoxes(scene: SceneDescription): number[][] {
  const none = () => [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const forms = scene.geometries.map(({ positions }) => {
    const box = none();
    for (let k = 0; k < positions.length; k++) {
      box[k % 3] = Math.min(box[k % 3], positions[k]);
      box[3 + (k % 3)] = Math.max(box[3 + (k % 3)], positions[k]);
    }
    return box;
  });
  const boxes = scene.bodies.map(none);
  for (const { body, geometry, position, orientation } of drawnParts(scene)) {
    const corners = cornersOf(forms[geometry]);
    const [qx, qy, qz, qw] = orientation;
    for (let k = 0; k < corners.length; k += 3) {
      const [x, y, z] = [corners[k], corners[k + 1], corners[k + 2]];
      const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
      const at = [
        position[0] + x + qw * tx + qy * tz - qz * ty,
        position[1] + y + qw * ty + qz * tx - qx * tz,
        position[2] + z + qw * tz + qx * ty - qy * tx,
      ];
      for (let c = 0; c < 3; c++) {
        boxes[body][c] = Math.min(boxes[body][c], at[c]);
        boxes[body][3 + c] = Math.max(boxes[body][3 + c], at[c]);
      }
    }
  }
  return boxes.map((box) => (Number.isFinite(box[0]) ? box : [0, 0, 0, 0, 0, 0]));
}

/** The corners of a box, three numbers each. */
export function cornersOf(box: readonly number[]): Float64Array {
  const corners = new Float64Array(24);
  for (let k = 0; k < 8; k++) for (let c = 0; c < 3; c++) corners[3 * k + c] = box[c + 3 * ((k >> c) & 1)];
  return corners;
}
