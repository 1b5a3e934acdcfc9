import { updateBoxes } from "../../collision/detect.js";
import { contactsOf } from "../../collision/narrow/pair-table.js";
import type { CollisionSetup } from "../../collision/setup.js";
import { placeShape } from "../../collision/shape-poses.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import {
  addUnilateral,
  CONTACT,
  CONTACT_INT,
  CONTACT_INTS,
  CONTACT_SIZE,
  clearContactSet,
  FEATURES,
  openContact,
} from "../../contact/complementarity/contact-set.js";
import { mergeContacts } from "../../contact/complementarity/merge-contacts.js";
import { type ContactModel, contactModels } from "../../contact/complementarity/models.js";
import { startPair } from "../../contact/complementarity/pair.js";
import { place } from "../../contact/complementarity/placed-polytope.js";
import { mayPush } from "../../contact/contact-step.js";
import { meetingOfBalls } from "../../contact/meeting-balls.js";
import { type Data, itemFields } from "../../data/data.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import type { ComplementarityState } from "./complementarity-state.js";
import { lookAtMiddle } from "./rolling-contact.js";
import { isInside, noteOut } from "./start-inside.js";

/** What is added to how far bodies may come, as a part of the smaller one's size: for what others push them. */
const MORE = 0.02;
/**
 * Part of its size that a body is expected to be pushed within a step at most: farther reaches make problems that are
 * too large.
 */
const PUSHED = 0.1;
/** Part of the smaller body's size that a vertex may be below a facet. */
const DEPTH = 0.02;

/**
 * Potential contacts of the step and the constraints on them, at the present poses. Reads: body state, free velocities.
 * Writes: pose, box, contact set.
 */
export function findContacts(model: Model, data: Data, state: ComplementarityState): void {
  const collision = model.systems.collision;
  clearContactSet(state.set);
  tellMotion(model, data, state);
  if (!collision.active) return;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  measureWays(model, data, state);
  findNear(data, state, collision);
  if (state.settings.reach === 0 && sharePushes(model, data, state, collision)) findNear(data, state, collision);
  for (let s = 0; s < collision.count; s++) {
    placeShape(data, collision, s, pose);
    const placed = state.placed[s];
    if (placed !== null) place(placed, pose, 7 * s);
  }
  const kind: ContactModel = contactModels[state.settings.contacts];
  const { pairs, count } = state.pairs;
  for (let k = 0; k < count; k++) {
    const a = pairs[2 * k];
    const b = pairs[2 * k + 1];
    if (!mayPush(model, data, collision, a, b)) continue;
    collide(model, data, state, collision, kind, a, b);
  }
}

/**
 * How far any point of each body may come within the step, |v| h + R |ω| h, and what turning may let it sink, since
 * normals stay as they are: (ω h)² R/2 + |v| ω h² (spec of [Williams2014], 14.7). With the velocities at its start and
 * those that forces lead to. Writes: way, turn, turnDepth.
 */
function measureWays(model: Model, data: Data, state: ComplementarityState): void {
  const { free, way, turnDepth, size, turn: turns } = state;
  const h = model.options.timestep;
  const v = data.bodyVel;
  for (let b = 0; b < model.nb; b++) {
    const o = 6 * b;
    const turn = Math.max(length(v, o), length(free, o));
    const speed = Math.max(length(v, o + 3), length(free, o + 3));
    way[b] = h * (speed + turn * size[b]);
    const turned = h * turn;
    turns[b] = turned;
    turnDepth[b] = 0.5 * turned * turned * size[b] + h * speed * turned;
  }
}

/** Pairs of shapes that may meet within the step. Reads: way. Writes: shapeAhead, box, pairs. */
function findNear(data: Data, state: ComplementarityState, collision: CollisionSetup): void {
  const { shapeAhead } = itemFields(data, "collision", COLLISION_FIELDS);
  for (let s = 0; s < collision.count; s++) {
    const b = collision.body[s];
    shapeAhead[s] = state.settings.reach > 0 ? state.settings.reach : state.way[b] + MORE * state.size[b];
  }
  const own = data.systems.collision;
  updateBoxes(data, collision, own, true);
  own.broad?.update(state.pairs);
}

/**
 * Who is near a fast body may be pushed by it within the step, and come as far: without this, the far corner of a
 * polygon that rests on another one is not looked at, and is struck into the floor. One round, since a push that goes
 * through a body loses speed. Returns whether anyone may come farther than by itself. Reads: pairs. Writes: way.
 */
function sharePushes(model: Model, data: Data, state: ComplementarityState, collision: CollisionSetup): boolean {
  const { way, pushed, size } = state;
  const { pairs, count } = state.pairs;
  for (let b = 0; b < model.nb; b++) pushed[b] = way[b];
  for (let k = 0; k < count; k++) {
    if (!mayPush(model, data, collision, pairs[2 * k], pairs[2 * k + 1])) continue;
    const a = collision.body[pairs[2 * k]];
    const b = collision.body[pairs[2 * k + 1]];
    if (model.bodyType[a] === BODY_TYPE.dynamic) pushed[a] = Math.max(pushed[a], Math.min(way[b], PUSHED * size[a]));
    if (model.bodyType[b] === BODY_TYPE.dynamic) pushed[b] = Math.max(pushed[b], Math.min(way[a], PUSHED * size[b]));
  }
  let farther = false;
  for (let b = 0; b < model.nb; b++) {
    if (pushed[b] > way[b]) farther = true;
    way[b] = pushed[b];
  }
  return farther;
}

/** Lets the contact models know how bodies move. Writes: pair. */
function tellMotion(model: Model, data: Data, { pair, free }: ComplementarityState): void {
  const h = model.options.timestep;
  if (pair.motion?.position !== data.bodyPos || pair.motion.h !== h)
    pair.motion = { position: data.bodyPos, velocity: free, h };
}

function length(v: Float64Array, o: number): number {
  return Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
}

function collide(
  model: Model,
  data: Data,
  state: ComplementarityState,
  collision: CollisionSetup,
  kind: ContactModel,
  a: number,
  b: number,
): void {
  const { settings, pair, placed } = state;
  const bodyA = collision.body[a];
  const bodyB = collision.body[b];
  const small = Math.min(collision.colliders[a].reach, collision.colliders[b].reach);
  pair.reach = settings.reach > 0 ? settings.reach : state.way[bodyA] + state.way[bodyB] + MORE * small;
  const p = placed[a];
  const q = placed[b];
  if (state.inside.length > 0 && isInside(state, a, b)) {
    const first = pair.set.contacts;
    pointsOf(model, data, state, collision, a, b);
    markInside(model, state, first, a, b);
    return;
  }
  if (p === null || q === null || settings.scheme.byPoints === true) {
    pointsOf(model, data, state, collision, a, b);
    return;
  }
  pair.depth = settings.depth > 0 ? settings.depth : DEPTH * small + state.turnDepth[bodyA] + state.turnDepth[bodyB];
  // sin x to 4e-6, to the last bit below 0.1 rad: V8 boxes what a function that is not inlined takes and returns
  const x = Math.min(0.5 * Math.PI, state.turn[bodyA] + state.turn[bodyB]);
  const y = x * x;
  pair.turn = x * (1 - (y / 6) * (1 - (y / 20) * (1 - (y / 42) * (1 - y / 72))));
  startPair(pair, p, q, a, b);
  const { contacts, constraints } = pair.set;
  if (p.polytope.planar) kind.planar(pair);
  else kind.spatial(pair);
  // the others stay as they are printed
  if (settings.contacts !== "peg") return;
  mergeContacts(pair, contacts, constraints, small);
}

/** Contacts from `first` on are of shapes that started inside each other. Writes: contact set, inside. */
function markInside(model: Model, state: ComplementarityState, first: number, a: number, b: number): void {
  const { set } = state;
  let least = Number.POSITIVE_INFINITY;
  for (let c = first; c < set.contacts; c++) {
    set.index[CONTACT_INTS * c + CONTACT_INT.inside] = 1;
    least = Math.min(least, set.value[CONTACT_SIZE * c + CONTACT.gap]);
  }
  noteOut(model, state, a, b, least);
}

/** Contacts of shapes that are no polytopes, by the narrow phase: each point is a tangent plane. */
function pointsOf(
  model: Model,
  data: Data,
  state: ComplementarityState,
  collision: CollisionSetup,
  a: number,
  b: number,
): void {
  const { sink, set, pair, settings } = state;
  const { colliders } = data.systems.collision;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  sink.count = 0;
  sink.overflow = false;
  sink.margin[0] = pair.reach;
  contactsOf(colliders[a], pose, 7 * a, colliders[b], pose, 7 * b, sink);
  if (sink.count === 1 && sink.gap[0] > 0) meetBalls(data, state, collision, a, b);
  for (let i = 0; i < sink.count; i++) {
    if (settings.contacts === "corrective" && !(sink.gap[i] < 0)) continue;
    const c = openContact(set);
    const o = CONTACT_SIZE * c;
    for (let k = 0; k < 3; k++) {
      set.value[o + k] = sink.normal[3 * i + k];
      set.value[o + CONTACT.pointA + k] = sink.pointA[3 * i + k];
      set.value[o + CONTACT.pointB + k] = sink.pointB[3 * i + k];
    }
    set.value[o + CONTACT.gap] = sink.gap[i];
    set.value[o + CONTACT.applicability] = 1;
    const n = CONTACT_INTS * c;
    set.index[n] = FEATURES.found;
    set.index[n + CONTACT_INT.featureA] = sink.featureA[i];
    set.index[n + CONTACT_INT.featureB] = sink.featureB[i];
    set.index[n + CONTACT_INT.feasible] = 1;
    set.index[n + CONTACT_INT.shapeA] = a;
    set.index[n + CONTACT_INT.shapeB] = b;
    set.index[n + CONTACT_INT.bodyA] = collision.body[a];
    set.index[n + CONTACT_INT.bodyB] = collision.body[b];
    addUnilateral(set, c);
  }
  if (sink.count === 1) lookAtMiddle(model, data, state, collision, set.contacts - 1, a, b);
}

/** The contact of two balls as it is when they meet. Reads: pose, bodyVel. Writes: sink. */
function meetBalls(data: Data, state: ComplementarityState, collision: CollisionSetup, a: number, b: number): void {
  const { sink, middlePose: meeting } = state;
  if (!meetingOfBalls(data, collision, a, b, sink.normal, 0, meeting)) return;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  for (let k = 0; k < 3; k++) {
    sink.normal[k] = meeting[k];
    sink.pointA[k] = pose[7 * a + k] + collision.colliders[a].size[0] * meeting[k];
    sink.pointB[k] = pose[7 * b + k] - collision.colliders[b].size[0] * meeting[k];
  }
  sink.gap[0] = meeting[3];
}
