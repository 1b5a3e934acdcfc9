/**
 * What acts over a step, for sensors: applied forces, contacts, and the rows of joints whose effort is known (springs,
 * given efforts, friction that slides). Newmark's family moves a part of length s by its forces at both ends,
 *
 *   m Δv = s {(1 − γ) F₀ + γ F}
 *
 * an explicit method by those of its stages. F₀ is what acted when the part before ended. HHT and generalized-α weigh
 * forces of earlier steps, too: m Δv = s {(1 − γ) G₀ + γ G} with G = m a, see `measureWeighted`.
 */
import { collisionFields } from "../../collision/contact-tables.js";
import { addLoads, LOAD_SIZE, type LoadTable } from "../../collision/loads.js";
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
  held: LoadsCopy | null;
  readonly copies: Float64Array[];
}

/** Makes room. */
export function createPartLoads(): PartLoads {
  return { step: null, end: null, held: null, copies: [] };
}

/** A step begins. Writes: jointLoad, meanEffort. */
export function startJointMeans(data: Data): void {
  data.items.joints.jointLoad.fill(0);
  lagrangianFields(data).meanEffort.fill(0);
}

/** What acts at the end of a part, and what accelerations have of it, as tables of loads. */
function tableOf(data: Data, state: LagrangianState): LoadTable {
  state.endTable ??= endTable(data);
  return state.endTable;
}

function heldTableOf(data: Data, state: LagrangianState): LoadTable {
  state.heldTable ??= heldTable(data);
  return state.heldTable;
}

function endTable(data: Data): LoadTable {
  const { endLoads, endKey, endWrench, endNow } = lagrangianFields(data);
  return { loads: endLoads, loadKey: endKey, loadWrench: endWrench, loadNow: endNow };
}

function heldTable(data: Data): LoadTable {
  const { heldLoads, heldKey, heldWrench, heldNow } = lagrangianFields(data);
  return { loads: heldLoads, loadKey: heldKey, loadWrench: heldWrench, loadNow: heldNow };
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
  const { endApplied, endEffort, endJoint } = lagrangianFields(data);
  addActing(model, data, state, endApplied, tableOf(data, state), endJoint, endEffort, time);
}

/** Adds what accelerations have of forces for a time, s. Writes: as above. */
function addHeld(model: Model, data: Data, state: LagrangianState, time: number): void {
  const { heldApplied, heldEffort, heldJoint } = lagrangianFields(data);
  addActing(model, data, state, heldApplied, heldTableOf(data, state), heldJoint, heldEffort, time);
}

function addActing(
  model: Model,
  data: Data,
  state: LagrangianState,
  applied: Float64Array,
  table: LoadTable,
  joint: Float64Array,
  effort: Float64Array,
  time: number,
): void {
  addApplied(model, data, applied, time);
  if (model.contactModels.length > 0) addLoads(data, table, time, collisionFields(data));
  if (state.soft.joints.length === 0) return;
  const share = time / model.options.timestep;
  const { jointLoad } = data.items.joints;
  const { meanEffort } = lagrangianFields(data);
  for (let k = 0; k < jointLoad.length; k++) jointLoad[k] += share * joint[k];
  for (let r = 0; r < meanEffort.length; r++) meanEffort[r] += share * effort[r];
}

/** A part of length `state.timestep` by Newmark's family has ended. Writes: as above. */
export function measurePart(model: Model, data: Data, state: LagrangianState): void {
  const { gamma, deltaM, deltaF } = state.settings.step;
  if (deltaM !== 0 || deltaF !== 0) {
    measureWeighted(model, data, state);
    return;
  }
  addEnd(model, data, state, (1 - gamma) * state.timestep);
  noteEnd(model, data, state);
  addEnd(model, data, state, gamma * state.timestep);
}

/** A row of a table below this is none, N. */
const NOTHING = 1e-12;

/**
 * The same by HHT and generalized-α. Accelerations follow from forces at both ends of the part and from those at its
 * start, (1 − δ_m) M a + δ_m M a₀ = (1 − δ_f) F + δ_f F₀, so every share G of M a has the recursion
 *
 *   G = {(1 − δ_f) F + δ_f F₀ − δ_m G₀}/(1 − δ_m),   m Δv = s {(1 − γ) G₀ + γ G}
 *
 * [Luaces2013] (2.43)–(2.52). Writes: held…, and as above.
 */
function measureWeighted(model: Model, data: Data, state: LagrangianState): void {
  const { gamma, deltaM, deltaF } = state.settings.step;
  addHeld(model, data, state, (1 - gamma) * state.timestep);
  scaleHeld(data, state, -deltaM / (1 - deltaM));
  holdEnd(model, data, state, deltaF / (1 - deltaM));
  noteEnd(model, data, state);
  holdEnd(model, data, state, (1 - deltaF) / (1 - deltaM));
  addHeld(model, data, state, gamma * state.timestep);
}

/** A state that comes from elsewhere starts with M a = F. Writes: held…. */
export function startHeld(model: Model, data: Data, state: LagrangianState): void {
  scaleHeld(data, state, 0);
  holdEnd(model, data, state, 1);
}

/** Multiplies what is held; rows of contacts that are long over go. */
function scaleHeld(data: Data, state: LagrangianState, factor: number): void {
  const { heldApplied, heldEffort, heldJoint } = lagrangianFields(data);
  for (let k = 0; k < heldApplied.length; k++) heldApplied[k] *= factor;
  for (let k = 0; k < heldEffort.length; k++) heldEffort[k] *= factor;
  for (let k = 0; k < heldJoint.length; k++) heldJoint[k] *= factor;
  const { loads, loadKey, loadWrench, loadNow } = heldTableOf(data, state);
  let kept = 0;
  for (let row = 0; row < loads[0]; row++) {
    let most = 0;
    for (let k = 0; k < LOAD_SIZE; k++) most = Math.max(most, Math.abs(factor * loadWrench[LOAD_SIZE * row + k]));
    if (!(most > NOTHING)) continue;
    for (let k = 0; k < LOAD_SIZE; k++) loadWrench[LOAD_SIZE * kept + k] = factor * loadWrench[LOAD_SIZE * row + k];
    loadKey[2 * kept] = loadKey[2 * row];
    loadKey[2 * kept + 1] = loadKey[2 * row + 1];
    loadNow[kept] = 1;
    kept++;
  }
  loads[0] = kept;
}

/** Adds `factor` times what acts at the end to what is held. */
function holdEnd(model: Model, data: Data, state: LagrangianState, factor: number): void {
  const { endApplied, endEffort, endJoint, heldApplied, heldEffort, heldJoint } = lagrangianFields(data);
  for (let k = 0; k < heldApplied.length; k++) heldApplied[k] += factor * endApplied[k];
  for (let k = 0; k < heldEffort.length; k++) heldEffort[k] += factor * endEffort[k];
  for (let k = 0; k < heldJoint.length; k++) heldJoint[k] += factor * endJoint[k];
  if (model.contactModels.length > 0) addLoads(data, tableOf(data, state), factor, heldTableOf(data, state));
}

/** A part begins. Writes: copy. */
export function keepPart(data: Data, state: LagrangianState, copy: PartLoads): void {
  copy.step ??= createLoadsCopy(data);
  keepStepLoads(data, copy.step);
  copy.end ??= createLoadsCopy(data);
  copyLoads(tableOf(data, state), copy.end);
  copy.held ??= createLoadsCopy(data);
  copyLoads(heldTableOf(data, state), copy.held);
  const arrays = measuredArrays(data, state);
  for (let k = 0; k < arrays.length; k++) {
    if (copy.copies.length === k) copy.copies.push(arrays[k].slice());
    else copy.copies[k].set(arrays[k]);
  }
}

/** It begins again. Writes: loads, bodyApplied, end…. */
export function dropPart(data: Data, state: LagrangianState, copy: PartLoads): void {
  if (copy.step === null || copy.end === null || copy.held === null) return;
  dropStepLoads(data, copy.step);
  copyLoads(copy.end, tableOf(data, state));
  copyLoads(copy.held, heldTableOf(data, state));
  const arrays = measuredArrays(data, state);
  for (let k = 0; k < arrays.length; k++) arrays[k].set(copy.copies[k]);
}

function measuredArrays(data: Data, state: LagrangianState): readonly Float64Array[] {
  state.measured ??= arraysOf(data);
  return state.measured;
}

function arraysOf(data: Data): readonly Float64Array[] {
  const { endApplied, endEffort, endJoint, meanEffort } = lagrangianFields(data);
  const { heldApplied, heldEffort, heldJoint } = lagrangianFields(data);
  const held = [heldApplied, heldEffort, heldJoint];
  return [endApplied, endEffort, endJoint, meanEffort, data.items.joints.jointLoad, ...held];
}
