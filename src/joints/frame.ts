import type { Data } from "../data/data.js";
import type { Model } from "../model/model.js";

/**
 * Where things stand in `FRAME`, the joint that is being worked on. World axes, m:
 *
 *   armA, armB   r_A, r_B: from the centres of mass to the joint's points
 *   gap          d = p_B + r_B − p_A − r_A
 *   reach        r_A + d: from the centre of mass of A to the point of B
 *   axesA, axesB x, y, z of the joint's frame on A and on B, 3 numbers each
 *   turn         q_e = q_A* q_B of the two frames, scalar part ≥ 0
 *   turnWorld    vector part of q_e in world axes
 */
export const AT = { armA: 0, armB: 3, gap: 6, reach: 9, axesA: 12, axesB: 21, turn: 30, turnWorld: 34 } as const;

/** The joint being worked on. A row is finished before the next begins, so that one is enough. */
export const FRAME = new Float64Array(40);
/** Three numbers of `FRAME` that mean nothing. */
const SPARE = 37;

/** Orientation of each frame in the world: q_A, q_B. */
const QUAT = new Float64Array(8);

/** Fills `FRAME` for joint `i` at the present poses. Reads: bodyPos, bodyQuat. */
export function placeJoint(model: Model, data: Data, i: number): void {
  const { joints } = model;
  const { bodyPos } = data;
  const a = joints.bodyA[i];
  const b = joints.bodyB[i];
  placeSide(data.bodyQuat, 4 * a, joints.pointA, joints.quatA, i, AT.armA, AT.axesA, 0);
  placeSide(data.bodyQuat, 4 * b, joints.pointB, joints.quatB, i, AT.armB, AT.axesB, 4);
  for (let k = 0; k < 3; k++) {
    const gap = bodyPos[3 * b + k] + FRAME[AT.armB + k] - (bodyPos[3 * a + k] + FRAME[AT.armA + k]);
    FRAME[AT.gap + k] = gap;
    FRAME[AT.reach + k] = FRAME[AT.armA + k] + gap;
  }
  placeTurn();
}

const NO_POINT = new Float64Array(3);
const NO_TURN = new Float64Array([0, 0, 0, 1]);

/**
 * Fills `FRAME` for the turn of one side alone, relative to a frame that is fixed in the world: `axesA` are those of
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
): void {
  placeSide(reference, o, NO_POINT, NO_TURN, 0, AT.armA, AT.axesA, 0);
  placeSide(data.bodyQuat, 4 * body, point, quat, i, AT.armB, AT.axesB, 4);
  placeTurn();
}

/** Turns the frame on A in `FRAME` by a quaternion given in the frame's own axes. */
export function turnFrameA(turn: Float64Array): void {
  placeSide(QUAT, 0, NO_POINT, turn, 0, SPARE, AT.axesA, 0);
  placeTurn();
}

/** One side: the arm and the axes of its frame. Writes: FRAME, QUAT. */
function placeSide(
  bodyQuat: Float64Array,
  qo: number,
  point: Float64Array,
  quat: Float64Array,
  i: number,
  arm: number,
  axes: number,
  to: number,
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
  FRAME[arm] = u + w * cx + y * cz - z * cy;
  FRAME[arm + 1] = v + w * cy + z * cx - x * cz;
  FRAME[arm + 2] = t + w * cz + x * cy - y * cx;

  // orientation of the frame: q = q_body q_frame
  const a = quat[4 * i];
  const b = quat[4 * i + 1];
  const c = quat[4 * i + 2];
  const d = quat[4 * i + 3];
  const qx = w * a + x * d + y * c - z * b;
  const qy = w * b - x * c + y * d + z * a;
  const qz = w * c + x * b - y * a + z * d;
  const qw = w * d - x * a - y * b - z * c;
  QUAT[to] = qx;
  QUAT[to + 1] = qy;
  QUAT[to + 2] = qz;
  QUAT[to + 3] = qw;

  // its axes: the columns of the rotation matrix
  FRAME[axes] = 1 - 2 * (qy * qy + qz * qz);
  FRAME[axes + 1] = 2 * (qx * qy + qw * qz);
  FRAME[axes + 2] = 2 * (qx * qz - qw * qy);
  FRAME[axes + 3] = 2 * (qx * qy - qw * qz);
  FRAME[axes + 4] = 1 - 2 * (qx * qx + qz * qz);
  FRAME[axes + 5] = 2 * (qy * qz + qw * qx);
  FRAME[axes + 6] = 2 * (qx * qz + qw * qy);
  FRAME[axes + 7] = 2 * (qy * qz - qw * qx);
  FRAME[axes + 8] = 1 - 2 * (qx * qx + qy * qy);
}

/** q_e = q_A* q_B with scalar part ≥ 0, and its vector part in the world. Reads: QUAT. */
function placeTurn(): void {
  const ax = -QUAT[0];
  const ay = -QUAT[1];
  const az = -QUAT[2];
  const aw = QUAT[3];
  const bx = QUAT[4];
  const by = QUAT[5];
  const bz = QUAT[6];
  const bw = QUAT[7];
  const w = aw * bw - ax * bx - ay * by - az * bz;
  const s = w < 0 ? -1 : 1;
  const x = s * (aw * bx + ax * bw + ay * bz - az * by);
  const y = s * (aw * by - ax * bz + ay * bw + az * bx);
  const z = s * (aw * bz + ax * by - ay * bx + az * bw);
  FRAME[AT.turn] = x;
  FRAME[AT.turn + 1] = y;
  FRAME[AT.turn + 2] = z;
  FRAME[AT.turn + 3] = s * w;
  const m = AT.axesA;
  for (let k = 0; k < 3; k++) FRAME[AT.turnWorld + k] = FRAME[m + k] * x + FRAME[m + 3 + k] * y + FRAME[m + 6 + k] * z;
}
