import type { Data } from "../../data/data.js";
import { ROW } from "../../joints/system.js";
import type { Model } from "../../model/model.js";
import { impulseFields, STATISTIC } from "./fields.js";
import { inverseMass, measureInverseMass, measureSpeed, push, pushRow, rowSpeed } from "./joint-row.js";
import type { ImpulseSettings } from "./settings.js";

/** Values of a joint row in `ImpulseState.rowWork`: 1/(K + γ), d, γ, impulse and its bounds (N s or N m s). */
export const WORK = { mass: 0, aim: 1, softness: 2, impulse: 3, lower: 4, upper: 5 } as const;
export const WORK_SIZE = 6;

/**
 * Prepares joint rows for sweeps, one by one, over a step h with fixed feedback of the error (ERP):
 *
 *   lock     d = (ERP/h) C
 *   limit    d = C/h while open, so that it just closes; (ERP/h) C, at most the push speed, when violated;  λ ≥ 0
 *   drive    d = −speed,  h × least effort ≤ λ ≤ h × largest
 *   spring   γ = 1/(h (c + h k)),  d = k C / (c + h k): stable at any stiffness
 *
 * See [Gribel2009] (17)–(23), (36). With warm start the efforts of the previous step are applied. Reads: joint rows.
 * Writes: work, bodyVel.
 */
export function prepareJointSweeps(
  model: Model,
  data: Data,
  settings: ImpulseSettings,
  work: Float64Array,
  h: number,
): void {
  const f = impulseFields(data);
  const joints = data.items.joints;
  const { rows } = model.systems.joints;
  const rate = settings.jointErrorReduction / h;
  for (let r = 0; r < rows; r++) {
    const o = WORK_SIZE * r;
    const kind = joints.rowKind[r];
    const error = joints.rowError[r];
    work[o + WORK.impulse] = 0;
    work[o + WORK.mass] = 0;
    if (kind === ROW.off) continue;
    let aim = -joints.rowSpeed[r];
    let softness = 0;
    work[o + WORK.lower] = h * joints.rowBounds[2 * r];
    work[o + WORK.upper] = h * joints.rowBounds[2 * r + 1];
    if (kind === ROW.lock) aim += rate * error;
    else if (kind === ROW.limit) aim += error > 0 ? error / h : Math.max(rate * error, -settings.pushSpeed);
    else if (kind === ROW.spring) {
      const stiffness = joints.rowSpring[2 * r];
      const resistance = joints.rowSpring[2 * r + 1] + h * stiffness;
      if (resistance === 0) continue;
      softness = 1 / (h * resistance);
      aim = (stiffness * error) / resistance;
    }
    measureInverseMass(f, joints, r);
    const k = inverseMass[0];
    // a row that no impulse can move is skipped
    if (!(k > 0)) continue;
    work[o + WORK.aim] = aim;
    work[o + WORK.softness] = softness;
    work[o + WORK.mass] = 1 / (k + softness);
    if (settings.warm === 0 || kind === ROW.spring) continue;
    const start = h * joints.rowEffort[r];
    work[o + WORK.impulse] =
      start > work[o + WORK.upper] ? work[o + WORK.upper] : Math.max(start, work[o + WORK.lower]);
    push[0] = work[o + WORK.impulse];
    pushRow(data.bodyVel, f, joints, r);
  }
}

/**
 * One sweep over the joint rows: Δλ = −(J v + d + γ λ)/(K + γ), with the sum clipped to its bounds. Bounds of efforts
 * always apply to the sum: if each change were clipped by itself, a motor could apply its largest torque once per
 * sweep. Writes: bodyVel, impulses, residual.
 */
export function sweepJoints(model: Model, data: Data, work: Float64Array): void {
  const f = impulseFields(data);
  const joints = data.items.joints;
  const { rows } = model.systems.joints;
  const { bodyVel: v } = data;
  for (let r = 0; r < rows; r++) {
    const o = WORK_SIZE * r;
    const mass = work[o + WORK.mass];
    if (mass === 0) continue;
    const old = work[o + WORK.impulse];
    measureSpeed(v, joints, r);
    const wanted = old - mass * (rowSpeed[0] + work[o + WORK.aim] + work[o + WORK.softness] * old);
    const lower = work[o + WORK.lower];
    const upper = work[o + WORK.upper];
    const impulse = wanted > upper ? upper : wanted < lower ? lower : wanted;
    push[0] = impulse - old;
    if (push[0] === 0) continue;
    work[o + WORK.impulse] = impulse;
    const change = Math.abs(push[0]) / mass;
    if (change > f.statistics[STATISTIC.residual]) f.statistics[STATISTIC.residual] = change;
    pushRow(v, f, joints, r);
  }
}

/** Stores the efforts of the step, for its sensors and for the next warm start. Writes: rowEffort, rowMean. */
export function keepJointImpulses(model: Model, data: Data, work: Float64Array, h: number): void {
  const joints = data.items.joints;
  const { rows } = model.systems.joints;
  for (let r = 0; r < rows; r++) {
    const effort = work[WORK_SIZE * r + WORK.impulse] / h;
    joints.rowEffort[r] = effort;
    joints.rowMean[r] = effort;
  }
}
