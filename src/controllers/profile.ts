import * as p from "../model/params.js";
import { controllerParams, defineController } from "./controller.js";

/**
 * Output follows a table of times and values: held before the first and after the last entry, in between by
 *
 *   linear:  straight lines,   s = (t − t0)/(t1 − t0)
 *   smooth:  s → s³ (10 − 15 s + 6 s²), which starts and ends each piece without velocity or acceleration
 *   hold:    the value of the last entry passed
 *
 * With `period` the table repeats.
 */
export const profile = defineController({
  name: "profile",
  help: "output follows a table of times and values",
  params: {
    ...controllerParams,
    times: p.numbers({ unit: "s", minLength: 1, maxLength: 100_000, help: "times, ascending" }),
    values: p.numbers({ unit: "output", minLength: 1, maxLength: 100_000, help: "values at those times" }),
    between: p.choice(["linear", "smooth", "hold"], {
      default: "linear",
      help: "how to go from one value to the next",
    }),
    period: p.number({ unit: "s", above: 0, optional: true, help: "repeats after this time" }),
  },
  complete(table, i) {
    const { times, values } = table.specs[i];
    if (times.length !== values.length)
      return `expected as many values as times, got ${values.length} and ${times.length}`;
    for (let k = 1; k < times.length; k++) {
      if (!(times[k] > times[k - 1])) return `expected ascending times, got ${times[k - 1]} before ${times[k]}`;
    }
    return undefined;
  },
  run(_model, data, table, i) {
    const { times, values, between, period, output } = table.col;
    let t = data.slot[0];
    if (period[i] > 0) t -= Math.floor(t / period[i]) * period[i];

    // the piece that holds t, by bisection
    const first = times.start[i];
    let lo = first;
    let hi = times.start[i + 1] - 1;
    const last = hi;
    if (t >= times.values[last]) {
      data.input[output[i]] = values.values[last];
      return;
    }
    if (t <= times.values[first]) {
      data.input[output[i]] = values.values[first];
      return;
    }
    while (hi - lo > 1) {
      const mid = (lo + hi) >> 1;
      if (times.values[mid] <= t) lo = mid;
      else hi = mid;
    }
    let s = (t - times.values[lo]) / (times.values[hi] - times.values[lo]);
    if (between[i] === 1) s = s * s * s * (10 - s * (15 - 6 * s));
    else if (between[i] === 2) s = 0;
    data.input[output[i]] = values.values[lo] + s * (values.values[hi] - values.values[lo]);
  },
});
