import type { Data, Hooks, UserFunction } from "../data/data.js";
import { show, unknownWord } from "../model/errors.js";
import type { Model } from "../model/model.js";

/**
 * Stages that run once per step: `begin` before anything, `control` after the controllers, `end` after sensors and
 * events. `forces` runs at every evaluation of forces — each stage of an integrator, each Newton iteration — and may
 * add to `data.bodyForce`.
 */
export type HookStage = keyof Hooks;

/** Adds a user function to the steps of `data`; returns a function that removes it. */
export function addHook(data: Data, stage: HookStage, run: UserFunction): () => void {
  if (!Object.hasOwn(data.hooks, stage))
    throw new RangeError(unknownWord("stage", String(stage), Object.keys(data.hooks)));
  if (typeof run !== "function") throw new TypeError(`addHook: expected a function, got ${show(run)}`);
  const list = data.hooks[stage];
  list.push(run);
  return () => {
    const at = list.indexOf(run);
    if (at >= 0) list.splice(at, 1);
  };
}

/** Runs the functions of a stage in the order in which they were added. */
export function runHooks(model: Model, data: Data, stage: HookStage): void {
  const list = data.hooks[stage];
  for (let k = 0; k < list.length; k++) list[k](model, data);
}
