import { CONTACT, CONTACT_SIZE } from "../../contact/complementarity/contact-set.js";
import type { Data } from "../../data/data.js";
import { ensureCapacityF64 } from "../../math/capacity.js";
import type { Model } from "../../model/model.js";
import type { ComplementarityState } from "./complementarity-state.js";
import { contactSpeed, pairOf } from "./contact-gradient.js";

/** A contact bounces if it comes faster than this many times what forces change within a step. */
export const FASTER = 2;
/** Slower than this nothing bounces, m/s. */
const SLOWEST = 1e-9;

/**
 * Impacts: contacts whose gap closes within the step if nothing is in the way, and which come at u = −G ν. By Newton's
 * law they are asked for G ν⁺ ≥ e u; by Poisson's, see `poisson.ts`. Where a body rests, u is what forces have done to
 * it in a step, and nothing bounces. Of the gaps of a corner, any of which may be the open one, the one that closes
 * last is what the bodies meet at. Reads: contact set, bodyVel, free. Writes: bounce.
 */
export function findBounces(model: Model, data: Data, state: ComplementarityState): void {
  const { set, settings } = state;
  state.bounce = ensureCapacityF64(state.bounce, set.contacts);
  state.bounce.fill(0, 0, set.contacts);
  if (!settings.bounces) return;
  for (let k = 0; k < set.constraints; k++) {
    const c = lastToClose(model, data, state, set.constraint[4 * k + 1], set.constraint[4 * k + 2]);
    if (c >= 0) bounceAt(model, data, state, c);
  }
}

/**
 * The contact of a constraint whose gap closes last within the step if nothing is in the way; −1 where one stays open.
 * Gaps that are closed at the start do not count unless all are.
 */
function lastToClose(model: Model, data: Data, state: ComplementarityState, first: number, count: number): number {
  const { set, free } = state;
  const h = model.options.timestep;
  let last = -1;
  let latest = Number.NEGATIVE_INFINITY;
  for (let j = first; j < first + count; j++) {
    const c = set.member[j];
    const gap = set.value[CONTACT_SIZE * c + CONTACT.gap];
    const later = -contactSpeed(data, set, c, free);
    if (!(gap <= h * later)) return -1;
    // of gaps that are closed, the least deep
    const time = gap > 0 ? gap / later : gap;
    if (!(time > latest)) continue;
    latest = time;
    last = c;
  }
  return last;
}

function bounceAt(model: Model, data: Data, state: ComplementarityState, c: number): void {
  const { set, free } = state;
  const e = model.materials.restitution[pairOf(model, set, c)];
  if (!(e > 0)) return;
  const approach = -contactSpeed(data, set, c, data.bodyVel);
  const later = -contactSpeed(data, set, c, free);
  if (approach > Math.max(SLOWEST, FASTER * Math.abs(later - approach))) state.bounce[c] = e * approach;
}
