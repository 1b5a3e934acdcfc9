import { addStepLoads } from "../../contact/step-loads.js";
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { evaluateForces } from "../evaluate-forces.js";

/**
 * Forces for an integrator, which says for how long they act, s. Reads: as `evaluateForces`. Writes: as that, and what
 * acted over the step.
 */
export function evaluateAndMeasure(model: Model, data: Data, time?: number): void {
  evaluateForces(model, data);
  if (time !== undefined) addStepLoads(model, data, time);
}
