import type { Data } from "../data/data.js";
import { BODY_BEFORE_SIZE, COUNTER } from "../data/fields.js";
import { ensureCapacityI32 } from "../math/capacity.js";
import type { TypedArray } from "../model/fields.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../model/model.js";
import { collisionFields } from "./contact-tables.js";
import { continuousSetup } from "./continuous/setup.js";
import type { CollisionSetup } from "./setup.js";

/**
 * Shapes at rest, and the geometry of contacts while the tables are refilled. A pair of shapes that were at rest at the
 * last detection and still are keeps its contacts: they are carried over instead of being found again. Both give the
 * same bits, since the narrow phase depends only on poses, so none of this is part of a snapshot.
 */
export interface StillShapes {
  /** `data.epoch` that `before` belongs to. */
  epoch: number;
  /** Whether the present detection is the first of its epoch. */
  fresh: boolean;
  /** Per shape, 1: it was at rest at the last detection. */
  readonly before: Uint8Array;
  /** The same for the current detection. */
  readonly now: Uint8Array;
  /**
   * Shapes that were not at rest at the last detection, and keys of the rows that they have in the tables; −1: unknown.
   */
  readonly list: Int32Array;
  count: number;
  key: Int32Array;
  rows: number;
  /** Pairs, patches and points in the tables after the last detection. */
  readonly used: Uint32Array;
  /** Geometry of the previous tables; null until contacts are carried over for the first time. */
  geometry: Geometry | null;
  /** Detections of few shapes among many, and pairs that were asked for contacts in them. */
  few: number;
  asked: number;
  /** Pairs that were carried over so far, and those among them whose rows had to be moved. */
  carried: number;
  moved: number;
}

export function createStill(shapes: number): StillShapes {
  return {
    epoch: -1,
    fresh: true,
    before: new Uint8Array(shapes),
    now: new Uint8Array(shapes),
    list: new Int32Array(shapes),
    count: -1,
    key: new Int32Array(64),
    rows: 0,
    used: new Uint32Array(3),
    geometry: null,
    few: 0,
    asked: 0,
    carried: 0,
    moved: 0,
  };
}

interface Geometry {
  readonly pairGap: Float64Array;
  readonly normal: Float64Array;
  readonly centroid: Float64Array;
  readonly size: Float64Array;
  readonly radius: Float64Array;
  readonly pos: Float64Array;
  readonly gap: Float64Array;
}

/** Contacts to find: of all pairs; of pairs that moved; none. */
export const MOVED = { all: 0, some: 1, none: 2 } as const;

/**
 * Finds the shapes at rest: those of static, sleeping or dormant bodies, and those of kinematic bodies that did not
 * move in this step. Carrying contacts over is worth its copies only when bodies are asleep. Reads: bodyState, bodyVel,
 * bodyBefore. Writes: `still.now`. Returns one of MOVED.
 */
export function findStill(model: Model, data: Data, setup: CollisionSetup, still: StillShapes): number {
  if (still.count >= 0 && still.epoch === data.epoch && followStill(model, data, setup, still))
    return still.count === 0 ? MOVED.none : MOVED.some;
  const { now, before } = still;
  let all = true;
  still.fresh = still.epoch !== data.epoch;
  if (still.fresh) {
    before.fill(0);
    now.fill(1);
    all = false;
  }
  still.epoch = data.epoch;
  still.count = -1;
  const { bodyState } = data;
  const { movable } = setup;
  let asleep = false;
  for (let k = 0; k < movable.length; k++) {
    const s = movable[k];
    const b = setup.body[s];
    const rests = bodyState[b] !== BODY_STATE.active || isParked(model, data, b);
    if (bodyState[b] === BODY_STATE.asleep) asleep = true;
    now[s] = rests ? 1 : 0;
    if (!rests || before[s] === 0) all = false;
  }
  if (!asleep) return MOVED.all;
  return all && !setup.persistEvents ? MOVED.none : MOVED.some;
}

/**
 * The same by the list of shapes that were not at rest: bodies are asleep, and none of them has woken. False where one
 * has, or where the tables were changed since. Writes: `still.now`.
 */
function followStill(model: Model, data: Data, setup: CollisionSetup, still: StillShapes): boolean {
  const { now, list, used } = still;
  const { bodyState, counter } = data;
  if (setup.persistEvents || setup.changes) return false;
  if (used[0] !== counter[COUNTER.pairs] || used[1] !== counter[COUNTER.patches] || used[2] !== counter[COUNTER.points])
    return false;
  if (hasWoken(model, data, setup, still)) return false;
  for (let k = 0; k < still.count; k++) {
    const b = setup.body[list[k]];
    now[list[k]] = bodyState[b] !== BODY_STATE.active || isParked(model, data, b) ? 1 : 0;
  }
  return true;
}

/**
 * Whether a shape that was at rest at the last detection no longer is, or none is known to have been: then more rows of
 * the tables than those of `still.key` may have a shape that moves. Reads: bodyActive, body state.
 */
export function hasWoken(model: Model, data: Data, setup: CollisionSetup, still: StillShapes): boolean {
  if (still.count < 0 || still.epoch !== data.epoch) return true;
  const { bodyActive, counter } = data;
  const { start, shape } = continuousSetup(model, setup);
  const n = counter[COUNTER.active];
  for (let k = 0; k < n; k++) {
    const b = bodyActive[k];
    for (let i = start[b]; i < start[b + 1]; i++)
      if (still.before[shape[i]] === 1 && !isParked(model, data, b)) return true;
  }
  return false;
}

/** Whether the body is kinematic, has no velocity and has not moved since the start of the step. */
function isParked(model: Model, data: Data, b: number): boolean {
  if (model.bodyType[b] !== BODY_TYPE.kinematic) return false;
  const { bodyVel, bodyPos, bodyQuat, bodyBefore } = data;
  for (let c = 0; c < 6; c++) if (bodyVel[6 * b + c] !== 0) return false;
  for (let c = 0; c < 3; c++) if (bodyPos[3 * b + c] !== bodyBefore[BODY_BEFORE_SIZE * b + c]) return false;
  for (let c = 0; c < 4; c++) if (bodyQuat[4 * b + c] !== bodyBefore[BODY_BEFORE_SIZE * b + 3 + c]) return false;
  return true;
}

/** Stores the shapes at rest for the next detection, and lists the others where some bodies sleep. */
export function keepStill(setup: CollisionSetup, still: StillShapes, moved: number): void {
  const { now, before, list } = still;
  const { movable } = setup;
  if (still.fresh) before.fill(1);
  let count = 0;
  for (let k = 0; k < movable.length; k++) {
    const s = movable[k];
    before[s] = now[s];
    if (now[s] === 0) list[count++] = s;
  }
  still.count = moved === MOVED.some ? count : -1;
}

/** The same where only shapes of the list were not at rest before. */
export function keepListed(still: StillShapes): void {
  const { now, before, list } = still;
  let count = 0;
  for (let k = 0; k < still.count; k++) {
    const s = list[k];
    before[s] = now[s];
    if (now[s] === 0) list[count++] = s;
  }
  still.count = count;
}

/** Notes a row of the tables in case a shape of it is not at rest. */
export function noteRow(still: StillShapes, a: number, b: number): void {
  if ((still.now[a] & still.now[b]) === 1) return;
  if (2 * still.rows === still.key.length) still.key = ensureCapacityI32(still.key, 2 * still.rows + 2);
  still.key[2 * still.rows] = a;
  still.key[2 * still.rows + 1] = b;
  still.rows++;
}

/** Notes how full the tables are, to tell at the next detection whether something else has changed them. */
export function noteTables({ counter }: Data, { used }: StillShapes): void {
  used[0] = counter[COUNTER.pairs];
  used[1] = counter[COUNTER.patches];
  used[2] = counter[COUNTER.points];
}

/**
 * Saves the geometry of contacts from pair `from` on before the tables are refilled. Reads: contact tables. Writes:
 * `still.geometry`.
 */
export function keepGeometry(data: Data, still: StillShapes, from: number): void {
  const f = collisionFields(data);
  still.geometry ??= {
    pairGap: new Float64Array(f.pairGap.length),
    normal: new Float64Array(data.patchNormal.length),
    centroid: new Float64Array(data.patchCentroid.length),
    size: new Float64Array(data.patchSize.length),
    radius: new Float64Array(f.patchRadius.length),
    pos: new Float64Array(data.pointPos.length),
    gap: new Float64Array(data.pointGap.length),
  };
  const g = still.geometry;
  const pairs = data.counter[COUNTER.pairs];
  const patches = data.counter[COUNTER.patches];
  const points = data.counter[COUNTER.points];
  const patch = from < pairs ? data.pairPatch[2 * from] : patches;
  const point = patch < patches ? data.patchPoint[2 * patch] : points;
  copy(f.pairGap, g.pairGap, from, pairs);
  copy(data.patchNormal, g.normal, 3 * patch, 3 * patches);
  copy(data.patchCentroid, g.centroid, 3 * patch, 3 * patches);
  copy(data.patchSize, g.size, 2 * patch, 2 * patches);
  copy(f.patchRadius, g.radius, patch, patches);
  copy(data.pointPos, g.pos, 3 * point, 3 * points);
  copy(data.pointGap, g.gap, point, points);
}

function copy(from: Float64Array, to: Float64Array, begin: number, end: number): void {
  for (let i = begin; i < end; i++) to[i] = from[i];
}

/**
 * Keeps the contacts of the pairs in rows `from` … `end` − 1 of the previous tables, unchanged. Rows that stay where
 * they were are there already; others are moved, as one block of each field. `bytes` is all of the data's memory. False
 * where the tables have no room. Reads: `before…`, `still.geometry`. Writes: contact tables.
 */
export function carryRun(data: Data, still: StillShapes, bytes: Uint8Array, from: number, end: number): boolean {
  const f = collisionFields(data);
  const { counter, pairFeature, patchLaw } = data;
  const { beforePatch, beforePoint } = f;
  const pair = counter[COUNTER.pairs];
  const patch = counter[COUNTER.patches];
  const point = counter[COUNTER.points];
  const oldPatch = beforePatch[2 * from];
  const patches = beforePatch[2 * end - 2] + beforePatch[2 * end - 1] - oldPatch;
  const oldPoint = patches > 0 ? beforePoint[2 * oldPatch] : point;
  const last = 2 * (oldPatch + patches) - 2;
  const points = patches > 0 ? beforePoint[last] + beforePoint[last + 1] - oldPoint : 0;
  const pairs = end - from;
  if (2 * (pair + pairs) > data.pairKey.length || patch + patches > data.patchPair.length) return false;
  if (point + points > data.pointGap.length) return false;
  counter[COUNTER.pairs] = pair + pairs;
  counter[COUNTER.patches] = patch + patches;
  counter[COUNTER.points] = point + points;
  for (let k = 2 * pair; k < 2 * (pair + pairs); k++) pairFeature[k] = 0;
  for (let k = patch; k < patch + patches; k++) patchLaw[k] = 0;
  still.carried += pairs;
  // nothing is written beyond the counters, so that rows in their old places are as they were
  if (pair === from && patch === oldPatch && point === oldPoint) return true;
  still.moved += pairs;
  moveRows(bytes, f.beforeKey, data.pairKey, 2, from, pair, pairs);
  moveRows(bytes, f.beforeTouch, f.pairTouch, 1, from, pair, pairs);
  moveRows(bytes, f.beforePose, f.pairPose, 7, from, pair, pairs);
  moveRows(bytes, f.beforePatchKey, data.patchKey, 1, oldPatch, patch, patches);
  moveRows(bytes, f.beforeFriction, data.patchFriction, 8, oldPatch, patch, patches);
  moveRows(bytes, f.beforePatchLoad, f.patchLoad, 3, oldPatch, patch, patches);
  moveRows(bytes, f.beforePatchLocal, f.patchLocal, 8, oldPatch, patch, patches);
  moveRows(bytes, f.beforeFeature, data.pointFeature, 2, oldPoint, point, points);
  moveRows(bytes, f.beforeImpulse, data.pointImpulse, 3, oldPoint, point, points);
  moveRows(bytes, f.beforePointLoad, f.pointLoad, 1, oldPoint, point, points);
  moveRows(bytes, f.beforePointLocal, f.pointLocal, 6, oldPoint, point, points);
  for (let k = 0; k < pairs; k++) {
    const first = beforePatch[2 * (from + k)] + patch - oldPatch;
    data.pairPatch[2 * (pair + k)] = first;
    data.pairPatch[2 * (pair + k) + 1] = beforePatch[2 * (from + k) + 1];
    for (let row = first; row < first + beforePatch[2 * (from + k) + 1]; row++) data.patchPair[row] = pair + k;
  }
  for (let k = 0; k < patches; k++) {
    data.patchPoint[2 * (patch + k)] = beforePoint[2 * (oldPatch + k)] + point - oldPoint;
    data.patchPoint[2 * (patch + k) + 1] = beforePoint[2 * (oldPatch + k) + 1];
  }
  const g = still.geometry as Geometry;
  placeRows(g.pairGap, from, f.pairGap, pair, pairs);
  placeRows(g.normal, 3 * oldPatch, data.patchNormal, 3 * patch, 3 * patches);
  placeRows(g.centroid, 3 * oldPatch, data.patchCentroid, 3 * patch, 3 * patches);
  placeRows(g.size, 2 * oldPatch, data.patchSize, 2 * patch, 2 * patches);
  placeRows(g.radius, oldPatch, f.patchRadius, patch, patches);
  placeRows(g.pos, 3 * oldPoint, data.pointPos, 3 * point, 3 * points);
  placeRows(g.gap, oldPoint, data.pointGap, point, points);
  return true;
}

/** Rows of `stride` numbers from one field of the data to another, as bytes: one call for any type of array. */
export function moveRows(
  bytes: Uint8Array,
  from: TypedArray,
  to: TypedArray,
  stride: number,
  at: number,
  place: number,
  rows: number,
): void {
  const size = stride * from.BYTES_PER_ELEMENT;
  const start = from.byteOffset + size * at;
  bytes.copyWithin(to.byteOffset + size * place, start, start + size * rows);
}

function placeRows(from: Float64Array, at: number, to: Float64Array, place: number, n: number): void {
  for (let i = 0; i < n; i++) to[place + i] = from[at + i];
}
