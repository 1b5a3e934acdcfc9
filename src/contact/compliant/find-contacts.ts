import { contactsOf } from "../../collision/narrow/pair-table.js";
import type { ContactSink } from "../../collision/narrow/types.js";
import { placeShape } from "../../collision/shape-poses.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { materialPair } from "../../model/compile/materials.js";
import { BODY_STATE, type Model } from "../../model/model.js";
import { isClaimed } from "../contact-model.js";
import { farApart, mayPush, mayTouch } from "../contact-step.js";
import type { CompliantSetup } from "./compliant-setup.js";
import { type CompliantState, REGION } from "./compliant-state.js";
import { followContacts } from "./follow-contacts.js";

/**
 * Contacts at the present poses. Pairs that may touch are found once per step, with boxes as wide as bodies may get in
 * two steps; the narrow phase runs on them in every evaluation. Reads: body poses. Writes: pose, contacts.
 */
export function findContacts(model: Model, data: Data, setup: CompliantSetup, state: CompliantState): void {
  if (data.systems.contactStep.frozen) {
    followContacts(data, state);
    return;
  }
  const collision = model.systems.collision;
  state.count = 0;
  if (!mayTouch(model, data)) return;
  const { pairs, count } = data.systems.contactStep.pairs;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  const { colliders } = data.systems.collision;
  const { bodyState } = data;
  for (let s = 0; s < collision.count; s++)
    if (collision.fixed[s] === 0 && bodyState[collision.body[s]] !== BODY_STATE.asleep)
      placeShape(data, collision, s, pose);
  const { sink } = state;
  for (let k = 0; k < count; k++) {
    const a = pairs[2 * k];
    const b = pairs[2 * k + 1];
    if (!mayPush(model, data, collision, a, b) || farApart(collision, pose, a, b)) continue;
    if (isClaimed(model, a, b)) continue;
    sink.count = 0;
    sink.overflow = false;
    contactsOf(colliders[a], pose, 7 * a, colliders[b], pose, 7 * b, sink);
    if (sink.overflow) raiseStatus(data, STATUS.pointCapacity, a);
    if (sink.count === 0) continue;
    if (setup.points === "all") takeAll(model, data, state, a, b);
    else if (setup.points === "deepest") takeDeepest(model, data, state, a, b);
    else takeRegions(model, data, state, a, b);
  }
}

/** Every point of the shapes. */
function takeAll(model: Model, data: Data, state: CompliantState, a: number, b: number): void {
  const { sink } = state;
  let patch = -1;
  let number = state.count === 0 ? 0 : state.patches.of[state.count - 1];
  for (let i = 0; i < sink.count; i++) {
    if (!(sink.gap[i] < 0)) continue;
    const c = open(model, data, state, a, b);
    if (c < 0) return;
    placePoint(state, c, sink, i);
    state.batch.gap[c] = sink.gap[i];
    if (sink.patch[i] !== patch) number++;
    patch = sink.patch[i];
    state.patches.of[c] = number;
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
