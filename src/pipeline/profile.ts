import type { Data, Profile } from "../data/data.js";
import { show } from "../model/errors.js";
import type { Model } from "../model/model.js";

/** Stages of the step, in their order; indices into `Profile.total`. */
export const STAGES = ["begin", "control", "advance", "check", "sense"] as const;

/** Starts to add up time per stage. `clock` is the caller's (`performance.now`): the library has none. */
export function startProfile(data: Data, clock: () => number): Profile {
  if (typeof clock !== "function")
    throw new RangeError(`startProfile: expected a clock, a function, got ${show(clock)}`);
  const profile = { clock, total: new Float64Array(STAGES.length), calls: new Float64Array(STAGES.length) };
  data.profile = profile;
  return profile;
}

/** The one wrapper through which every stage runs. */
export function runStage(stage: number, work: (model: Model, data: Data) => void, model: Model, data: Data): void {
  const { profile } = data;
  if (profile === null) {
    work(model, data);
    return;
  }
  const start = profile.clock();
  work(model, data);
  profile.total[stage] += profile.clock() - start;
  profile.calls[stage]++;
}
