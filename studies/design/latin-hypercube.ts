/** Latin hypercubes: n points of which each axis has exactly one in each of n equal intervals [McKay1979]. */
import { bits, uniform } from "./random.js";

/** Coordinates of `count` points on `axes` axes, in (0, 1): axis by axis. */
export function latinHypercube(seed: number, axes: number, count: number): Float64Array[] {
  return Array.from({ length: axes }, (_, axis) => {
    const order = permutation(seed, axis, count);
    return Float64Array.from(order, (cell, i) => (cell + uniform(seed, axis, i)) / count);
  });
}

/** 0 … n − 1 in random order (Fisher and Yates). */
function permutation(seed: number, stream: number, n: number): Int32Array {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const k = Math.floor((bits(seed, stream, i, 3) / 2 ** 32) * (i + 1));
    const last = order[i];
    order[i] = order[k];
    order[k] = last;
  }
  return order;
}
