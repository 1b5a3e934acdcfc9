import type { Data } from "../../data/data.js";
import { COUNTER, STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import type { Model } from "../../model/model.js";
import { impulseFields } from "./fields.js";
import { measureBody } from "./measure-energy.js";
import type { ImpulseState } from "./state.js";

/**
 * Reduces the kinetic energy of an island to `kept`: the bodies with the most energy are slowed to a common level, with
 * a status if `reports`. Writes: bodyVel, status, paid.
 */
export function slowIsland(
  model: Model,
  data: Data,
  state: ImpulseState,
  root: number,
  half: number,
  reports: boolean,
): void {
  const { measured, kept, slower, paid } = state.balance;
  const { island } = impulseFields(data);
  const { bodyActive } = data;
  const n = data.counter[COUNTER.active];
  let low = 0;
  let high = kept[0];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] !== root) continue;
    measureBody(model, data, state, b, half);
    state.own[b] = measured[1];
  }
  for (let round = 0; round < 60; round++) {
    const level = 0.5 * (low + high);
    let left = 0;
    for (let k = 0; k < n; k++) {
      const b = bodyActive[k];
      if (island[b] === root) left += state.own[b] < level ? state.own[b] : level;
    }
    if (left > kept[0]) high = level;
    else low = level;
  }
  // the half of the forces that has acted counts with the remaining velocities: a body that was lifted and then held
  // has not paid for its displacement
  paid[0] = 0;
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] !== root || !(state.own[b] > low)) continue;
    const s = Math.sqrt(low / state.own[b]);
    for (let c = 3; c < 6; c++) paid[0] += 0.5 * half * (1 - s) * data.bodyForce[6 * b + c] * data.bodyVel[6 * b + c];
    slower[0] = s;
    slow(data, state, b, reports);
  }
}

/** Multiplies the velocities of a body by `slower`, with or without a status. Velocities that overflowed become 0. */
export function slow(data: Data, state: ImpulseState, b: number, reports: boolean): void {
  const { slower } = state.balance;
  for (let c = 0; c < 6; c++) {
    const left = data.bodyVel[6 * b + c] * slower[0];
    data.bodyVel[6 * b + c] = Number.isNaN(left) ? 0 : left;
  }
  if (reports) raiseStatus(data, STATUS.slowed, b);
}
