import type { Data } from "../data/data.js";
import type { Model } from "../model/model.js";
import { MEMORY } from "./coordinate.js";
import type { JointFields } from "./system.js";

/**
 * A quantity that a joint holds and an input moves, as the length of a rope on a winch. It moves evenly through a step
 * of length T, from its value at the end of the step before, or that of the scene in the first step:
 *
 *   L(s) = L₁ − s (L₁ − L₀),   dL/dt = (L₁ − L₀) / T,   s the part of the step that is ahead
 *
 * `slot` is the input, `own` the place of its value in the scene among the joint's own numbers, `at` the place of L₀ in
 * the joint's memory, with 1 behind it once it is known. Writes: prescribed.
 */
export function prescribe(
  model: Model,
  data: Data,
  i: number,
  out: JointFields,
  slot: number,
  own: number,
  at: number,
): void {
  const m = MEMORY * i + at;
  const end = data.input[slot];
  const change = end - (out.memory[m + 1] === 1 ? out.memory[m] : model.joints.own[own]);
  out.prescribed[0] = end - out.ahead[0] * change;
  out.prescribed[1] = change / model.options.timestep;
}

/** End of a step: keeps the value that the input has prescribed. Writes: memory. */
export function keepPrescribed(data: Data, i: number, out: JointFields, slot: number, at: number): void {
  out.memory[MEMORY * i + at] = data.input[slot];
  out.memory[MEMORY * i + at + 1] = 1;
}
