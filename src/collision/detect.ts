import type { Data } from "../data/data.js";
import { STATUS } from "../data/fields.js";
import { raiseStatus } from "../data/status.js";
import { BODY_STATE, type Model } from "../model/model.js";
import { isAboveGround } from "./above-ground.js";
import { AHEAD_PART } from "./ahead.js";
import { isStillApart, noteApart, startApart } from "./apart.js";
import type { BroadPhase } from "./broad/broad-phase.js";
import { addPoint, clearContacts, collisionFields, openPair, openPatch } from "./contact-tables.js";
import { createPairFilter, partBodies } from "./filter.js";
import { followGrounds } from "./live-colliders.js";
import { contactsOf } from "./narrow/pair-table.js";
import type { ContactSink } from "./narrow/types.js";
import { inherit, keepContacts, pairBefore, patchBefore } from "./persist.js";
import { hardlyMoved, placePoints, recyclePair, rememberPair, rememberPatch, rememberPoint } from "./recycle.js";
import type { CollisionSetup } from "./setup.js";
import { boundShape, placeShape } from "./shape-poses.js";
import { carryRun, findStill, keepGeometry, keepStill, MOVED, type StillShapes } from "./still.js";
import type { CollisionState } from "./system.js";
import { touchEvents } from "./touch-events.js";

/** Contacts of two shapes by other means than the narrow phase, into the sink; false where these do not apply. */
export type OwnContacts = (model: Model, data: Data, a: number, b: number, sink: ContactSink) => boolean;

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
  if (state.ahead > 0) lookAhead(data, setup, state);
  updateBoxes(data, setup, state, state.ahead > 0);
  const before = keepContacts(data, bytesOf(data, state));
  state.nextPair = 0;
  if (moved === MOVED.some) keepGeometry(data, state.still);
  clearContacts(data);
  state.broad!.update(state.pairs);
  startApart(state.apart, setup, collisionFields(data).pose, state.pairs.count);
  if (moved === MOVED.some) collideMoved(model, data, setup, state, before, own);
  else {
    const { pairs, count } = state.pairs;
    for (let k = 0; k < count; k++) collidePair(model, data, setup, state, pairs[2 * k], pairs[2 * k + 1], before, own);
  }
  keepStill(state.still);
  touchEvents(data, setup, before);
}

function bytesOf(data: Data, state: CollisionState): Uint8Array {
  if (state.bytes === null || state.bytes.buffer !== data.memory.buffer)
    state.bytes = new Uint8Array(data.memory.buffer);
  return state.bytes;
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
      collidePair(model, data, setup, state, a, b, before, own);
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
  const { pose, box } = collisionFields(data);
  const fresh = state.broad === null || state.epoch !== data.epoch;
  state.epoch = data.epoch;
  if (setup.changes) followGrounds(data, setup, state);
  if (fresh) state.broad = createBroadPhase(setup);
  const broad = state.broad as BroadPhase;
  for (let s = 0; s < setup.count; s++) {
    const rest = data.bodyState[setup.body[s]];
    if (rest === BODY_STATE.dormant || (!fresh && setup.fixed[s] === 1)) continue;
    if (!fresh && rest === BODY_STATE.asleep && state.still.epoch === data.epoch && state.still.before[s] === 1)
      continue;
    placeShape(data, setup, s, pose);
    boundShape(setup, s, pose, box);
    if (ahead && setup.fixed[s] === 0) widenBox(data, box, s);
    if (fresh) {
      const { category, mask, body, fixed } = setup;
      broad.add(s, box, 6 * s, { category: category[s], mask: mask[s], body: body[s], static: fixed[s] === 1 });
    } else broad.move(s, box, 6 * s);
  }
}

/**
 * How far each moving shape may get within the time to look ahead, m: by its velocity and by the turning of its
 * farthest point. Writes: shapeAhead.
 */
function lookAhead(data: Data, setup: CollisionSetup, state: CollisionState): void {
  const time = state.ahead;
  const { shapeAhead } = collisionFields(data);
  const { bodyVel: v } = data;
  for (let s = 0; s < setup.count; s++) {
    if (setup.fixed[s] === 1) continue;
    const o = 6 * setup.body[s];
    const turn = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
    const speed = Math.sqrt(v[o + 3] * v[o + 3] + v[o + 4] * v[o + 4] + v[o + 5] * v[o + 5]);
    const cap = AHEAD_PART * setup.colliders[s].reach;
    shapeAhead[s] = Math.min(time * (speed + turn * setup.turnReach[s]), cap);
  }
}

function widenBox(data: Data, box: Float64Array, s: number): void {
  const { shapeAhead } = collisionFields(data);
  for (let k = 0; k < 3; k++) {
    box[6 * s + k] -= shapeAhead[s];
    box[6 * s + 3 + k] += shapeAhead[s];
  }
}

/** An empty broad phase whose filter knows which bodies do not meet. */
function createBroadPhase(setup: CollisionSetup): BroadPhase {
  const filter = createPairFilter();
  for (const [a, b] of setup.parted) partBodies(filter, a, b);
  return setup.broadPhase.create(filter, setup.scenery);
}

function collidePair(
  model: Model,
  data: Data,
  setup: CollisionSetup,
  state: CollisionState,
  a: number,
  b: number,
  before: number,
  own: OwnContacts | null,
): void {
  const { pose, box, pairGap, shapeAhead } = collisionFields(data);
  const { sink } = state;
  sink.margin[0] = setup.margin[0];
  if (state.ahead > 0) {
    const most = AHEAD_PART * Math.min(setup.colliders[a].reach, setup.colliders[b].reach);
    sink.margin[0] += Math.min(shapeAhead[a] + shapeAhead[b], most);
  }
  if (isAboveGround(data, setup, box, a, b)) return;
  // what is known of ground that changes is not kept
  const kept = !setup.changes || (setup.live[a] === 0 && setup.live[b] === 0);
  if (kept && isStillApart(state.apart, setup, a, b, sink.margin)) return;
  const old = pairBefore(data, a, b, before, state.nextPair);
  if (old >= 0) state.nextPair = old + 1;
  if (kept && state.recycles && old >= 0 && hardlyMoved(data, setup, a, b, old)) {
    recyclePair(data, a, b, old);
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
      if (patch >= 0) finishPatch(data, pair, patch, sink, old);
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
  if (patch >= 0) finishPatch(data, pair, patch, sink, old);
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
function finishPatch(data: Data, pair: number, patch: number, sink: ContactSink, oldPair: number): void {
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
  inherit(data, patch, patchBefore(data, oldPair, data.patchKey[patch]));
}
