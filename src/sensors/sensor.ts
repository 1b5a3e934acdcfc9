import type { Quantity } from "../data/quantity.js";
import type { Model, SensorKindBase } from "../model/model.js";

export { type Quantity, XYZ } from "../data/quantity.js";

/** A kind of thing that can be sensed: one file, one line in the index. */
export interface SensorKind extends SensorKindBase {
  quantities(model: Model, index: number): Readonly<Record<string, Quantity>>;
}
