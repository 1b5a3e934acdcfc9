import type { Data } from "../data/data.js";
import { STATUS } from "../data/fields.js";
import { raiseStatus } from "../data/status.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../model/model.js";
import { ROW, writeRowsOfJoint } from "./system.js";

/**
 * A joint is open when a lock, or a limit beyond its end, is off by more than this part of the joint's size, or by this
 * angle, rad. A link of 1 m gapes by 2 cm: this is seen in a picture and changes lengths in the second digit. In the
 * shipped scenes joints stay below 6e-4 of their size, 1.5e-3 in an impact of complementarity, and 3e-3 where a link of
 * the wrecking ball's chain is put back in front of a brick.
 */
export const OPEN = 0.02;

/** Round-off of a position far from the origin, against its distance: some tens of units in the last place. */
const ROUND_OFF = 1e-14;

/**
 * End of a step, in every formulation: status `openJoint` for each joint that does not hold. `isClosed`: tells those
 * that hold for certain, if known. Reads: body state, memory. Writes: joint rows, status.
 */
export function checkJoints(
  model: Model,
  data: Data,
  isClosed?: (model: Model, data: Data, i: number) => boolean,
): void {
  const { joints } = model;
  if (joints.count === 0) return;
  const { rowStart, size } = model.systems.joints;
  const fields = data.items.joints;
  const { rowKind, rowError, rowJacobian: j } = fields;
  const { bodyPos: x } = data;
  for (let i = 0; i < joints.count; i++) {
    if (fields.broken[i] === 1 || !(moves(model, data, joints.bodyA[i]) || moves(model, data, joints.bodyB[i])))
      continue;
    if (isClosed?.(model, data, i) === true) continue;
    writeRowsOfJoint(model, data, i);
    const a = 3 * joints.bodyA[i];
    const b = 3 * joints.bodyB[i];
    // a bound of both bodies' distance from the origin; a function would box it
    const far =
      Math.abs(x[a]) +
      Math.abs(x[a + 1]) +
      Math.abs(x[a + 2]) +
      (Math.abs(x[b]) + Math.abs(x[b + 1]) + Math.abs(x[b + 2]));
    const length = OPEN * size[i] + ROUND_OFF * far;
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
      if (rowKind[r] !== ROW.lock && rowKind[r] !== ROW.limit) continue;
      const off = rowKind[r] === ROW.limit ? Math.max(0, -rowError[r]) : Math.abs(rowError[r]);
      const o = 12 * r;
      let along = 0;
      for (let c = 3; c < 6; c++) along += Math.abs(j[o + c]) + Math.abs(j[o + 6 + c]);
      // written so that what is no number counts as open
      if (along > 0 ? off <= length : off <= OPEN) continue;
      raiseStatus(data, STATUS.openJoint, i);
      break;
    }
  }
}

/** Whether forces move a body in this step. */
function moves(model: Model, data: Data, b: number): boolean {
  return model.bodyType[b] === BODY_TYPE.dynamic && data.bodyState[b] === BODY_STATE.active;
}
