import { beginContacts, commitContacts, mustCutContacts } from "../../contact/contact-step.js";
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { lagrangianFields, NUMBER } from "./fields.js";
import { advanceIndex3, reportFailure } from "./index3.js";
import type { LagrangianState } from "./state.js";
import { arraysOf, restore, setPart } from "./step-control.js";

/** Largest number of parts of a step. */
const MOST_PARTS = 64;

/** Iterations after which a step with contacts is cut in two rather than pursued. */
export const PATIENCE = 20;

/**
 * A step with contacts. Newton's method need not converge where bodies touch, let go, stick or slip within the step;
 * the step is then done in two halves, these in halves again where needed, each with its own memory of contacts. A part
 * that has converged is followed by one of twice the length. What does not converge in the shortest parts is accepted,
 * and reported. Reads and writes: as `advanceIndex3`, and the memory of contacts.
 */
export function advanceWithContacts(model: Model, data: Data, state: LagrangianState): void {
  const { control, settings } = state;
  const h = model.options.timestep;
  const weight = settings.step.beta / settings.step.gamma;
  if (model.contactModels.length === 0 || control === null) {
    if (!advanceIndex3(model, data, state)) reportFailure(data, state);
    return;
  }
  const arrays = arraysOf(data, lagrangianFields(data), control);
  let done = 0;
  let parts = 1;
  let failed = false;
  while (done < MOST_PARTS) {
    for (let k = 0; k < arrays.length; k++) control.saved[k].set(arrays[k]);
    const length = MOST_PARTS / parts;
    const s = h / parts;
    if (parts > 1 || done > 0) setPart(state, h, (h * done) / MOST_PARTS, s);
    beginContacts(model, data, s, weight);
    state.patience = parts < MOST_PARTS ? PATIENCE : settings.iterations;
    const converged = advanceIndex3(model, data, state);
    if (parts < MOST_PARTS && (!converged || mustCutContacts(model, data))) {
      restore(arrays, control);
      parts *= 2;
      continue;
    }
    failed ||= !converged;
    commitContacts(model, data);
    done += length;
    // only where the next part of twice the length ends within the step
    if (parts > 1 && done % (2 * length) === 0) parts /= 2;
  }
  if (state.timestep !== h) setPart(state, h, 0, h);
  state.numbers[NUMBER.offset] = 0;
  if (failed) reportFailure(data, state);
}
