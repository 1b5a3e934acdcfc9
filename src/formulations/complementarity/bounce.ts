import { CONSTRAINT, CONTACT, CONTACT_SIZE } from "../../contact/complementarity/contact-set.js";
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
 * Impacts: contacts whose gap closes within the step if nothing is in the way, and which come at
 * u = −G ν. By Newton's law they are asked for G ν⁺ ≥ e u; by Poisson's, see `poisson.ts`. Where a body rests, u is
 * what forces have done to it in a step, and nothing bounces. Constraints of corners, of which any gap may be the open one, stay inelastic. Reads: contact set, bodyVel,
 * free. Writes: bounce.
 */
export function findBounces(model: Model, data: Data, state: ComplementarityState): void {
  const { set, free, settings } = state;
  const h = model.options.timestep;
  state.bounce = ensureCapacityF64(state.bounce, set.contacts);
  state.bounce.fill(0, 0, set.contacts);
  if (!settings.bounces) return;
  for (let k = 0; k < set.constraints; k++) {
    if (set.constraint[4 * k] !== CONSTRAINT.unilateral) continue;
    const c = set.member[set.constraint[4 * k + 1]];
    const e = model.materials.restitution[pairOf(model, set, c)];
    if (!(e > 0)) continue;
    const approach = -contactSpeed(data, set, c, data.bodyVel);
    const later = -contactSpeed(data, set, c, free);
    if (!(set.value[CONTACT_SIZE * c + CONTACT.gap] <= h * later)) continue;
    if (approach > Math.max(SLOWEST, FASTER * Math.abs(later - approach))) state.bounce[c] = e * approach;
  }
}
