import type { Model } from "../model/model.js";
import { AT } from "./frame.js";
import { type JointFields, ROW } from "./system.js";

/**
 * The elementary rows of all joints, each with its error C and the exact derivative of C at any pose, violated or not.
 * Every C depends on the poses of the two bodies relative to each other only, so that the efforts of a row balance:
 * force and moment on B undo those on A. All read the joint that `placeJoint` left in `frame` and write row `r`.
 *
 * Source: [Gribel2009] (17)–(23), with its corrected signs; rows in space after the same pattern.
 */

/** Kind, bodies and bounds of a row that holds in both directions. */
export function openLock(model: Model, i: number, out: JointFields, r: number): void {
  openRow(model, i, out, r, ROW.lock);
  out.rowBounds[2 * r] = Number.NEGATIVE_INFINITY;
  out.rowBounds[2 * r + 1] = Number.POSITIVE_INFINITY;
}

/** Kind, bodies and bounds of a row that pushes in its direction only. */
export function openLimit(model: Model, i: number, out: JointFields, r: number): void {
  openRow(model, i, out, r, ROW.limit);
  out.rowBounds[2 * r] = 0;
  out.rowBounds[2 * r + 1] = Number.POSITIVE_INFINITY;
}

/** Kind and bodies; bounds, speed and spring are the caller's. */
export function openRow(model: Model, i: number, out: JointFields, r: number, kind: number): void {
  out.rowKind[r] = kind;
  out.rowBody[2 * r] = model.joints.bodyA[i];
  out.rowBody[2 * r + 1] = model.joints.bodyB[i];
  out.rowSpeed[r] = 0;
}

/**
 * Translation along an axis n of the frame on A:  C = n · d,
 * dC/dt = n · (v_B + ω_B × r_B − v_A − ω_A × (r_A + d)).
 */
export function lineRow(out: JointFields, r: number, axis: number): void {
  const { frame } = out;
  const n = AT.axesA + 3 * axis;
  lineJacobian(out.rowJacobian, 12 * r, frame, n);
  out.rowError[r] = frame[n] * frame[AT.gap] + frame[n + 1] * frame[AT.gap + 1] + frame[n + 2] * frame[AT.gap + 2];
}

/** The derivative of n · d for an axis n on A that stands in the frame at `n`. */
export function lineJacobian(J: Float64Array, o: number, frame: Float64Array, n: number): void {
  const x = frame[n];
  const y = frame[n + 1];
  const z = frame[n + 2];
  const ax = frame[AT.reach];
  const ay = frame[AT.reach + 1];
  const az = frame[AT.reach + 2];
  const bx = frame[AT.armB];
  const by = frame[AT.armB + 1];
  const bz = frame[AT.armB + 2];
  J[o] = az * y - ay * z;
  J[o + 1] = ax * z - az * x;
  J[o + 2] = ay * x - ax * y;
  J[o + 3] = -x;
  J[o + 4] = -y;
  J[o + 5] = -z;
  J[o + 6] = by * z - bz * y;
  J[o + 7] = bz * x - bx * z;
  J[o + 8] = bx * y - by * x;
  J[o + 9] = x;
  J[o + 10] = y;
  J[o + 11] = z;
}

/**
 * An axis a of the frame on A and an axis b of the frame on B stay perpendicular:  C = s a · b,  dC/dt = s (a × b) ·
 * (ω_A − ω_B), s = ±1.
 */
export function perpendicularRow(out: JointFields, r: number, axisA: number, axisB: number, s: number): void {
  const { frame } = out;
  const a = AT.axesA + 3 * axisA;
  const b = AT.axesB + 3 * axisB;
  const ax = frame[a];
  const ay = frame[a + 1];
  const az = frame[a + 2];
  const bx = frame[b];
  const by = frame[b + 1];
  const bz = frame[b + 2];
  out.rowError[r] = s * (ax * bx + ay * by + az * bz);
  const J = out.rowJacobian;
  const o = 12 * r;
  J[o + 6] = s * (az * by - ay * bz);
  J[o + 7] = s * (ax * bz - az * bx);
  J[o + 8] = s * (ay * bx - ax * by);
  finishAngular(J, o);
}

/**
 * Rotation about axis k with all three locked: C = 2 v_k, v the vector part of q_e, the sine of half the angle.
 *
 *   q̇_e = ½ ω q_e with ω = ω_B − ω_A in A   ⇒   dC/dt = (w e_k + v × e_k) · ω
 */
export function turnRow(out: JointFields, r: number, axis: number): void {
  const { frame } = out;
  const w = frame[AT.turn + 3];
  const vx = frame[AT.turnWorld];
  const vy = frame[AT.turnWorld + 1];
  const vz = frame[AT.turnWorld + 2];
  const n = AT.axesA + 3 * axis;
  const x = frame[n];
  const y = frame[n + 1];
  const z = frame[n + 2];
  out.rowError[r] = 2 * frame[AT.turn + axis];
  const J = out.rowJacobian;
  const o = 12 * r;
  J[o + 6] = w * x + vy * z - vz * y;
  J[o + 7] = w * y + vz * x - vx * z;
  J[o + 8] = w * z + vx * y - vy * x;
  finishAngular(J, o);
}

/** The rest of a row without translation whose part on ω_B is written: the opposite on ω_A. */
export function finishAngular(J: Float64Array, o: number): void {
  J[o] = -J[o + 6];
  J[o + 1] = -J[o + 7];
  J[o + 2] = -J[o + 8];
  J[o + 3] = J[o + 4] = J[o + 5] = 0;
  J[o + 9] = J[o + 10] = J[o + 11] = 0;
}
