import type { Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import type { Model } from "../model/model.js";
import { startApart } from "./apart.js";
import { type BroadPhase, pushPair } from "./broad/broad-phase.js";
import { sortPairs } from "./broad/sort.js";
import { collidePair } from "./collide-pair.js";
import { collisionFields } from "./contact-tables.js";
import { pairAllowed } from "./filter.js";
import { findPair } from "./insert-contact.js";
import { bytesOf, contactsInPlace, keepContacts } from "./persist.js";
import type { CollisionSetup } from "./setup.js";
import { lookAheadOf, placeBox } from "./shape-poses.js";
import { carryRun, keepGeometry, keepListed, moveRows, noteRow, noteTables, type StillShapes } from "./still.js";
import type { CollisionState } from "./system.js";
import { goneEvent, touchEvent } from "./touch-events.js";

/**
 * Detection for few shapes that move among many at rest: the same tables, events and bits as those of a whole
 * detection, and nothing in it is done for every shape or every pair. The moving shapes look for partners in the broad
 * phase; contacts of their pairs are written behind the old rows of the tables, and put into their places afterwards.
 * Rows behind a place have to move only where a pair came or went or its number of points changed.
 */

/** Shapes that move are few where they are at most one in so many. */
const FEW = 8;

/** Patches, and points, that one pair can have. */
const MOST_OF_PAIR = 1024;

/** False, and no contact is changed, where the whole detection must run: too many move, or the tables have no room. */
export function detectFew(model: Model, data: Data, setup: CollisionSetup, state: CollisionState): boolean {
  const { still } = state;
  if (still.count < 0 || FEW * still.count > setup.count || state.broad === null || state.epoch !== data.epoch)
    return false;
  if (!moveBoxes(data, setup, state, state.broad)) return false;
  findPartners(data, state, state.broad);
  const { pairs, count } = state.pairs;
  startApart(state.apart, setup, collisionFields(data).pose, count, still);
  const before = data.counter[COUNTER.pairs];
  if (count > 0 || still.rows > 0) {
    state.inPlace ??= contactsInPlace(data);
    state.old = state.inPlace;
    state.firstOld = 0;
    state.nextPair = 0;
    for (let k = 0; k < count; k++) {
      if (!hasRoom(data)) {
        restoreCounts(data, still);
        return false;
      }
      collidePair(model, data, setup, state, pairs[2 * k], pairs[2 * k + 1], before, null);
    }
    placeRows(data, setup, state, before);
  }
  still.few++;
  still.asked += count;
  keepListed(still);
  noteTables(data, still);
  return true;
}

/** Poses and boxes of the shapes that move; false where the broad phase refuses one. Writes: pose, box, shapeAhead. */
function moveBoxes(data: Data, setup: CollisionSetup, state: CollisionState, broad: BroadPhase): boolean {
  const { list, count } = state.still;
  const { box } = collisionFields(data);
  const ahead = state.ahead > 0;
  for (let k = 0; k < count; k++) {
    if (ahead) lookAheadOf(data, setup, state, list[k]);
    placeBox(data, setup, list[k], ahead);
    if (!broad.move(list[k], box, 6 * list[k])) return false;
  }
  return true;
}

/** Pairs of which one shape is not at rest, ascending. Reads: box. Writes: `state.pairs`. */
function findPartners(data: Data, state: CollisionState, broad: BroadPhase): void {
  const { still, near, pairs } = state;
  const { box } = collisionFields(data);
  const { list, count, now, before } = still;
  pairs.count = 0;
  for (let k = 0; k < count; k++) {
    const s = list[k];
    broad.query(box, 6 * s, near);
    for (let i = 0; i < near.count; i++) {
      const other = near.ids[i];
      // a pair of two that move is found by the one with the smaller number
      if (other === s || (other < s && (now[other] & before[other]) === 0)) continue;
      if (pairAllowed(broad.filter, s, other)) pushPair(pairs, Math.min(s, other), Math.max(s, other));
    }
  }
  sortPairs(pairs, now.length, state.sortRoom);
}

/** Whether the tables have room for one more pair, whatever it is. */
function hasRoom({ counter, pairKey, patchPair, pointGap }: Data): boolean {
  return (
    2 * counter[COUNTER.pairs] < pairKey.length &&
    counter[COUNTER.patches] + MOST_OF_PAIR <= patchPair.length &&
    counter[COUNTER.points] + MOST_OF_PAIR <= pointGap.length
  );
}

/** The tables without the new rows behind the old ones. Writes: counter. */
function restoreCounts({ counter }: Data, { used }: StillShapes): void {
  counter[COUNTER.pairs] = used[0];
  counter[COUNTER.patches] = used[1];
  counter[COUNTER.points] = used[2];
}

/**
 * Puts the new rows, from `before` on, where they belong, in place of those that the moving shapes had. Reads:
 * `still.key`. Writes: contact tables, event ring, `still.key`.
 */
function placeRows(data: Data, setup: CollisionSetup, state: CollisionState, before: number): void {
  const { still } = state;
  const { pairTouch } = collisionFields(data);
  const { counter, pairKey } = data;
  const bytes = bytesOf(data, state);
  const end = counter[COUNTER.pairs];
  const { key, rows } = still;
  // rows of the same size go where the old ones are
  let old = 0;
  let row = before;
  for (; old < rows && row < end; old++, row++) {
    if (key[2 * old] !== pairKey[2 * row] || key[2 * old + 1] !== pairKey[2 * row + 1]) break;
    const at = findOld(pairKey, 0, before, key[2 * old], key[2 * old + 1]);
    if (!sameSize(data, row, at)) break;
    const touched = pairTouch[at] === 1;
    replaceRow(data, bytes, row, at);
    touchEvent(data, setup, at, touched);
  }
  if (old === rows && row === end) restoreCounts(data, still);
  else moveBehind(data, setup, still, bytes, before, end, old, row);
  still.rows = 0;
  // the keys of the new rows are those of the pairs that have contacts now
  const { pairs, count } = state.pairs;
  for (let k = 0; k < count; k++)
    if (findPair(data, pairs[2 * k], pairs[2 * k + 1]) >= 0) noteRow(still, pairs[2 * k], pairs[2 * k + 1]);
}

/** Row of a pair among the rows `from` … `end` − 1 of a table of keys, or the row where it would be. */
function findOld(key: Uint32Array, from: number, end: number, a: number, b: number): number {
  let lo = from;
  let hi = end;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (key[2 * mid] < a || (key[2 * mid] === a && key[2 * mid + 1] < b)) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

/** Whether two pairs have as many patches, each with as many points. */
function sameSize({ pairPatch, patchPoint }: Data, row: number, at: number): boolean {
  const n = pairPatch[2 * row + 1];
  if (n !== pairPatch[2 * at + 1]) return false;
  for (let k = 0; k < n; k++)
    if (patchPoint[2 * (pairPatch[2 * row] + k) + 1] !== patchPoint[2 * (pairPatch[2 * at] + k) + 1]) return false;
  return true;
}

/** Contacts of the pair in `row` into those of the pair in row `at`, which is of the same size. */
function replaceRow(data: Data, bytes: Uint8Array, row: number, at: number): void {
  const f = collisionFields(data);
  const { pairPatch, patchPoint } = data;
  const patch = pairPatch[2 * row];
  const patches = pairPatch[2 * row + 1];
  const toPatch = pairPatch[2 * at];
  const point = patchPoint[2 * patch];
  const points = patchPoint[2 * (patch + patches) - 2] + patchPoint[2 * (patch + patches) - 1] - point;
  const toPoint = patchPoint[2 * toPatch];
  moveRows(bytes, f.pairGap, f.pairGap, 1, row, at, 1);
  moveRows(bytes, f.pairPose, f.pairPose, 7, row, at, 1);
  moveRows(bytes, data.patchKey, data.patchKey, 1, patch, toPatch, patches);
  moveRows(bytes, data.patchNormal, data.patchNormal, 3, patch, toPatch, patches);
  moveRows(bytes, data.patchCentroid, data.patchCentroid, 3, patch, toPatch, patches);
  moveRows(bytes, data.patchSize, data.patchSize, 2, patch, toPatch, patches);
  moveRows(bytes, data.patchFriction, data.patchFriction, 8, patch, toPatch, patches);
  moveRows(bytes, f.patchRadius, f.patchRadius, 1, patch, toPatch, patches);
  moveRows(bytes, f.patchLoad, f.patchLoad, 3, patch, toPatch, patches);
  moveRows(bytes, f.patchLocal, f.patchLocal, 8, patch, toPatch, patches);
  moveRows(bytes, data.pointPos, data.pointPos, 3, point, toPoint, points);
  moveRows(bytes, data.pointGap, data.pointGap, 1, point, toPoint, points);
  moveRows(bytes, data.pointFeature, data.pointFeature, 2, point, toPoint, points);
  moveRows(bytes, data.pointImpulse, data.pointImpulse, 3, point, toPoint, points);
  moveRows(bytes, f.pointLoad, f.pointLoad, 1, point, toPoint, points);
  moveRows(bytes, f.pointLocal, f.pointLocal, 6, point, toPoint, points);
}

/**
 * The rest of the tables, written again from the first place at which the old rows of `still.key`, from `old` on, and
 * the new ones, `row` … `end` − 1, differ. Reads: contact tables. Writes: contact tables, `before…`, event ring.
 */
function moveBehind(
  data: Data,
  setup: CollisionSetup,
  still: StillShapes,
  bytes: Uint8Array,
  before: number,
  end: number,
  old: number,
  row: number,
): void {
  const f = collisionFields(data);
  const { counter, pairKey, pairPatch, patchPoint } = data;
  const { key, rows } = still;
  const isOld = old < rows && (row === end || isUpTo(key, old, pairKey, row));
  const first = isOld
    ? findOld(pairKey, 0, before, key[2 * old], key[2 * old + 1])
    : findOld(pairKey, 0, before, pairKey[2 * row], pairKey[2 * row + 1]);
  keepContacts(data, bytes, first);
  keepGeometry(data, still, first);
  const firstPatch = pairPatch[2 * first];
  counter[COUNTER.points] = patchPoint[2 * firstPatch];
  counter[COUNTER.patches] = firstPatch;
  counter[COUNTER.pairs] = first;
  const { beforeKey, beforeTouch } = f;
  let from = first;
  let gone = 0;
  const begin = old;
  while (old < rows || row < end) {
    const drops = old < rows && (row === end || isUpTo(key, old, beforeKey, row));
    const adds = row < end && (old === rows || !isUpTo(key, old, beforeKey, row) || isSame(key, old, beforeKey, row));
    const at = drops
      ? findOld(beforeKey, from, before, key[2 * old], key[2 * old + 1])
      : findOld(beforeKey, from, before, beforeKey[2 * row], beforeKey[2 * row + 1]);
    if (at > from) carryRun(data, still, bytes, from, at);
    from = drops ? at + 1 : at;
    const touched = drops && beforeTouch[at] === 1;
    if (adds) {
      carryRun(data, still, bytes, row, row + 1);
      touchEvent(data, setup, counter[COUNTER.pairs] - 1, touched);
      row++;
    } else if (touched) {
      // old keys that are done with make room for those that are gone
      key[2 * (begin + gone)] = key[2 * old];
      key[2 * (begin + gone) + 1] = key[2 * old + 1];
      gone++;
    }
    if (drops) old++;
  }
  if (before > from) carryRun(data, still, bytes, from, before);
  for (let k = begin; k < begin + gone; k++) goneEvent(data, setup, key[2 * k], key[2 * k + 1]);
}

/** Whether the key at place k of a list is that of a row or comes before it. */
function isUpTo(list: Int32Array, k: number, key: Uint32Array, row: number): boolean {
  return list[2 * k] < key[2 * row] || (list[2 * k] === key[2 * row] && list[2 * k + 1] <= key[2 * row + 1]);
}

function isSame(list: Int32Array, k: number, key: Uint32Array, row: number): boolean {
  return list[2 * k] === key[2 * row] && list[2 * k + 1] === key[2 * row + 1];
}
