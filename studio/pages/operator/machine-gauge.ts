/** Bucket and attitude of a machine, from the frames of the picture. Knows no page. */
import type { SeatMachine } from "stiction/machines";
import { POSE_SIZE } from "../../worker/frame.js";
import type { SceneDescription } from "../../worker/protocol.js";

/** What the gauge shows. */
export interface GaugeReading {
  /** Lowest point of the bucket above the level z = 0 of the site, m; NaN without a bucket or a frame. */
  readonly height: number;
  /** Level distance of the bucket from the machine's first body, m. */
  readonly reach: number;
  /** Of that body: rising to the left, and ahead, rad. */
  readonly roll: number;
  readonly pitch: number;
}

export class MachineGauge implements GaugeReading {
  /** The body with a bucket, −1: none; and its points from the centre of mass, m. */
  readonly body: number;
  private readonly points: Float32Array;
  height = Number.NaN;
  reach = 0;
  roll = 0;
  pitch = 0;
  private readonly base: number;

  constructor({ shapes, geometries }: SceneDescription, { base, tool }: Pick<SeatMachine, "base" | "tool">) {
    this.base = base;
    this.body = tool;
    const shape = shapes.find(({ kind, body }) => kind === "bucket" && body === tool);
    this.points = shape
      ? inBody(geometries[shape.geometry].positions, shape.position, shape.orientation)
      : new Float32Array();
  }

  take(poses: Float32Array): void {
    if (this.base > 0) this.level(poses, POSE_SIZE * this.base);
    if (this.body < 0) return;
    const at = POSE_SIZE * this.body;
    const [x, y, z, w] = poses.subarray(at + 3, at + 7);
    // third row of the rotation matrix
    const [a, b, c] = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
    let lowest = Number.POSITIVE_INFINITY;
    const { points } = this;
    for (let k = 0; k < points.length; k += 3)
      lowest = Math.min(lowest, a * points[k] + b * points[k + 1] + c * points[k + 2]);
    this.height = poses[at + 2] + lowest;
    const from = POSE_SIZE * Math.max(0, this.base);
    this.reach = Math.hypot(poses[at] - poses[from], poses[at + 1] - poses[from + 1]);
  }

  /** Rise of the machine's x and y axes. */
  private level(poses: Float32Array, at: number): void {
    const [x, y, z, w] = poses.subarray(at + 3, at + 7);
    this.pitch = Math.asin(2 * (x * z - w * y));
    this.roll = Math.asin(2 * (y * z + w * x));
  }
}

/** Points of a shape in the frame of its body. */
function inBody(positions: Float32Array, p: readonly number[], [x, y, z, w]: readonly number[]): Float32Array {
  const out = new Float32Array(positions.length);
  for (let k = 0; k < positions.length; k += 3) {
    const [u, v, t] = positions.subarray(k, k + 3);
    // u + 2 w (q × u) + 2 q × (q × u)
    const [cx, cy, cz] = [y * t - z * v, z * u - x * t, x * v - y * u];
    out[k] = p[0] + u + 2 * (w * cx + y * cz - z * cy);
    out[k + 1] = p[1] + v + 2 * (w * cy + z * cx - x * cz);
    out[k + 2] = p[2] + t + 2 * (w * cz + x * cy - y * cx);
  }
  return out;
}
