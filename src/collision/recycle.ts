import type { Data } from "../data/data.js";
import { rotationInto } from "../math/mat3.js";
import { rotateInto, rotateInverseInto } from "../math/quat.js";
import { addPoint, collisionFields, openPair, openPatch } from "./contact-tables.js";
import type { ContactSink } from "./narrow/types.js";
import type { OldContacts } from "./persist.js";
import type { CollisionSetup } from "./setup.js";

/**
 * Contacts that are reused. A pair of shapes with little relative motion since its contacts were found keeps the same
 * contacts; only the gaps are updated. Points are stored in the frames of both shapes, normal and footprint in that of
 * A. Places and gaps are always computed from the stored values, for contacts just found as for reused ones, so both
 * give the same bits. All of it is part of the state.
 */

/**
 * Relative motion of a pair at which its contacts are found again, as a fraction of the smaller shape's reach. The
 * error of stored points is the square of this fraction, 3e-7, for flat faces and straight edges. For round shapes it
 * is the motion itself, since the point of contact moves along the surface.
 */
const HARDLY_FLAT = 5e-4;
const HARDLY_ROUND = 2e-4;

const PAIR_POSE = 7;
const PATCH_LOCAL = 8;
const POINT_LOCAL = 6;

/** Pose of B in the frame of A. */
const relative = new Float64Array(PAIR_POSE);
const work = new Float64Array(6);
const turnA = new Float64Array(9);
const turnB = new Float64Array(9);

function placeRelative(pose: Float64Array, a: number, b: number): void {
  const ao = 7 * a;
  const bo = 7 * b;
  for (let k = 0; k < 3; k++) work[k] = pose[bo + k] - pose[ao + k];
  rotateInverseInto(relative, 0, pose, ao + 3, work, 0);
  const x = -pose[ao + 3];
  const y = -pose[ao + 4];
  const z = -pose[ao + 5];
  const w = pose[ao + 6];
  const u = pose[bo + 3];
  const v = pose[bo + 4];
  const s = pose[bo + 5];
  const t = pose[bo + 6];
  relative[3] = w * u + x * t + y * s - z * v;
  relative[4] = w * v - x * s + y * t + z * u;
  relative[5] = w * s + x * v - y * u + z * t;
  relative[6] = w * t - x * u - y * v - z * s;
}

/**
 * Whether the pair in row `old` of the previous step has hardly moved since its contacts were found. Reads: pose,
 * the old contacts.
 */
export function hardlyMoved(
  data: Data,
  { pose: beforePose }: OldContacts,
  setup: CollisionSetup,
  a: number,
  b: number,
  old: number,
): boolean {
  const { pose } = collisionFields(data);
  placeRelative(pose, a, b);
  const o = PAIR_POSE * old;
  const reach = Math.min(setup.colliders[a].reach, setup.colliders[b].reach);
  let way = 0;
  for (let k = 0; k < 3; k++) way += (relative[k] - beforePose[o + k]) * (relative[k] - beforePose[o + k]);
  let turn = 0;
  for (let k = 3; k < 7; k++) turn += (relative[k] - beforePose[o + k]) * (relative[k] - beforePose[o + k]);
  const isFlat = setup.colliders[a].shape.flat && setup.colliders[b].shape.flat;
  const hardly = isFlat ? HARDLY_FLAT : HARDLY_ROUND;
  // |Δq| is half the angle; a pair that was not stored has a quaternion of zeros
  return way + 4 * turn * reach * reach < hardly * hardly * reach * reach;
}

/** The contacts of the previous step, row `old`, with current gaps. Reads: pose. Writes: contact tables. */
export function recyclePair(data: Data, before: OldContacts, a: number, b: number, old: number): void {
  const f = collisionFields(data);
  const pair = openPair(data, a, b);
  if (pair < 0) return;
  for (let k = 0; k < PAIR_POSE; k++) f.pairPose[PAIR_POSE * pair + k] = before.pose[PAIR_POSE * old + k];
  f.pairGap[pair] = Number.POSITIVE_INFINITY;
  const first = before.patch[2 * old];
  const end = first + before.patch[2 * old + 1];
  for (let from = first; from < end; from++) {
    const patch = openPatch(data, pair, before.patchKey[from], 0);
    if (patch < 0) return;
    for (let k = 0; k < PATCH_LOCAL; k++) {
      f.patchLocal[PATCH_LOCAL * patch + k] = before.patchLocal[PATCH_LOCAL * from + k];
    }
    for (let k = 0; k < 8; k++) data.patchFriction[8 * patch + k] = before.friction[8 * from + k];
    for (let k = 0; k < 3; k++) f.patchLoad[3 * patch + k] = before.patchLoad[3 * from + k];
    placePatch(data, patch, a);
    const last = before.point[2 * from] + before.point[2 * from + 1];
    for (let i = before.point[2 * from]; i < last; i++) {
      const point = addPoint(data, patch, before.feature[2 * i], before.feature[2 * i + 1]);
      if (point < 0) break;
      for (let k = 0; k < POINT_LOCAL; k++) {
        f.pointLocal[POINT_LOCAL * point + k] = before.pointLocal[POINT_LOCAL * i + k];
      }
      for (let k = 0; k < 3; k++) data.pointImpulse[3 * point + k] = before.impulse[3 * i + k];
      f.pointLoad[point] = before.pointLoad[i];
    }
    placePoints(data, pair, patch, a, b);
  }
}

/** The contacts in row `pair`, with current places and gaps. Reads: pose. Writes: contact tables. */
export function refreshPair(data: Data, pair: number): void {
  const { pairGap } = collisionFields(data);
  const { pairKey, pairPatch } = data;
  const a = pairKey[2 * pair];
  const b = pairKey[2 * pair + 1];
  pairGap[pair] = Number.POSITIVE_INFINITY;
  const end = pairPatch[2 * pair] + pairPatch[2 * pair + 1];
  for (let patch = pairPatch[2 * pair]; patch < end; patch++) {
    placePatch(data, patch, a);
    placePoints(data, pair, patch, a, b);
  }
}

/**
 * Stores the relative pose of the pair, so that its contacts can be reused; or, when it is not near, marks them as not
 * reusable. Writes: pairPose.
 */
export function rememberPair(data: Data, pair: number, a: number, b: number, near: boolean): void {
  const { pose, pairPose } = collisionFields(data);
  placeRelative(pose, a, b);
  for (let k = 0; k < PAIR_POSE; k++) pairPose[PAIR_POSE * pair + k] = near ? relative[k] : 0;
}

/**
 * Stores normal and footprint of a patch in the frame of A, and writes their world coordinates. Reads: patch tables.
 * Writes: patchLocal, patch tables.
 */
export function rememberPatch(data: Data, patch: number, a: number): void {
  const { pose, patchLocal, patchRadius } = collisionFields(data);
  const o = PATCH_LOCAL * patch;
  rotateInverseInto(patchLocal, o, pose, 7 * a + 3, data.patchNormal, 3 * patch);
  for (let k = 0; k < 3; k++) work[k] = data.patchCentroid[3 * patch + k] - pose[7 * a + k];
  rotateInverseInto(patchLocal, o + 3, pose, 7 * a + 3, work, 0);
  patchLocal[o + 6] = data.patchSize[2 * patch];
  patchLocal[o + 7] = patchRadius[patch];
  placePatch(data, patch, a);
}

function placePatch(data: Data, patch: number, a: number): void {
  const { pose, patchLocal, patchRadius } = collisionFields(data);
  const o = PATCH_LOCAL * patch;
  rotateInto(data.patchNormal, 3 * patch, pose, 7 * a + 3, patchLocal, o);
  rotateInto(data.patchCentroid, 3 * patch, pose, 7 * a + 3, patchLocal, o + 3);
  for (let k = 0; k < 3; k++) data.patchCentroid[3 * patch + k] += pose[7 * a + k];
  data.patchSize[2 * patch] = patchLocal[o + 6];
  patchRadius[patch] = patchLocal[o + 7];
}

/**
 * Stores point i of the sink in the frames of both shapes: at half its gap on either side of the midpoint, along the
 * patch's normal. The points of the sink need not lie on that line. Writes: pointLocal.
 */
export function rememberPoint(
  data: Data,
  patch: number,
  point: number,
  a: number,
  b: number,
  sink: ContactSink,
  i: number,
): void {
  const { pose, pointLocal } = collisionFields(data);
  const half = 0.5 * sink.gap[i];
  for (let k = 0; k < 3; k++) {
    const middle = 0.5 * (sink.pointA[3 * i + k] + sink.pointB[3 * i + k]);
    work[k] = middle - half * data.patchNormal[3 * patch + k] - pose[7 * a + k];
    work[3 + k] = middle + half * data.patchNormal[3 * patch + k] - pose[7 * b + k];
  }
  rotateInverseInto(pointLocal, POINT_LOCAL * point, pose, 7 * a + 3, work, 0);
  rotateInverseInto(pointLocal, POINT_LOCAL * point + 3, pose, 7 * b + 3, work, 3);
}

/**
 * Places and gaps of a patch's points from the stored values. Reads: pointLocal, patchNormal. Writes: pointPos,
 * pointGap, pairGap.
 */
export function placePoints(data: Data, pair: number, patch: number, a: number, b: number): void {
  const { pose, pointLocal, pairGap } = collisionFields(data);
  const { pointPos, pointGap, patchNormal, patchPoint } = data;
  rotationInto(pose, 7 * a + 3, turnA);
  rotationInto(pose, 7 * b + 3, turnB);
  const nx = patchNormal[3 * patch];
  const ny = patchNormal[3 * patch + 1];
  const nz = patchNormal[3 * patch + 2];
  const first = patchPoint[2 * patch];
  const end = first + patchPoint[2 * patch + 1];
  for (let i = first; i < end; i++) {
    const o = POINT_LOCAL * i;
    let x = pointLocal[o];
    let y = pointLocal[o + 1];
    let z = pointLocal[o + 2];
    const ax = turnA[0] * x + turnA[1] * y + turnA[2] * z + pose[7 * a];
    const ay = turnA[3] * x + turnA[4] * y + turnA[5] * z + pose[7 * a + 1];
    const az = turnA[6] * x + turnA[7] * y + turnA[8] * z + pose[7 * a + 2];
    x = pointLocal[o + 3];
    y = pointLocal[o + 4];
    z = pointLocal[o + 5];
    const bx = turnB[0] * x + turnB[1] * y + turnB[2] * z + pose[7 * b];
    const by = turnB[3] * x + turnB[4] * y + turnB[5] * z + pose[7 * b + 1];
    const bz = turnB[6] * x + turnB[7] * y + turnB[8] * z + pose[7 * b + 2];
    pointPos[3 * i] = 0.5 * (ax + bx);
    pointPos[3 * i + 1] = 0.5 * (ay + by);
    pointPos[3 * i + 2] = 0.5 * (az + bz);
    const gap = (bx - ax) * nx + (by - ay) * ny + (bz - az) * nz;
    pointGap[i] = gap;
    if (gap < pairGap[pair]) pairGap[pair] = gap;
  }
}
