import type { Data } from "../data/data.js";
import type { Model } from "../model/model.js";
import { isAboveGround } from "./above-ground.js";
import { AHEAD_PART } from "./ahead.js";
import { isStillApart, noteApart } from "./apart.js";
import { addPoint, collisionFields, openPair, openPatch } from "./contact-tables.js";
import { contactsOf } from "./narrow/pair-table.js";
import type { ContactSink } from "./narrow/types.js";
import { inherit, type OldContacts, pairBefore, patchBefore } from "./persist.js";
import { hardlyMoved, placePoints, recyclePair, rememberPair, rememberPatch, rememberPoint } from "./recycle.js";
import type { CollisionSetup } from "./setup.js";
import type { CollisionState } from "./system.js";

/** Contacts of two shapes by other means than the narrow phase, into the sink; false where these do not apply. */
export type OwnContacts = (model: Model, data: Data, a: number, b: number, sink: ContactSink) => boolean;

/** How far apart two shapes may be to have contacts, m. Reads: shapeAhead. Writes: `sink.margin`. */
export function setMargin(data: Data, setup: CollisionSetup, state: CollisionState, a: number, b: number): void {
  const { shapeAhead } = collisionFields(data);
  const { margin } = state.sink;
  margin[0] = setup.margin[0];
  if (state.ahead === 0) return;
  const most = AHEAD_PART * Math.min(setup.colliders[a].reach, setup.colliders[b].reach);
  margin[0] += Math.min(shapeAhead[a] + shapeAhead[b], most);
}

/**
 * Contacts of two shapes whose boxes overlap: those of the step before where they have hardly moved, otherwise new ones
 * that inherit impulses and friction. Pairs come in ascending order. Reads: poses, the `before` old pairs of
 * `state.old`. Writes: contact tables, `state.apart`.
 */
export function collidePair(
  model: Model,
  data: Data,
  setup: CollisionSetup,
  state: CollisionState,
  a: number,
  b: number,
  before: number,
  own: OwnContacts | null,
): void {
  const { pose, box, pairGap } = collisionFields(data);
  const { sink } = state;
  setMargin(data, setup, state, a, b);
  if (isAboveGround(data, setup, box, a, b)) return;
  // what is known of ground that changes is not kept
  const kept = !setup.changes || (setup.live[a] === 0 && setup.live[b] === 0);
  if (kept && isStillApart(state.apart, setup, a, b, sink.margin)) return;
  const old = pairBefore(state.old!, a, b, state.firstOld, before, state.nextPair);
  if (old >= 0) state.nextPair = old + 1;
  if (kept && state.recycles && old >= 0 && hardlyMoved(data, state.old!, setup, a, b, old)) {
    recyclePair(data, state.old!, a, b, old);
    return;
  }
  sink.apartBy = 0;
  if (beyondReach(setup, pose, a, b, sink)) {
    noteApart(state.apart, a, b, sink);
    return;
  }
  sink.count = 0;
  sink.overflow = false;
  sink.touched = old >= 0;
  if (own === null || !own(model, data, a, b, sink))
    contactsOf(state.colliders[a], pose, 7 * a, state.colliders[b], pose, 7 * b, sink);
  if (sink.count === 0) {
    if (!kept) return;
    noteApart(state.apart, a, b, sink);
    return;
  }
  const pair = openPair(data, a, b);
  if (pair < 0) return;
  pairGap[pair] = Number.POSITIVE_INFINITY;
  let patch = -1;
  let number = -1;
  orderPoints(sink);
  for (let at = 0; at < sink.count; at++) {
    const i = sink.order[at];
    if (sink.patch[i] !== number) {
      if (patch >= 0) finishPatch(data, state.old!, pair, patch, sink, old);
      number = sink.patch[i];
      patch = openPatch(data, pair, number, 0);
      if (patch < 0) return;
      for (let k = 0; k < 3; k++) data.patchNormal[3 * patch + k] = sink.normal[3 * i + k];
    }
    const point = addPoint(data, patch, sink.featureA[i], sink.featureB[i]);
    if (point < 0) break;
    rememberPoint(data, patch, point, a, b, sink, i);
    for (let k = 0; k < 3; k++) data.pointPos[3 * point + k] = 0.5 * (sink.pointA[3 * i + k] + sink.pointB[3 * i + k]);
  }
  if (patch >= 0) finishPatch(data, state.old!, pair, patch, sink, old);
  rememberPair(data, pair, a, b, pairGap[pair] <= setup.margin[0]);
}

/**
 * Whether the spheres around the shapes are farther apart than the margin: boxes that overlap at their corners only.
 * Writes: `sink.apartBy`.
 */
function beyondReach(setup: CollisionSetup, pose: Float64Array, a: number, b: number, sink: ContactSink): boolean {
  const x = pose[7 * b] - pose[7 * a];
  const y = pose[7 * b + 1] - pose[7 * a + 1];
  const z = pose[7 * b + 2] - pose[7 * a + 2];
  const size = setup.colliders[a].reach + setup.colliders[b].reach;
  const reach = size + sink.margin[0];
  const d2 = x * x + y * y + z * z;
  if (!(d2 > reach * reach)) return false;
  sink.apartBy = Math.sqrt(d2) - size;
  return true;
}

/** A direction that no edge of a scene is likely to be square to. */
const ACROSS = [0.5187, 0.7301, 0.4451];

/**
 * Sorts the points of each patch by where they are, so that the order in which they are solved does not depend on which
 * shape is A. Patches keep their order. Writes: sink.order, sink.along.
 */
function orderPoints(sink: ContactSink): void {
  const { count, patch, pointA, pointB, order, along } = sink;
  for (let i = 0; i < count; i++) {
    along[i] = 0;
    for (let k = 0; k < 3; k++) along[i] += ACROSS[k] * (pointA[3 * i + k] + pointB[3 * i + k]);
    let j = i;
    for (; j > 0 && patch[order[j - 1]] === patch[i] && along[order[j - 1]] > along[i]; j--) order[j] = order[j - 1];
    order[j] = i;
  }
}

/**
 * Area, centroid and radius of spin of a patch, and its state from the step before. A patch of one or two points is a
 * point or a line; of others the footprint was measured before its points were reduced.
 */
function finishPatch(
  data: Data,
  old: OldContacts,
  pair: number,
  patch: number,
  sink: ContactSink,
  oldPair: number,
): void {
  const { patchRadius } = collisionFields(data);
  const first = data.patchPoint[2 * patch];
  const n = data.patchPoint[2 * patch + 1];
  if (n > 2) {
    const o = 5 * data.patchKey[patch];
    data.patchSize[2 * patch] = sink.footprint[o];
    for (let k = 0; k < 3; k++) data.patchCentroid[3 * patch + k] = sink.footprint[o + 1 + k];
    patchRadius[patch] = sink.footprint[o + 4];
  } else {
    const last = first + Math.max(1, n) - 1;
    let d2 = 0;
    for (let k = 0; k < 3; k++) {
      const d = data.pointPos[3 * last + k] - data.pointPos[3 * first + k];
      d2 += d * d;
      data.patchCentroid[3 * patch + k] = data.pointPos[3 * first + k] + 0.5 * d;
    }
    data.patchSize[2 * patch] = 0;
    patchRadius[patch] = 0.25 * Math.sqrt(d2);
  }
  data.patchSize[2 * patch + 1] = 0;
  const a = data.pairKey[2 * pair];
  const b = data.pairKey[2 * pair + 1];
  rememberPatch(data, patch, a);
  placePoints(data, pair, patch, a, b);
  inherit(data, old, patch, patchBefore(old, oldPair, data.patchKey[patch]));
}
