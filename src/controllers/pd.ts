import { itemFields } from "../data/data.js";
import { defineFields } from "../model/fields.js";
import * as p from "../model/params.js";
import { controllerParams, defineController } from "./controller.js";

const fields = defineFields({
  integral: { type: "f64", role: "state", size: "n", stride: 1, unit: "unit of the sensor × s", help: "∫ error dt" },
});

/**
 * PID controller on a sensor and its rate, with anti-windup.
 *
 *   e = target − sensor,   u = kp e − kd rate + ki ∫e dt,   |u| ≤ limit
 *
 * The derivative acts on the measured rate, so that a jump of the target gives no kick. The integral is held while the
 * output is at its limit and would be driven further out. `target` is an input itself, so that a profile can drive it.
 */
export const pd = defineController({
  name: "pd",
  help: "proportional, derivative and optional integral control of a sensor",
  params: {
    ...controllerParams,
    sensor: p.sensor({ help: "what is held" }),
    rateSensor: p.sensor({ help: "its rate of change" }),
    target: p.number({ unit: "unit of the sensor", default: 0, input: true, help: "where it is held" }),
    kp: p.number({ unit: "output per unit", min: 0, default: 0, help: "proportional gain" }),
    kd: p.number({ unit: "output per unit/s", min: 0, default: 0, help: "derivative gain" }),
    ki: p.number({ unit: "output per unit s", min: 0, default: 0, help: "integral gain" }),
    limit: p.number({ unit: "output", above: 0, optional: true, help: "largest magnitude of the output" }),
  },
  fields,
  complete(table, i) {
    if (Number.isNaN(table.col.limit[i])) table.col.limit[i] = Number.POSITIVE_INFINITY;
    return undefined;
  },
  run(_model, data, table, i) {
    const { integral } = itemFields(data, "pd", fields);
    const { col } = table;
    const error = data.input[table.input.target[i]] - data.slot[col.sensor[i]];
    const free = col.kp[i] * error - col.kd[i] * data.slot[col.rateSensor[i]] + col.ki[i] * integral[i];
    const limit = col.limit[i];
    const output = Math.max(-limit, Math.min(limit, free));
    data.input[col.output[i]] = output;
    const windingUp = (free > limit && error > 0) || (free < -limit && error < 0);
    if (col.rate[i] === 0 && !windingUp) integral[i] += error * data.slot[1];
  },
});
