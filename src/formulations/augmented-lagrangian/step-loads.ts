/**
 * What acts over a step, for sensors: applied forces, contacts, and the rows of joints whose effort is known (springs,
 * given efforts, friction that slides). Newmark's family moves a part of length s by its forces at both ends,
 *
 *   m Δv = s {(1 − γ) F₀ + γ F}
 *
 * an explicit method by those of its stages. F₀ is what acted when the part before ended. HHT and generalized-α weigh
 * forces of earlier steps, too; there the sum holds to the second order of the step.
 */
import { collisionFields } from "../../collision/contact-tables.js";
import { addLoads, type LoadTable } from "../../collision/loads.js";
import {
  addApplied,
  addContactLoads,
  copyLoads,
  createLoadsCopy,
  dropStepLoads,
  keepStepLoads,
  type LoadsCopy,
} from "../../contact/step-loads.js";
import type { Data } from "../../data/data.js";
import { addJointLoad } from "../../joints/system.js";
import type { Model } from "../../model/model.js";
import { lagrangianFields } from "./fields.js";
import { isKnown } from "./known-rows.js";
import type { LagrangianState } from "./state.js";

/** What had acted when a part of a step began: to go back to when it is done again. */
export interface PartLoads {
  /** Loads and applied forces of the step; made when first needed. */
  step: LoadsCopy | null;
  end: LoadsCopy | null;
  readonly copies: Float64Array[];
}

/** Makes room. */
export function createPartLoads(): PartLoads {
  return { step: null, end: null, copies: [] };
}

/** A step begins. Writes: jointLoad, meanEffort. */
export function startJointMeans(data: Data): void {
  data.items.joints.jointLoad.fill(0);
  lagrangianFields(data).meanEffort.fill(0);
}

/** The end of a part as a table of loads. */
function tableOf(data: Data, state: LagrangianState): LoadTable {
  state.endTable ??= endTable(data);
  return state.endTable;
}

function endTable(data: Data): LoadTable {
  const { endLoads, endKey, endWrench, endNow } = lagrangianFields(data);
  return { loads: endLoads, loadKey: endKey, loadWrench: endWrench, loadNow: endNow };
}

/** What acts in the last evaluation is what acts at the end. Reads: bodyGiven, contacts, joint rows. Writes: end…. */
export function noteEnd(model: Model, data: Data, state: LagrangianState): void {
  const { endApplied, endEffort, endJoint } = lagrangianFields(data);
  endApplied.set(data.bodyGiven);
  if (model.contactModels.length > 0) {
    const table = tableOf(data, state);
    table.loads[0] = 0;
    addContactLoads(model, data, 1, table);
  }
  const { soft } = state;
  if (soft.joints.length === 0) return;
  const { rowStart } = model.systems.joints;
  const { rowJacobian, rowMean } = data.items.joints;
  endEffort.fill(0);
  endJoint.fill(0);
  for (let k = 0; k < soft.joints.length; k++) {
    const i = soft.joints[k];
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) if (isKnown(data, soft, r)) endEffort[r] = rowMean[r];
    addJointLoad(model, data, i, endEffort, rowJacobian, data.bodyQuat, 4 * model.joints.bodyB[i], endJoint);
  }
}

/** Adds what acts at the end for a time, s. Writes: loads, bodyApplied, jointLoad, meanEffort. */
export function addEnd(model: Model, data: Data, state: LagrangianState, time: number): void {
  const { endApplied, endEffort, endJoint, meanEffort } = lagrangianFields(data);
  addApplied(model, data, endApplied, time);
  if (model.contactModels.length > 0) addLoads(data, tableOf(data, state), time, collisionFields(data));
  if (state.soft.joints.length === 0) return;
  const share = time / model.options.timestep;
  const { jointLoad } = data.items.joints;
  for (let k = 0; k < jointLoad.length; k++) jointLoad[k] += share * endJoint[k];
  for (let r = 0; r < meanEffort.length; r++) meanEffort[r] += share * endEffort[r];
}

/** A part of length `state.timestep` by Newmark's family has ended. Writes: as above. */
export function measurePart(model: Model, data: Data, state: LagrangianState): void {
  const { gamma } = state.settings.step;
  addEnd(model, data, state, (1 - gamma) * state.timestep);
  noteEnd(model, data, state);
  addEnd(model, data, state, gamma * state.timestep);
}

/** A part begins. Writes: copy. */
export function keepPart(data: Data, state: LagrangianState, copy: PartLoads): void {
  copy.step ??= createLoadsCopy(data);
  keepStepLoads(data, copy.step);
  copy.end ??= createLoadsCopy(data);
  copyLoads(tableOf(data, state), copy.end);
  const arrays = measuredArrays(data, state);
  for (let k = 0; k < arrays.length; k++) {
    if (copy.copies.length === k) copy.copies.push(arrays[k].slice());
    else copy.copies[k].set(arrays[k]);
  }
}

/** It begins again. Writes: loads, bodyApplied, end…. */
export function dropPart(data: Data, state: LagrangianState, copy: PartLoads): void {
  if (copy.step === null || copy.end === null) return;
  dropStepLoads(data, copy.step);
  copyLoads(copy.end, tableOf(data, state));
  const arrays = measuredArrays(data, state);
  for (let k = 0; k < arrays.length; k++) arrays[k].set(copy.copies[k]);
}

function measuredArrays(data: Data, state: LagrangianState): readonly Float64Array[] {
  state.measured ??= arraysOf(data);
  return state.measured;
}

function arraysOf(data: Data): readonly Float64Array[] {
  const { endApplied, endEffort, endJoint, meanEffort } = lagrangianFields(data);
  return [endApplied, endEffort, endJoint, meanEffort, data.items.joints.jointLoad];
}
