/**
 * What acts over a step where contact is a force, for sensors: every evaluation that moves the bodies counts for the
 * time that the integrator gives it, so that
 *
 *   m Δv = h (applied force + contacts),   ΔL = h (applied torque + contacts)
 *
 * holds for the sums, in parts of a step too. Applied forces are means over the step, N; contacts are impulses, N s,
 * in the table of `collision/loads.ts`.
 */
import { collisionFields } from "../collision/contact-tables.js";
import { LOAD_SIZE, type LoadTable, startLoads } from "../collision/loads.js";
import type { Data } from "../data/data.js";
import type { Model } from "../model/model.js";
import { activeModels } from "./contact-model.js";

/** A step begins: nothing has acted yet. Writes: loads, bodyApplied. */
export function startStepLoads(model: Model, data: Data): void {
  startLoads(model, data);
  data.bodyApplied.fill(0);
  data.systems.contactStep.measured = 0;
}

/** Adds what acted in the last evaluation for a time, s. Reads: bodyGiven, contacts. Writes: loads, bodyApplied. */
export function addStepLoads(model: Model, data: Data, time: number): void {
  data.systems.contactStep.measured += time;
  addApplied(model, data, data.bodyGiven, time);
  addContactLoads(model, data, time, collisionFields(data));
}

/** Adds forces on bodies, 6 numbers each, that acted for a time, s. Writes: bodyApplied. */
export function addApplied({ options }: Model, { bodyApplied }: Data, given: Float64Array, time: number): void {
  const share = time / options.timestep;
  for (let i = 0; i < bodyApplied.length; i++) bodyApplied[i] += share * given[i];
}

/** Adds the contacts of the last evaluation for a time, s, to a table. Writes: table. */
export function addContactLoads(model: Model, data: Data, time: number, table: LoadTable): void {
  const models = activeModels(model);
  for (let k = 0; k < models.length; k++) models[k].addLoads?.(model, data, time, table);
}

/** A copy of what has acted so far, to go back to when a part of a step is done again. */
export interface LoadsCopy extends LoadTable {
  readonly applied: Float64Array;
}

/** Makes room. */
export function createLoadsCopy(data: Data): LoadsCopy {
  const { loads, loadKey, loadWrench, loadNow } = collisionFields(data);
  return {
    loads: loads.slice(),
    loadKey: loadKey.slice(),
    loadWrench: loadWrench.slice(),
    loadNow: loadNow.slice(),
    applied: data.bodyApplied.slice(),
  };
}

/** The copy of parts of a step, made when it is first needed. */
export function partLoads(data: Data): LoadsCopy {
  const step = data.systems.contactStep;
  step.before ??= createLoadsCopy(data);
  return step.before;
}

/** A part of a step begins. Writes: copy. */
export function keepStepLoads(data: Data, copy: LoadsCopy): void {
  copyLoads(collisionFields(data), copy);
  copy.applied.set(data.bodyApplied);
}

/** It begins again. Writes: loads, bodyApplied. */
export function dropStepLoads(data: Data, copy: LoadsCopy): void {
  copyLoads(copy, collisionFields(data));
  data.bodyApplied.set(copy.applied);
}

/** The rows of one table to another. */
export function copyLoads(from: LoadTable, to: LoadTable): void {
  const rows = from.loads[0];
  to.loads[0] = rows;
  for (let k = 0; k < 2 * rows; k++) to.loadKey[k] = from.loadKey[k];
  for (let k = 0; k < LOAD_SIZE * rows; k++) to.loadWrench[k] = from.loadWrench[k];
  for (let k = 0; k < rows; k++) to.loadNow[k] = from.loadNow[k];
}
