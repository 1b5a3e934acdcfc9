/**
 * Contacts from the rim in the tables of contacts, for events and sensors: one patch with one point per pair of shapes.
 * Its place is the middle of the rim, its normal the mean of −n_B and n_A along the rim, its gap the opposite of the
 * greatest indentation of an element. They are those of the step that was made: what pushed, not what has come to
 * overlap at its end. So that nothing has to be found twice.
 */
import type { ContactSink } from "../../collision/narrow/types.js";
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { mayPush } from "../contact-step.js";
import { firstRow } from "../first-row.js";
import { ELEMENT } from "./element.js";
import { ROW, rimFields } from "./rim-fields.js";
import { usesRim } from "./rim-setup.js";

/** The contact of shapes a and b, if it comes from their rim; false if it does not. Reads: memory. Writes: sink. */
export function reportRim(model: Model, data: Data, a: number, b: number, sink: ContactSink): boolean {
  if (!usesRim(model, a, b) || !mayPush(model, data, model.systems.collision, a, b)) return false;
  const { key, remembered, memory } = rimFields(data);
  const { sum } = data.systems.rim.work;
  sum.fill(0);
  for (let r = firstRow(key, remembered, a, b); r < remembered[0]; r++) {
    if (key[4 * r] !== a || key[4 * r + 1] !== b) break;
    addSegment(memory, ROW.size * r, sum);
  }
  if (sum[0] > 0) writePoint(sum, sink);
  return true;
}

/** Adds one segment: L, L (p₀ + p₁)/2 and L (n_A − n_B), and the greatest indentation. Writes: sum. */
function addSegment(memory: Float64Array, o: number, sum: Float64Array): void {
  const p = o + ROW.point;
  const n = o + ROW.normal;
  let square = 0;
  for (let c = 0; c < 3; c++) square += (memory[p + 3 + c] - memory[p + c]) * (memory[p + 3 + c] - memory[p + c]);
  const length = Math.sqrt(square);
  sum[0] += length;
  for (let c = 0; c < 3; c++) {
    sum[1 + c] += length * 0.5 * (memory[p + c] + memory[p + 3 + c]);
    sum[4 + c] += length * (memory[n + c] - memory[n + 3 + c]);
  }
  for (let e = 0; e < 4; e++) sum[7] = Math.max(sum[7], memory[o + ROW.element + ELEMENT.size * e]);
}

/** The sums as one point. Writes: sink. */
function writePoint(sum: Float64Array, sink: ContactSink): void {
  const size = Math.sqrt(sum[4] * sum[4] + sum[5] * sum[5] + sum[6] * sum[6]);
  sink.count = 1;
  sink.patch[0] = 0;
  sink.featureA[0] = sink.featureB[0] = 0;
  sink.gap[0] = -sum[7];
  for (let c = 0; c < 3; c++) {
    // a rim all around (a rod through a plate) has no normal
    sink.normal[c] = size > 0 ? sum[4 + c] / size : c === 2 ? 1 : 0;
    sink.pointA[c] = sink.pointB[c] = sum[1 + c] / sum[0];
  }
}
