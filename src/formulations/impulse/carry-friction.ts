import { ROLLING } from "../../collision/rolling-kinds.js";
import { carriedSlipInto } from "../../contact/carried-slip.js";
import type { Data } from "../../data/data.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { impulseFields, PATCH, PATCH_SIZE, SOLVED } from "./fields.js";
import { isFollowed } from "./follow-round.js";
import type { ImpulseState } from "./state.js";

/** A change of slip below the tolerance of contacts is left out, m/s: bodies at rest keep their rows. */
const LEAST = 1e-6;

/**
 * Friction of bodies that are carried round. RATTLE's second half asks for velocities at the end of the sub-step, so
 * slip is measured where the patch is then: with the arms a of detection, what lies on a turntable takes the velocity
 * of the place that it has left, and drifts outwards by ω² r h/2 per unit of time. The difference
 *
 *   (ω_B × δa_B − ω_A × δa_A) · t
 *
 * goes into the rows as the velocity of a belt does, with δa by the displacements since detection. The patch moves with
 * the smaller of the two shapes: with a flat one as a whole, with a round one along with its centre and about the
 * normal. What lies on something that does not move keeps its rows. Reads: displacement, bodyVel. Writes: patchRow.
 */
export function carryFriction(model: Model, data: Data, state: ImpulseState): void {
  const setup = model.systems.collision;
  if (!setup.active) return;
  const f = impulseFields(data);
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (f.patchSolved[k] === SOLVED.not) continue;
    const a = f.patchBody[2 * k];
    const b = f.patchBody[2 * k + 1];
    if (model.bodyType[a] === BODY_TYPE.static || model.bodyType[b] === BODY_TYPE.static) continue;
    if (isFollowed(data, state, k)) continue;
    const pair = data.patchPair[k];
    const shapeA = data.pairKey[2 * pair];
    const shapeB = data.pairKey[2 * pair + 1];
    const onA = setup.colliders[shapeA].reach < setup.colliders[shapeB].reach;
    const rolls = state.rolling[onA ? shapeA : shapeB] !== ROLLING.flat;
    const { patchRow: row, displacement } = f;
    const o = PATCH_SIZE * k;
    const ra = o + PATCH.armA;
    const rb = o + PATCH.armB;
    carriedSlipInto(state.carried, row, o, row, ra, rb, displacement, data.bodyVel, 6 * a, 6 * b, onA, rolls);
    carry(state.carried, row, o);
  }
}

/** Takes a change of slip into the rows of the patch at o. Writes: surface, carried. */
function carry(slip: Float64Array, row: Float64Array, o: number): void {
  for (let t = 0; t < 2; t++) {
    const u = o + PATCH.tangent1 + 3 * t;
    const along = slip[0] * row[u] + slip[1] * row[u + 1] + slip[2] * row[u + 2];
    const add = Math.abs(along) < LEAST ? 0 : along;
    if (add === row[o + PATCH.carried + t]) continue;
    row[o + PATCH.surface + t] += add - row[o + PATCH.carried + t];
    row[o + PATCH.carried + t] = add;
  }
}
