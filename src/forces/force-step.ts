/**
 * The course of a step for forces that have memory, such as oil in a cylinder: a force then depends on the time that
 * has passed since its memory was written.
 *
 *   startForces      a step begins
 *   placeForces      implicit methods: forces are evaluated at the end of the part that follows
 *   commitForces     a part is accepted: memory is written
 *   endForces        the step is over: what was not yet committed is
 */
import type { Data } from "../data/data.js";
import type { Model, SystemKind } from "../model/model.js";
import type { ForceKind } from "./force.js";

declare module "../data/data.js" {
  interface DataSystems {
    /** Only where a force of the scene has memory. */
    readonly forceStep?: ForceStep;
  }
}

/** Nothing here is state. */
export interface ForceStep {
  /** Time from the writing of the memory to the evaluation, s; 0: by the clock, since `since`. */
  elapsed: number;
  /** Time at which the memory was last written, s; infinite between steps, when no time passes. */
  since: number;
  /** How much of the step is committed, s. */
  done: number;
}

/** Time of a step for forces with memory. */
export const forceStepSystem: SystemKind = {
  name: "forceStep",
  prepare: () => ({ setup: null, dims: {} }),
  create: (): ForceStep => ({ elapsed: 0, since: Number.POSITIVE_INFINITY, done: 0 }),
};

/** Time since the memory was written, s. */
export function elapsedForForces({ clock }: Data, { elapsed, since }: ForceStep): number {
  return elapsed > 0 ? elapsed : Math.max(0, clock[0] - since);
}

/** A step begins; forces that have memory look at what was changed since the last one. */
export function startForces(model: Model, data: Data): void {
  const step = data.systems.forceStep;
  if (step === undefined) return;
  step.elapsed = 0;
  step.since = data.clock[0];
  step.done = 0;
  for (let k = 0; k < model.forces.length; k++) {
    const table = model.forces[k];
    (table.kind as ForceKind).start?.(model, data, table);
  }
}

/** Forces are evaluated `span` s after the memory was written, whatever the clock says; 0: by the clock. */
export function placeForces(data: Data, span: number): void {
  const step = data.systems.forceStep;
  if (step !== undefined) step.elapsed = span;
}

/** The bodies have moved for `span` s since the memory was written, and the motion is accepted. */
export function commitForces(model: Model, data: Data, span: number): void {
  const step = data.systems.forceStep;
  if (step === undefined) return;
  step.elapsed = span;
  for (let k = 0; k < model.forces.length; k++) {
    const table = model.forces[k];
    (table.kind as ForceKind).commit?.(model, data, table, span);
  }
  step.elapsed = 0;
  step.done += span;
  step.since += span;
}

/** Part of a step that is round-off. */
const NOTHING = 1e-9;

/** The step is over. */
export function endForces(model: Model, data: Data): void {
  const step = data.systems.forceStep;
  if (step === undefined) return;
  const left = model.options.timestep - step.done;
  if (left > NOTHING * model.options.timestep) commitForces(model, data, left);
  step.elapsed = 0;
  step.since = Number.POSITIVE_INFINITY;
}
