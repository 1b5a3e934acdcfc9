import type { Data } from "../../data/data.js";
import { COUNTER, STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import type { Model } from "../../model/model.js";
import { DRIFTED, DRIFTED_SIZE } from "./drift.js";
import { ENERGY, ENERGY_SIZE, RESERVE } from "./energy-balance.js";
import { measureRoundOff } from "./energy-round-off.js";
import { addDrives, addMovers, workAlong, workOfIsland } from "./energy-work.js";
import { impulseFields } from "./fields.js";
import { addSprings, measureBody } from "./measure-energy.js";
import type { ImpulseSettings } from "./settings.js";
import { slow, slowIsland } from "./slow-island.js";
import type { ImpulseState } from "./state.js";

/**
 * Largest energy of a body in the middle of a sub-step, where positions are corrected, as a multiple of the energy of
 * its island.
 */
const MIDWAY = 4;

/**
 * Bounds the energy after impacts, with the velocities before them in `drifted`: impacts must not add energy. (Newton's
 * law does where several points or patches of a body rebound at the same time.) Reads: energy, drifted. Writes:
 * bodyVel, status.
 */
export function boundImpacts(
  model: Model,
  data: Data,
  state: ImpulseState,
  settings: ImpulseSettings,
  h: number,
): void {
  const { measured, kept } = state.balance;
  const { island } = impulseFields(data);
  const { watched, energy } = state;
  const { bodyActive } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] < 0 || watched[island[b]] === 0) continue;
    measureBody(model, data, state, b, h);
    energy[ENERGY_SIZE * island[b] + ENERGY.after] += measured[0];
  }
  for (let k = 0; k < n; k++) {
    const root = island[bodyActive[k]];
    if (root !== bodyActive[k] || watched[root] === 0) continue;
    const o = ENERGY_SIZE * root;
    const most = energy[o] + Math.max(0, energy[o + ENERGY.reserved]) + energy[o + ENERGY.slack];
    const after = energy[o + ENERGY.after];
    energy[o + ENERGY.after] = 0;
    if (after <= most) continue;
    measureRoundOff(model, data, state, settings, root, null, 0, 0);
    if (after <= most + energy[o + ENERGY.roundOff]) continue;
    // an energy that is not finite cannot be reduced
    kept[0] = most;
    if (after < Number.POSITIVE_INFINITY) slowIsland(model, data, state, root, 0, true);
    else recallIsland(data, root);
  }
}

/** Restores the velocities that an island had before its impacts. */
function recallIsland(data: Data, root: number): void {
  const { island, drifted } = impulseFields(data);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    if (island[b] !== root) continue;
    for (let c = 0; c < 6; c++) data.bodyVel[6 * b + c] = drifted[DRIFTED_SIZE * b + DRIFTED.velocity + c];
  }
  raiseStatus(data, STATUS.slowed, root);
}

/** Whether a body has far more energy than its island, in the middle of a sub-step. */
export function isTooMuch(model: Model, data: Data, state: ImpulseState, h: number): boolean {
  const { measured } = state.balance;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    measureMidway(model, data, state, data.bodyActive[k], h);
    if (measured[0] > measured[1]) return true;
  }
  return false;
}

/**
 * Slows down bodies that have far more energy than their island, in the middle of a sub-step. Writes: bodyVel, status.
 */
export function boundMidway(model: Model, data: Data, state: ImpulseState, h: number): void {
  const { measured, slower } = state.balance;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    measureMidway(model, data, state, b, h);
    if (!(measured[0] > measured[1])) continue;
    slower[0] = Math.sqrt(measured[1] / measured[0]);
    slow(data, state, b, true);
  }
}

/** [T of a body, its upper bound] into `measured`; both 0 where the body is not watched. */
function measureMidway(model: Model, data: Data, state: ImpulseState, b: number, h: number): void {
  const { measured } = state.balance;
  const root = impulseFields(data).island[b];
  measured[0] = measured[1] = 0;
  if (root < 0 || state.watched[root] === 0) return;
  measureBody(model, data, state, b, h);
  const { energy } = state;
  const o = ENERGY_SIZE * root;
  const led = 0.5 * energy[o + ENERGY.mass] * state.led * state.led;
  // a debt reduces the available energy; overlap is still pushed apart, each body at its own speed
  const own = Math.max(0, energy[o] + energy[o + ENERGY.reserved]);
  const pushed =
    energy[o + ENERGY.mass] > 0 ? (energy[o + ENERGY.least] * model.bodyMass[b]) / energy[o + ENERGY.mass] : 0;
  measured[1] = MIDWAY * (own + energy[o + ENERGY.slack] + energy[o + ENERGY.effort] + led) + pushed;
}

/**
 * At the end of a sub-step of length h, after which half of the forces has acted (`half`: h, or 0 where none has):
 * removes the energy by which an island exceeds its initial and supplied energy. `impulse` holds the impulses of joint
 * rows, starting at `first` with stride `stride`. Reads: energy. Writes: bodyVel, reserve, status.
 */
export function boundEnergy(
  model: Model,
  data: Data,
  state: ImpulseState,
  settings: ImpulseSettings,
  half: number,
  impulse: Float64Array,
  first: number,
  stride: number,
): void {
  const { measured, kept, paid } = state.balance;
  const f = impulseFields(data);
  const { island, reserve } = f;
  const { watched, energy } = state;
  const { bodyActive } = data;
  // the thesis's step has not drifted yet
  addSprings(model, data, state, settings.preset === "thesis" ? model.options.timestep : 0, ENERGY.after);
  addDrives(model, data, state, impulse, first, stride);
  if (state.moves) addMovers(model, data, state);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const root = island[b];
    if (root < 0 || watched[root] === 0) continue;
    measureBody(model, data, state, b, half);
    const o = ENERGY_SIZE * root;
    // summed separately: the other terms would be lost to round-off beside the motion of a failed solution
    energy[o + ENERGY.motion] += measured[1];
    if (half > 0)
      energy[o + ENERGY.after] += 0.5 * half * (measured[3] - 0.5 * half * measured[4]) - workAlong(data, state, b);
  }
  for (let k = 0; k < n; k++) {
    const root = island[bodyActive[k]];
    if (root !== bodyActive[k] || watched[root] === 0) continue;
    const o = ENERGY_SIZE * root;
    // a body that was displaced further against the forces than its velocities imply has gained that work too
    if (half > 0) energy[o + ENERGY.after] += energy[o + ENERGY.work];
    const credit = energy[o + ENERGY.credit];
    const before = energy[o] + energy[o + ENERGY.reserved];
    const most = Math.max(before + energy[o + ENERGY.slack] + credit, energy[o + ENERGY.least], 0);
    let after = energy[o + ENERGY.after] + energy[o + ENERGY.motion];
    // energy in springs or height cannot be removed from the motion
    const stored = energy[o + ENERGY.after] > most;
    if (after > most) measureRoundOff(model, data, state, settings, root, impulse, first, stride);
    if (after > most && !(after <= most + energy[o + ENERGY.roundOff])) {
      const excess = after - most;
      // work of forces on the velocities of a failed solution may be nothing but round-off
      const least = -(workOfIsland(data, state, root) + Math.abs(energy[o + ENERGY.work]) + energy[o + ENERGY.slack]);
      kept[0] = stored ? 0 : most - Math.max(energy[o + ENERGY.after], least);
      const known =
        excess <= truncation(data, root, half) * energy[o + ENERGY.motion] ||
        restsInRoundOff(data, root, model.options.timestep);
      slowIsland(model, data, state, root, half, !known);
      after = Math.max(energy[o + ENERGY.after], most) - paid[0];
    }
    let put = Math.min(before - after, RESERVE * energy[o]);
    if (put < 0) {
      // slack and the motion due to overlap are forgiven; earlier debt and stored energy are not
      put = Math.min(put + energy[o + ENERGY.slack], 0);
      if (!stored) put = Math.max(put, Math.min(-credit, energy[o + ENERGY.reserved]));
    }
    energy[o + ENERGY.reserved] =
      energy[o + ENERGY.mass] > 0 && put < Number.POSITIVE_INFINITY ? put / energy[o + ENERGY.mass] : 0;
  }
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    const root = island[b];
    if (root >= 0)
      reserve[b] = watched[root] === 1 ? energy[ENERGY_SIZE * root + ENERGY.reserved] * model.bodyMass[b] : 0;
  }
}

/**
 * Whether no body of an island moves by more than the round-off of its pose within a step of length h: what friction or
 * a damper has stopped keeps speeds whose energy is as good as any other.
 */
function restsInRoundOff(data: Data, root: number, h: number): boolean {
  const { island } = impulseFields(data);
  const { bodyActive, bodyPos, bodyVel: v } = data;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] !== root) continue;
    for (let c = 0; c < 3; c++) {
      if (h * Math.abs(v[6 * b + c]) > Number.EPSILON) return false;
      if (h * Math.abs(v[6 * b + 3 + c]) > Number.EPSILON * Math.abs(bodyPos[3 * b + c])) return false;
    }
  }
  return true;
}

/**
 * Part of its kinetic energy that the truncation error of a sub-step h may add to an island: (2 ω h)² of its fastest
 * rotation ω, since two bodies may turn against each other, and no more than the reserve would hold.
 */
function truncation(data: Data, root: number, h: number): number {
  const { island } = impulseFields(data);
  const { bodyActive, bodyVel: v } = data;
  const n = data.counter[COUNTER.active];
  let fastest = 0;
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    if (island[b] !== root) continue;
    fastest = Math.max(fastest, v[6 * b] * v[6 * b] + v[6 * b + 1] * v[6 * b + 1] + v[6 * b + 2] * v[6 * b + 2]);
  }
  return Math.min(RESERVE, 4 * h * h * fastest);
}
