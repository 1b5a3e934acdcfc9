import { atan2At } from "../../math/elementary.js";
import { rotateInto, turnInto } from "../../math/quat.js";

/**
 * How a shape moves over a step: its body goes straight and turns evenly about its centre of mass,
 *
 *   p(t) = p₀ + t Δ + R(t) r,   q(t) = exp(t u) q₀ q_BS,   0 ≤ t ≤ 1,
 *
 * with r, q_BS the pose of the shape in the body and u the rotation vector (rad, world axes).
 */
export interface ShapeMotion {
  /** Pose of the body at t = 0: p₀ (3), q₀ (4). */
  readonly start: Float64Array;
  /** Δ (3, m) */
  readonly translation: Float64Array;
  /** u (3, rad) */
  readonly turn: Float64Array;
  /** Pose of the shape in the body: r (3), q_BS (4). */
  readonly local: Float64Array;
  /** Farthest that a point of the shape that moves when it turns is from the centre of mass, m, at index 0. */
  readonly reach: Float64Array;
}

export function createMotion(): ShapeMotion {
  return {
    start: Float64Array.of(0, 0, 0, 0, 0, 0, 1),
    translation: new Float64Array(3),
    turn: new Float64Array(3),
    local: Float64Array.of(0, 0, 0, 0, 0, 0, 1),
    reach: new Float64Array(1),
  };
}

const quat = new Float64Array(4);
const part = new Float64Array(3);

/** World pose (7) of the shape at the time t[0]. */
export function poseAt(motion: ShapeMotion, t: Float64Array, out: Float64Array): void {
  const { start, translation, turn, local } = motion;
  for (let k = 0; k < 3; k++) part[k] = t[0] * turn[k];
  turnInto(quat, 0, part, 0, start, 3);
  rotateInto(out, 0, quat, 0, local, 0);
  for (let k = 0; k < 3; k++) out[k] += start[k] + t[0] * translation[k];
  const x = local[3];
  const y = local[4];
  const z = local[5];
  const w = local[6];
  out[3] = quat[3] * x + quat[0] * w + quat[1] * z - quat[2] * y;
  out[4] = quat[3] * y - quat[0] * z + quat[1] * w + quat[2] * x;
  out[5] = quat[3] * z + quat[0] * y - quat[1] * x + quat[2] * w;
  out[6] = quat[3] * w - quat[0] * x - quat[1] * y - quat[2] * z;
}

const angle = new Float64Array(2);

/**
 * Rotation vector u of q₁ q₀*, so that q₁ = exp(u) q₀: the shorter way round, |u| ≤ π. Writes out[o …].
 *
 *   [v, w] = q₁ q₀*,   u = 2 atan2(|v|, w) v/|v|
 */
export function turnBetween(
  q0: Float64Array,
  o0: number,
  q1: Float64Array,
  o1: number,
  out: Float64Array,
  o: number,
): void {
  const ax = -q0[o0];
  const ay = -q0[o0 + 1];
  const az = -q0[o0 + 2];
  const aw = q0[o0 + 3];
  const bx = q1[o1];
  const by = q1[o1 + 1];
  const bz = q1[o1 + 2];
  const bw = q1[o1 + 3];
  const x = bw * ax + bx * aw + by * az - bz * ay;
  const y = bw * ay - bx * az + by * aw + bz * ax;
  const z = bw * az + bx * ay - by * ax + bz * aw;
  const w = bw * aw - bx * ax - by * ay - bz * az;
  const s = Math.sqrt(x * x + y * y + z * z);
  // q and −q are the same orientation
  angle[0] = s;
  angle[1] = Math.abs(w);
  atan2At(angle, 0);
  const factor = s > 0 ? ((w < 0 ? -2 : 2) * angle[0]) / s : 0;
  out[o] = factor * x;
  out[o + 1] = factor * y;
  out[o + 2] = factor * z;
}
