import { show } from "../../model/errors.js";
import { separationOf as ofPair } from "../narrow/pair-table.js";
import type { Collider, Separation } from "../narrow/types.js";

/**
 * Signed separation of two shapes, m, with nearest points and normal, into `out` (`createSeparation`). Poses are seven
 * numbers from `ao` and `bo` on: position in m, quaternion [x, y, z, w]. Returns false for a pair without routines, as
 * two planes, and leaves `out` unchanged.
 */
export function separationOf(
  a: Collider,
  poseA: Float64Array,
  ao: number,
  b: Collider,
  poseB: Float64Array,
  bo: number,
  out: Separation,
): boolean {
  for (const collider of [a, b])
    if (typeof collider?.kind !== "number")
      throw new RangeError(`separationOf: expected a shape that createCollider has made, got ${show(collider)}`);
  checkPose(poseA, ao);
  checkPose(poseB, bo);
  if (!(out?.values instanceof Float64Array))
    throw new RangeError(`separationOf: expected what createSeparation() returns, got ${show(out)}`);
  return ofPair(a, poseA, ao, b, poseB, bo, out);
}

function checkPose(pose: Float64Array, o: number): void {
  if (!(pose instanceof Float64Array) || !(o >= 0 && o + 7 <= pose.length))
    throw new RangeError(`separationOf: expected seven numbers of a pose from ${show(o)} on, got ${show(pose)}`);
}
