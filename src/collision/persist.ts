import type { Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import type { TypedArray } from "../model/fields.js";
import { collisionFields } from "./contact-tables.js";
import type { CollisionState } from "./system.js";

/**
 * The contacts of the step before while new ones are found: copies of the tables that are refilled, or the tables
 * themselves where new rows go behind the old ones.
 */
export interface OldContacts {
  readonly key: Uint32Array;
  readonly patch: Int32Array;
  readonly pose: Float64Array;
  readonly patchKey: Uint32Array;
  readonly point: Int32Array;
  readonly friction: Float64Array;
  readonly patchLoad: Float64Array;
  readonly patchLocal: Float64Array;
  readonly feature: Uint32Array;
  readonly impulse: Float64Array;
  readonly pointLoad: Float64Array;
  readonly pointLocal: Float64Array;
}

/** Old contacts in the fields `before…`. */
export function copiedContacts(data: Data): OldContacts {
  const f = collisionFields(data);
  return {
    key: f.beforeKey,
    patch: f.beforePatch,
    pose: f.beforePose,
    patchKey: f.beforePatchKey,
    point: f.beforePoint,
    friction: f.beforeFriction,
    patchLoad: f.beforePatchLoad,
    patchLocal: f.beforePatchLocal,
    feature: f.beforeFeature,
    impulse: f.beforeImpulse,
    pointLoad: f.beforePointLoad,
    pointLocal: f.beforePointLocal,
  };
}

/** Old contacts in the tables themselves. */
export function contactsInPlace(data: Data): OldContacts {
  const f = collisionFields(data);
  return {
    key: data.pairKey,
    patch: data.pairPatch,
    pose: f.pairPose,
    patchKey: data.patchKey,
    point: data.patchPoint,
    friction: data.patchFriction,
    patchLoad: f.patchLoad,
    patchLocal: f.patchLocal,
    feature: data.pointFeature,
    impulse: data.pointImpulse,
    pointLoad: f.pointLoad,
    pointLocal: f.pointLocal,
  };
}

/**
 * Saves the rows of the tables from pair `from` on before they are refilled; `bytes` is all of the data's memory.
 * Reads: contact tables. Writes: fields `before…`. Returns the number of pairs.
 */
export function keepContacts(data: Data, bytes: Uint8Array, from: number): number {
  const f = collisionFields(data);
  const pairs = data.counter[COUNTER.pairs];
  const patches = data.counter[COUNTER.patches];
  const points = data.counter[COUNTER.points];
  const patch = from < pairs ? data.pairPatch[2 * from] : patches;
  const point = patch < patches ? data.patchPoint[2 * patch] : points;
  copy(bytes, data.pairKey, f.beforeKey, 2, from, pairs);
  copy(bytes, data.pairPatch, f.beforePatch, 2, from, pairs);
  copy(bytes, f.pairTouch, f.beforeTouch, 1, from, pairs);
  copy(bytes, f.pairPose, f.beforePose, 7, from, pairs);
  copy(bytes, data.patchKey, f.beforePatchKey, 1, patch, patches);
  copy(bytes, data.patchPoint, f.beforePoint, 2, patch, patches);
  copy(bytes, data.patchFriction, f.beforeFriction, 8, patch, patches);
  copy(bytes, f.patchLoad, f.beforePatchLoad, 3, patch, patches);
  copy(bytes, f.patchLocal, f.beforePatchLocal, 8, patch, patches);
  copy(bytes, data.pointFeature, f.beforeFeature, 2, point, points);
  copy(bytes, data.pointImpulse, f.beforeImpulse, 3, point, points);
  copy(bytes, f.pointLoad, f.beforePointLoad, 1, point, points);
  copy(bytes, f.pointLocal, f.beforePointLocal, 6, point, points);
  return pairs;
}

/**
 * Copies rows `begin` … `end` − 1 of a field to the same rows of another, as bytes: one call instead of a loop for each
 * type of array.
 */
function copy(bytes: Uint8Array, from: TypedArray, to: TypedArray, stride: number, begin: number, end: number): void {
  const size = stride * from.BYTES_PER_ELEMENT;
  const start = from.byteOffset;
  bytes.copyWithin(to.byteOffset + size * begin, start + size * begin, start + size * end);
}

/**
 * Row of a pair in the previous step, or −1: the row `guess`, or by binary search from row `first` on (pairs are sorted
 * by key). Reads:
 * the old
 * contacts.
 */
export function pairBefore(
  { key: beforeKey }: OldContacts,
  shapeA: number,
  shapeB: number,
  first: number,
  count: number,
  guess: number,
): number {
  if (guess < count && beforeKey[2 * guess] === shapeA && beforeKey[2 * guess + 1] === shapeB) return guess;
  let lo = first;
  let hi = count - 1;
  while (lo <= hi) {
    const mid = (lo + hi) >> 1;
    const a = beforeKey[2 * mid];
    const b = beforeKey[2 * mid + 1];
    if (a === shapeA && b === shapeB) return mid;
    if (a < shapeA || (a === shapeA && b < shapeB)) lo = mid + 1;
    else hi = mid - 1;
  }
  return -1;
}

/** Row of a patch of that pair in the previous step, by key, or −1. Reads: the old contacts. */
export function patchBefore({ patch, patchKey }: OldContacts, pair: number, key: number): number {
  if (pair < 0) return -1;
  const first = patch[2 * pair];
  for (let k = first; k < first + patch[2 * pair + 1]; k++) if (patchKey[k] === key) return k;
  return -1;
}

/**
 * Copies friction state and impulses from a patch of the previous step: the whole state of the patch, and the impulse
 * of a point where both features are the same. A single point takes the impulse of the previous single point regardless
 * of features, because those of a curved shape on a corner change with the last bit. Reads: the old contacts. Writes:
 * patchFriction, pointImpulse, patchLoad, pointLoad.
 */
export function inherit(data: Data, old: OldContacts, patch: number, before: number): void {
  if (before < 0) return;
  const f = collisionFields(data);
  for (let k = 0; k < 8; k++) data.patchFriction[8 * patch + k] = old.friction[8 * before + k];
  for (let k = 0; k < 3; k++) f.patchLoad[3 * patch + k] = old.patchLoad[3 * before + k];
  const first = data.patchPoint[2 * patch];
  const end = first + data.patchPoint[2 * patch + 1];
  const oldFirst = old.point[2 * before];
  const oldEnd = oldFirst + old.point[2 * before + 1];
  const single = end - first === 1 && oldEnd - oldFirst === 1;
  for (let i = first; i < end; i++) {
    for (let j = oldFirst; j < oldEnd; j++) {
      const same =
        old.feature[2 * j] === data.pointFeature[2 * i] && old.feature[2 * j + 1] === data.pointFeature[2 * i + 1];
      if (!same && !single) continue;
      for (let k = 0; k < 3; k++) data.pointImpulse[3 * i + k] = old.impulse[3 * j + k];
      f.pointLoad[i] = old.pointLoad[j];
      break;
    }
  }
}

/** All of the data's memory. */
export function bytesOf(data: Data, state: CollisionState): Uint8Array {
  if (state.bytes === null || state.bytes.buffer !== data.memory.buffer)
    state.bytes = new Uint8Array(data.memory.buffer);
  return state.bytes;
}
