import { type Data, itemFields } from "../data/data.js";
import { BODY_BEFORE_SIZE, COUNTER } from "../data/fields.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../model/model.js";
import { addPoint, openPair, openPatch } from "./contact-tables.js";
import type { CollisionSetup } from "./setup.js";
import { COLLISION_FIELDS } from "./system.js";

/**
 * Shapes at rest, and the geometry of contacts while the tables are refilled. A pair of shapes that were at rest at the
 * last detection and still are keeps its contacts: they are carried over instead of being found again. Both give the
 * same bits, since the narrow phase depends only on poses, so none of this is part of a snapshot.
 */
export interface StillShapes {
  /** `data.epoch` that `before` belongs to. */
  epoch: number;
  /** Per shape, 1: it was at rest at the last detection. */
  readonly before: Uint8Array;
  /** The same for the current detection. */
  readonly now: Uint8Array;
  /** Geometry of the previous tables; null until contacts are carried over for the first time. */
  geometry: Geometry | null;
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
  const { now, before } = still;
  if (still.epoch !== data.epoch) before.fill(0);
  still.epoch = data.epoch;
  const { bodyState } = data;
  let asleep = false;
  let all = true;
  for (let s = 0; s < setup.count; s++) {
    const b = setup.body[s];
    const rests = setup.fixed[s] === 1 || bodyState[b] !== BODY_STATE.active || isParked(model, data, b);
    if (bodyState[b] === BODY_STATE.asleep) asleep = true;
    now[s] = rests ? 1 : 0;
    if (!rests || before[s] === 0) all = false;
  }
  if (!asleep) return MOVED.all;
  return all && !setup.persistEvents ? MOVED.none : MOVED.some;
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

/** Stores the shapes at rest for the next detection. */
export function keepStill(still: StillShapes): void {
  const { now, before } = still;
  for (let s = 0; s < now.length; s++) before[s] = now[s];
}

/** Saves the geometry of contacts before the tables are refilled. Reads: contact tables. Writes: `still.geometry`. */
export function keepGeometry(data: Data, still: StillShapes): void {
  const f = itemFields(data, "collision", COLLISION_FIELDS);
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
  const patches = data.counter[COUNTER.patches];
  const points = data.counter[COUNTER.points];
  copy(f.pairGap, g.pairGap, data.counter[COUNTER.pairs]);
  copy(data.patchNormal, g.normal, 3 * patches);
  copy(data.patchCentroid, g.centroid, 3 * patches);
  copy(data.patchSize, g.size, 2 * patches);
  copy(f.patchRadius, g.radius, patches);
  copy(data.pointPos, g.pos, 3 * points);
  copy(data.pointGap, g.gap, points);
}

function copy(from: Float64Array, to: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) to[i] = from[i];
}

/**
 * Copies the contacts of a pair, row `old` of the previous tables, unchanged. Reads: `before…`, `still.geometry`.
 * Writes: contact tables.
 */
export function carryPair(data: Data, still: StillShapes, a: number, b: number, old: number): void {
  const f = itemFields(data, "collision", COLLISION_FIELDS);
  const g = still.geometry as Geometry;
  const pair = openPair(data, a, b);
  if (pair < 0) return;
  f.pairGap[pair] = g.pairGap[old];
  for (let k = 0; k < 7; k++) f.pairPose[7 * pair + k] = f.beforePose[7 * old + k];
  const first = f.beforePatch[2 * old];
  const end = first + f.beforePatch[2 * old + 1];
  for (let from = first; from < end; from++) {
    const patch = openPatch(data, pair, f.beforePatchKey[from], 0);
    if (patch < 0) return;
    for (let k = 0; k < 3; k++) data.patchNormal[3 * patch + k] = g.normal[3 * from + k];
    for (let k = 0; k < 3; k++) data.patchCentroid[3 * patch + k] = g.centroid[3 * from + k];
    for (let k = 0; k < 2; k++) data.patchSize[2 * patch + k] = g.size[2 * from + k];
    for (let k = 0; k < 8; k++) data.patchFriction[8 * patch + k] = f.beforeFriction[8 * from + k];
    for (let k = 0; k < 3; k++) f.patchLoad[3 * patch + k] = f.beforePatchLoad[3 * from + k];
    f.patchRadius[patch] = g.radius[from];
    for (let k = 0; k < 8; k++) f.patchLocal[8 * patch + k] = f.beforePatchLocal[8 * from + k];
    const last = f.beforePoint[2 * from] + f.beforePoint[2 * from + 1];
    for (let i = f.beforePoint[2 * from]; i < last; i++) {
      const point = addPoint(data, patch, f.beforeFeature[2 * i], f.beforeFeature[2 * i + 1]);
      if (point < 0) return;
      data.pointGap[point] = g.gap[i];
      for (let k = 0; k < 6; k++) f.pointLocal[6 * point + k] = f.beforePointLocal[6 * i + k];
      for (let k = 0; k < 3; k++) data.pointPos[3 * point + k] = g.pos[3 * i + k];
      for (let k = 0; k < 3; k++) data.pointImpulse[3 * point + k] = f.beforeImpulse[3 * i + k];
      f.pointLoad[point] = f.beforePointLoad[i];
    }
  }
}
