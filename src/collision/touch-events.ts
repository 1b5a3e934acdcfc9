import { type Data, itemFields } from "../data/data.js";
import { events, raiseEvent } from "../data/events.js";
import { COUNTER } from "../data/fields.js";
import { pairBefore } from "./persist.js";
import type { CollisionSetup } from "./setup.js";
import { COLLISION_FIELDS } from "./system.js";

/**
 * Begin, persist and end of touching, one event per pair of shapes; `who` are the bodies, `value` is the smallest gap. A pair begins to touch when
 * its smallest gap is ≤ 0 and ceases when no point is left within the margin, so that a resting contact does not flicker.
 * Reads: contact tables, `before…`. Writes: pairTouch, event ring.
 */
export function touchEvents(data: Data, setup: CollisionSetup, before: number): void {
  const { pairTouch, beforeKey, beforeTouch } = itemFields(data, "collision", COLLISION_FIELDS);
  const { pairKey } = data;
  const pairs = data.counter[COUNTER.pairs];
  for (let pair = 0; pair < pairs; pair++) {
    const old = pairBefore(data, pairKey[2 * pair], pairKey[2 * pair + 1], before);
    const touched = old >= 0 && beforeTouch[old] === 1;
    const gap = smallestGap(data, pair);
    pairTouch[pair] = touched || gap <= 0 ? 1 : 0;
    if (pairTouch[pair] === 0) continue;
    if (!touched) raise(data, setup, events.contactBegin.code, pairKey[2 * pair], pairKey[2 * pair + 1], gap);
    else if (setup.persistEvents)
      raise(data, setup, events.contactPersist.code, pairKey[2 * pair], pairKey[2 * pair + 1], gap);
  }
  // both lists are sorted by key, so those that are gone are found in one pass
  let now = 0;
  for (let old = 0; old < before; old++) {
    const a = beforeKey[2 * old];
    const b = beforeKey[2 * old + 1];
    while (now < pairs && (pairKey[2 * now] < a || (pairKey[2 * now] === a && pairKey[2 * now + 1] < b))) now++;
    const there = now < pairs && pairKey[2 * now] === a && pairKey[2 * now + 1] === b;
    if (beforeTouch[old] === 1 && !there) raise(data, setup, events.contactEnd.code, a, b, setup.margin[0]);
  }
}

function smallestGap(data: Data, pair: number): number {
  let gap = Number.POSITIVE_INFINITY;
  const first = data.pairPatch[2 * pair];
  for (let patch = first; patch < first + data.pairPatch[2 * pair + 1]; patch++) {
    const start = data.patchPoint[2 * patch];
    for (let i = start; i < start + data.patchPoint[2 * patch + 1]; i++) gap = Math.min(gap, data.pointGap[i]);
  }
  return gap;
}

function raise(data: Data, setup: CollisionSetup, code: number, a: number, b: number, gap: number): void {
  raiseEvent(data, code, setup.body[a], setup.body[b], data.clock[0], gap);
}
