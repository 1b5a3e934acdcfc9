import type { Data } from "../data/data.js";
import { quatMultiply, quatRotate } from "../math/quat.js";
import { add, cross, sub, type Vec3 } from "../math/vec3.js";
import type { Model } from "../model/model.js";
import type { JointKind } from "./joint.js";

/** One velocity row: J_A [ω_A; v_A] + J_B [ω_B; v_B] = 0. */
export interface JointRow {
  readonly jointIndex: number;
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/**
 * Velocity rows of joint `i` in the present placement. With arms r_A, r_B from the centres of mass to the joint's points, the
 * separation d = p_B + r_B − p_A − r_A, and n an axis of the frame on A (world):
 *
 *   translation along n locked:  d/dt (n · d) = n · (v_B + ω_B × r_B − v_A − ω_A × (r_A + d)) = 0
 *   rotation about n locked:     n · (ω_B − ω_A) = 0
 *
 * Reads: bodyPos, bodyQuat. In planar scenes only rows that the plane knows are returned.
 */
export function jointRows(model: Model, data: Data, i: number): JointRow[] {
  const { joints } = model;
  const [a, b] = [joints.bodyA[i], joints.bodyB[i]];
  const qa = data.bodyQuat.subarray(4 * a, 4 * a + 4);
  const qb = data.bodyQuat.subarray(4 * b, 4 * b + 4);
  const ra = quatRotate(qa, joints.pointA.subarray(3 * i, 3 * i + 3));
  const rb = quatRotate(qb, joints.pointB.subarray(3 * i, 3 * i + 3));
  const frame = quatMultiply(qa, joints.quatA.subarray(4 * i, 4 * i + 4));
  const d = sub(add(data.bodyPos.subarray(3 * b, 3 * b + 3), rb), add(data.bodyPos.subarray(3 * a, 3 * a + 3), ra));
  const kind = joints.kinds[i] as JointKind;
  const rows: JointRow[] = [];
  const axes: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  axes.forEach((axis, k) => {
    const n = quatRotate(frame, axis);
    if (kind.translation[k] === "locked" && !(model.planar && k === 2)) {
      const ta = cross(add(ra, d), n);
      const tb = cross(rb, n);
      rows.push({ jointIndex: i, a: [-ta[0], -ta[1], -ta[2], -n[0], -n[1], -n[2]], b: [...tb, ...n] });
    }
    if (kind.rotation[k] === "locked" && !(model.planar && k < 2)) {
      rows.push({ jointIndex: i, a: [-n[0], -n[1], -n[2], 0, 0, 0], b: [n[0], n[1], n[2], 0, 0, 0] });
    }
  });
  return rows;
}
