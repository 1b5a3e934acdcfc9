import {
  beginContacts,
  commitContacts,
  isImpact,
  isStrained,
  isUnresolved,
  isUnstable,
  mustCutContacts,
  restartPart,
} from "../../contact/contact-step.js";
import { dropStepLoads, keepStepLoads, partLoads } from "../../contact/step-loads.js";
import { isLate } from "../../data/budget.js";
import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import type { Integrator } from "../../integrators/integrator.js";
import { powerOfTwo } from "../../math/power-of-two.js";
import type { Model } from "../../model/model.js";
import { evaluateAndMeasure } from "./evaluate-and-measure.js";

/** Part of the impact fraction that a method of first order resolves impacts by. */
const FIRST_ORDER = 0.4;

/** Part of the change of speeds that is allowed from which impacts are left to the better method. */
const NOTICED = 0.1;

/**
 * A step with contacts, cut in halves, these in halves again, where the speeds of contacts change too much within a
 * part, where a contact is too stiff for its length, and where a body would pass another unseen (`mustCutContacts`). A
 * part that went well is followed by one of twice the length. What the shortest parts do not resolve is accepted, and
 * reported; so is what longer ones leave once the time of the step is over (`limitStepTime`). Reads and writes: body
 * state, memory of contacts; the clock stands at the beginning of the part meanwhile.
 */
export function advanceInParts(model: Model, data: Data, integrator: Integrator): void {
  const given = model.formulation.params as { readonly parts: number; readonly impactFraction: number };
  const h = model.options.timestep;
  const most = powerOfTwo(given.parts);
  let method: Pick<Integrator, "order" | "wayWeight" | "advance"> = integrator;
  const time = data.clock[0];
  const before = partLoads(data);
  let done = 0;
  let parts = 1;
  while (done < most) {
    const s = h / parts;
    const length = most / parts;
    data.clock[0] = time + (h * done) / most;
    keepStepLoads(data, before);
    beginContacts(model, data, 0, method.wayWeight ?? 0.5, s);
    method.advance(model, data, evaluateAndMeasure, s);
    // a method of first order needs more parts for the same rebound
    const cut = mustCutContacts(model, data, (method.order > 1 ? 1 : FIRST_ORDER) * given.impactFraction);
    const late = isLate(data);
    if (method === integrator && integrator.impacts !== undefined && isImpact(data, NOTICED)) {
      method = integrator.impacts;
      restartPart(data);
      dropStepLoads(data, before);
      continue;
    }
    if (cut && parts < most && (!late || isUnstable(data, 1))) {
      restartPart(data);
      dropStepLoads(data, before);
      parts *= 2;
      continue;
    }
    if (cut && isUnresolved(data)) raiseStatus(data, STATUS.unresolved, data.systems.contactStep.strained);
    const strained = late ? isUnstable(data, 2) : isStrained(data);
    commitContacts(model, data);
    done += length;
    // only where the next part of twice the length ends within the step
    if (parts > 1 && !strained && done % (2 * length) === 0) parts /= 2;
  }
  data.clock[0] = time;
}
