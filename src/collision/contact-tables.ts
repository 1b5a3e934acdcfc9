import type { Data } from "../data/data.js";
import { COUNTER, STATUS } from "../data/fields.js";
import { raiseStatus } from "../data/status.js";
import type { FieldArrays } from "../model/fields.js";
import type { COLLISION_FIELDS } from "./system.js";

/**
 * Contacts as every formulation sees them: pair (two shapes, stable id) → patch (normal, centroid, size, law, friction
 * state, key) → points. Tables have a capacity; what does not fit is reported by a status bit, never dropped in
 * silence. Detection fills them in the order pair, its patches, their points.
 */

/** Kinds of feature on a shape; a feature id is a u32 of kind (3 bits) and index (29 bits). */
export const FEATURE = { none: 0, vertex: 1, edge: 2, face: 3, surface: 4 } as const;

const INDEX_BITS = 29;

/** Packs kind and index; an index of 2²⁹ or more does not fit and is refused. */
export function featureId(kind: number, index: number): number {
  if (!(index >= 0 && index < 1 << INDEX_BITS))
    throw new RangeError(`feature index ${index} does not fit into ${INDEX_BITS} bits`);
  return ((kind << INDEX_BITS) | index) >>> 0;
}

export function featureKind(id: number): number {
  return id >>> INDEX_BITS;
}

export function featureIndex(id: number): number {
  return id & ((1 << INDEX_BITS) - 1);
}

/** The fields of collision, where importing their table would close a circle. */
export function collisionFields(data: Data): FieldArrays<typeof COLLISION_FIELDS> {
  return data.items.collision as FieldArrays<typeof COLLISION_FIELDS>;
}

/** Empties the tables but for the pairs before row `first`. Writes: counter. */
export function clearContacts({ counter, pairPatch, patchPoint }: Data, first = 0): void {
  const patch = first < counter[COUNTER.pairs] ? pairPatch[2 * first] : counter[COUNTER.patches];
  const point = patch < counter[COUNTER.patches] ? patchPoint[2 * patch] : counter[COUNTER.points];
  counter[COUNTER.pairs] = first;
  counter[COUNTER.patches] = patch;
  counter[COUNTER.points] = point;
}

/** Opens a pair of shapes; returns its row, or −1 with a status bit when the table is full. */
export function openPair(data: Data, shapeA: number, shapeB: number): number {
  const row = data.counter[COUNTER.pairs];
  if (2 * row >= data.pairKey.length) return full(data, STATUS.pairCapacity, shapeA);
  data.counter[COUNTER.pairs] = row + 1;
  data.pairKey[2 * row] = Math.min(shapeA, shapeB);
  data.pairKey[2 * row + 1] = Math.max(shapeA, shapeB);
  data.pairPatch[2 * row] = data.counter[COUNTER.patches];
  data.pairPatch[2 * row + 1] = 0;
  data.pairFeature[2 * row] = 0;
  data.pairFeature[2 * row + 1] = 0;
  return row;
}

/** Opens a patch of the pair that was opened last; returns its row, or −1 with a status bit. */
export function openPatch(data: Data, pair: number, key: number, law: number): number {
  const row = data.counter[COUNTER.patches];
  if (row >= data.patchPair.length) return full(data, STATUS.patchCapacity, pair);
  data.counter[COUNTER.patches] = row + 1;
  data.pairPatch[2 * pair + 1]++;
  data.patchPair[row] = pair;
  data.patchKey[row] = key;
  data.patchLaw[row] = law;
  data.patchPoint[2 * row] = data.counter[COUNTER.points];
  data.patchPoint[2 * row + 1] = 0;
  // `fill` costs more than it writes
  for (let k = 0; k < 8; k++) data.patchFriction[8 * row + k] = 0;
  const { patchLoad } = collisionFields(data);
  for (let k = 0; k < 3; k++) patchLoad[3 * row + k] = 0;
  return row;
}

/**
 * Adds a point to the patch that was opened last; returns its row, or −1 with a status bit. The caller fills position
 * and gap.
 */
export function addPoint(data: Data, patch: number, featureA: number, featureB: number): number {
  const row = data.counter[COUNTER.points];
  if (row >= data.pointGap.length) return full(data, STATUS.pointCapacity, patch);
  data.counter[COUNTER.points] = row + 1;
  data.patchPoint[2 * patch + 1]++;
  data.pointFeature[2 * row] = featureA;
  data.pointFeature[2 * row + 1] = featureB;
  for (let k = 0; k < 3; k++) data.pointImpulse[3 * row + k] = 0;
  collisionFields(data).pointLoad[row] = 0;
  return row;
}

function full(data: Data, bit: number, who: number): number {
  raiseStatus(data, bit, who);
  return -1;
}
