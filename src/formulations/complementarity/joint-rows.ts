import type { Data } from "../../data/data.js";
import { type JointFields, ROW, writeJointRows } from "../../joints/system.js";
import type { Model } from "../../model/model.js";
import { ROW as KIND } from "../../solvers/complementarity/problem.js";
import type { ComplementarityState } from "./complementarity-state.js";
import { addEntry, openRow } from "./rows.js";

/**
 * Rows of the joints, first of all: locks are free rows (2.28), limits are like contacts, drives and springs keep
 * within their efforts. A spring acts with where it will be at the end of the step: z = −h (k (C + h J ν) + d J ν).
 * Reads: body state. Writes: joint rows, rows.
 */
export function addJointRows(model: Model, data: Data, state: ComplementarityState): void {
  if (model.joints.count === 0) return;
  writeJointRows(model, data);
  const { rows: count } = model.systems.joints;
  const joints = data.items.joints;
  const { rows, settings } = state;
  const h = model.options.timestep;
  for (let j = 0; j < count; j++) {
    const kind = joints.rowKind[j];
    if (kind === ROW.off) continue;
    const type = kind === ROW.lock ? KIND.free : kind === ROW.limit ? KIND.complementary : KIND.box;
    const r = openRow(rows, type, joints.rowBody[2 * j], joints.rowBody[2 * j + 1]);
    rows.source[r] = -2 - j;
    for (let c = 0; c < 12; c++) rows.left[12 * r + c] = rows.right[12 * r + c] = joints.rowJacobian[12 * j + c];
    if (kind === ROW.lock) {
      if (settings.joints === "position") rows.constant[r] = joints.rowError[j] / h;
      else if (settings.joints === "velocity") rows.constant[r] = rowSpeed(data, joints, j) - 2 * joints.rowSpeed[j];
    } else if (kind === ROW.limit) rows.constant[r] = joints.rowError[j] / h;
    else {
      rows.lower[r] = h * joints.rowBounds[2 * j];
      rows.upper[r] = h * joints.rowBounds[2 * j + 1];
      if (kind === ROW.drive) rows.constant[r] = -joints.rowSpeed[j];
      else {
        const give = h * joints.rowSpring[2 * j] + joints.rowSpring[2 * j + 1];
        if (!(give > 0)) {
          rows.lower[r] = rows.upper[r] = 0;
          continue;
        }
        addEntry(rows, r, r, 1 / (h * give));
        rows.constant[r] = (joints.rowSpring[2 * j] * joints.rowError[j]) / give;
      }
    }
  }
}

function rowSpeed(data: Data, joints: JointFields, j: number): number {
  const a = 6 * joints.rowBody[2 * j];
  const b = 6 * joints.rowBody[2 * j + 1];
  let speed = 0;
  for (let c = 0; c < 6; c++)
    speed +=
      joints.rowJacobian[12 * j + c] * data.bodyVel[a + c] + joints.rowJacobian[12 * j + 6 + c] * data.bodyVel[b + c];
  return speed;
}
