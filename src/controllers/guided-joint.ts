import type { Data } from "../data/data.js";
import { ROW, writeRowsOfJoint } from "../joints/system.js";
import type { Model } from "../model/model.js";
import type { GuideFields } from "./guide-fields.js";

/** The joint whose drive's target, or own input, is the slot; −1: none. */
export function jointOfInput({ joints }: Model, slot: number): number {
  for (let i = 0; i < joints.count; i++) {
    if (joints.driveInput[i] === slot) return i;
    for (let k = joints.inputStart[i]; k < joints.inputStart[i + 1]; k++) if (joints.input[k] === slot) return i;
  }
  return -1;
}

/**
 * Effort along the coordinate of a joint over the last step, by the rows of a formulation of impulses. Writes: effort
 * of guide `to`, rows of the joint.
 */
export function readJointEffort(model: Model, data: Data, joint: number, { effort }: GuideFields, to: number): void {
  effort[to] = 0;
  if (joint < 0) return;
  const { rowStart } = model.systems.joints;
  const { rowKind, rowMean } = data.items.joints;
  writeRowsOfJoint(model, data, joint);
  for (let r = rowStart[joint]; r < rowStart[joint + 1]; r++)
    if (rowKind[r] === ROW.drive || (rowKind[r] === ROW.lock && rowStart[joint + 1] - rowStart[joint] === 1))
      effort[to] += rowMean[r];
}
