import type { Data } from "../data/data.js";
import type { Model, QuantityBase, SensorKindBase } from "../model/model.js";

/** A quantity with the function that reads it. */
export interface Quantity extends QuantityBase {
  /** Writes the components of thing `index` to `out` from `at` on. */
  read(model: Model, data: Data, index: number, out: Float64Array, at: number): void;
}

/** A kind of thing that can be sensed: one file, one line in the index. */
export interface SensorKind extends SensorKindBase {
  quantities(model: Model, index: number): Readonly<Record<string, Quantity>>;
}

/** Component names of a vector in space. */
export const XYZ = ["x", "y", "z"] as const;
