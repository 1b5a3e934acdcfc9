import { type Data, defaultItems, type Model, type SensorKind } from "stiction";

/** Kinetic and potential energy, J: the quantity of sensor `system/all/energy`, whether the scene has it or not. */
export function systemEnergy(model: Model, data: Data): number {
  const system = (defaultItems.sensors as Record<string, SensorKind>).system;
  const out = new Float64Array(1);
  system.quantities(model, 0).energy.read(model, data, 0, out, 0);
  return out[0];
}
