import type { Data } from "../data/data.js";
import { COUNTER, STATUS } from "../data/fields.js";
import { raiseStatus } from "../data/status.js";
import { BODY_TYPE, type Model } from "../model/model.js";
import { mayPush } from "./contact-step.js";

/** Part of the size of the smaller shape beyond which bodies that overlap at the start have been placed so. */
const DEEP_PART = 0.1;

/**
 * Says that bodies which contact keeps apart overlap deeply before a step, as nothing but their placement explains, and
 * are being pushed apart. Reads: contact tables. Writes: status.
 */
export function noteStartOverlap(model: Model, data: Data): void {
  const setup = model.systems.collision;
  if (!setup.active) return;
  const patches = data.counter[COUNTER.patches];
  for (let k = 0; k < patches; k++) {
    const pair = data.patchPair[k];
    const a = data.pairKey[2 * pair];
    const b = data.pairKey[2 * pair + 1];
    if (!mayPush(model, data, setup, a, b)) continue;
    const least = -DEEP_PART * Math.min(setup.colliders[a].reach, setup.colliders[b].reach);
    const first = data.patchPoint[2 * k];
    for (let i = first; i < first + data.patchPoint[2 * k + 1]; i++) {
      if (!(data.pointGap[i] < least)) continue;
      const second = setup.body[b];
      raiseStatus(data, STATUS.overlapping, model.bodyType[second] === BODY_TYPE.dynamic ? second : setup.body[a]);
      return;
    }
  }
}
