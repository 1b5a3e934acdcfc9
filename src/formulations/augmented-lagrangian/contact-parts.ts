import {
  beginContacts,
  commitContacts,
  isStrained,
  isUnresolved,
  mustCutContacts,
} from "../../contact/contact-step.js";
import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import type { Model } from "../../model/model.js";
import { lagrangianFields, NUMBER } from "./fields.js";
import { reportFailure } from "./index3.js";
import type { LagrangianState } from "./state.js";
import { arraysOf, restore, setPart } from "./step-control.js";
import { supplyByAll } from "./supply.js";

/** Largest number of parts of a step in which Newton's method does not converge. */
const MOST_REPEATED = 64;

/** Iterations after which a step with contacts is cut in two rather than pursued. */
export const PATIENCE = 20;

/** One step of length `state.timestep` from the present state; returns whether it was solved. */
export type AdvancePart = (model: Model, data: Data, state: LagrangianState) => boolean;

/**
 * A step with contacts. It is done in two halves, these in halves again where needed, each with its own memory of
 * contacts, where Newton's method does not converge, since bodies touch, let go, stick or slip within it, and where the
 * speeds of contacts change so much that the impact would be sampled at a few places only (`mustCutContacts`). A part
 * that went well is followed by one of twice the length. What is not solved or not resolved in the shortest parts is
 * accepted, and reported. Reads and writes: as `advance`, and the memory of contacts.
 */
export function advanceWithContacts(model: Model, data: Data, state: LagrangianState, advance: AdvancePart): void {
  const { control, settings } = state;
  const h = model.options.timestep;
  if (model.contactModels.length === 0 || control === null) {
    if (!advance(model, data, state)) reportFailure(data, state);
    supplyByAll(model, data, state, h);
    return;
  }
  const { method } = settings;
  const weight = settings.step.beta / settings.step.gamma;
  const arrays = arraysOf(data, lagrangianFields(data), control);
  const most = settings.parts;
  const mostRepeated = Math.min(most, MOST_REPEATED);
  const time = data.clock[0];
  let done = 0;
  let parts = 1;
  let failed = false;
  while (done < most) {
    for (let k = 0; k < arrays.length; k++) control.saved[k].set(arrays[k]);
    const length = most / parts;
    const s = h / parts;
    const offset = (h * done) / most;
    if (parts > 1 || done > 0) setPart(state, h, offset, s);
    const byClock = method === "index-1";
    if (byClock) data.clock[0] = time + offset;
    beginContacts(model, data, byClock ? 0 : s, weight, s, method !== "index-3");
    state.patience = parts < mostRepeated ? PATIENCE : settings.iterations;
    const converged = advance(model, data, state);
    const cut = mustCutContacts(model, data, settings.impactFraction);
    if ((cut && parts < most) || (!converged && parts < mostRepeated)) {
      restore(arrays, control);
      parts *= 2;
      continue;
    }
    failed ||= !converged;
    if (cut && isUnresolved(data)) raiseStatus(data, STATUS.unresolved, data.systems.contactStep.strained);
    supplyByAll(model, data, state, s);
    const strained = isStrained(data);
    commitContacts(model, data);
    done += length;
    // only where the next part of twice the length ends within the step
    if (parts > 1 && !strained && done % (2 * length) === 0) parts /= 2;
  }
  data.clock[0] = time;
  if (state.timestep !== h) setPart(state, h, 0, h);
  state.numbers[NUMBER.offset] = 0;
  if (failed) reportFailure(data, state);
}
