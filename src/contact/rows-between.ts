import type { Model } from "../model/model.js";
import type { RememberedRows } from "./carry-rows.js";

/**
 * out[at …] += `width` numbers from `from` on in each row of memory between bodies a and b; rows have `stride` numbers.
 * Vectors (three numbers) have the sense from a to b.
 */
export function addRowsBetween(
  { shapes }: Model,
  { key, memory, remembered }: RememberedRows,
  a: number,
  b: number,
  stride: number,
  from: number,
  width: number,
  out: Float64Array,
  at: number,
): void {
  for (let r = 0; r < remembered[0]; r++) {
    const bodyA = shapes[key[4 * r]].body;
    const bodyB = shapes[key[4 * r + 1]].body;
    const same = bodyA === a && bodyB === b;
    if (!same && !(bodyA === b && bodyB === a)) continue;
    const sign = width === 3 && !same ? -1 : 1;
    for (let k = 0; k < width; k++) out[at + k] += sign * memory[stride * r + from + k];
  }
}
