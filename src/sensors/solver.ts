import type { Quantity } from "../data/quantity.js";
import type { Model } from "../model/model.js";
import type { SensorKind } from "./sensor.js";

const NONE: Readonly<Record<string, Quantity>> = {};

function quantitiesOf({ formulation }: Model): Readonly<Record<string, Quantity>> {
  return (formulation.kind.quantities?.solver as Readonly<Record<string, Quantity>> | undefined) ?? NONE;
}

/** `solver/all/<quantity>`: what the formulation in use declares. */
export const solverSensor: SensorKind = {
  name: "solver",
  help: "what the solver of the formulation did in the last step",
  quantities: quantitiesOf,
  names: (model) => (quantitiesOf(model) === NONE ? [] : ["all"]),
  find: (model, name) => (name === "all" && quantitiesOf(model) !== NONE ? 0 : -1),
};
