import { CONTACT, CONTACT_SIZE } from "../../../contact/complementarity/contact-set.js";
import type { Model } from "../../../model/model.js";
import type { ComplementarityState } from "../complementarity-state.js";

/** Below this gap a contact touches, m. */
export const TOUCHES = 1e-6;

/** ψ/h, or 0 for what touches where only approach is forbidden, m/s. */
export function gapRate(model: Model, { set, settings }: ComplementarityState, c: number): number {
  const gap = set.value[CONTACT_SIZE * c + CONTACT.gap];
  if (settings.scheme.forgetsOverlap === true && gap <= TOUCHES) return 0;
  return gap / model.options.timestep;
}
