import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { writeJointRows } from "../../joints/system.js";
import type { Model } from "../../model/model.js";
import { ENERGY, ENERGY_SIZE } from "./energy-balance.js";
import { impulseFields } from "./fields.js";
import { addSprings } from "./measure-energy.js";
import type { ImpulseState } from "./state.js";

/** Records the energy of springs before bodies are put back. Reads: body state, island. Writes: joint rows, energy. */
export function startPuttingBack(model: Model, data: Data, state: ImpulseState): void {
  state.energy.fill(0);
  writeJointRows(model, data);
  addSprings(model, data, state, 0, 0);
}

/** Adds the work against the force on a body that was put back from the position `stood`. Writes: energy. */
export function putBack(data: Data, state: ImpulseState, b: number, stood: Float64Array): void {
  const root = impulseFields(data).island[b];
  if (root < 0) return;
  for (let c = 0; c < 3; c++)
    state.energy[ENERGY_SIZE * root + ENERGY.after] -=
      data.bodyForce[6 * b + 3 + c] * (data.bodyPos[3 * b + c] - stood[c]);
}

/**
 * After bodies were put back: islands owe the energy that springs and height have gained by it. Writes: joint rows,
 * reserve.
 */
export function endPuttingBack(model: Model, data: Data, state: ImpulseState): void {
  const { island, reserve } = impulseFields(data);
  const { energy } = state;
  const { bodyActive } = data;
  writeJointRows(model, data);
  addSprings(model, data, state, 0, ENERGY.after);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] >= 0) energy[ENERGY_SIZE * island[b] + ENERGY.mass] += model.bodyMass[b];
  }
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] < 0) continue;
    const o = ENERGY_SIZE * island[b];
    const gained = energy[o + ENERGY.after] - energy[o];
    if (gained > 0) reserve[b] -= (gained * model.bodyMass[b]) / energy[o + ENERGY.mass];
  }
}
