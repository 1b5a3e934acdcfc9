import { findPair } from "../../collision/insert-contact.js";
import { isMoving } from "../../collision/loads.js";
import { hasWoken } from "../../collision/still.js";
import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import { ensureCapacityI32 } from "../../math/capacity.js";
import type { Model } from "../../model/model.js";
import { impulseFields, SOLVED } from "./fields.js";

/**
 * Bodies and patches that take part in a step. What is done for each of them goes by these lists, so that sleepers and
 * static bodies cost nothing: entries of other bodies and patches in the arrays stay as they are.
 */
export interface Moving {
  /** Patches of which an awake dynamic body is part, ascending. */
  list: Int32Array;
  count: number;
  /** Bodies whose inverse masses are set, and `data.epoch` they were set in. */
  readonly bodies: Int32Array;
  bodyCount: number;
  epoch: number;
}

export function createMoving(model: Model): Moving {
  return { list: new Int32Array(64), count: 0, bodies: new Int32Array(model.nb), bodyCount: 0, epoch: -1 };
}

/** Lists the patches of bodies that move; others are marked as not solved. Reads: contact tables, bodyState. */
export function listPatches(model: Model, data: Data): void {
  const { moving } = data.systems.impulseState;
  const { patchSolved } = impulseFields(data);
  const { still } = data.systems.collision;
  const setup = model.systems.collision;
  // rows may have moved since
  for (let place = 0; place < moving.count; place++) patchSolved[moving.list[place]] = SOLVED.not;
  moving.count = 0;
  if (!setup.active) return;
  if (hasWoken(model, data, setup, still)) {
    patchSolved.fill(SOLVED.not, 0, data.counter[COUNTER.patches]);
    const pairs = data.counter[COUNTER.pairs];
    for (let pair = 0; pair < pairs; pair++) listPair(model, data, moving, pair);
    return;
  }
  for (let k = 0; k < still.rows; k++) {
    const pair = findPair(data, still.key[2 * k], still.key[2 * k + 1]);
    if (pair >= 0) listPair(model, data, moving, pair);
  }
}

function listPair(model: Model, data: Data, moving: Moving, pair: number): void {
  const { body } = model.systems.collision;
  const { pairKey, pairPatch } = data;
  if (!isMoving(model, data, body[pairKey[2 * pair]]) && !isMoving(model, data, body[pairKey[2 * pair + 1]])) return;
  const end = pairPatch[2 * pair] + pairPatch[2 * pair + 1];
  if (moving.list.length < moving.count + pairPatch[2 * pair + 1])
    moving.list = ensureCapacityI32(moving.list, moving.count + pairPatch[2 * pair + 1]);
  for (let patch = pairPatch[2 * pair]; patch < end; patch++) moving.list[moving.count++] = patch;
}
