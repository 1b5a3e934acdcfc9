import type { Data } from "../../data/data.js";
import { addJointLoad, type JointFields, ROW, writeJointRows } from "../../joints/system.js";
import { turnTensorInto } from "../../math/mat3.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import type { ComplementarityState, StepWork } from "./complementarity-state.js";
import { moveBody } from "./motion.js";

/** Rounds over all joints, of positions and of velocities. */
const ROUNDS = 50;

/**
 * After the step, joints are closed by impulses, row by row until all errors and speeds are within the tolerance
 * ([Williams2014], algorithm 1): first positions, which change the velocities by what moves them, then velocities.
 * Contacts are not looked at. What the impulses do counts as force of the joints over the step. Reads and
 * writes: body state, joint rows, rowMean, jointLoad.
 */
export function correctJoints(model: Model, data: Data, state: ComplementarityState): void {
  const { rows } = model.systems.joints;
  const joints = data.items.joints;
  const h = model.options.timestep;
  const most = state.settings.correctionTolerance;
  for (let round = 0; round < ROUNDS; round++) {
    writeJointRows(model, data);
    let worst = 0;
    for (let r = 0; r < rows; r++)
      if (joints.rowKind[r] === ROW.lock) worst = Math.max(worst, Math.abs(joints.rowError[r]));
    if (worst <= most) break;
    for (let r = 0; r < rows; r++) {
      if (joints.rowKind[r] !== ROW.lock) continue;
      writeJointRows(model, data);
      push(model, data, joints, r, -joints.rowError[r] / h, state.work);
      for (let side = 0; side < 2; side++) {
        const body = joints.rowBody[2 * r + side];
        if (model.bodyType[body] === BODY_TYPE.dynamic)
          moveBody(model, data, body, state.settings.linearRotation, state.work.change, 6 * side);
      }
    }
  }
  writeJointRows(model, data);
  for (let round = 0; round < ROUNDS; round++) {
    let worst = 0;
    for (let r = 0; r < rows; r++) {
      if (joints.rowKind[r] !== ROW.lock) continue;
      const a = 6 * joints.rowBody[2 * r];
      const b = 6 * joints.rowBody[2 * r + 1];
      let speed = 0;
      for (let c = 0; c < 6; c++)
        speed +=
          joints.rowJacobian[12 * r + c] * data.bodyVel[a + c] +
          joints.rowJacobian[12 * r + 6 + c] * data.bodyVel[b + c];
      worst = Math.max(worst, Math.abs(speed));
      push(model, data, joints, r, -speed, state.work);
    }
    if (worst <= most) break;
  }
}

const inertia = new Float64Array(12);

/**
 * An impulse along row r that changes its speed by `by`; the change of velocities goes to `work.change`. Writes:
 * bodyVel, rowMean, jointLoad.
 */
function push(model: Model, data: Data, joints: JointFields, r: number, by: number, work: StepWork): void {
  const { change } = work;
  const j = joints.rowJacobian;
  change.fill(0);
  let k = 0;
  for (let side = 0; side < 2; side++) {
    const body = joints.rowBody[2 * r + side];
    if (model.bodyType[body] !== BODY_TYPE.dynamic) continue;
    const o = 12 * r + 6 * side;
    const i = 6 * side;
    turnTensorInto(inertia, i, model.bodyInvInertia, 6 * body, data.bodyQuat, 4 * body);
    change[i] = inertia[i] * j[o] + inertia[i + 3] * j[o + 1] + inertia[i + 4] * j[o + 2];
    change[i + 1] = inertia[i + 3] * j[o] + inertia[i + 1] * j[o + 1] + inertia[i + 5] * j[o + 2];
    change[i + 2] = inertia[i + 4] * j[o] + inertia[i + 5] * j[o + 1] + inertia[i + 2] * j[o + 2];
    for (let c = 0; c < 3; c++) change[i + 3 + c] = model.bodyInvMass[3 * body + c] * j[o + 3 + c];
    for (let c = 0; c < 6; c++) k += j[o + c] * change[i + c];
  }
  if (k === 0) return;
  // what the correction does is part of what the joint did in the step
  const { rowStart } = model.systems.joints;
  let i = 0;
  while (rowStart[i + 1] <= r) i++;
  const { lone } = work;
  lone[r] = by / (k * model.options.timestep);
  joints.rowMean[r] += lone[r];
  addJointLoad(model, data, i, lone, joints.rowJacobian, data.bodyQuat, 4 * joints.rowBody[2 * r + 1]);
  lone[r] = 0;
  for (let c = 0; c < 12; c++) change[c] *= by / k;
  for (let side = 0; side < 2; side++) {
    const body = joints.rowBody[2 * r + side];
    for (let c = 0; c < 6; c++) data.bodyVel[6 * body + c] += change[6 * side + c];
  }
}
