import type { Data } from "../data/data.js";
import { claimEvent, events } from "../data/events.js";
import { COUNTER } from "../data/fields.js";
import type { Model } from "../model/model.js";

/**
 * Evaluates the scene's event rules: a condition that became true, or a formula that changed sign, whose time is
 * interpolated linearly within the step. Reads: slot, clock, ruleValue. Writes: ruleValue, event ring, counter.stop.
 */
export function checkEventRules(model: Model, data: Data): void {
  const { ruleValue, slot, stack } = data;
  for (let k = 0; k < model.events.length; k++) {
    const rule = model.events[k];
    const before = ruleValue[k];
    model.items.formulas?.evaluate(model.expressions[rule.expression], slot, stack, ruleValue, k);
    const now = ruleValue[k];
    let time = data.clock[0];
    let happened: boolean;
    if (rule.crossing) {
      const up = before < 0 && now >= 0;
      const down = before > 0 && now <= 0;
      happened = (up && rule.direction >= 0) || (down && rule.direction <= 0);
      if (happened) time -= (model.options.timestep * now) / (now - before);
    } else {
      happened = now !== 0 && before === 0;
    }
    if (!happened) continue;
    const at = claimEvent(data, events.rule.code, k, -1);
    data.eventTime[at] = time;
    data.eventValue[at] = now;
    if (rule.stop) data.counter[COUNTER.stop] = 1;
  }
}
