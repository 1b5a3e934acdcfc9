import { collisionFields } from "../../collision/contact-tables.js";
import { LOAD, LOAD_SIZE } from "../../collision/loads.js";
import type { Data } from "../../data/data.js";
import { BODY_BEFORE_SIZE, COUNTER } from "../../data/fields.js";
import { measureLoads } from "../../data/measure-loads.js";
import { addJointLoad, JOINT_LOAD, JOINT_LOAD_SIZE, ROW, writeJointRows } from "../../joints/system.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { lagrangianFields } from "./fields.js";
import { isKnown } from "./known-rows.js";
import { type Reactions, solveEfforts } from "./reactions.js";
import type { LagrangianState } from "./state.js";

/**
 * Reactions of joints over the last step, all its parts and impacts included: what is left of the change of momentum of
 * every body,
 *
 *   Σ Jᵀ x = w,   w = [ΔL; m Δv]/h − applied − contacts − joints with known efforts
 *
 * with the rows J of the pose in the middle of the step, which makes the direction of x right to the second order. See
 * `reactions.ts`. Reads: body state, bodyBefore, bodyApplied, loads. Writes: bodyLoad, jointLoad, rowMean, rowEffort,
 * rows of joints.
 */
export function findMeanReactions(model: Model, data: Data, state: LagrangianState, reactions: Reactions): void {
  const { soft } = state;
  const { wrench, effort, rows, unknown } = reactions;
  const { meanEffort } = lagrangianFields(data);
  const { rowKind, rowMean } = data.items.joints;
  measureLoads(model, data);
  writeRest(model, data, wrench);
  goToMiddle(data, reactions);
  writeJointRows(model, data);
  solveEfforts(model, data, reactions, soft);
  // rows that are solved for, alone
  const { solved } = reactions;
  solved.fill(0);
  for (let k = 0; k < rows.length; k++) if (unknown[k] === 1) solved[rows[k]] = effort[k];
  for (let i = 0; i < model.joints.count; i++)
    addJointLoad(model, data, i, solved, data.items.joints.rowJacobian, data.bodyQuat, 4 * model.joints.bodyB[i]);
  data.bodyPos.set(reactions.pos);
  data.bodyQuat.set(reactions.quat);
  writeJointRows(model, data);
  for (let r = 0; r < rowKind.length; r++) {
    if (rowKind[r] === ROW.off) rowMean[r] = 0;
    else if (isKnown(data, soft, r)) rowMean[r] = meanEffort[r];
  }
}

/** w of every body that moves. Writes: wrench. */
function writeRest(model: Model, data: Data, wrench: Float64Array): void {
  const { bodyApplied, bodyLoad } = data;
  for (let k = 0; k < wrench.length; k++) wrench[k] = bodyLoad[k] - bodyApplied[k];
  const { loads, loadKey, loadWrench } = collisionFields(data);
  const { timestep: h } = model.options;
  for (let row = 0; row < loads[0]; row++) {
    const o = LOAD_SIZE * row;
    for (let side = 0; side < 2; side++) {
      const b = 6 * model.systems.collision.body[loadKey[2 * row + side]];
      const turn = o + (side === 0 ? LOAD.turnA : LOAD.turnB);
      for (let c = 0; c < 3; c++) {
        wrench[b + c] -= loadWrench[turn + c] / h;
        wrench[b + 3 + c] -= ((side === 0 ? -1 : 1) * loadWrench[o + LOAD.impulse + c]) / h;
      }
    }
  }
  const { joints } = model;
  const { jointLoad } = data.items.joints;
  for (let i = 0; i < joints.count; i++) {
    for (let c = 0; c < 6; c++) {
      wrench[6 * joints.bodyA[i] + c] -= jointLoad[JOINT_LOAD_SIZE * i + JOINT_LOAD.onA + c];
      wrench[6 * joints.bodyB[i] + c] -= jointLoad[JOINT_LOAD_SIZE * i + JOINT_LOAD.onB + c];
    }
  }
  for (let b = 0; b < model.nb; b++) if (model.bodyType[b] !== BODY_TYPE.dynamic) wrench.fill(0, 6 * b, 6 * b + 6);
}

/** Moves the bodies to the middle of the step, and keeps where they were. Reads: bodyBefore. Writes: body poses. */
function goToMiddle(data: Data, { pos, quat }: Reactions): void {
  const { bodyActive, bodyBefore, bodyPos, bodyQuat } = data;
  pos.set(bodyPos);
  quat.set(bodyQuat);
  for (let k = 0; k < data.counter[COUNTER.active]; k++) {
    const b = bodyActive[k];
    const before = BODY_BEFORE_SIZE * b;
    for (let c = 0; c < 3; c++) bodyPos[3 * b + c] = 0.5 * (bodyPos[3 * b + c] + bodyBefore[before + c]);
    let cosine = 0;
    for (let c = 0; c < 4; c++) cosine += bodyQuat[4 * b + c] * bodyBefore[before + 3 + c];
    const sign = cosine < 0 ? -1 : 1;
    let square = 0;
    for (let c = 0; c < 4; c++) {
      const x = bodyQuat[4 * b + c] + sign * bodyBefore[before + 3 + c];
      bodyQuat[4 * b + c] = x;
      square += x * x;
    }
    const scale = 1 / Math.sqrt(square);
    for (let c = 0; c < 4; c++) bodyQuat[4 * b + c] *= scale;
  }
}
