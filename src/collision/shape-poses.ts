import type { Data } from "../data/data.js";
import { rotateInto } from "../math/quat.js";
import { AHEAD_PART } from "./ahead.js";
import { collisionFields } from "./contact-tables.js";
import type { CollisionSetup } from "./setup.js";
import type { CollisionState } from "./system.js";

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

/** Pose and box of shape s; with `ahead`, the box of one that moves is wider by `shapeAhead`. Writes: pose, box. */
export function placeBox(data: Data, setup: CollisionSetup, s: number, ahead: boolean): void {
  const { pose, box } = collisionFields(data);
  placeShape(data, setup, s, pose);
  boundShape(setup, s, pose, box);
  if (ahead && setup.fixed[s] === 0) widenBox(data, box, s);
}

/**
 * How far a moving shape may get within the time to look ahead, m: by its velocity and by the turning of its farthest
 * point. Writes: shapeAhead.
 */
export function lookAheadOf(data: Data, setup: CollisionSetup, state: CollisionState, s: number): void {
  const { shapeAhead } = collisionFields(data);
  const { bodyVel: v } = data;
  const o = 6 * setup.body[s];
  const turn = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
  const speed = Math.sqrt(v[o + 3] * v[o + 3] + v[o + 4] * v[o + 4] + v[o + 5] * v[o + 5]);
  const cap = AHEAD_PART * setup.colliders[s].reach;
  shapeAhead[s] = Math.min(state.ahead * (speed + turn * setup.turnReach[s]), cap);
}

function widenBox(data: Data, box: Float64Array, s: number): void {
  const { shapeAhead } = collisionFields(data);
  for (let k = 0; k < 3; k++) {
    box[6 * s + k] -= shapeAhead[s];
    box[6 * s + 3 + k] += shapeAhead[s];
  }
}
