import { checkRows } from "../model/arguments.js";
import { STEP_SLOT, TIME_SLOT } from "../model/compile/slots.js";
import type { Model } from "../model/model.js";
import type { Data } from "./data.js";
import { checkOwner } from "./owner.js";
import type { Quantity } from "./quantity.js";

/**
 * Brings every slot up to date: time, quantities that something refers to, then the expressions of named sensors in
 * their order. Reads: state, bodyForce. Writes: slot.
 */
export function readSensors(model: Model, data: Data): void {
  const { slot, stack } = data;
  const { reads, columns } = model.sensors;
  slot[TIME_SLOT] = data.clock[0];
  slot[STEP_SLOT] = model.options.timestep;
  for (let k = 0; k < reads.length; k++) {
    const read = reads[k];
    (read.quantity as Quantity).read(model, data, read.index, slot, read.slot);
  }
  for (let k = 0; k < columns.length; k++) {
    const column = columns[k];
    if (column.expression >= 0)
      model.items.formulas?.evaluate(model.expressions[column.expression], slot, stack, slot, column.slot);
  }
}

/** Copies the values of the scene's sensors, in column order, to `out`. */
export function sensorValues(model: Model, data: Data, out: Float64Array): void {
  checkOwner(model, data);
  const { columns } = model.sensors;
  checkRows("out", out, 1, columns.length);
  for (let k = 0; k < columns.length; k++) out[k] = data.slot[columns[k].slot];
}
