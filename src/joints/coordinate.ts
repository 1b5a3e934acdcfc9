import type { Data } from "../data/data.js";
import { atan2At, sinCosAt } from "../math/elementary.js";
import type { Model } from "../model/model.js";
import { AT } from "./frame.js";
import { lineJacobian, openLimit, openRow } from "./row.js";
import { type JointFields, ROW } from "./system.js";

/** Drive modes, as `joints.driveMode` stores them; `spring` is a position drive with stiffness or damping. */
export const DRIVE = { none: 0, speed: 1, position: 2, effort: 3, spring: 4 } as const;

/** Place in `JointFields.coordinate` of q_e r*, the turn since the reference of the angle. */
const SINCE = 13;
const ANGLE = new Float64Array(2);
const TURN = 2 * Math.PI;

/**
 * Numbers of memory per joint. The first is the coordinate at the end of the last step where that is an angle: it
 * counts turns; a gear has a second. Behind the first four stand the references of the two angles: quaternions less 1,
 * so that nothing remembered is the frame itself.
 */
export const MEMORY = 12;
const REFERENCE = 4;

/** Place of the reference of angle `which` of joint `i` in its memory. */
export function referenceOf(i: number, which: number): number {
  return MEMORY * i + REFERENCE * (1 + which);
}

/** Beyond this swing, as cos² of its half, an angle is counted from a new reference: a quarter of a turn. */
const SWUNG = 0.5;

const HALF = new Float64Array(2);

/**
 * Rotation about z of the frame, swing left out: with (v, w) = q_e r*, r the reference, θ = 2 atan2(v_z, w), to the
 * turn that is nearest to θ at the end of the last step.
 *
 *   dθ/dt = ω_z + ((w v_y + v_z v_x) ω_x + (v_z v_y − w v_x) ω_y) / (w² + v_z²),   ω = ω_B − ω_A in A
 *
 * This has no meaning where the swing is half a turn. So r, which is 1 as long as what bears the joint holds its axis,
 * is replaced where the swing is more than a quarter (`followTwist`). Writes: coordinate.
 */
export function rotationCoordinate(model: Model, i: number, out: JointFields): void {
  writeTwist(MEMORY * i, referenceOf(i, 0), out);
  out.coordinate[0] += model.joints.zero[i];
}

/**
 * coordinate ← the rotation about z in `frame` since the reference at memory[r], at the turn nearest to memory[m], and
 * its derivative.
 */
export function writeTwist(m: number, r: number, out: JointFields): void {
  turnSince(r, out);
  rotationJacobian(out);
  ANGLE[0] = out.coordinate[SINCE + 2];
  ANGLE[1] = out.coordinate[SINCE + 3];
  atan2At(ANGLE, 0);
  const theta = 2 * ANGLE[0];
  out.coordinate[0] = theta + TURN * Math.round((out.memory[m] - theta) / TURN);
}

/**
 * Remembers the angle that `writeTwist` left in `coordinate` at memory[m]. Where the swing since the reference is more
 * than a quarter of a turn, a new one leads to the same angle without swing: r = exp(−θ z/2) q_e. The angle stays
 * continuous that way, whatever the bodies do; its value then depends on their path. Writes: memory.
 */
export function followTwist(m: number, r: number, out: JointFields): void {
  const { memory, coordinate, frame } = out;
  memory[m] = coordinate[0];
  const v = coordinate[SINCE + 2];
  const since = coordinate[SINCE + 3];
  if (v * v + since * since >= SWUNG) return;
  HALF[0] = -0.5 * coordinate[0];
  sinCosAt(HALF, 0);
  const s = HALF[0];
  const c = HALF[1];
  const x = frame[AT.turn];
  const y = frame[AT.turn + 1];
  const z = frame[AT.turn + 2];
  const w = frame[AT.turn + 3];
  memory[r] = c * x - s * y;
  memory[r + 1] = c * y + s * x;
  memory[r + 2] = c * z + s * w;
  memory[r + 3] = c * w - s * z - 1;
}

/** coordinate[SINCE …] ← q_e r*. Reads: frame, memory. */
function turnSince(r: number, out: JointFields): void {
  const { memory, coordinate, frame } = out;
  const x = frame[AT.turn];
  const y = frame[AT.turn + 1];
  const z = frame[AT.turn + 2];
  const w = frame[AT.turn + 3];
  const a = -memory[r];
  const b = -memory[r + 1];
  const c = -memory[r + 2];
  const d = 1 + memory[r + 3];
  coordinate[SINCE] = w * a + x * d + y * c - z * b;
  coordinate[SINCE + 1] = w * b - x * c + y * d + z * a;
  coordinate[SINCE + 2] = w * c + x * b - y * a + z * d;
  coordinate[SINCE + 3] = w * d - x * a - y * b - z * c;
}

/** coordinate[1 …] ← the derivative of the rotation about z. Reads: frame. */
function rotationJacobian({ coordinate, frame }: JointFields): void {
  const x = coordinate[SINCE];
  const y = coordinate[SINCE + 1];
  const z = coordinate[SINCE + 2];
  const w = coordinate[SINCE + 3];
  const square = w * w + z * z;
  const inv = square > 1e-20 ? 1 / square : 0;
  const cx = (w * y + z * x) * inv;
  const cy = (z * y - w * x) * inv;
  const m = AT.axesA;
  for (let k = 0; k < 3; k++) {
    const n = frame[m + k] * cx + frame[m + 3 + k] * cy + frame[m + 6 + k];
    coordinate[1 + k] = -n;
    coordinate[4 + k] = 0;
    coordinate[7 + k] = n;
    coordinate[10 + k] = 0;
  }
}

/** Translation along an axis of the frame on A: n · d. Writes: coordinate. */
export function translationCoordinate(model: Model, i: number, axis: number, out: JointFields): void {
  const { coordinate, frame } = out;
  const n = AT.axesA + 3 * axis;
  lineJacobian(coordinate, 1, frame, n);
  coordinate[0] =
    model.joints.zero[i] +
    (frame[n] * frame[AT.gap] + frame[n + 1] * frame[AT.gap + 1] + frame[n + 2] * frame[AT.gap + 2]);
}

/** Rows that act on the coordinate: lower and upper limit, drive, friction, as far as the joint has them. */
export function coordinateRowCount(model: Model, i: number): number {
  const { joints } = model;
  let n = 0;
  if (joints.lower[i] > Number.NEGATIVE_INFINITY) n++;
  if (joints.upper[i] < Number.POSITIVE_INFINITY) n++;
  if (joints.driveMode[i] !== DRIVE.none) n++;
  if (joints.friction[i] > 0 || joints.brakeInput[i] >= 0) n++;
  return n;
}

/**
 * Fills those rows from `coordinate`, starting at row `r`.
 *
 *   lower limit  C = q − lower ≥ 0          upper limit  C = upper − q ≥ 0
 *   drive        by speed: J v = target; by position: J v = clamp(gain (target − q), ± largest speed), or a spring with
 *                C = q − target; by effort: both bounds are the target. All within ± largest effort, at a target
 *                speed of 0 within that of a brake; a drive of speed or position without one slows down before a limit
 *   friction     J v = 0 within ± friction, with that of a brake
 *
 * In a drive's row rowSpring[0] is −∂speed/∂q, for formulations that solve for the end of the step.
 */
export function writeCoordinateRows(model: Model, data: Data, i: number, r: number, out: JointFields): void {
  const { joints } = model;
  const q = out.coordinate[0];
  if (joints.lower[i] > Number.NEGATIVE_INFINITY) {
    openLimit(model, i, out, r);
    copyJacobian(out, r, 1);
    out.rowError[r] = q - joints.lower[i];
    r++;
  }
  if (joints.upper[i] < Number.POSITIVE_INFINITY) {
    openLimit(model, i, out, r);
    copyJacobian(out, r, -1);
    out.rowError[r] = joints.upper[i] - q;
    r++;
  }
  if (joints.driveMode[i] !== DRIVE.none) {
    writeDrive(model, data, i, r, out);
    r++;
  }
  if (joints.friction[i] > 0 || joints.brakeInput[i] >= 0) {
    const most = frictionOf(model, data, i);
    openRow(model, i, out, r, ROW.drive);
    copyJacobian(out, r, 1);
    out.rowError[r] = 0;
    out.rowSpring[2 * r] = 0;
    out.rowBounds[2 * r] = -most;
    out.rowBounds[2 * r + 1] = most;
  }
}

/** What a brake that is open still holds, N m or N: its row stays one of friction. */
const OPEN_BRAKE = 1e-9;

/** Friction of the joint coordinate, that of a brake included. */
export function frictionOf({ joints }: Model, { input }: Data, i: number): number {
  const brake = joints.brakeInput[i];
  return brake < 0 ? joints.friction[i] : Math.max(OPEN_BRAKE, joints.friction[i] + Math.max(0, input[brake]));
}

/** Speed of the joint coordinate. Reads: bodyVel, coordinate. */
function speedOf({ joints }: Model, { bodyVel }: Data, i: number, { coordinate }: JointFields): number {
  const a = 6 * joints.bodyA[i];
  const b = 6 * joints.bodyB[i];
  let speed = 0;
  for (let c = 0; c < 6; c++) speed += coordinate[1 + c] * bodyVel[a + c] + coordinate[7 + c] * bodyVel[b + c];
  return speed;
}

/** A drive whose target is 0 is at rest below this speed, and its brake closes, rad/s or m/s. */
const STANDS = 0.1;

function writeDrive(model: Model, data: Data, i: number, r: number, out: JointFields): void {
  const { joints } = model;
  const mode = joints.driveMode[i];
  const target = data.input[joints.driveInput[i]];
  const braked =
    mode === DRIVE.speed &&
    target === 0 &&
    joints.driveHoldEffort[i] >= 0 &&
    Math.abs(speedOf(model, data, i, out)) <= STANDS;
  const most = braked ? joints.driveHoldEffort[i] : joints.driveMaxEffort[i];
  openRow(model, i, out, r, mode === DRIVE.spring ? ROW.spring : ROW.drive);
  copyJacobian(out, r, 1);
  out.rowError[r] = 0;
  out.rowSpring[2 * r] = 0;
  out.rowBounds[2 * r] = -most;
  out.rowBounds[2 * r + 1] = most;
  if (joints.driveMaxPower[i] < Number.POSITIVE_INFINITY) {
    // on the side on which it puts energy in
    const speed = speedOf(model, data, i, out);
    if (speed > 0) out.rowBounds[2 * r + 1] = Math.min(most, joints.driveMaxPower[i] / speed);
    else if (speed < 0) out.rowBounds[2 * r] = Math.max(-most, joints.driveMaxPower[i] / speed);
  }
  if (mode === DRIVE.speed) {
    out.rowSpeed[r] = target;
  } else if (mode === DRIVE.position) {
    const gain = joints.driveGain[i] > 0 ? joints.driveGain[i] : SERVO_SHARE / model.options.timestep;
    const fastest = joints.driveMaxSpeed[i];
    const wanted = gain * (target - out.coordinate[0]);
    out.rowSpeed[r] = Math.max(-fastest, Math.min(fastest, wanted));
    if (out.rowSpeed[r] === wanted) out.rowSpring[2 * r] = gain;
  } else if (mode === DRIVE.spring) {
    out.rowError[r] = out.coordinate[0] - target;
    out.rowSpring[2 * r] = joints.driveStiffness[i];
    out.rowSpring[2 * r + 1] = joints.driveDamping[i];
  } else {
    const effort = Math.max(out.rowBounds[2 * r], Math.min(out.rowBounds[2 * r + 1], target));
    out.rowBounds[2 * r] = effort;
    out.rowBounds[2 * r + 1] = effort;
  }
  if (most === Number.POSITIVE_INFINITY && (mode === DRIVE.speed || mode === DRIVE.position)) {
    // no stop is a match for a drive without bounds: it slows down by itself
    const h = model.options.timestep;
    const up = Math.max(0, joints.upper[i] - out.coordinate[0]) / h;
    const down = Math.min(0, joints.lower[i] - out.coordinate[0]) / h;
    const wanted = out.rowSpeed[r];
    out.rowSpeed[r] = Math.max(down, Math.min(up, wanted));
    if (out.rowSpeed[r] !== wanted) out.rowSpring[2 * r] = 1 / h;
  }
}

/**
 * A servo without a given gain makes up this share of its error in a step. 1 would be all at once, with the noise
 * of one step.
 */
const SERVO_SHARE = 0.25;

/** rowJacobian of row r = s times the derivative of the coordinate. */
export function copyJacobian(out: JointFields, r: number, s: number): void {
  const J = out.rowJacobian;
  const o = 12 * r;
  J[o] = s * out.coordinate[1];
  J[o + 1] = s * out.coordinate[2];
  J[o + 2] = s * out.coordinate[3];
  J[o + 3] = s * out.coordinate[4];
  J[o + 4] = s * out.coordinate[5];
  J[o + 5] = s * out.coordinate[6];
  J[o + 6] = s * out.coordinate[7];
  J[o + 7] = s * out.coordinate[8];
  J[o + 8] = s * out.coordinate[9];
  J[o + 9] = s * out.coordinate[10];
  J[o + 10] = s * out.coordinate[11];
  J[o + 11] = s * out.coordinate[12];
}
