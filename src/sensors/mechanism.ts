import type { Quantity } from "../data/quantity.js";
import type { Items, Model } from "../model/model.js";
import type { SensorKind } from "./sensor.js";

/** Quantities that the formulations of a registry declare, whichever of them is in use. */
const known = new WeakMap<Items["formulations"], Readonly<Record<string, Quantity>>>();

function quantitiesOf({ items: { formulations } }: Model): Readonly<Record<string, Quantity>> {
  let made = known.get(formulations);
  if (made === undefined) {
    const declared = Object.values(formulations).map(({ quantities }) => quantities?.mechanism ?? {});
    made = Object.assign({}, ...declared) as Readonly<Record<string, Quantity>>;
    known.set(formulations, made);
  }
  return made;
}

/** `mechanism/all/<quantity>`: declared by formulations, zero while another one is in use. */
export const mechanismSensor: SensorKind = {
  name: "mechanism",
  help: "solver and energy balance of a mechanism in natural coordinates",
  quantities: quantitiesOf,
  names: () => ["all"],
  find: (_model, name) => (name === "all" ? 0 : -1),
};
