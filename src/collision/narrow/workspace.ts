import { rotationInto } from "../../math/mat3.js";

/**
 * Scratch of the narrow phase: typed arrays that every routine writes before it reads, so nothing survives a call and nothing is
 * allocated in one. They grow only when a larger hull is prepared (`reserve…`, called while colliders are built).
 *
 * All geometry of a query lives in the frame of A: `rel` = R_AB (9, row by row) and p_AB_A (3). Only differences of the two world
 * positions enter, so a pair far from the origin loses just the digits that its positions have lost.
 */
export const rel = new Float64Array(12);

/** R_WA, row by row. */
export const frameA = new Float64Array(9);

/**
 * Result of a query on the core shapes, in the frame of A: [s, n 3, pointA 3, pointB 3]. s is the separation along the unit vector n
 * (from A to B), s = min_B n·x − max_A n·x.
 */
export const found = new Float64Array(10);

const scratch = new Float64Array(4);

/** R_AB and p_AB_A of two poses (position 3, quaternion 4) into `rel`, R_WA into `frameA`. */
export function relativePose(poseA: Float64Array, ao: number, poseB: Float64Array, bo: number): void {
  rotationInto(poseA, ao + 3, frameA);
  const ax = -poseA[ao + 3];
  const ay = -poseA[ao + 4];
  const az = -poseA[ao + 5];
  const aw = poseA[ao + 6];
  const bx = poseB[bo + 3];
  const by = poseB[bo + 4];
  const bz = poseB[bo + 5];
  const bw = poseB[bo + 6];
  // q_AB = q_WA* q_WB
  scratch[0] = aw * bx + ax * bw + ay * bz - az * by;
  scratch[1] = aw * by - ax * bz + ay * bw + az * bx;
  scratch[2] = aw * bz + ax * by - ay * bx + az * bw;
  scratch[3] = aw * bw - ax * bx - ay * by - az * bz;
  rotationInto(scratch, 0, rel);
  const a = poseB[bo] - poseA[ao];
  const b = poseB[bo + 1] - poseA[ao + 1];
  const c = poseB[bo + 2] - poseA[ao + 2];
  const tx = 2 * (ay * c - az * b);
  const ty = 2 * (az * a - ax * c);
  const tz = 2 * (ax * b - ay * a);
  rel[9] = a + aw * tx + ay * tz - az * ty;
  rel[10] = b + aw * ty + az * tx - ax * tz;
  rel[11] = c + aw * tz + ax * ty - ay * tx;
}

/** Capacity of one feature polygon, vertices; a clipped polygon may have twice as many. */
export let featureCapacity = 64;

/** Called when the room for feature polygons changes. */
const growers: (() => void)[] = [];

/** Registers scratch whose size follows `featureCapacity`, and sizes it now. */
export function onFeatureCapacity(grow: () => void): void {
  growers.push(grow);
  grow();
}

export function reserveFeatures(vertices: number): void {
  if (vertices <= featureCapacity) return;
  featureCapacity = 2 * vertices;
  for (const grow of growers) grow();
}

/** [s, n 3] of the best face axis of SAT, then [s, n 3] of the best edge axis; s = −∞ where there is none. */
export const satBest = new Float64Array(8);

/** How far two shapes without contacts are apart at least, m, at index 0. Routines that know write it where they find none; else it is 0 or less. */
export const apartBy = new Float64Array(1);

/** 1 while contacts of a pair are asked for that had some in the step before: it is hardly worth asking first whether it is far apart. */
export const met = new Uint8Array(1);

/** Where the best face axis of SAT comes from: 0 a face of A, 1 of B; the place of its plane; and the extreme vertex of the other, in the face's frame. */
export const satFace = new Int32Array(2);
export const satVertex = new Float64Array(3);
