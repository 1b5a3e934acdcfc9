import type { Model, QuantityBase } from "../model/model.js";
import type { Data } from "./data.js";

/**
 * A quantity with the function that reads it. Sensors offer it; forces, contact models and formulations declare some.
 */
export interface Quantity extends QuantityBase {
  /** Writes the components of thing `index` to `out` from `at` on. */
  read(model: Model, data: Data, index: number, out: Float64Array, at: number): void;
}

/** Component names of a vector in space. */
export const XYZ = ["x", "y", "z"] as const;
