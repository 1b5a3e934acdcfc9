import type { Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import { checkOwner } from "../data/owner.js";
import type { Quantity } from "../data/quantity.js";
import type { Formulation } from "../formulations/formulation.js";
import { checkText } from "../model/arguments.js";
import { SlotBook } from "../model/compile/slots.js";
import { ProblemList } from "../model/errors.js";
import type { Model, SensorRead } from "../model/model.js";
import { measureFirstStep } from "./first-row.js";
import { refreshSensors } from "./step.js";

/**
 * One number of the current state: `kind/name/quantity.component` — `body/box/position.z`, `joint/hinge/force.x`,
 * `contact/box:floor/normalForce` — or the name of a sensor of the scene. It need not be declared in the scene; units,
 * frames and axes are those of the sensor. Forces of joints and contacts are those of the last step. Throws a SpecError
 * that names the nearest sensor there is.
 */
export function readSensor(model: Model, data: Data, sensor: string): number {
  checkOwner(model, data);
  const { slot, read } = resolve(model, sensor, true);
  if (read === undefined) return namedValue(model, data, slot);
  return valuesOf(model, data, read)[slot - read.slot];
}

/** The components of a vector, `body/box/position`; a number gives a list of one. See `readSensor`. */
export function readSensorVector(model: Model, data: Data, sensor: string): number[] {
  checkOwner(model, data);
  const { slot, read } = resolve(model, sensor, false);
  if (read === undefined) return [namedValue(model, data, slot)];
  const values = valuesOf(model, data, read);
  return sensor.includes(".") ? [values[slot - read.slot]] : Array.from(values);
}

/** Where a sensor stands: in a slot of the scene's own sensors, or (`read`) in the components of a quantity. */
function resolve(model: Model, sensor: string, single: boolean): { slot: number; read?: SensorRead } {
  checkText("sensor", sensor);
  const column = model.sensors.columns.find(({ name }) => name === sensor);
  if (column !== undefined) return { slot: column.slot };
  const problems = new ProblemList();
  const book = new SlotBook(model.items.sensors, model, problems);
  const slot = single ? book.scalar(sensor, "sensor") : (book.sensor(sensor, "sensor")?.slot ?? -1);
  problems.throwIfAny();
  const read = book.reads[0];
  return read === undefined ? { slot } : { slot, read };
}

/** The value of a sensor of the scene, or of time (`t`) and step (`dt`). */
function namedValue(model: Model, data: Data, slot: number): number {
  if (!data.sensed) refreshSensors(model, data);
  return data.slot[slot];
}

function valuesOf(model: Model, data: Data, { quantity, index, width }: SensorRead): Float64Array {
  const out = new Float64Array(width);
  const formulation = model.formulation.kind as Formulation;
  const read = () => (quantity as Quantity).read(model, data, index, out, 0);
  if (quantity.needsStep === true && data.counter[COUNTER.steps] === 0) measureFirstStep(model, data);
  if (quantity.needsForces === true) formulation.evaluateForces(model, data);
  if (quantity.needsEfforts === true && formulation.withEfforts !== undefined)
    formulation.withEfforts(model, data, read);
  else read();
  return out;
}
