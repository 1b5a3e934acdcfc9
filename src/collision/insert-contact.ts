import { type Data, itemFields } from "../data/data.js";
import { COUNTER, STATUS } from "../data/fields.js";
import { raiseStatus } from "../data/status.js";
import type { TypedArray } from "../model/fields.js";
import { COLLISION_FIELDS } from "./system.js";

/**
 * Contacts that detection did not find but that acted, put into the tables where they belong: pairs stay sorted,
 * patches and points stay in the order of their pairs. Each moves the rest of the tables up, so this is for the few.
 * What is inserted is not used again by detection, and raises no events.
 */

/** Row of a pair of shapes, smaller first, or −1 − (row where it would be). Reads: pairKey. */
export function findPair(data: Data, shapeA: number, shapeB: number): number {
  const { pairKey } = data;
  let lo = 0;
  let hi = data.counter[COUNTER.pairs] - 1;
  while (lo <= hi) {
    const mid = (lo + hi) >> 1;
    const a = pairKey[2 * mid];
    if (a === shapeA && pairKey[2 * mid + 1] === shapeB) return mid;
    if (a < shapeA || (a === shapeA && pairKey[2 * mid + 1] < shapeB)) lo = mid + 1;
    else hi = mid - 1;
  }
  return -1 - lo;
}

/** Makes room for a row of `stride` numbers at `at` in a table of `used` rows, zeros. */
function insert(table: TypedArray, stride: number, at: number, used: number): void {
  table.copyWithin(stride * (at + 1), stride * at, stride * used);
  for (let k = stride * at; k < stride * (at + 1); k++) table[k] = 0;
}

/**
 * A pair of shapes without patches at row `at`; whether there was room. Writes: pair tables, patchPair, counter,
 * status.
 */
export function insertPair(data: Data, shapeA: number, shapeB: number, at: number): boolean {
  const used = data.counter[COUNTER.pairs];
  const { pairKey, pairPatch, pairFeature, patchPair } = data;
  if (2 * used >= pairKey.length) {
    raiseStatus(data, STATUS.pairCapacity, shapeA);
    return false;
  }
  const { pairTouch, pairGap, pairPose } = itemFields(data, "collision", COLLISION_FIELDS);
  const patches = data.counter[COUNTER.patches];
  const first = at < used ? pairPatch[2 * at] : patches;
  insert(pairKey, 2, at, used);
  insert(pairPatch, 2, at, used);
  insert(pairFeature, 2, at, used);
  insert(pairTouch, 1, at, used);
  insert(pairGap, 1, at, used);
  insert(pairPose, 7, at, used);
  for (let k = 0; k < patches; k++) if (patchPair[k] >= at) patchPair[k]++;
  data.counter[COUNTER.pairs] = used + 1;
  pairKey[2 * at] = shapeA;
  pairKey[2 * at + 1] = shapeB;
  pairPatch[2 * at] = first;
  pairGap[at] = Number.POSITIVE_INFINITY;
  return true;
}

/**
 * A patch of one point after the others of its pair; returns its row, or −1 when a table is full. The caller fills
 * normal, position, gap. Writes: patch and point tables, counter, status.
 */
export function insertPatch(data: Data, pair: number, key: number, featureA: number, featureB: number): number {
  const used = data.counter[COUNTER.patches];
  const { pairPatch, patchPoint } = data;
  if (used >= data.patchPair.length) {
    raiseStatus(data, STATUS.patchCapacity, pair);
    return -1;
  }
  if (data.counter[COUNTER.points] >= data.pointGap.length) {
    raiseStatus(data, STATUS.pointCapacity, used);
    return -1;
  }
  const { patchLocal, patchRadius, patchLoad } = itemFields(data, "collision", COLLISION_FIELDS);
  const at = pairPatch[2 * pair] + pairPatch[2 * pair + 1];
  const point = at > 0 ? patchPoint[2 * at - 2] + patchPoint[2 * at - 1] : 0;
  insert(data.patchPair, 1, at, used);
  insert(data.patchKey, 1, at, used);
  insert(data.patchLaw, 1, at, used);
  insert(data.patchNormal, 3, at, used);
  insert(data.patchCentroid, 3, at, used);
  insert(data.patchSize, 2, at, used);
  insert(data.patchInertia, 6, at, used);
  insert(data.patchFriction, 8, at, used);
  insert(patchPoint, 2, at, used);
  insert(patchLoad, 3, at, used);
  insert(patchLocal, 8, at, used);
  insert(patchRadius, 1, at, used);
  data.counter[COUNTER.patches] = used + 1;
  data.patchPair[at] = pair;
  data.patchKey[at] = key;
  pairPatch[2 * pair + 1]++;
  for (let p = pair + 1; p < data.counter[COUNTER.pairs]; p++) pairPatch[2 * p]++;
  insertPoint(data, at, point, featureA, featureB);
  return at;
}

function insertPoint(data: Data, patch: number, at: number, featureA: number, featureB: number): void {
  const used = data.counter[COUNTER.points];
  insert(data.pointPos, 3, at, used);
  insert(data.pointGap, 1, at, used);
  insert(data.pointFeature, 2, at, used);
  insert(data.pointImpulse, 3, at, used);
  const { pointLocal, pointLoad } = itemFields(data, "collision", COLLISION_FIELDS);
  insert(pointLocal, 6, at, used);
  insert(pointLoad, 1, at, used);
  data.counter[COUNTER.points] = used + 1;
  data.pointFeature[2 * at] = featureA;
  data.pointFeature[2 * at + 1] = featureB;
  data.patchPoint[2 * patch] = at;
  data.patchPoint[2 * patch + 1] = 1;
  for (let k = patch + 1; k < data.counter[COUNTER.patches]; k++) data.patchPoint[2 * k]++;
}
