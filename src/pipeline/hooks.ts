import type { Data } from "../data/data.js";
import type { Model } from "../model/model.js";

/** A function of the user that runs at a named stage. It may write inputs; it must not keep views across a recompile. */
export type UserFunction = (model: Model, data: Data) => void;

/**
 * Stages that run once per step: `begin` before anything, `control` after the controllers, `end` after sensors and events.
 * `forces` runs at every evaluation of forces — each stage of an integrator, each Newton iteration — and may add to `data.bodyForce`.
 */
export type HookStage = "begin" | "control" | "forces" | "end";

/** Adds a user function; returns a function that takes it out again. */
export function addHook(model: Model, stage: HookStage, run: UserFunction): () => void {
  const list = model.hooks[stage] as UserFunction[];
  list.push(run);
  return () => {
    const at = list.indexOf(run);
    if (at >= 0) list.splice(at, 1);
  };
}

/** Runs the functions of a stage in the order in which they were added. */
export function runHooks(model: Model, data: Data, stage: HookStage): void {
  const list = model.hooks[stage] as UserFunction[];
  for (let k = 0; k < list.length; k++) list[k](model, data);
}
