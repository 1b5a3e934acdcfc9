import { updateBoxes } from "../../collision/detect.js";
import { contactsOf } from "../../collision/narrow/pair-table.js";
import type { ContactSink } from "../../collision/narrow/types.js";
import type { CollisionSetup } from "../../collision/setup.js";
import { placeShape } from "../../collision/shape-poses.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { COUNTER, STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { materialPair } from "../../model/compile/materials.js";
import { BODY_STATE, BODY_TYPE, type Model } from "../../model/model.js";
import { fromRim } from "../rim/setup.js";
import { fromVolume } from "../volumetric/setup.js";
import { carryContacts } from "./freeze.js";
import type { CompliantSetup } from "./setup.js";
import { type CompliantState, REGION } from "./state.js";

/**
 * Contacts at the present poses. Pairs that may touch are found once per step, with boxes as wide as bodies may get in two steps; the narrow phase
 * runs on them in every evaluation. Reads: body poses. Writes: pose, contacts.
 */
export function findContacts(model: Model, data: Data, setup: CompliantSetup, state: CompliantState): void {
  if (state.frozen) {
    carryContacts(data, state);
    return;
  }
  const collision = model.systems.collision;
  state.count = 0;
  if (!mayTouch(model, data)) return;
  const { pairs, count } = state.pairs;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  for (let s = 0; s < collision.count; s++) if (collision.fixed[s] === 0) placeShape(data, collision, s, pose);
  const { sink } = state;
  for (let k = 0; k < count; k++) {
    const a = pairs[2 * k];
    const b = pairs[2 * k + 1];
    if (!mayPush(model, data, collision, a, b) || farApart(collision, pose, a, b)) continue;
    if (fromRim(model, a, b) || fromVolume(model, a, b)) continue;
    sink.count = 0;
    sink.overflow = false;
    contactsOf(collision.colliders[a], pose, 7 * a, collision.colliders[b], pose, 7 * b, sink);
    if (sink.overflow) raiseStatus(data, STATUS.pointCapacity, a);
    if (sink.count === 0) continue;
    if (setup.points === "all") takeAll(model, data, state, a, b);
    else if (setup.points === "deepest") takeDeepest(model, data, state, a, b);
    else takeRegions(model, data, state, a, b);
  }
}

/** Whether anything may touch within the step. Reads: body state. Writes: pairs. */
export function mayTouch(model: Model, data: Data): boolean {
  if (!model.systems.compliant.active) return false;
  const state = data.systems.compliant;
  if (state.pairsStep !== data.counter[COUNTER.steps] || state.pairsEpoch !== data.epoch)
    findPairs(model, data, model.systems.collision, state);
  return state.pairs.count > 0;
}

/** Pairs of the step that begins: a function of its first state, so that whatever is built on them is the same in a run that is resumed. Writes: pairs. */
export function beginPairs(model: Model, data: Data): void {
  if (!model.systems.compliant.active) return;
  findPairs(model, data, model.systems.collision, data.systems.compliant);
}

/** Pairs whose boxes meet within two steps at the speeds of now. Writes: pairs, pose, box, shapeAhead. */
function findPairs(model: Model, data: Data, collision: CollisionSetup, state: CompliantState): void {
  const own = data.systems.collision;
  const { shapeAhead } = itemFields(data, "collision", COLLISION_FIELDS);
  const { bodyVel: v } = data;
  const h = model.options.timestep;
  const g = model.options.gravity;
  const fall = 2 * h * h * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  for (let s = 0; s < collision.count; s++) {
    if (collision.fixed[s] === 1) continue;
    const o = 6 * collision.body[s];
    const turn = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
    const speed = Math.sqrt(v[o + 3] * v[o + 3] + v[o + 4] * v[o + 4] + v[o + 5] * v[o + 5]);
    shapeAhead[s] = 2 * h * (speed + turn * collision.turnReach[s]) + fall;
  }
  const ahead = own.ahead;
  own.ahead = h;
  updateBoxes(data, collision, own);
  own.ahead = ahead;
  own.broad?.update(state.pairs);
  state.pairsStep = data.counter[COUNTER.steps];
  state.pairsEpoch = data.epoch;
}

/** Whether a contact of the shapes could move anything. */
export function mayPush(model: Model, data: Data, { sensor, body }: CollisionSetup, a: number, b: number): boolean {
  if (sensor[a] === 1 || sensor[b] === 1) return false;
  const { bodyType } = model;
  const { bodyState } = data;
  if (bodyState[body[a]] === BODY_STATE.dormant || bodyState[body[b]] === BODY_STATE.dormant) return false;
  return bodyType[body[a]] === BODY_TYPE.dynamic || bodyType[body[b]] === BODY_TYPE.dynamic;
}

/** Spheres about the shapes that do not touch. */
export function farApart({ colliders }: CollisionSetup, pose: Float64Array, a: number, b: number): boolean {
  const x = pose[7 * b] - pose[7 * a];
  const y = pose[7 * b + 1] - pose[7 * a + 1];
  const z = pose[7 * b + 2] - pose[7 * a + 2];
  const reach = colliders[a].reach + colliders[b].reach;
  return x * x + y * y + z * z > reach * reach;
}

/** Every point of the shapes. */
function takeAll(model: Model, data: Data, state: CompliantState, a: number, b: number): void {
  const { sink } = state;
  for (let i = 0; i < sink.count; i++) {
    if (!(sink.gap[i] < 0)) continue;
    const c = open(model, data, state, a, b);
    if (c < 0) return;
    placePoint(state, c, sink, i);
    state.batch.gap[c] = sink.gap[i];
  }
}

/** The deepest point of the two shapes. */
function takeDeepest(model: Model, data: Data, state: CompliantState, a: number, b: number): void {
  const { sink } = state;
  let deepest = 0;
  for (let i = 1; i < sink.count; i++) if (sink.gap[i] < sink.gap[deepest]) deepest = i;
  if (!(sink.gap[deepest] < 0)) return;
  const c = open(model, data, state, a, b);
  if (c < 0) return;
  placePoint(state, c, sink, deepest);
  state.batch.gap[c] = sink.gap[deepest];
  // one contact per pair of shapes: its memory outlives the points
  state.feature[2 * c] = state.feature[2 * c + 1] = 0;
}

/** One contact per region: as deep as its deepest point, in the middle of its points, each by its depth. */
function takeRegions(model: Model, data: Data, state: CompliantState, a: number, b: number): void {
  const { sink } = state;
  for (let i = 0; i < sink.count; ) {
    const number = sink.patch[i];
    let end = i;
    let deepest = i;
    let sum = 0;
    for (; end < sink.count && sink.patch[end] === number; end++) {
      if (sink.gap[end] < sink.gap[deepest]) deepest = end;
      sum += Math.max(0, -sink.gap[end]);
    }
    if (sum > 0) {
      const c = open(model, data, state, a, b);
      if (c < 0) return;
      placePoint(state, c, sink, deepest);
      state.batch.gap[c] = sink.gap[deepest];
      for (let k = 0; k < 3; k++) {
        let mean = 0;
        for (let p = i; p < end; p++)
          mean += Math.max(0, -sink.gap[p]) * 0.5 * (sink.pointA[3 * p + k] + sink.pointB[3 * p + k]);
        state.place[3 * c + k] = mean / sum;
      }
      state.feature[2 * c] = state.feature[2 * c + 1] = REGION;
    }
    i = end;
  }
}

/** A new contact of the shapes; −1, with a status bit, when there is no room. */
function open(model: Model, data: Data, state: CompliantState, a: number, b: number): number {
  const c = state.count;
  if (c >= state.capacity) {
    raiseStatus(data, STATUS.pointCapacity, a);
    return -1;
  }
  state.count = c + 1;
  const { shapes } = model;
  state.shape[2 * c] = a;
  state.shape[2 * c + 1] = b;
  state.body[2 * c] = shapes[a].body;
  state.body[2 * c + 1] = shapes[b].body;
  state.pair[c] = materialPair(model.materials, shapes[a].material, shapes[b].material);
  return c;
}

function placePoint(state: CompliantState, c: number, sink: ContactSink, i: number): void {
  for (let k = 0; k < 3; k++) {
    state.normal[3 * c + k] = sink.normal[3 * i + k];
    state.place[3 * c + k] = 0.5 * (sink.pointA[3 * i + k] + sink.pointB[3 * i + k]);
  }
  state.feature[2 * c] = sink.featureA[i];
  state.feature[2 * c + 1] = sink.featureB[i];
}
