import { placeShape } from "../../collision/shape-poses.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { CONTACT, CONTACT_SIZE } from "../../contact/complementarity/contact-set.js";
import { measureAgain } from "../../contact/complementarity/measure-again.js";
import { place } from "../../contact/complementarity/placed-polytope.js";
import { type Data, itemFields } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { ensureCapacityF64 } from "../../math/capacity.js";
import type { Model } from "../../model/model.js";
import type { ComplementarityState } from "./complementarity-state.js";
import { contactSpeed } from "./contact-gradient.js";

/**
 * Gaps as they are at the end of the step, by fixed-point iteration. The linear gap ψ + h g · ν⁺ leaves out that
 * normals and points turn within the step, which lets bodies overlap by (ω h)²/2 of their size ([Williams2014], 5.3).
 * What the linear gap misses is measured after the bodies have moved and added to it for the next solution: `set.value`
 * gap ← ψ + (ψ_end − ψ_linear).
 */

/** Keeps poses and gaps of the start. Reads: body state, contact set. Writes: start. */
export function beginImplicit(data: Data, state: ComplementarityState): void {
  const { set } = state;
  const n = data.counter[COUNTER.active];
  state.start = ensureCapacityF64(state.start, 13 * n);
  state.startGap = ensureCapacityF64(state.startGap, 2 * set.contacts);
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    for (let c = 0; c < 3; c++) state.start[13 * k + c] = data.bodyPos[3 * b + c];
    for (let c = 0; c < 4; c++) state.start[13 * k + 3 + c] = data.bodyQuat[4 * b + c];
    for (let c = 0; c < 6; c++) state.start[13 * k + 7 + c] = data.bodyVel[6 * b + c];
  }
  for (let c = 0; c < set.contacts; c++) state.startGap[c] = set.value[CONTACT_SIZE * c + CONTACT.gap];
}

/**
 * Where the bodies have moved to: what the linear gaps missed becomes part of them, and the bodies go back. Reads: body
 * state. Writes: contact set, body state.
 */
export function bendGaps(model: Model, data: Data, state: ComplementarityState): void {
  const collision = model.systems.collision;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  const { set, startGap } = state;
  const h = model.options.timestep;
  for (let s = 0; s < collision.count; s++) {
    const placed = state.placed[s];
    if (placed === null || collision.fixed[s] === 1) continue;
    placeShape(data, collision, s, pose);
    place(placed, pose, 7 * s);
  }
  const end = startGap.subarray(set.contacts);
  measureAgain(set, state.placed, end);
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    for (let c = 0; c < 3; c++) data.bodyPos[3 * b + c] = state.start[13 * k + c];
    for (let c = 0; c < 4; c++) data.bodyQuat[4 * b + c] = state.start[13 * k + 3 + c];
  }
  // arms are those of the start, velocities those of the end
  for (let c = 0; c < set.contacts; c++) {
    if (Number.isNaN(end[c])) continue;
    const missed = end[c] - (startGap[c] + h * contactSpeed(data, set, c, state.rowVelocity));
    set.value[CONTACT_SIZE * c + CONTACT.gap] = startGap[c] + missed;
  }
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    for (let c = 0; c < 6; c++) data.bodyVel[6 * b + c] = state.start[13 * k + 7 + c];
  }
}
