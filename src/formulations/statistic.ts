import type { Quantity } from "../data/quantity.js";

/**
 * Number `at` of the field `statistics` of a formulation; not a number where it is infinite, as the smallest of no
 * gaps.
 */
export function statisticOf(formulation: string, at: number, unit: string, help: string): Quantity {
  return {
    unit,
    help,
    components: [],
    read(_model, data, _index, out, o) {
      out[o] = data.items[formulation].statistics[at];
      if (!Number.isFinite(out[o])) out[o] = Number.NaN;
    },
  };
}
