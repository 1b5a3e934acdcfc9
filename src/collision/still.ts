import { type Data, itemFields } from "../data/data.js";
import { BODY_BEFORE_SIZE, COUNTER } from "../data/fields.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../model/model.js";
import { addPoint, openPair, openPatch } from "./contact-tables.js";
import type { CollisionSetup } from "./setup.js";
import { COLLISION_FIELDS } from "./system.js";

/**
 * Which shapes stand still, and the geometry of contacts while the tables are filled anew. A pair of shapes that stood
 * still when contacts were found last, and still do, has the contacts that it had: they are carried over instead of
 * being found again. Both give the same bits, since the narrow phase depends on poses alone, so nothing of this belongs
 * into a snapshot.
 */
export interface StillShapes {
  /** `data.epoch` that `before` belongs to. */
  epoch: number;
  /** Per shape, 1: it stood still when contacts were found last. */
  readonly before: Uint8Array;
  /** The same for now. */
  readonly now: Uint8Array;
  /** Geometry of the tables before; null until something is carried for the first time. */
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

/** What there is to do: contacts of all pairs anew; of those that moved; nothing. */
export const MOVED = { all: 0, some: 1, none: 2 } as const;

/**
 * Finds the shapes that stand still: of bodies that are static, asleep or dormant, and of kinematic bodies that did not
 * move in this step. Carrying is worth its copies only when bodies are asleep. Reads: bodyState, bodyVel, bodyBefore.
 * Writes: `still.now`. Returns one of MOVED.
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

/** A kinematic body without velocity that is where it was at the start of the step. */
function isParked(model: Model, data: Data, b: number): boolean {
  if (model.bodyType[b] !== BODY_TYPE.kinematic) return false;
  const { bodyVel, bodyPos, bodyQuat, bodyBefore } = data;
  for (let c = 0; c < 6; c++) if (bodyVel[6 * b + c] !== 0) return false;
  for (let c = 0; c < 3; c++) if (bodyPos[3 * b + c] !== bodyBefore[BODY_BEFORE_SIZE * b + c]) return false;
  for (let c = 0; c < 4; c++) if (bodyQuat[4 * b + c] !== bodyBefore[BODY_BEFORE_SIZE * b + 3 + c]) return false;
  return true;
}

/** Remembers for the next detection who stood still. */
export function keepStill(still: StillShapes): void {
  const { now, before } = still;
  for (let s = 0; s < now.length; s++) before[s] = now[s];
}

/**
 * Sets the geometry of contacts aside before the tables are filled anew. Reads: contact tables. Writes:
 * `still.geometry`.
 */
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
 * The contacts that a pair had before, row `old` of the tables before, as they were. Reads: `before…`,
 * `still.geometry`. Writes: contact tables.
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
    }
  }
}
