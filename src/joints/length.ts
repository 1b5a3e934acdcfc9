import { quatRotate } from "../math/quat.js";
import { add, norm, sub } from "../math/vec3.js";
import type { JointPlacement, JointTable } from "../model/model.js";
import { MEMORY } from "./coordinate.js";
import { AT } from "./frame.js";
import type { JointFields } from "./system.js";

/** A line shorter than this (m) has no direction and keeps that of the last step. */
const SHORTEST = 1e-9;

/**
 * Distance of the two points of the joint in `frame`:  ℓ = |d|, u = d / ℓ,
 *
 *   dℓ/dt = u · (v_B + ω_B × r_B − v_A − ω_A × r_A)
 *
 * The joint remembers u in memory[1 … 3] for the case that the points meet. Source: [Gribel2009] (17)–(18). Writes:
 * coordinate.
 */
export function lengthCoordinate(i: number, out: JointFields): void {
  const { memory, coordinate, frame } = out;
  const g = AT.gap;
  const length = Math.sqrt(frame[g] * frame[g] + frame[g + 1] * frame[g + 1] + frame[g + 2] * frame[g + 2]);
  if (length > SHORTEST) {
    for (let k = 0; k < 3; k++) coordinate[10 + k] = frame[g + k] / length;
  } else {
    const m = MEMORY * i + 1;
    const square = memory[m] * memory[m] + memory[m + 1] * memory[m + 1] + memory[m + 2] * memory[m + 2];
    const known = Math.abs(square - 1) < 1e-6;
    for (let k = 0; k < 3; k++) coordinate[10 + k] = known ? memory[m + k] : frame[AT.axesA + k];
  }
  coordinate[0] = length;
  for (let k = 0; k < 3; k++) coordinate[4 + k] = -coordinate[10 + k];
  armTorque(coordinate, 1, frame, AT.armA);
  armTorque(coordinate, 7, frame, AT.armB);
}

/**
 * J[o … o + 2] ← r × f for the arm r in `frame` and f = J[o + 3 … o + 5]: the angular half of the derivative of f · (p
 * + r).
 */
export function armTorque(J: Float64Array, o: number, frame: Float64Array, arm: number): void {
  const rx = frame[arm];
  const ry = frame[arm + 1];
  const rz = frame[arm + 2];
  const x = J[o + 3];
  const y = J[o + 4];
  const z = J[o + 5];
  J[o] = ry * z - rz * y;
  J[o + 1] = rz * x - rx * z;
  J[o + 2] = rx * y - ry * x;
}

/** Keeps the direction of the line that `lengthCoordinate` left in `coordinate`. Writes: memory. */
export function rememberDirection(i: number, out: JointFields): void {
  for (let k = 0; k < 3; k++) out.memory[MEMORY * i + 1 + k] = out.coordinate[10 + k];
}

/** Distance of the joint's points in the scene's placement, m. */
export function placedLength(table: JointTable, i: number, context: JointPlacement): number {
  return norm(sub(placedPoint(table, i, context, 1), placedPoint(table, i, context, 0)));
}

/** World position of the joint's point on A (side 0) or B (side 1) in the scene's placement. */
export function placedPoint(table: JointTable, i: number, context: JointPlacement, side: 0 | 1) {
  const body = (side === 0 ? table.bodyA : table.bodyB)[i];
  const point = (side === 0 ? table.pointA : table.pointB).subarray(3 * i, 3 * i + 3);
  const q = context.bodyQuat.subarray(4 * body, 4 * body + 4);
  return add(context.bodyPos.subarray(3 * body, 3 * body + 3), quatRotate(q, point));
}
