import { meetingOfBalls } from "../../contact/meeting-balls.js";
import { tangentsInto } from "../../contact/tangents.js";
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { writeFrictionMass } from "./contact-rows.js";
import { impulseFields, PATCH, PATCH_SIZE, POINT, POINT_SIZE, SOLVED } from "./fields.js";
import type { ImpulseState } from "./state.js";

/** Gives patches of two balls that are apart the rows of the instant at which they meet. Writes: patchRow, pointRow. */
export function meetBalls(model: Model, data: Data, state: ImpulseState): void {
  const setup = model.systems.collision;
  if (!setup.active || !(data.systems.collision.ahead > 0)) return;
  const f = impulseFields(data);
  const { patchRow: row, pointRow: point } = f;
  const { patchPoint, patchPair, pairKey } = data;
  const meeting = state.balance.measured;
  const { moving } = data.systems.impulseState;
  for (let place = 0; place < moving.count; place++) {
    const k = moving.list[place];
    const i = patchPoint[2 * k];
    const o = PATCH_SIZE * k;
    const p = POINT_SIZE * i;
    if (f.patchSolved[k] === SOLVED.not || patchPoint[2 * k + 1] !== 1) continue;
    // bodies on joints do not go straight on
    if (state.jointed[f.patchBody[2 * k]] === 1 || state.jointed[f.patchBody[2 * k + 1]] === 1) continue;
    if (!(data.pointGap[i] > 0) || point[p + POINT.before] > 0) continue;
    if (row[o + PATCH.surface] !== 0 || row[o + PATCH.surface + 1] !== 0) continue;
    const a = pairKey[2 * patchPair[k]];
    const b = pairKey[2 * patchPair[k] + 1];
    if (!meetingOfBalls(data, setup, a, b, row, o, meeting)) continue;
    const rA = setup.colliders[a].size[0];
    const rB = setup.colliders[b].size[0];
    for (let c = 0; c < 3; c++) {
      row[o + c] = meeting[c];
      row[o + PATCH.armA + c] = rA * meeting[c];
      row[o + PATCH.armB + c] = -rB * meeting[c];
    }
    tangentsInto(row, o + PATCH.tangent1, row, o, model.planar);
    writeFrictionMass(f, o, f.patchBody[2 * k], f.patchBody[2 * k + 1]);
    // the arms lie along the normal
    for (let c = 0; c < POINT.mass; c++) point[p + c] = 0;
    point[p + POINT.mass] = 1 / (row[o + PATCH.invMassA] + row[o + PATCH.invMassB]);
    point[p + POINT.gap] = meeting[3];
  }
}
