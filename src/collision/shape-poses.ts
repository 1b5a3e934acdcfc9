import type { Data } from "../data/data.js";
import { rotateInto } from "../math/quat.js";
import type { CollisionSetup } from "./setup.js";

/** World pose of shape s: p = p_W + R r, q = q_WB q_BS, into pose[7 s …]. Reads: bodyPos, bodyQuat. Writes: `pose`. */
export function placeShape(data: Data, setup: CollisionSetup, s: number, pose: Float64Array): void {
  const { bodyPos, bodyQuat } = data;
  const { localPose } = setup;
  const b = setup.body[s];
  const o = 7 * s;
  rotateInto(pose, o, bodyQuat, 4 * b, localPose, o);
  for (let k = 0; k < 3; k++) pose[o + k] += bodyPos[3 * b + k];
  const x = localPose[o + 3];
  const y = localPose[o + 4];
  const z = localPose[o + 5];
  const w = localPose[o + 6];
  const bx = bodyQuat[4 * b];
  const by = bodyQuat[4 * b + 1];
  const bz = bodyQuat[4 * b + 2];
  const bw = bodyQuat[4 * b + 3];
  pose[o + 3] = bw * x + bx * w + by * z - bz * y;
  pose[o + 4] = bw * y - bx * z + by * w + bz * x;
  pose[o + 5] = bw * z + bx * y - by * x + bz * w;
  pose[o + 6] = bw * w - bx * x - by * y - bz * z;
}

/**
 * World box of shape s, widened by half the margin, into box[6 s …]; planar shapes get a thickness. Reads: `pose`.
 * Writes: `box`.
 */
export function boundShape(setup: CollisionSetup, s: number, pose: Float64Array, box: Float64Array): void {
  const o = 6 * s;
  const c = setup.colliders[s];
  c.shape.bounds(c, setup.localBounds, o, pose, 7 * s, box, o);
  const half = 0.5 * setup.margin[0];
  for (let k = 0; k < 3; k++) {
    box[o + k] -= half;
    box[o + 3 + k] += half;
  }
}
