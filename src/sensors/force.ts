import type { ForceKind, ForceQuantity } from "../forces/force.js";
import type { Model } from "../model/model.js";
import type { Quantity, SensorKind } from "./sensor.js";

/** Tables hold fewer instances than this; an index is table × ROWS + row. */
const ROWS = 1 << 22;

/** Quantities of a force kind, bound to the index that counts over all tables; made once per kind. */
const bound = new WeakMap<ForceKind, Readonly<Record<string, Quantity>>>();

function bind(quantity: ForceQuantity): Quantity {
  return {
    ...quantity,
    read(model, data, index, out, at) {
      const t = Math.floor(index / ROWS);
      quantity.read(model, data, model.forces[t], index - t * ROWS, out, at);
    },
  };
}

function quantitiesOf(kind: ForceKind): Readonly<Record<string, Quantity>> {
  let made = bound.get(kind);
  if (made === undefined) {
    made = Object.fromEntries(Object.entries(kind.quantities ?? {}).map(([name, q]) => [name, bind(q)]));
    bound.set(kind, made);
  }
  return made;
}

/** `force/<name>/<quantity>`: what the kind of force offers, such as length and tension of a spring. */
export const forceSensor: SensorKind = {
  name: "force",
  help: "what a spring or other force offers: length, tension, …",
  quantities: (model: Model, index: number) => quantitiesOf(model.forces[Math.floor(index / ROWS)].kind as ForceKind),
  names: (model) => model.forces.flatMap((table) => table.names),
  find(model, name) {
    for (let t = 0; t < model.forces.length; t++) {
      const row = model.forces[t].names.indexOf(name);
      if (row >= 0) return t * ROWS + row;
    }
    return -1;
  },
};
