import { ensureCapacityI32 } from "../../math/capacity.js";
import {
  addMember,
  CONSTRAINT,
  CONTACT,
  CONTACT_INT,
  CONTACT_INTS,
  CONTACT_SIZE,
  type ContactSet,
  openConstraint,
} from "./contact-set.js";
import type { ExactSettings } from "./exact-settings.js";
import { foreseenGap } from "./foreseen-gap.js";
import type { Pair } from "./pair.js";

/**
 * A gap from which a contact counts as not violated when the one that carries force is chosen, m (spec of
 * [Williams2014], 10.0).
 */
const TOUCHING = -1e-4;

/** Begins the list of contacts of a constraint. */
export function startGroup(pair: Pair): void {
  pair.work.groupSize = 0;
}

/** Adds contact c, once. */
export function addToGroup({ work }: Pair, c: number): void {
  for (let i = 0; i < work.groupSize; i++) if (work.group[i] === c) return;
  work.group = ensureCapacityI32(work.group, work.groupSize + 1);
  work.group[work.groupSize++] = c;
}

/** Whether contact c could carry a force: applicable and feasible. */
export function isPrimary(set: ContactSet, c: number, settings: ExactSettings): boolean {
  return isApplicable(set, c, settings) && set.index[CONTACT_INTS * c + CONTACT_INT.feasible] === 1;
}

export function isApplicable(set: ContactSet, c: number, settings: ExactSettings): boolean {
  return set.value[CONTACT_SIZE * c + CONTACT.applicability] >= settings.applicability;
}

/**
 * C-split ([Williams2014], algorithm 9) and the choice of the contact that carries force: among those that could, the
 * one with the smallest gap that is not violated, else the one with the largest gap. Where none could: the same over
 * all, or a constraint without force, as `settings.orphans` says. In the full form all that could carry force come
 * first.
 */
export function closeGroup(pair: Pair, kind: number): void {
  const { set, settings } = pair;
  const { group: list, groupSize: count } = pair.work;
  if (count === 0) return;
  let primaries = 0;
  // those that could carry force to the front, in their order
  for (let i = 0; i < count; i++) {
    if (!isPrimary(set, list[i], settings)) continue;
    const c = list[i];
    for (let j = i; j > primaries; j--) list[j] = list[j - 1];
    list[primaries++] = c;
  }
  let usable = primaries;
  if (primaries === 0) {
    if (settings.orphans === "drop") return;
    if (settings.orphans === "cross") kind = CONSTRAINT.cross;
    usable = count;
  }
  let best = 0;
  for (let i = 1; i < usable; i++) if (isBetter(pair, list[i], list[best])) best = i;
  const first = list[best];
  for (let j = best; j > 0; j--) list[j] = list[j - 1];
  list[0] = first;
  const full = settings.peg === "full" && primaries > 1;
  openConstraint(set, kind, kind === CONSTRAINT.cross ? 0 : full ? primaries : 1);
  for (let i = 0; i < count; i++) addMember(set, list[i]);
}

/**
 * Whether contact c rather than `best` carries force. Where both touch, the nearest would be decided by round-off: a
 * vertex that slides over the seam of two parts would be held by the side of the second one, which it is past by less
 * than `TOUCHING`; so what is least violated if nothing is in the way.
 */
function isBetter({ set, settings, motion }: Pair, c: number, best: number): boolean {
  const own = set.value[CONTACT_SIZE * c + CONTACT.gap];
  const other = set.value[CONTACT_SIZE * best + CONTACT.gap];
  if (settings.primary === "largest") return own > other;
  if (settings.foresees && Math.abs(own) <= -TOUCHING && Math.abs(other) <= -TOUCHING) {
    return foreseenGap(set, c, motion) > foreseenGap(set, best, motion);
  }
  if (own >= TOUCHING && other >= TOUCHING) return own < other;
  return own > other;
}
