import type { Data } from "../../data/data.js";
import { addJointLoad } from "../../joints/system.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../../model/model.js";
import { type DirectSystem, VALUE, VALUE_SIZE } from "./direct-system.js";
import { DRIFTED, DRIFTED_SIZE } from "./drift.js";
import { impulseFields } from "./fields.js";

/**
 * What sensors read of joints: the impulses of both halves of every sub-step, each along the rows of the pose at which
 * it acted.
 */
export interface JointShares {
  /** Rows as they were in the first half of the sub-step. */
  readonly jacobian: Float64Array;
  /** Efforts of the first and of the second half, times their part of the step, N or N m. */
  readonly early: Float64Array;
  readonly late: Float64Array;
}

/** Makes room. */
export function createJointShares(model: Model): JointShares {
  const { rows } = model.systems.joints;
  return { jacobian: new Float64Array(12 * rows), early: new Float64Array(rows), late: new Float64Array(rows) };
}

/** Keeps the rows of the first half, before bodies drift on. Reads: rowJacobian. */
export function keepRows(data: Data, shares: JointShares): void {
  if (shares.early.length > 0) shares.jacobian.set(data.items.joints.rowJacobian);
}

/** At the end of the first half: what rows did in it that their impulses do not say. Writes: early. */
export function keepLost(direct: DirectSystem, shares: JointShares): void {
  shares.early.fill(0);
  for (let r = 0; r < direct.jointRows; r++) shares.early[r] = direct.lost[r];
}

/** At the end of a sub-step: adds what the joints did in it. Reads: impulses of the rows. Writes: jointLoad. */
export function measureJoints(model: Model, data: Data, direct: DirectSystem, shares: JointShares): void {
  const { joints } = model;
  if (joints.count === 0) return;
  const { early, late, jacobian } = shares;
  const { timestep } = model.options;
  const { trees, value, half } = direct;
  for (let r = 0; r < direct.jointRows; r++) {
    early[r] = (early[r] + half[r]) / timestep;
    late[r] = (direct.lost[r] + value[VALUE_SIZE * r + VALUE.impulse] - half[r]) / timestep;
  }
  const { rowStart } = model.systems.joints;
  for (let k = 0; k < trees.joints; k++) {
    const to = rowStart[trees.joint[k]] - trees.first[k];
    for (let row = trees.first[k]; row < trees.first[k + 1]; row++) {
      early[to + row] = trees.half[row] / timestep;
      late[to + row] = (trees.impulse[row] - trees.half[row]) / timestep;
    }
  }
  const { drifted } = impulseFields(data);
  for (let i = 0; i < joints.count; i++) {
    const b = joints.bodyB[i];
    const drifts = model.bodyType[b] !== BODY_TYPE.static && data.bodyState[b] === BODY_STATE.active;
    if (drifts) addJointLoad(model, data, i, early, jacobian, drifted, DRIFTED_SIZE * b + DRIFTED.quat);
    else addJointLoad(model, data, i, early, jacobian, data.bodyQuat, 4 * b);
    addJointLoad(model, data, i, late, data.items.joints.rowJacobian, data.bodyQuat, 4 * b);
  }
}
