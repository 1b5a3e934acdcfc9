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
    include(boxes[body], forms[geometry], position, orientation);
  }
  for (const { body, columns, rows, spacing, position, orientation, heights } of scene.terrains) {
    const [x, y] = [0.5 * (columns - 1) * spacing[0], 0.5 * (rows - 1) * spacing[1]];
    const [low, high] = heights.reduce(([a, b], h) => [Math.min(a, h), Math.max(b, h)], [Infinity, -Infinity]);
    include(boxes[body], [-x, -y, low, x, y, high], position, orientation);
  }
  return boxes.map((box) => (Number.isFinite(box[0]) ? box : [0, 0, 0, 0, 0, 0]));
}

/** Widens `box` by the corners of another, which is turned and moved. */
function include(box: number[], other: readonly number[], position: readonly number[], turn: readonly number[]): void {
  const corners = cornersOf(other);
  const [qx, qy, qz, qw] = turn;
  for (let k = 0; k < corners.length; k += 3) {
    const [x, y, z] = [corners[k], corners[k + 1], corners[k + 2]];
    const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
    const at = [
      position[0] + x + qw * tx + qy * tz - qz * ty,
      position[1] + y + qw * ty + qz * tx - qx * tz,
      position[2] + z + qw * tz + qx * ty - qy * tx,
    ];
    for (let c = 0; c < 3; c++) {
      box[c] = Math.min(box[c], at[c]);
      box[3 + c] = Math.max(box[3 + c], at[c]);
    }
  }
}

/** The corners of a box, three numbers each. */
export function cornersOf(box: readonly number[]): Float64Array {
  const corners = new Float64Array(24);
  for (let k = 0; k < 8; k++) for (let c = 0; c < 3; c++) corners[3 * k + c] = box[c + 3 * ((k >> c) & 1)];
  return corners;
}
