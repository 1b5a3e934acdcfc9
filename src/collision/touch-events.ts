import type { Data } from "../data/data.js";
import { claimEvent, events } from "../data/events.js";
import { COUNTER } from "../data/fields.js";
import { collisionFields } from "./contact-tables.js";
import { type OldContacts, pairBefore } from "./persist.js";
import type { CollisionSetup } from "./setup.js";

/**
 * Begin, persist and end of touching, one event per pair of shapes; `who` are the bodies, `value` is the smallest gap.
 * A pair begins to touch when its smallest gap is ≤ 0 and ceases when no point is left within the margin (points that
 * were found ahead of motion do not count), so that a resting contact does not flicker. Rows before `first` are those
 * of the step before. Reads: contact tables,
 * `before…`. Writes: pairTouch, event ring.
 */
export function touchEvents(data: Data, setup: CollisionSetup, before: number, first: number): void {
  const { beforeKey, beforeTouch, pairTouch } = collisionFields(data);
  const { pairKey } = data;
  const pairs = data.counter[COUNTER.pairs];
  for (let pair = 0; pair < first; pair++) touchEvent(data, setup, pair, pairTouch[pair] === 1);
  let next = first;
  const old = data.systems.collision.old as OldContacts;
  for (let pair = first; pair < pairs; pair++) {
    const row = pairBefore(old, pairKey[2 * pair], pairKey[2 * pair + 1], first, before, next);
    if (row >= 0) next = row + 1;
    touchEvent(data, setup, pair, row >= 0 && beforeTouch[row] === 1);
  }
  // both lists are sorted by key, so those that are gone are found in one pass
  let now = first;
  for (let row = first; row < before; row++) {
    const a = beforeKey[2 * row];
    const b = beforeKey[2 * row + 1];
    while (now < pairs && (pairKey[2 * now] < a || (pairKey[2 * now] === a && pairKey[2 * now + 1] < b))) now++;
    const there = now < pairs && pairKey[2 * now] === a && pairKey[2 * now + 1] === b;
    if (beforeTouch[row] === 1 && !there) goneEvent(data, setup, a, b);
  }
}

/** Event of the pair in a row; `touched`: it touched before. Reads: pairGap. Writes: pairTouch, event ring. */
export function touchEvent(data: Data, setup: CollisionSetup, pair: number, touched: boolean): void {
  const { pairTouch, pairGap } = collisionFields(data);
  const { pairKey } = data;
  pairTouch[pair] = pairGap[pair] <= 0 || (touched && pairGap[pair] <= setup.margin[0]) ? 1 : 0;
  if (touched && pairTouch[pair] === 0) {
    data.eventValue[raise(data, setup, events.contactEnd.code, pairKey[2 * pair], pairKey[2 * pair + 1])] =
      pairGap[pair];
  }
  if (pairTouch[pair] === 0) return;
  if (touched && !setup.persistEvents) return;
  const code = touched ? events.contactPersist.code : events.contactBegin.code;
  data.eventValue[raise(data, setup, code, pairKey[2 * pair], pairKey[2 * pair + 1])] = pairGap[pair];
}

/** Shapes a and b touched and are no longer a pair. Writes: event ring. */
export function goneEvent(data: Data, setup: CollisionSetup, a: number, b: number): void {
  data.eventValue[raise(data, setup, events.contactEnd.code, a, b)] = setup.margin[0];
}

/** `raiseEvent` would box the numbers. */
function raise(data: Data, setup: CollisionSetup, code: number, a: number, b: number): number {
  const at = claimEvent(data, code, setup.body[a], setup.body[b]);
  data.eventTime[at] = data.clock[0];
  return at;
}
