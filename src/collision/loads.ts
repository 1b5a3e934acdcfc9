import type { Data } from "../data/data.js";
import { STATUS } from "../data/fields.js";
import { raiseStatus } from "../data/status.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../model/model.js";
import { collisionFields } from "./contact-tables.js";

/**
 * What acted between shapes over the last step: one row per pair of shapes, sorted by key. Solvers add to it whatever
 * they push with — every sub-step, impacts and friction included — and contact models their forces times the time that
 * these act (`contact/step-loads.ts`), so that it has contacts that began and ended within the step, too. Sensors read
 * nothing else. Pairs at rest, of which no body moves, keep the row of the step in which they came to rest.
 *
 * A row: impulse on B, N s; angular impulse on A about A's centre of mass and on B about B's, N m s; sum of the normal
 * impulses, N s.
 */
export const LOAD = { impulse: 0, turnA: 3, turnB: 6, normal: 9 } as const;
export const LOAD_SIZE = 10;

/** Rows between pairs of shapes: their number, keys, rows of `LOAD_SIZE` numbers, and 1 for those of this step. */
export interface LoadTable {
  readonly loads: Uint32Array;
  readonly loadKey: Uint32Array;
  readonly loadWrench: Float64Array;
  readonly loadNow: Uint8Array;
}

/** A step begins: drops the rows of bodies that move. Reads: bodyState. Writes: loads. */
export function startLoads(model: Model, data: Data): void {
  const { loads, loadKey, loadWrench, loadNow } = collisionFields(data);
  const { body } = model.systems.collision;
  const count = loads[0];
  const { atRest, activeEpoch } = data;
  const state = data.systems.collision;
  // rows of bodies at rest stay; without others there is nothing to do
  const same = atRest.contactLoads === activeEpoch;
  atRest.contactLoads = activeEpoch;
  if (same && state.loadsNow === 0) return;
  state.loadsNow = 0;
  let kept = 0;
  for (let row = 0; row < count; row++) {
    if (same && loadNow[row] === 0) {
      if (kept < row) keepRow(kept, row, loadKey, loadWrench);
      loadNow[kept++] = 0;
      continue;
    }
    if (isMoving(model, data, body[loadKey[2 * row]]) || isMoving(model, data, body[loadKey[2 * row + 1]])) continue;
    if (kept < row) keepRow(kept, row, loadKey, loadWrench);
    loadNow[kept++] = 0;
  }
  loads[0] = kept;
}

function keepRow(to: number, from: number, key: Uint32Array, wrench: Float64Array): void {
  key[2 * to] = key[2 * from];
  key[2 * to + 1] = key[2 * from + 1];
  for (let k = 0; k < LOAD_SIZE; k++) wrench[LOAD_SIZE * to + k] = wrench[LOAD_SIZE * from + k];
}

/** Whether impulses move a body: it is dynamic and awake. */
export function isMoving(model: Model, data: Data, b: number): boolean {
  return model.bodyType[b] === BODY_TYPE.dynamic && data.bodyState[b] === BODY_STATE.active;
}

/**
 * The row of a pair of shapes, smaller first, to which this step adds; zeros when it is new. −1 with a status bit when
 * the table is full. Writes: loads, status.
 */
export function openLoad(data: Data, a: number, b: number): number {
  return openLoadIn(data, collisionFields(data), a, b);
}

/** The same in another table. */
export function openLoadIn(data: Data, table: LoadTable, a: number, b: number): number {
  const { loads, loadKey, loadWrench, loadNow } = table;
  data.systems.collision.loadsNow++;
  const count = loads[0];
  let at = count;
  // contacts come sorted, so that most rows are new ones at the end
  if (count > 0 && !isBefore(loadKey, count - 1, a, b)) {
    let lo = 0;
    let hi = count - 1;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (isBefore(loadKey, mid, a, b)) lo = mid + 1;
      else hi = mid;
    }
    at = lo;
    if (loadKey[2 * at] === a && loadKey[2 * at + 1] === b) {
      if (loadNow[at] === 1) return at;
      clear(loadWrench, at);
      loadNow[at] = 1;
      return at;
    }
  }
  if (2 * count >= loadKey.length) {
    raiseStatus(data, STATUS.pairCapacity, a);
    return -1;
  }
  loadKey.copyWithin(2 * at + 2, 2 * at, 2 * count);
  loadWrench.copyWithin(LOAD_SIZE * (at + 1), LOAD_SIZE * at, LOAD_SIZE * count);
  loadNow.copyWithin(at + 1, at, count);
  loadKey[2 * at] = a;
  loadKey[2 * at + 1] = b;
  clear(loadWrench, at);
  loadNow[at] = 1;
  loads[0] = count + 1;
  return at;
}

/**
 * Adds to a row what an impulsive wrench [τ; f] (N m s, N s) on B at the point `place[p …]`, and its opposite on A, do:
 * bodies `a` and `b` of the row's shapes. Reads: bodyPos. Writes: the row.
 */
export function addToLoad(
  { bodyPos }: Data,
  { loadWrench }: LoadTable,
  row: number,
  a: number,
  b: number,
  place: Float64Array,
  p: number,
  wrench: Float64Array,
): void {
  const o = LOAD_SIZE * row;
  for (let k = 0; k < 3; k++) loadWrench[o + LOAD.impulse + k] += wrench[3 + k];
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    const turn = o + (side === 0 ? LOAD.turnA : LOAD.turnB);
    const signed = side === 0 ? -1 : 1;
    const x = place[p] - bodyPos[3 * body];
    const y = place[p + 1] - bodyPos[3 * body + 1];
    const z = place[p + 2] - bodyPos[3 * body + 2];
    loadWrench[turn] += signed * (wrench[0] + y * wrench[5] - z * wrench[4]);
    loadWrench[turn + 1] += signed * (wrench[1] + z * wrench[3] - x * wrench[5]);
    loadWrench[turn + 2] += signed * (wrench[2] + x * wrench[4] - y * wrench[3]);
  }
}

/** Adds `time` times the rows of a table of forces to one of impulses. Writes: `to`, status. */
export function addLoads(data: Data, from: LoadTable, time: number, to: LoadTable): void {
  for (let row = 0; row < from.loads[0]; row++) {
    const at = openLoadIn(data, to, from.loadKey[2 * row], from.loadKey[2 * row + 1]);
    if (at < 0) return;
    for (let k = 0; k < LOAD_SIZE; k++)
      to.loadWrench[LOAD_SIZE * at + k] += time * from.loadWrench[LOAD_SIZE * row + k];
  }
}

/** Whether the key of a row comes before that of the pair. */
function isBefore(key: Uint32Array, row: number, a: number, b: number): boolean {
  return key[2 * row] < a || (key[2 * row] === a && key[2 * row + 1] < b);
}

function clear(wrench: Float64Array, row: number): void {
  for (let k = LOAD_SIZE * row; k < LOAD_SIZE * (row + 1); k++) wrench[k] = 0;
}
