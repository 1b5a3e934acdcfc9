import type { Data } from "../../data/data.js";
import { ROW } from "../../joints/system.js";
import type { SoftRows } from "./soft-rows.js";

/**
 * True for rows of joints whose effort is not known: locks, drives that guide rather than push with a given effort, and
 * rows of bounded effort that hold.
 */
export function isUnknown(data: Data, soft: SoftRows, r: number): boolean {
  const { rowKind, rowBounds } = data.items.joints;
  const to = soft.rowOf[r];
  if (to >= 0 && soft.bounded[to] === 1) return soft.holds[to] === 1;
  return rowKind[r] === ROW.lock || (rowKind[r] === ROW.drive && rowBounds[2 * r] !== rowBounds[2 * r + 1]);
}

/** True for rows that take part with an effort that is known: springs, given efforts, friction that slides. */
export function isKnown(data: Data, soft: SoftRows, r: number): boolean {
  return data.items.joints.rowKind[r] !== ROW.off && !isUnknown(data, soft, r);
}
