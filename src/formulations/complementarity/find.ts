import { updateBoxes } from "../../collision/detect.js";
import { contactsOf } from "../../collision/narrow/pair-table.js";
import type { CollisionSetup } from "../../collision/setup.js";
import { placeShape } from "../../collision/shape-poses.js";
import { COLLISION_FIELDS, type CollisionState } from "../../collision/system.js";
import {
  addUnilateral,
  CONTACT,
  CONTACT_INT,
  CONTACT_INTS,
  CONTACT_SIZE,
  clearContactSet,
  FEATURES,
  openContact,
} from "../../contact/complementarity/lists.js";
import { type ContactModel, contactModels } from "../../contact/complementarity/models.js";
import { startPair } from "../../contact/complementarity/pair.js";
import { place } from "../../contact/complementarity/placed.js";
import { mayPush } from "../../contact/compliant/find.js";
import { type Data, itemFields } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import type { ComplementarityState } from "./state.js";

/** What is added to how far bodies may come, as a part of the smaller one's size: for what others push them. */
const MORE = 0.02;
/** Part of the smaller body's size that a vertex may be below a facet. */
const DEPTH = 0.02;

/** Potential contacts of the step and the constraints on them, at the present poses. Reads: body state, free velocities. Writes: pose, box, contact set. */
export function findContacts(model: Model, data: Data, state: ComplementarityState): void {
  const collision = model.systems.collision as CollisionSetup;
  clearContactSet(state.set);
  if (!collision.active) return;
  const { pose, shapeAhead } = itemFields(data, "collision", COLLISION_FIELDS);
  measureWays(model, data, state);
  for (let s = 0; s < collision.count; s++) {
    const b = collision.body[s];
    shapeAhead[s] = state.settings.reach > 0 ? state.settings.reach : state.way[b] + MORE * state.size[b];
  }
  const own = data.systems.collision as CollisionState;
  const ahead = own.ahead;
  own.ahead = 1;
  updateBoxes(data, collision, own);
  own.ahead = ahead;
  own.broad?.update(state.pairs);
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
    collide(data, state, collision, kind, a, b);
  }
}

/**
 * How far any point of each body may come within the step, |v| h + R |ω| h, and what turning may let it sink, since normals stay as they are: (ω h)² R/2 + |v| ω h² (spec of [Williams2014], 14.7). With the
 * velocities at its start and those that forces lead to. Writes: way, turnDepth.
 */
function measureWays(model: Model, data: Data, { free, way, turnDepth, size }: ComplementarityState): void {
  const h = model.options.timestep;
  const v = data.bodyVel;
  for (let b = 0; b < model.nb; b++) {
    const o = 6 * b;
    const turn = Math.max(length(v, o), length(free, o));
    const speed = Math.max(length(v, o + 3), length(free, o + 3));
    way[b] = h * (speed + turn * size[b]);
    const turned = h * turn;
    turnDepth[b] = 0.5 * turned * turned * size[b] + h * speed * turned;
  }
}

function length(v: Float64Array, o: number): number {
  return Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
}

function collide(
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
  if (p === null || q === null) {
    pointsOf(data, state, collision, a, b);
    return;
  }
  pair.depth = settings.depth > 0 ? settings.depth : DEPTH * small + state.turnDepth[bodyA] + state.turnDepth[bodyB];
  startPair(pair, p, q, a, b);
  if (p.polytope.planar) kind.planar(pair);
  else kind.spatial(pair);
}

/** Contacts of shapes that are no polytopes, by the narrow phase: each point is a tangent plane. */
function pointsOf(data: Data, state: ComplementarityState, collision: CollisionSetup, a: number, b: number): void {
  const { sink, set, pair, settings } = state;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  sink.count = 0;
  sink.overflow = false;
  sink.margin[0] = pair.reach;
  contactsOf(collision.colliders[a], pose, 7 * a, collision.colliders[b], pose, 7 * b, sink);
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
}
