import { type Data, itemFields } from "../data/data.js";
import { claimEvent, events } from "../data/events.js";
import { COUNTER } from "../data/fields.js";
import { pairBefore } from "./persist.js";
import type { CollisionSetup } from "./setup.js";
import { COLLISION_FIELDS } from "./system.js";

/**
 * Begin, persist and end of touching, one event per pair of shapes; `who` are the bodies, `value` is the smallest gap.
 * A pair begins to touch when its smallest gap is ≤ 0 and ceases when no point is left within the margin (points that
 * were found ahead of motion do not count), so that a resting contact does not flicker. Reads: contact tables,
 * `before…`. Writes: pairTouch, event ring.
 */
export function touchEvents(data: Data, setup: CollisionSetup, before: number): void {
  const { pairTouch, pairGap, beforeKey, beforeTouch } = itemFields(data, "collision", COLLISION_FIELDS);
  const { pairKey } = data;
  const pairs = data.counter[COUNTER.pairs];
  let next = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const old = pairBefore(data, pairKey[2 * pair], pairKey[2 * pair + 1], before, next);
    if (old >= 0) next = old + 1;
    const touched = old >= 0 && beforeTouch[old] === 1;
    pairTouch[pair] = pairGap[pair] <= 0 || (touched && pairGap[pair] <= setup.margin[0]) ? 1 : 0;
    if (touched && pairTouch[pair] === 0) {
      data.eventValue[raise(data, setup, events.contactEnd.code, pairKey[2 * pair], pairKey[2 * pair + 1])] =
        pairGap[pair];
    }
    if (pairTouch[pair] === 0) continue;
    if (touched && !setup.persistEvents) continue;
    const code = touched ? events.contactPersist.code : events.contactBegin.code;
    data.eventValue[raise(data, setup, code, pairKey[2 * pair], pairKey[2 * pair + 1])] = pairGap[pair];
  }
  // both lists are sorted by key, so those that are gone are found in one pass
  let now = 0;
  for (let old = 0; old < before; old++) {
    const a = beforeKey[2 * old];
    const b = beforeKey[2 * old + 1];
    while (now < pairs && (pairKey[2 * now] < a || (pairKey[2 * now] === a && pairKey[2 * now + 1] < b))) now++;
    const there = now < pairs && pairKey[2 * now] === a && pairKey[2 * now + 1] === b;
    if (beforeTouch[old] !== 1 || there) continue;
    data.eventValue[raise(data, setup, events.contactEnd.code, a, b)] = setup.margin[0];
  }
}

/** `raiseEvent` would box the numbers. */
function raise(data: Data, setup: CollisionSetup, code: number, a: number, b: number): number {
  const at = claimEvent(data, code, setup.body[a], setup.body[b]);
  data.eventTime[at] = data.clock[0];
  return at;
}
