import type { Model } from "../model/model.js";
import { forceSensor } from "./force.js";
import type { SensorKind } from "./sensor.js";

const isHydraulic = (name: string) => name.startsWith("hydraulic-");

/** `hydraulic/<name>/<quantity>`: pressures, flow, force of a cylinder or motor; pressure, flow, engine of a pump. */
export const hydraulicSensor: SensorKind = {
  ...forceSensor,
  name: "hydraulic",
  help: "a hydraulic cylinder, motor or pump: pressures, flow, force, engine speed, …",
  names: ({ forces }: Model) => forces.flatMap(({ kind, names }) => (isHydraulic(kind.name) ? names : [])),
  find: (model, name) =>
    model.forces.some(({ kind, names }) => isHydraulic(kind.name) && names.includes(name))
      ? forceSensor.find(model, name)
      : -1,
};
