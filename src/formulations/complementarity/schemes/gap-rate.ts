import { CONTACT, CONTACT_INT, CONTACT_INTS, CONTACT_SIZE } from "../../../contact/complementarity/contact-set.js";
import type { Model } from "../../../model/model.js";
import type { ComplementarityState } from "../complementarity-state.js";

/** Below this gap a contact touches, m. */
const TOUCHES = 1e-6;

/**
 * ψ/h, or 0 for what touches where only approach is forbidden; −e u for what bounces (0 in the phases of Poisson's
 * law); m/s. What started inside something else opens at `pushSpeed` at most.
 */
export function gapRate(model: Model, { set, settings, bounce }: ComplementarityState, c: number): number {
  const gap = set.value[CONTACT_SIZE * c + CONTACT.gap];
  if (bounce[c] > 0) return Math.min(settings.poisson ? 0 : -bounce[c], gap / model.options.timestep);
  if (set.index[CONTACT_INTS * c + CONTACT_INT.inside] === 1)
    return Math.max(-settings.pushSpeed, gap / model.options.timestep);
  if (settings.scheme.forgetsOverlap === true && gap <= TOUCHES) return 0;
  return gap / model.options.timestep;
}
