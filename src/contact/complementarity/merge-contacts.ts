import { ensureCapacityI32 } from "../../math/capacity.js";
import { CONTACT, CONTACT_SIZE, type ContactSet } from "./contact-set.js";
import type { Pair } from "./pair.js";

/**
 * Contacts whose gaps (m), normals (1) and points (parts of the smaller shape's size) differ by less are one. A body
 * that tips by 0.01 rad within the step may so overlap by 1e-6 of its size, after which the gaps differ by more, and
 * the contacts are two again.
 */
const SAME_GAP = 1e-8;
const SAME_NORMAL = 1e-6;
const SAME_POINT = 1e-4;

/**
 * Contacts of a pair, those from `contact` on, that are at the same place with the same normal become one, and
 * constraints, those from `constraint` on, that others imply are left out: at least one of a, b, c ≥ 0 where at least
 * one of a, b ≥ 0 is asked already. Only flush bodies have such contacts — two cubes face to face, corner by corner,
 * have 72, of which 4 are left — and each of them with a force of its own makes the problem degenerate and slow.
 * `size`: that of the smaller shape, m. Writes: members and constraints of the set.
 */
export function mergeContacts(pair: Pair, contact: number, constraint: number, size: number): void {
  const { set, work } = pair;
  if (set.constraints === constraint || !findSame(pair, contact, SAME_POINT * size)) return;
  const { same } = work;
  const first = set.constraint[4 * constraint + 1];
  const count = set.constraints;
  let members = first;
  for (let k = constraint; k < count; k++) {
    const from = set.constraint[4 * k + 1];
    const end = from + set.constraint[4 * k + 2];
    let primaries = set.constraint[4 * k + 3];
    const start = members;
    for (let i = from; i < end; i++) {
      const c = same[set.member[i] - contact];
      if (!includes(set, start, members, c)) set.member[members++] = c;
      else if (i - from < set.constraint[4 * k + 3]) primaries--;
    }
    set.constraint[4 * k + 1] = start;
    set.constraint[4 * k + 2] = members - start;
    set.constraint[4 * k + 3] = primaries;
  }
  set.members = members;
  let kept = constraint;
  for (let k = constraint; k < count; k++) {
    if (isImplied(set, k, constraint, count)) continue;
    for (let i = 0; i < 4; i++) set.constraint[4 * kept + i] = set.constraint[4 * k + i];
    if (kept !== k) set.constraint[4 * k + 2] = 0;
    kept++;
  }
  set.constraints = kept;
}

/**
 * Which earlier contact each one equals, into `same`; whether there are any. `within`: how far apart points of one
 * contact may be, m.
 */
function findSame({ set, work }: Pair, contact: number, within: number): boolean {
  work.same = ensureCapacityI32(work.same, set.contacts - contact);
  const { same } = work;
  let found = false;
  for (let c = contact; c < set.contacts; c++) {
    same[c - contact] = c;
    for (let d = contact; d < c; d++) {
      if (same[d - contact] !== d || !areSame(set, c, d, within)) continue;
      same[c - contact] = d;
      found = true;
      break;
    }
  }
  return found;
}

function areSame({ value }: ContactSet, c: number, d: number, within: number): boolean {
  const o = CONTACT_SIZE * c;
  const p = CONTACT_SIZE * d;
  if (!(Math.abs(value[o + CONTACT.gap] - value[p + CONTACT.gap]) < SAME_GAP)) return false;
  for (let k = 0; k < 3; k++) if (!(Math.abs(value[o + k] - value[p + k]) < SAME_NORMAL)) return false;
  for (let k = 3; k < CONTACT.gap; k++) if (!(Math.abs(value[o + k] - value[p + k]) < within)) return false;
  return true;
}

function includes({ member }: ContactSet, start: number, end: number, c: number): boolean {
  for (let i = start; i < end; i++) if (member[i] === c) return true;
  return false;
}

/** Whether all members of another constraint are among those of constraint k; of equal ones the first is kept. */
function isImplied(set: ContactSet, k: number, from: number, end: number): boolean {
  const start = set.constraint[4 * k + 1];
  const size = set.constraint[4 * k + 2];
  for (let j = from; j < end; j++) {
    const n = set.constraint[4 * j + 2];
    if (j === k || n === 0 || n > size || (n === size && j > k)) continue;
    const other = set.constraint[4 * j + 1];
    let all = true;
    for (let i = other; i < other + n && all; i++) all = includes(set, start, start + size, set.member[i]);
    if (all) return true;
  }
  return false;
}
