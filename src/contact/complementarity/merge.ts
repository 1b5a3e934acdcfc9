import { ensureCapacityI32 } from "../../math/capacity.js";
import { CONTACT, CONTACT_SIZE, type ContactSet } from "./lists.js";

/**
 * Contacts whose gaps (m), normals (1) and points (parts of the smaller shape's size) differ by less are one. A body that tips by 0.01 rad within the step may so overlap by 1e-6 of its size, after which the gaps differ by more,
 * and the contacts are two again.
 */
const SAME_GAP = 1e-8;
const SAME_NORMAL = 1e-6;
const SAME_POINT = 1e-4;

let same: Int32Array = new Int32Array(64);
/** Size of the smaller shape of the pair, m, for `mergeContacts`: V8 boxes numbers that are passed. */
export const smaller = new Float64Array(1);
/** How far apart points of one contact may be, m. */
const within = new Float64Array(1);

/**
 * Contacts of a pair, those from `contact` on, that are at the same place with the same normal become one, and constraints, those from `constraint` on, that others imply are left out: at least one of a, b, c ≥ 0 where
 * at least one of a, b ≥ 0 is asked already. Only flush bodies have such contacts — two cubes face to face, corner by corner, have 72, of which 4 are left — and each of them with a force of its own makes the problem degenerate and
 * slow. Reads: smaller. Writes: members and constraints of the set.
 */
export function mergeContacts(set: ContactSet, contact: number, constraint: number): void {
  within[0] = SAME_POINT * smaller[0];
  if (set.constraints === constraint || !findSame(set, contact)) return;
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

/** Which earlier contact each one is, into `same`; whether there are any. */
function findSame(set: ContactSet, contact: number): boolean {
  same = ensureCapacityI32(same, set.contacts - contact);
  let found = false;
  for (let c = contact; c < set.contacts; c++) {
    same[c - contact] = c;
    for (let d = contact; d < c; d++) {
      if (same[d - contact] !== d || !areSame(set, c, d)) continue;
      same[c - contact] = d;
      found = true;
      break;
    }
  }
  return found;
}

function areSame({ value }: ContactSet, c: number, d: number): boolean {
  const o = CONTACT_SIZE * c;
  const p = CONTACT_SIZE * d;
  if (!(Math.abs(value[o + CONTACT.gap] - value[p + CONTACT.gap]) < SAME_GAP)) return false;
  for (let k = 0; k < 3; k++) if (!(Math.abs(value[o + k] - value[p + k]) < SAME_NORMAL)) return false;
  for (let k = 3; k < CONTACT.gap; k++) if (!(Math.abs(value[o + k] - value[p + k]) < within[0])) return false;
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
