import type { Data } from "../data/data.js";
import { readSensors } from "../data/read-sensors.js";
import type { Model } from "../model/model.js";
import type { ControllerKind } from "./controller.js";

/**
 * Runs the controllers of one rate: 0 once per step, 1 at every evaluation of forces (after reading the sensors again).
 * An input that is held keeps its value. Reads: slot, holds. Writes: input, fields of controllers.
 */
export function runControllers(model: Model, data: Data, rate: number): void {
  let current = rate === 0;
  for (let k = 0; k < model.controllers.length; k++) {
    const table = model.controllers[k];
    const rates = table.col.rate as Int32Array;
    for (let i = 0; i < table.count; i++) {
      if (rates[i] !== rate) continue;
      if (!current) {
        readSensors(model, data);
        current = true;
      }
      (table.kind as ControllerKind).run(model, data, table, i);
      if (data.holds !== null) keepHeld(data, (table.col.output as Int32Array)[i]);
    }
  }
}

function keepHeld({ holds, input }: Data, output: number): void {
  const value = holds?.[output] ?? Number.NaN;
  if (!Number.isNaN(value)) input[output] = value;
}
