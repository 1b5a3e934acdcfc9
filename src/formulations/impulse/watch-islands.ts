import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import type { Model } from "../../model/model.js";
import { impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";
import type { ImpulseSettings } from "./settings.js";
import type { ImpulseState } from "./state.js";

/**
 * Selects the islands to watch: `state.watched` of their roots. Also limits the arm of spinning and rolling friction to
 * the smallest radius of gyration of the bodies: on a tiny body a longer arm would act on the rotation like a hundred
 * times its weight. Reads: island, patchSolved, joints. Writes: patchRow.
 */
export function watchIslands(model: Model, data: Data, state: ImpulseState, settings: ImpulseSettings): void {
  const { island, patchSolved, patchBody, pointRow, patchRow: row } = impulseFields(data);
  const { watched, overlaps, light } = state;
  const n = data.counter[COUNTER.active];
  for (let k = 0; k < n; k++) watched[data.bodyActive[k]] = overlaps[data.bodyActive[k]] = 0;
  const { joints } = model;
  // soft rows are springs whose energy is not in the balance
  const soft = !settings.directJoints && settings.preset !== "thesis";
  for (let i = 0; !soft && i < joints.count; i++) {
    const root = Math.max(island[joints.bodyA[i]], island[joints.bodyB[i]]);
    if (root >= 0) watched[root] = 1;
  }
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    if (patchSolved[k] === SOLVED.not) continue;
    const a = patchBody[2 * k];
    const b = patchBody[2 * k + 1];
    const root = Math.max(island[a], island[b]);
    if (root < 0) continue;
    const o = PATCH_SIZE * k;
    if (row[o + PATCH.spinning] > 0 || row[o + PATCH.rolling] > 0) boundTurning(state, row, o, a, b);
    if (patchSolved[k] === SOLVED.direct || settings.preset === "thesis" || row[o + PATCH.restitution] > 0)
      watched[root] = 1;
    const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
    for (let i = data.patchPoint[2 * k]; i < end; i++) if (pointRow[POINT_SIZE * i + POINT.gap] < 0) overlaps[root] = 1;
  }
  for (let k = 0; k < n; k++) {
    const b = data.bodyActive[k];
    if (light[b] === 1 && island[b] >= 0) watched[island[b]] = 1;
  }
}

/**
 * Limits the spinning and rolling coefficients of the patch at o to the radii of gyration of the bodies that it moves.
 */
function boundTurning(state: ImpulseState, row: Float64Array, o: number, a: number, b: number): void {
  const ownA = row[o + PATCH.invMassA] > 0 ? state.gyration[a] : Number.POSITIVE_INFINITY;
  const ownB = row[o + PATCH.invMassB] > 0 ? state.gyration[b] : Number.POSITIVE_INFINITY;
  const most = Math.min(ownA, ownB);
  if (row[o + PATCH.spinning] > most) row[o + PATCH.spinning] = most;
  if (row[o + PATCH.rolling] > most) row[o + PATCH.rolling] = most;
}
