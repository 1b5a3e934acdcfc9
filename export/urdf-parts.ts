import { elementary } from "stiction";
import type { Q4 } from "../import/pose.js";

/** Roll, pitch and yaw about fixed axes: R = R_z(yaw) R_y(pitch) R_x(roll). */
export function rpyOf([x, y, z, w]: Q4): [number, number, number] {
  const sine = 2 * (w * y - z * x);
  if (Math.abs(sine) > 1 - 1e-12) {
    // straight up or down, roll and yaw turn about one axis: yaw is 0
    return [2 * elementary.atan2(x, w), (Math.sign(sine) * Math.PI) / 2, 0];
  }
  return [
    elementary.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    elementary.asin(sine),
    elementary.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
}

/** Triangles as binary STL. */
export function stlBytes({
  vertices,
  triangles,
}: {
  readonly vertices: Float64Array;
  readonly triangles: Uint32Array;
}): Uint8Array {
  const count = triangles.length / 3;
  const bytes = new Uint8Array(84 + 50 * count);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, count, true);
  for (let t = 0; t < count; t++)
    for (let k = 0; k < 9; k++)
      view.setFloat32(84 + 50 * t + 12 + 4 * k, vertices[3 * triangles[3 * t + Math.floor(k / 3)] + (k % 3)], true);
  return bytes;
}
