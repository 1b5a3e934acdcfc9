import { mayPush } from "../../contact/contact-step.js";
import type { Data } from "../../data/data.js";
import { COUNTER } from "../../data/fields.js";
import type { Model } from "../../model/model.js";
import type { ComplementarityState } from "./complementarity-state.js";

/** Part of the smaller shape's size from which an overlap at the start is one: half of what a corner may sink in. */
const INSIDE = 0.01;
/** The same for being out. */
const OUT = 1e-6;

/**
 * Pairs of shapes that a scene starts with inside each other. The constraints of exact geometry say where corners may
 * go, not how to get out of a solid, so such pairs meet by the points of the narrow phase until they are out, and open
 * no faster than `pushSpeed`. Looked for at the start, and when the state was changed from outside. Reads: contact
 * tables. Writes: inside.
 */
export function findInside(model: Model, data: Data, state: ComplementarityState): void {
  const setup = model.systems.collision;
  state.inside.length = 0;
  state.epoch = data.epoch;
  const { contacts, reach, depth } = state.settings;
  // the corrective model lets shapes overlap at any time, and pushes them out by itself; a scene that says how far
  // contacts reach, or how deep corners may be, means the constraints of exact geometry
  if (!setup.active || contacts === "corrective" || reach > 0 || depth > 0) return;
  const patches = data.counter[COUNTER.patches];
  for (let k = 0; k < patches; k++) {
    const pair = data.patchPair[k];
    const a = data.pairKey[2 * pair];
    const b = data.pairKey[2 * pair + 1];
    if (isInside(state, a, b) || !mayPush(model, data, setup, a, b)) continue;
    const least = -INSIDE * Math.min(setup.colliders[a].reach, setup.colliders[b].reach);
    const end = data.patchPoint[2 * k] + data.patchPoint[2 * k + 1];
    for (let i = data.patchPoint[2 * k]; i < end; i++) {
      if (!(data.pointGap[i] < least)) continue;
      state.inside.push(a, b);
      break;
    }
  }
}

/** Whether shapes a and b have been inside each other since the start. */
export function isInside({ inside }: ComplementarityState, a: number, b: number): boolean {
  for (let k = 0; k < inside.length; k += 2) if (inside[k] === a && inside[k + 1] === b) return true;
  return false;
}

/** Shapes a and b have the smallest gap `gap`: where it is none, they are out. Writes: inside. */
export function noteOut(model: Model, { inside }: ComplementarityState, a: number, b: number, gap: number): void {
  const { colliders } = model.systems.collision;
  if (gap < -OUT * Math.min(colliders[a].reach, colliders[b].reach)) return;
  for (let k = 0; k < inside.length; k += 2) if (inside[k] === a && inside[k + 1] === b) inside.splice(k, 2);
}
