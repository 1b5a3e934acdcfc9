import { OVERLAP, OVERLAP_SIZE } from "../../collision/volume/index.js";
import type { Data } from "../../data/data.js";
import { rotateInto } from "../../math/quat.js";
import { firstRow } from "../first-row.js";
import { LAYER } from "./foundation.js";
import { carryAxis } from "./region-axes.js";
import { ROW, volumeFields } from "./volume-fields.js";
import type { VolumePair } from "./volume-setup.js";
import { FOUND, type VolumeState } from "./volume-state.js";

/**
 * Row of memory of the same shapes with the nearest centre, within two sizes of the patch; one of the same cluster if
 * there is, else one with a normal within 45°; with `apart` the one of the same name, wherever it is; −1: none.
 */
export function rowBefore(
  data: Data,
  { shape, at, side, body, from, work: { w } }: VolumeState,
  i: number,
  r: number,
  apart: boolean,
): number {
  const { key, memory, remembered } = volumeFields(data);
  const area = from.values[OVERLAP_SIZE * r + OVERLAP.patchArea];
  const a = shape[2 * i];
  const b = shape[2 * i + 1];
  const c = FOUND.size * i + FOUND.local;
  const n = FOUND.size * i + FOUND.axes + 6;
  const whole = side[i] === 0;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  let own = false;
  for (let m = firstRow(key, remembered, a, b); m < remembered[0]; m++) {
    if (key[4 * m] !== a || key[4 * m + 1] !== b) break;
    const same = key[4 * m + 3] === side[i];
    if ((own || apart) && !same) continue;
    if (apart) return m;
    const o = ROW.size * m;
    let far = 0;
    for (let k = 0; k < 3; k++) {
      const d = memory[o + ROW.center + k] - at[c + k];
      far += d * d;
    }
    if (!(far < 4 * Math.max(memory[o + ROW.area], area))) continue;
    if (!same || !whole) {
      rotateInto(w, 0, data.bodyQuat, 4 * body[2 * i], memory, o + ROW.normal);
      if (w[0] * at[n] + w[1] * at[n + 1] + w[2] * at[n + 2] < 0.7) continue;
    }
    if (far < least || (same && !own)) {
      best = m;
      least = far;
      own = same;
    }
  }
  return best;
}

/**
 * Memory of the region in its new axes; a new one has bristles at rest and the speed of approach. Writes: next,
 * nextKey, law.
 */
export function startMemory(data: Data, state: VolumeState, pair: VolumePair, i: number, before: number): void {
  const { next, nextKey, at, law } = state;
  const { v } = state.work;
  const o = ROW.size * i;
  const f = FOUND.size * i;
  nextKey[4 * i] = state.shape[2 * i];
  nextKey[4 * i + 1] = state.shape[2 * i + 1];
  nextKey[4 * i + 2] = i;
  nextKey[4 * i + 3] = state.side[i];
  if (before < 0) {
    for (let k = 0; k < ROW.size; k++) next[o + k] = 0;
    next[o + ROW.impactSpeed] = Math.max(pair.leastSpeed, approach(data, state, i));
  } else {
    const { memory } = volumeFields(data);
    const m = ROW.size * before;
    for (let k = ROW.impactSpeed; k < ROW.bristle; k++) next[o + k] = memory[m + k];
    // bristles turn with their axes, and from the old axes to the new
    carryAxis(data, state, i, before);
    let c = 0;
    let s = 0;
    for (let k = 0; k < 3; k++) {
      c += v[k] * at[f + FOUND.axes + k];
      s += v[k] * at[f + FOUND.axes + 3 + k];
    }
    const size = Math.sqrt(c * c + s * s);
    c = size > 0 ? c / size : 1;
    s = size > 0 ? s / size : 0;
    for (let k = ROW.bristle; k < ROW.size; k += 2) {
      next[o + k] = c * memory[m + k] - s * memory[m + k + 1];
      next[o + k + 1] = s * memory[m + k] + c * memory[m + k + 1];
    }
  }
  law[LAYER.size * i + LAYER.stiffness] = pair.stiffness;
  law[LAYER.size * i + LAYER.damping] =
    pair.damping ?? pair.factor / Math.max(pair.leastSpeed, next[o + ROW.impactSpeed]);
  law[LAYER.size * i + LAYER.rollingLoss] = pair.rollingLoss;
}

/** −n · v at the centre, with the velocities of the beginning of the step. */
function approach({ bodyPos }: Data, { at, body, place, velocity: v }: VolumeState, i: number): number {
  const n = FOUND.size * i + FOUND.axes + 6;
  let rate = 0;
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    const x = place[3 * i] - bodyPos[3 * b];
    const y = place[3 * i + 1] - bodyPos[3 * b + 1];
    const z = place[3 * i + 2] - bodyPos[3 * b + 2];
    const o = 6 * b;
    const along =
      at[n] * (v[o + 3] + v[o + 1] * z - v[o + 2] * y) +
      at[n + 1] * (v[o + 4] + v[o + 2] * x - v[o] * z) +
      at[n + 2] * (v[o + 5] + v[o] * y - v[o + 1] * x);
    rate += side === 0 ? along : -along;
  }
  return rate;
}
