import { OVERLAP, OVERLAP_SIZE } from "../../collision/volume/index.js";
import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { inverseMassBetween, longestWay, NEVER_MET } from "../unmet-overlap.js";
import { LAYER, MOMENTS } from "./foundation.js";
import { ROW, volumeFields } from "./volume-fields.js";
import type { VolumePair, VolumeSetup } from "./volume-setup.js";
import type { VolumeState } from "./volume-state.js";

/**
 * Bodies that overlap without having met: a volume that no motion of the part explains was there before, by the poses
 * of a scene or of a caller, and holds no energy; as a foundation it would throw them apart. All regions between two
 * such bodies have, instead of K and a,
 *
 *   s K and 1/v,   s = min(1, v √(m/Σ K V²/S), m v/(Σ K V h))
 *
 * with the push speed v, the reduced mass m and the step h, so that neither the energy ½ Σ K V²/S of flat
 * regions nor the force at rest within a step makes them faster than v. At s = 1 the law itself acts again, for good.
 * A region of a pair that has met, or that is shallow enough for s = 1, is left alone, and so is one whose law is
 * damped so well that it does not push bodies that part with v and whose damping the step resolves, Σ K V h ≤ m v.
 * Reads: regions, memory, body state. Writes: push, pushed, law.
 */
export function pushRegions(model: Model, data: Data, setup: VolumeSetup, state: VolumeState): void {
  const { count, push, body } = state;
  for (let i = 0; i < count; i++) push[i] = UNKNOWN;
  for (let i = 0; i < count; i++) {
    if (push[i] !== UNKNOWN) continue;
    const part = partOfLaw(model, data, setup, state, i);
    if (part < 1) state.pushed = model.bodyType[body[2 * i + 1]] === BODY_TYPE.dynamic ? body[2 * i + 1] : body[2 * i];
    for (let j = i; j < count; j++) {
      if (body[2 * j] !== body[2 * i] || body[2 * j + 1] !== body[2 * i + 1]) continue;
      push[j] = part;
      if (part === 1) continue;
      state.law[LAYER.size * j + LAYER.stiffness] *= part;
      state.law[LAYER.size * j + LAYER.damping] = 1 / setup.pushSpeed;
    }
  }
}

const UNKNOWN = -1;

/** s of the bodies of region i. */
function partOfLaw(model: Model, data: Data, setup: VolumeSetup, state: VolumeState, i: number): number {
  const { pushSpeed } = setup;
  const met = haveMet(data, state, state.body[2 * i], state.body[2 * i + 1]);
  if (met === true || !(pushSpeed < Number.POSITIVE_INFINITY)) return 1;
  const { count, body, shape, moments, law } = state;
  const a = body[2 * i];
  const b = body[2 * i + 1];
  const inverse = inverseMassBetween(model, a, b);
  if (inverse === 0) return 1;
  let force = 0;
  let energy = 0;
  let deep = met === false;
  let damped = true;
  for (let j = i; j < count; j++) {
    if (body[2 * j] !== a || body[2 * j + 1] !== b) continue;
    const V = moments[MOMENTS.size * j + MOMENTS.volume];
    const S = moments[MOMENTS.size * j + MOMENTS.area];
    const K = law[LAYER.size * j + LAYER.stiffness];
    force += K * V;
    energy += (K * V * V) / S;
    if (!(law[LAYER.size * j + LAYER.damping] * pushSpeed >= 1)) damped = false;
    if (V > S * longestWay(model, data, shape[2 * j], shape[2 * j + 1], a, b)) deep = true;
  }
  if (!deep) return 1;
  const resolved = pushSpeed / (inverse * force * model.options.timestep);
  if (met === undefined && damped && resolved >= 1) return 1;
  return Math.min(1, resolved, pushSpeed / Math.sqrt(inverse * energy));
}

/** Whether the memory has regions between bodies a and b: true, false where they overlapped, undefined: none. */
function haveMet(data: Data, { bodyOfShape }: VolumeState, a: number, b: number): boolean | undefined {
  const { key, memory, remembered } = volumeFields(data);
  let met: boolean | undefined;
  for (let m = 0; m < remembered[0]; m++) {
    if (bodyOfShape[key[4 * m]] !== a || bodyOfShape[key[4 * m + 1]] !== b) continue;
    if (memory[ROW.size * m + ROW.impactSpeed] === NEVER_MET) return false;
    met = true;
  }
  return met;
}

/**
 * Whether the columns of spheres, just found in shapes s and t, do not tell how far these overlap: they hold for solids
 * that have met, and have not gone through each other. Reads: overlap, lost, memory, body state.
 */
export function isBeyondColumns(model: Model, data: Data, state: VolumeState, s: number, t: number): boolean {
  const { overlap, bodyOfShape: body } = state;
  if (state.lost) return true;
  if (overlap.count === 0) return false;
  const met = haveMet(data, state, body[s], body[t]);
  if (met !== undefined) return !met;
  const way = longestWay(model, data, s, t, body[s], body[t]);
  for (let r = 0; r < overlap.count; r++) {
    const o = OVERLAP_SIZE * r;
    if (overlap.values[o] > way * overlap.values[o + OVERLAP.patchArea]) return true;
  }
  return false;
}

/** What region i remembers of the meeting of its bodies. Writes: next. */
export function rememberMeeting({ next, push }: VolumeState, pair: VolumePair, i: number): void {
  const o = ROW.size * i + ROW.impactSpeed;
  next[o] = push[i] < 1 ? NEVER_MET : Math.max(pair.leastSpeed, next[o]);
}

/** Says that bodies were pushed out since the last part was accepted. Reads: pushed. Writes: status, pushed. */
export function noteOverlaps(data: Data, state: VolumeState): void {
  if (state.pushed >= 0) raiseStatus(data, STATUS.overlapping, state.pushed);
  state.pushed = -1;
}
