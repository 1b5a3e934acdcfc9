import type { Data } from "../data/data.js";
import { rotateInto } from "../math/quat.js";

/** Numbers per line in `TwoPoint` scratch: see the constants below. */
export const LINE_SIZE = 14;
/**
 * Offsets in a line: arms r_A, r_B from the centres of mass (world), direction A → B, length (m), rate (m/s), tension
 * (N).
 */
export const LINE = { armA: 0, armB: 3, direction: 6, length: 9, rate: 10, tension: 11 } as const;

/**
 * The line between a point of body A and a point of body B: world arms, unit direction from A to B, length and its
 * rate.
 *
 *   d = p_B + r_B − p_A − r_A,   l = |d|,   l̇ = (v_B + ω_B × r_B − v_A − ω_A × r_A) · d / l
 *
 * A line of length zero has no direction; direction and rate are then zero.
 * Reads: bodyPos, bodyQuat, bodyVel. Writes: `line` (LINE_SIZE numbers).
 */
export function lineBetween(
  data: Data,
  a: number,
  pointA: Float64Array,
  ao: number,
  b: number,
  pointB: Float64Array,
  bo: number,
  line: Float64Array,
): void {
  const { bodyPos, bodyQuat, bodyVel } = data;
  rotateInto(line, LINE.armA, bodyQuat, 4 * a, pointA, ao);
  rotateInto(line, LINE.armB, bodyQuat, 4 * b, pointB, bo);
  const dx = bodyPos[3 * b] + line[3] - bodyPos[3 * a] - line[0];
  const dy = bodyPos[3 * b + 1] + line[4] - bodyPos[3 * a + 1] - line[1];
  const dz = bodyPos[3 * b + 2] + line[5] - bodyPos[3 * a + 2] - line[2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const inv = length > 0 ? 1 / length : 0;
  line[6] = dx * inv;
  line[7] = dy * inv;
  line[8] = dz * inv;
  line[9] = length;

  const va = 6 * a;
  const vb = 6 * b;
  const vx =
    bodyVel[vb + 3] +
    bodyVel[vb + 1] * line[5] -
    bodyVel[vb + 2] * line[4] -
    (bodyVel[va + 3] + bodyVel[va + 1] * line[2] - bodyVel[va + 2] * line[1]);
  const vy =
    bodyVel[vb + 4] +
    bodyVel[vb + 2] * line[3] -
    bodyVel[vb] * line[5] -
    (bodyVel[va + 4] + bodyVel[va + 2] * line[0] - bodyVel[va] * line[2]);
  const vz =
    bodyVel[vb + 5] +
    bodyVel[vb] * line[4] -
    bodyVel[vb + 1] * line[3] -
    (bodyVel[va + 5] + bodyVel[va] * line[1] - bodyVel[va + 1] * line[0]);
  line[10] = vx * line[6] + vy * line[7] + vz * line[8];
}

/** Pulls A towards B and B towards A with the tension `line[LINE.tension]` (N). Reads: `line`. Writes: bodyForce. */
export function applyTension(data: Data, a: number, b: number, line: Float64Array): void {
  const tension = line[LINE.tension];
  const fx = tension * line[6];
  const fy = tension * line[7];
  const fz = tension * line[8];
  addForceAt(data.bodyForce, 6 * a, line, 0, fx, fy, fz);
  addForceAt(data.bodyForce, 6 * b, line, 3, -fx, -fy, -fz);
}

function addForceAt(
  force: Float64Array,
  at: number,
  arm: Float64Array,
  o: number,
  fx: number,
  fy: number,
  fz: number,
): void {
  force[at] += arm[o + 1] * fz - arm[o + 2] * fy;
  force[at + 1] += arm[o + 2] * fx - arm[o] * fz;
  force[at + 2] += arm[o] * fy - arm[o + 1] * fx;
  force[at + 3] += fx;
  force[at + 4] += fy;
  force[at + 5] += fz;
}
