import type { Data } from "../data/data.js";
import { COUNTER } from "../data/fields.js";
import type { TypedArray } from "../model/fields.js";
import { collisionFields } from "./contact-tables.js";

/**
 * Saves the tables before they are refilled; `bytes` is all of the data's memory. Reads: contact tables. Writes: fields
 * `before…`. Returns the number of pairs.
 */
export function keepContacts(data: Data, bytes: Uint8Array): number {
  const f = collisionFields(data);
  const pairs = data.counter[COUNTER.pairs];
  const patches = data.counter[COUNTER.patches];
  const points = data.counter[COUNTER.points];
  copy(bytes, data.pairKey, f.beforeKey, 2 * pairs);
  copy(bytes, data.pairPatch, f.beforePatch, 2 * pairs);
  copy(bytes, f.pairTouch, f.beforeTouch, pairs);
  copy(bytes, data.patchKey, f.beforePatchKey, patches);
  copy(bytes, data.patchPoint, f.beforePoint, 2 * patches);
  copy(bytes, data.patchFriction, f.beforeFriction, 8 * patches);
  copy(bytes, data.pointFeature, f.beforeFeature, 2 * points);
  copy(bytes, data.pointImpulse, f.beforeImpulse, 3 * points);
  copy(bytes, f.patchLoad, f.beforePatchLoad, 3 * patches);
  copy(bytes, f.pointLoad, f.beforePointLoad, points);
  copy(bytes, f.pairPose, f.beforePose, 7 * pairs);
  copy(bytes, f.patchLocal, f.beforePatchLocal, 8 * patches);
  copy(bytes, f.pointLocal, f.beforePointLocal, 6 * points);
  return pairs;
}

/** Copies the first n numbers of a field to another, as bytes: one call instead of a loop for each type of array. */
function copy(bytes: Uint8Array, from: TypedArray, to: TypedArray, n: number): void {
  const start = from.byteOffset;
  bytes.copyWithin(to.byteOffset, start, start + n * from.BYTES_PER_ELEMENT);
}

/**
 * Row of a pair in the previous step, or −1: the row `guess`, or by binary search (pairs are sorted by key). Reads:
 * beforeKey.
 */
export function pairBefore(data: Data, shapeA: number, shapeB: number, count: number, guess: number): number {
  const { beforeKey } = collisionFields(data);
  if (guess < count && beforeKey[2 * guess] === shapeA && beforeKey[2 * guess + 1] === shapeB) return guess;
  let lo = 0;
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

/** Row of a patch of that pair in the previous step, by key, or −1. Reads: beforePatch, beforePatchKey. */
export function patchBefore(data: Data, pair: number, key: number): number {
  if (pair < 0) return -1;
  const f = collisionFields(data);
  const first = f.beforePatch[2 * pair];
  for (let k = first; k < first + f.beforePatch[2 * pair + 1]; k++) if (f.beforePatchKey[k] === key) return k;
  return -1;
}

/**
 * Copies friction state and impulses from a patch of the previous step: the whole state of the patch, and the impulse
 * of a point where both features are the same. A single point takes the impulse of the previous single point regardless
 * of features, because those of a curved shape on a corner change with the last bit. Reads: `before…`. Writes:
 * patchFriction, pointImpulse, patchLoad, pointLoad.
 */
export function inherit(data: Data, patch: number, before: number): void {
  if (before < 0) return;
  const f = collisionFields(data);
  for (let k = 0; k < 8; k++) data.patchFriction[8 * patch + k] = f.beforeFriction[8 * before + k];
  for (let k = 0; k < 3; k++) f.patchLoad[3 * patch + k] = f.beforePatchLoad[3 * before + k];
  const first = data.patchPoint[2 * patch];
  const end = first + data.patchPoint[2 * patch + 1];
  const oldFirst = f.beforePoint[2 * before];
  const oldEnd = oldFirst + f.beforePoint[2 * before + 1];
  const single = end - first === 1 && oldEnd - oldFirst === 1;
  for (let i = first; i < end; i++) {
    for (let j = oldFirst; j < oldEnd; j++) {
      const same =
        f.beforeFeature[2 * j] === data.pointFeature[2 * i] &&
        f.beforeFeature[2 * j + 1] === data.pointFeature[2 * i + 1];
      if (!same && !single) continue;
      for (let k = 0; k < 3; k++) data.pointImpulse[3 * i + k] = f.beforeImpulse[3 * j + k];
      f.pointLoad[i] = f.beforePointLoad[j];
      break;
    }
  }
}
