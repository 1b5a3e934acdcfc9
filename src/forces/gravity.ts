import type { Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import type { Model } from "../model/model.js";

/** f = m g on every moving body. Reads: bodyActive, counter. Writes: bodyForce. */
export function addGravity(model: Model, data: Data): void {
  const { gravity } = model.options;
  const { bodyActive, bodyForce } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const m = model.bodyMass[b];
    bodyForce[6 * b + 3] += m * gravity[0];
    bodyForce[6 * b + 4] += m * gravity[1];
    bodyForce[6 * b + 5] += m * gravity[2];
  }
}
