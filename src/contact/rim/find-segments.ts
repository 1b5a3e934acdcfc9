import { placeShape } from "../../collision/shape-poses.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { materialPair } from "../../model/compile/materials.js";
import type { Model } from "../../model/model.js";
import { farApart, mayPush } from "../contact-step.js";
import { firstRow } from "../first-row.js";
import { coupleOf } from "./energy-account.js";
import { forgetIdle, writeBearing } from "./facing-normals.js";
import { recall } from "./recall-segments.js";
import { type RimFields, ROW } from "./rim-fields.js";
import { type RimPair, type RimSetup, usesRim } from "./rim-setup.js";
import type { RimState } from "./rim-state.js";
import { findRim } from "./segments.js";

/** Segments of all pairs with their memory. Writes: pose, next, nextKey and the rest of the state. */
export function findSegments(model: Model, data: Data, setup: RimSetup, state: RimState, fields: RimFields): void {
  const collision = model.systems.collision;
  const { pairs } = data.systems.contactStep;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  state.count = 0;
  for (let s = 0; s < collision.count; s++)
    if (collision.fixed[s] === 0 && setup.mesh[s] === 1) placeShape(data, collision, s, pose);
  const { segments } = state;
  for (let k = 0; k < pairs.count; k++) {
    const a = pairs.pairs[2 * k];
    const b = pairs.pairs[2 * k + 1];
    if (!usesRim(model, a, b) || !mayPush(model, data, collision, a, b)) continue;
    if (farApart(collision, pose, a, b)) continue;
    findRim(collision.colliders[a], pose, 7 * a, collision.colliders[b], pose, 7 * b, segments);
    if (segments.overflow || state.count + segments.count > state.capacity) raiseStatus(data, STATUS.pointCapacity, a);
    takeSegments(model, setup, state, fields, a, b);
  }
}

/** N: steps in which bristles that no material names swing, as those of the other contact models. */
const BRISTLE_STEPS = 5;

/** The segments of shapes a and b. Writes: next, nextKey, body, pair, length, cap. */
function takeSegments(model: Model, setup: RimSetup, state: RimState, fields: RimFields, a: number, b: number): void {
  const { segments, next, nextKey } = state;
  const { shapes, materials, bodyInvMass } = model;
  const first = firstRow(fields.key, fields.remembered, a, b);
  let end = first;
  while (end < fields.remembered[0] && fields.key[4 * end] === a && fields.key[4 * end + 1] === b) end++;
  // shapes of one body follow each other, so that the rows of its bodies lie between these
  const { siblings } = setup;
  const several = siblings[2 * a + 1] - siblings[2 * a] + siblings[2 * b + 1] - siblings[2 * b] > 2;
  const from = several ? firstRow(fields.key, fields.remembered, siblings[2 * a], 0) : first;
  const to = several ? firstRow(fields.key, fields.remembered, siblings[2 * a + 1], 0) : end;
  const at = materialPair(materials, shapes[a].material, shapes[b].material);
  const pair = setup.pairs[at] as RimPair;
  const count = Math.min(segments.count, state.capacity - state.count);
  const inverse = bodyInvMass[3 * shapes[a].body] + bodyInvMass[3 * shapes[b].body];
  const cap =
    pair.dampingCap > 0
      ? pair.dampingCap / (inverse * model.options.timestep * 2 * segments.count)
      : Number.POSITIVE_INFINITY;
  const start = state.count;
  const rate = 1 / (BRISTLE_STEPS * model.options.timestep);
  let total = 0;
  for (let k = 0; k < segments.count; k++) total += segments.length[k];
  const couple = count > 0 ? coupleOf(state.couples, shapes[a].body, shapes[b].body) : -1;
  for (let k = 0; k < count; k++) {
    const found = segments.order[k];
    const i = state.count++;
    nextKey[4 * i] = a;
    nextKey[4 * i + 1] = b;
    nextKey[4 * i + 2] = segments.triangle[2 * found];
    nextKey[4 * i + 3] = segments.triangle[2 * found + 1];
    for (let c = 0; c < 6; c++) {
      next[ROW.size * i + ROW.point + c] = segments.point[6 * found + c];
      next[ROW.size * i + ROW.normal + c] = segments.normal[6 * found + c];
    }
    state.body[2 * i] = shapes[a].body;
    state.body[2 * i + 1] = shapes[b].body;
    state.pair[i] = at;
    state.couple[i] = couple;
    state.length[i] = 0.5 * segments.length[found];
    state.cap[i] = cap;
    // k = m/(N h)² and 2 √(k m) of the whole rim, by length, half at either end
    const share = segments.length[found] / (2 * total * inverse);
    state.bristle[2 * i] = share * rate * rate;
    state.bristle[2 * i + 1] = 2 * share * rate;
  }
  writeBearing(state, pair, start, state.count);
  for (let i = start; i < state.count; i++) {
    recall(fields, state, pair, i, first, end, from, to);
    forgetIdle(state, i);
  }
}

/** The next memory becomes the present one. Writes: memory. */
export function keepRim({ memory, key, remembered }: RimFields, { count, next, nextKey }: RimState): void {
  for (let k = 0; k < ROW.size * count; k++) memory[k] = next[k];
  for (let k = 0; k < 4 * count; k++) key[k] = nextKey[k];
  remembered[0] = count;
}
