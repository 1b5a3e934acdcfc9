import {
  beginContacts,
  commitContacts,
  isStrained,
  isUnresolved,
  mustCutContacts,
  restartPart,
} from "../../contact/contact-step.js";
import { supplyMovers } from "../../contact/mover-work.js";
import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import type { Integrator } from "../../integrators/integrator.js";
import type { Model } from "../../model/model.js";
import { evaluateForces } from "../evaluate-forces.js";
import { powerOfTwo } from "../part-params.js";

/**
 * A step with contacts, cut in halves, these in halves again, where the speeds of contacts change too much within a
 * part, where a contact is too stiff for its length, and where a body would pass another unseen (`mustCutContacts`). A
 * part that went well is followed by one of twice the length. What the shortest parts do not resolve is accepted, and
 * reported. Reads and writes: body state, memory of contacts; the clock stands at the beginning of the part meanwhile.
 */
export function advanceInParts(model: Model, data: Data, integrator: Integrator): void {
  const given = model.formulation.params as { readonly parts: number; readonly impactFraction: number };
  const h = model.options.timestep;
  const most = powerOfTwo(given.parts);
  const weight = integrator.wayWeight ?? 0.5;
  // a method of first order needs more parts for the same rebound
  const fraction = integrator.order > 1 ? given.impactFraction : 0.4 * given.impactFraction;
  const time = data.clock[0];
  let done = 0;
  let parts = 1;
  while (done < most) {
    const s = h / parts;
    const length = most / parts;
    data.clock[0] = time + (h * done) / most;
    beginContacts(model, data, 0, weight, s);
    integrator.advance(model, data, evaluateForces, s);
    const cut = mustCutContacts(model, data, fraction);
    if (cut && parts < most) {
      restartPart(data);
      parts *= 2;
      continue;
    }
    if (cut && isUnresolved(data)) raiseStatus(data, STATUS.unresolved, data.systems.contactStep.strained);
    const strained = isStrained(data);
    supplyMovers(model, data, s);
    commitContacts(model, data);
    done += length;
    // only where the next part of twice the length ends within the step
    if (parts > 1 && !strained && done % (2 * length) === 0) parts /= 2;
  }
  data.clock[0] = time;
}
