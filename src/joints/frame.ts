import type { Data } from "../data/data.js";
import type { Model } from "../model/model.js";

/**
 * Columns of `JointFields.frame`: the joint that is being worked on. World axes, m:
 *
 *   armA, armB   r_A, r_B: from the centres of mass to the joint's points
 *   gap          d = p_B + r_B − p_A − r_A
 *   reach        r_A + d: from the centre of mass of A to the point of B
 *   axesA, axesB x, y, z of the joint's frame on A and on B, 3 numbers each
 *   turn         q_e = q_A* q_B of the two frames, scalar part ≥ 0
 *   turnWorld    vector part of q_e in world axes
 *   spare        not used
 *   quatA, quatB orientation of each frame in the world
 */
export const AT = {
  armA: 0,
  armB: 3,
  gap: 6,
  reach: 9,
  axesA: 12,
  axesB: 21,
  turn: 30,
  turnWorld: 34,
  spare: 37,
  quatA: 40,
  quatB: 44,
} as const;

/** Fills `frame` for joint `i` at the present poses. Reads: bodyPos, bodyQuat. */
export function placeJoint(model: Model, data: Data, i: number, frame: Float64Array): void {
  const { joints } = model;
  const { bodyPos } = data;
  const a = joints.bodyA[i];
  const b = joints.bodyB[i];
  placeSide(data.bodyQuat, 4 * a, joints.pointA, joints.quatA, i, AT.armA, AT.axesA, AT.quatA, frame);
  placeSide(data.bodyQuat, 4 * b, joints.pointB, joints.quatB, i, AT.armB, AT.axesB, AT.quatB, frame);
  for (let k = 0; k < 3; k++) {
    const gap = bodyPos[3 * b + k] + frame[AT.armB + k] - (bodyPos[3 * a + k] + frame[AT.armA + k]);
    frame[AT.gap + k] = gap;
    frame[AT.reach + k] = frame[AT.armA + k] + gap;
  }
  placeTurn(frame);
}

const NO_POINT = Float64Array.of(0, 0, 0);
const NO_TURN = new Float64Array([0, 0, 0, 1]);

/**
 * Fills `frame` for the turn of one side alone, relative to a frame that is fixed in the world: `axesA` are those of
 * the quaternion at reference[o], `axesB` and the arm `armB` those of the side. Reads: bodyQuat.
 */
export function placeAgainst(
  data: Data,
  body: number,
  point: Float64Array,
  quat: Float64Array,
  i: number,
  reference: Float64Array,
  o: number,
  frame: Float64Array,
): void {
  placeSide(reference, o, NO_POINT, NO_TURN, 0, AT.armA, AT.axesA, AT.quatA, frame);
  placeSide(data.bodyQuat, 4 * body, point, quat, i, AT.armB, AT.axesB, AT.quatB, frame);
  placeTurn(frame);
}

/** Turns the frame on A by a quaternion given in the frame's own axes. */
export function turnFrameA(turn: Float64Array, frame: Float64Array): void {
  placeSide(frame, AT.quatA, NO_POINT, turn, 0, AT.spare, AT.axesA, AT.quatA, frame);
  placeTurn(frame);
}

/** One side: the arm and the axes of its frame. Writes: frame. */
function placeSide(
  bodyQuat: Float64Array,
  qo: number,
  point: Float64Array,
  quat: Float64Array,
  i: number,
  arm: number,
  axes: number,
  to: number,
  frame: Float64Array,
): void {
  const x = bodyQuat[qo];
  const y = bodyQuat[qo + 1];
  const z = bodyQuat[qo + 2];
  const w = bodyQuat[qo + 3];

  // arm
  const u = point[3 * i];
  const v = point[3 * i + 1];
  const t = point[3 * i + 2];
  const cx = 2 * (y * t - z * v);
  const cy = 2 * (z * u - x * t);
  const cz = 2 * (x * v - y * u);
  frame[arm] = u + w * cx + y * cz - z * cy;
  frame[arm + 1] = v + w * cy + z * cx - x * cz;
  frame[arm + 2] = t + w * cz + x * cy - y * cx;

  // orientation of the frame: q = q_body q_frame
  const a = quat[4 * i];
  const b = quat[4 * i + 1];
  const c = quat[4 * i + 2];
  const d = quat[4 * i + 3];
  const qx = w * a + x * d + y * c - z * b;
  const qy = w * b - x * c + y * d + z * a;
  const qz = w * c + x * b - y * a + z * d;
  const qw = w * d - x * a - y * b - z * c;
  frame[to] = qx;
  frame[to + 1] = qy;
  frame[to + 2] = qz;
  frame[to + 3] = qw;

  // its axes: the columns of the rotation matrix
  frame[axes] = 1 - 2 * (qy * qy + qz * qz);
  frame[axes + 1] = 2 * (qx * qy + qw * qz);
  frame[axes + 2] = 2 * (qx * qz - qw * qy);
  frame[axes + 3] = 2 * (qx * qy - qw * qz);
  frame[axes + 4] = 1 - 2 * (qx * qx + qz * qz);
  frame[axes + 5] = 2 * (qy * qz + qw * qx);
  frame[axes + 6] = 2 * (qx * qz + qw * qy);
  frame[axes + 7] = 2 * (qy * qz - qw * qx);
  frame[axes + 8] = 1 - 2 * (qx * qx + qy * qy);
}

/** q_e = q_A* q_B with scalar part ≥ 0, and its vector part in the world. Reads and writes: frame. */
function placeTurn(frame: Float64Array): void {
  const ax = -frame[AT.quatA];
  const ay = -frame[AT.quatA + 1];
  const az = -frame[AT.quatA + 2];
  const aw = frame[AT.quatA + 3];
  const bx = frame[AT.quatB];
  const by = frame[AT.quatB + 1];
  const bz = frame[AT.quatB + 2];
  const bw = frame[AT.quatB + 3];
  const w = aw * bw - ax * bx - ay * by - az * bz;
  const s = w < 0 ? -1 : 1;
  const x = s * (aw * bx + ax * bw + ay * bz - az * by);
  const y = s * (aw * by - ax * bz + ay * bw + az * bx);
  const z = s * (aw * bz + ax * by - ay * bx + az * bw);
  frame[AT.turn] = x;
  frame[AT.turn + 1] = y;
  frame[AT.turn + 2] = z;
  frame[AT.turn + 3] = s * w;
  const m = AT.axesA;
  for (let k = 0; k < 3; k++) frame[AT.turnWorld + k] = frame[m + k] * x + frame[m + 3 + k] * y + frame[m + 6 + k] * z;
}
