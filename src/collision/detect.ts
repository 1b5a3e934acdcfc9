import type { Data } from "../data/data.js";
import { COUNTER, STATUS } from "../data/fields.js";
import { raiseStatus } from "../data/status.js";
import { BODY_STATE, type Model } from "../model/model.js";
import { isStillApart, startApart } from "./apart.js";
import type { BroadPhase } from "./broad/broad-phase.js";
import { collidePair, type OwnContacts, setMargin } from "./collide-pair.js";
import { clearContacts, collisionFields } from "./contact-tables.js";
import { detectFew } from "./detect-few.js";
import { createPairFilter, partBodies } from "./filter.js";
import { followGrounds } from "./live-colliders.js";
import { bytesOf, contactsInPlace, copiedContacts, keepContacts } from "./persist.js";
import { hardlyMoved, refreshPair } from "./recycle.js";
import type { CollisionSetup } from "./setup.js";
import { lookAheadOf, placeBox } from "./shape-poses.js";
import { carryRun, findStill, keepGeometry, keepStill, MOVED, noteRow, noteTables, type StillShapes } from "./still.js";
import type { CollisionState } from "./system.js";
import { touchEvents } from "./touch-events.js";

/**
 * Finds contacts: places shapes, brings the broad phase up to date, runs the narrow phase on every pair that passes the
 * filters, fills the tables pair → patch → point in ascending order of shapes, and hands state over from the step
 * before. Shapes of static bodies are placed once; shapes that stand still keep the contacts that they have with each
 * other. `own` answers for pairs whose contacts are known already. Reads: body poses and states, contact tables.
 * Writes: pose, box, contact tables, event ring, status.
 */
export function detectContacts(model: Model, data: Data, own: OwnContacts | null = null): void {
  const setup = model.systems.collision;
  if (!setup.active) return;
  const state = data.systems.collision;
  const moved = findStill(model, data, setup, state.still);
  if (moved === MOVED.none) return;
  if (moved === MOVED.some && own === null && detectFew(model, data, setup, state)) return;
  if (state.ahead > 0) lookAhead(data, setup, state);
  updateBoxes(data, setup, state, state.ahead > 0);
  state.broad!.update(state.pairs);
  startApart(state.apart, setup, collisionFields(data).pose, state.pairs.count, null);
  const { pairs, count } = state.pairs;
  state.firstOld = 0;
  const from = moved === MOVED.all && state.recycles && !setup.changes ? refreshPairs(data, setup, state) : 0;
  const first = state.firstOld;
  state.nextPair = first;
  const before = keepContacts(data, bytesOf(data, state), first);
  state.copied ??= copiedContacts(data);
  state.old = state.copied;
  if (moved === MOVED.some) keepGeometry(data, state.still, 0);
  clearContacts(data, first);
  if (moved === MOVED.some) collideMoved(model, data, setup, state, before, own);
  else
    for (let k = from; k < count; k++)
      collidePair(model, data, setup, state, pairs[2 * k], pairs[2 * k + 1], before, own);
  keepStill(setup, state.still, moved);
  noteTables(data, state.still);
  touchEvents(data, setup, before, first);
}

/**
 * Refreshes contacts in place up to the first pair whose contacts must be found again, that has come or that has gone:
 * in what rests, all of them. Returns the number of pairs done. Writes: contact tables, `state.firstOld` (rows done).
 */
function refreshPairs(data: Data, setup: CollisionSetup, state: CollisionState): number {
  const { pairs, count } = state.pairs;
  const { pairKey } = data;
  state.inPlace ??= contactsInPlace(data);
  const before = data.counter[COUNTER.pairs];
  let row = 0;
  let k = 0;
  for (; k < count; k++) {
    const a = pairs[2 * k];
    const b = pairs[2 * k + 1];
    if (row < before && pairKey[2 * row] === a && pairKey[2 * row + 1] === b) {
      if (!hardlyMoved(data, state.inPlace, setup, a, b, row)) break;
      refreshPair(data, row);
      row++;
      continue;
    }
    // the row of a pair that has gone, or a pair that may touch
    if (row < before && (pairKey[2 * row] < a || (pairKey[2 * row] === a && pairKey[2 * row + 1] < b))) break;
    setMargin(data, setup, state, a, b);
    if (!isStillApart(state.apart, setup, a, b, state.sink.margin)) break;
  }
  state.firstOld = row;
  return k;
}

/**
 * Contacts of the pairs that moved; the others keep theirs. Both lists of pairs are sorted, so that one pass finds the
 * old ones.
 */
function collideMoved(
  model: Model,
  data: Data,
  setup: CollisionSetup,
  state: CollisionState,
  before: number,
  own: OwnContacts | null,
): void {
  const { beforeKey } = collisionFields(data);
  const { still } = state;
  still.rows = 0;
  const { pairs, count } = state.pairs;
  const bytes = bytesOf(data, state);
  let old = 0;
  // rows from … old − 1 follow each other in both tables
  let from = 0;
  for (let k = 0; k < count; k++) {
    const a = pairs[2 * k];
    const b = pairs[2 * k + 1];
    if ((still.now[a] & still.before[a] & still.now[b] & still.before[b]) === 0) {
      if (!carryTo(data, still, bytes, from, old)) return;
      from = old;
      const rows = data.counter[COUNTER.pairs];
      collidePair(model, data, setup, state, a, b, before, own);
      if (data.counter[COUNTER.pairs] > rows) noteRow(still, a, b);
      continue;
    }
    let next = old;
    while (next < before && (beforeKey[2 * next] < a || (beforeKey[2 * next] === a && beforeKey[2 * next + 1] < b)))
      next++;
    if (next > old) {
      if (!carryTo(data, still, bytes, from, old)) return;
      from = next;
    }
    old = next < before && beforeKey[2 * next] === a && beforeKey[2 * next + 1] === b ? next + 1 : next;
  }
  carryTo(data, still, bytes, from, old);
}

/** Contacts of rows from … end − 1 stay; false, with a status bit, where the tables are full. */
function carryTo(data: Data, still: StillShapes, bytes: Uint8Array, from: number, end: number): boolean {
  if (from === end || carryRun(data, still, bytes, from, end)) return true;
  raiseStatus(data, STATUS.pointCapacity, -1);
  return false;
}

/**
 * Poses and boxes of shapes that move; all of them, and a new broad phase, when the state was changed from outside.
 * With `ahead`, boxes are wider by `shapeAhead`.
 */
export function updateBoxes(data: Data, setup: CollisionSetup, state: CollisionState, ahead: boolean): void {
  const { box } = collisionFields(data);
  const fresh = state.broad === null || state.epoch !== data.epoch;
  state.epoch = data.epoch;
  if (setup.changes) followGrounds(data, setup, state);
  if (fresh) state.broad = createBroadPhase(setup);
  const broad = state.broad as BroadPhase;
  const { movable } = setup;
  const n = fresh ? setup.count : movable.length;
  for (let k = 0; k < n; k++) {
    const s = fresh ? k : movable[k];
    const rest = data.bodyState[setup.body[s]];
    if (rest === BODY_STATE.dormant) continue;
    if (!fresh && rest === BODY_STATE.asleep && state.still.epoch === data.epoch && state.still.before[s] === 1)
      continue;
    placeBox(data, setup, s, ahead);
    if (fresh) {
      const { category, mask, body, fixed } = setup;
      broad.add(s, box, 6 * s, { category: category[s], mask: mask[s], body: body[s], static: fixed[s] === 1 });
    } else broad.move(s, box, 6 * s);
  }
}

function lookAhead(data: Data, setup: CollisionSetup, state: CollisionState): void {
  const { movable } = setup;
  for (let k = 0; k < movable.length; k++) lookAheadOf(data, setup, state, movable[k]);
}

/** An empty broad phase whose filter knows which bodies do not meet. */
function createBroadPhase(setup: CollisionSetup): BroadPhase {
  const filter = createPairFilter();
  for (const [a, b] of setup.parted) partBodies(filter, a, b);
  return setup.broadPhase.create(filter, setup.scenery);
}
