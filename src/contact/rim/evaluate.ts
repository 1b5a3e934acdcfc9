/**
 * Contact from the rim in the step [Moisio2013, chapter 5; spec 5.9]. When a step begins, segments are found at the poses of then, continue what they remember, and
 * their elements are moved on by one step with the velocities of then: the memory is written, once. Forces are held over the step, or, with
 * `stages: inside`, follow the velocities of every evaluation on the same segments.
 */
import type { CollisionSetup } from "../../collision/setup.js";
import { placeShape } from "../../collision/shape-poses.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { materialPair } from "../../model/compile/materials.js";
import type { Model } from "../../model/model.js";
import { farApart, mayPush } from "../compliant/find.js";
import type { CompliantState } from "../compliant/state.js";
import { firstRow } from "../first-row.js";
import { COEFFICIENT, ELEMENT, stepElement } from "./element.js";
import { type RimFields, ROW, rimFields } from "./fields.js";
import { recall } from "./recall.js";
import { findRim } from "./segments.js";
import { fromRim, type RimPair, type RimSetup } from "./setup.js";
import type { RimState } from "./state.js";

/** A step begins. Reads: body state, pairs of shapes that may touch, memory. Writes: pose, memory, wrenches. */
export function beginRim(model: Model, data: Data): void {
  const setup = model.systems.rim as RimSetup;
  if (!setup.active) return;
  const state = data.systems.rim as RimState;
  const fields = rimFields(data);
  findSegments(model, data, setup, state, fields);
  const { wrench } = state;
  wrench.fill(0);
  state.inside = false;
  state.since = data.clock[0];
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as RimPair;
    if (pair.inside) state.inside = true;
    loadSegment(state, pair, i);
    BY[COEFFICIENT.timestep] = model.options.timestep;
    for (let e = 0; e < 4; e++) {
      if (!pair.normals[e & 1]) continue;
      relativeVelocity(data, state, i, e);
      const o = ROW.size * i;
      const n = o + ROW.normal + 3 * (e & 1);
      stepElement(BY, state.next, o + ROW.element + ELEMENT.size * e, state.next, n, U, 0, FORCE, 0);
      if (!pair.inside) push(data, state, i, e, wrench);
    }
  }
  keep(fields, state);
}

/** Adds the forces of the rims. Stage per evaluation. Reads: body state. Writes: bodyForce. */
export function addRimForces(model: Model, data: Data): void {
  const setup = model.systems.rim as RimSetup;
  if (!setup.active) return;
  const state = data.systems.rim as RimState;
  const { bodyForce } = data;
  const { wrench } = state;
  for (let k = 0; k < wrench.length; k++) bodyForce[k] += wrench[k];
  if (!state.inside) return;
  const since = data.clock[0] - state.since;
  for (let i = 0; i < state.count; i++) {
    const pair = setup.pairs[state.pair[i]] as RimPair;
    if (!pair.inside) continue;
    loadSegment(state, pair, i);
    BY[COEFFICIENT.timestep] = since;
    for (let e = 0; e < 4; e++) {
      if (!pair.normals[e & 1]) continue;
      relativeVelocity(data, state, i, e);
      const o = ROW.size * i;
      const n = o + ROW.normal + 3 * (e & 1);
      for (let k = 0; k < ELEMENT.size; k++) TRIAL[k] = state.next[o + ROW.element + ELEMENT.size * e + k];
      stepElement(BY, TRIAL, 0, state.next, n, U, 0, FORCE, 0);
      push(data, state, i, e, bodyForce);
    }
  }
}

/** Coefficients of the segment at hand; v_S − v_O; force on O, f_n, δ̇; an element that is tried. */
const BY = new Float64Array(COEFFICIENT.size);
const U = new Float64Array(3);
const FORCE = new Float64Array(5);
const TRIAL = new Float64Array(ELEMENT.size);

/** Segments of all pairs with what they remember. Writes: pose, next, nextKey and the rest of the state. */
function findSegments(model: Model, data: Data, setup: RimSetup, state: RimState, fields: RimFields): void {
  const collision = model.systems.collision as CollisionSetup;
  const { pairs } = data.systems.compliant as CompliantState;
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  state.count = 0;
  for (let s = 0; s < collision.count; s++)
    if (collision.fixed[s] === 0 && setup.mesh[s] === 1) placeShape(data, collision, s, pose);
  const { segments } = state;
  for (let k = 0; k < pairs.count; k++) {
    const a = pairs.pairs[2 * k];
    const b = pairs.pairs[2 * k + 1];
    if (!fromRim(model, a, b) || !mayPush(model, data, collision, a, b)) continue;
    if (farApart(collision, pose, a, b)) continue;
    findRim(collision.colliders[a], pose, 7 * a, collision.colliders[b], pose, 7 * b, segments);
    if (segments.overflow || state.count + segments.count > state.capacity) raiseStatus(data, STATUS.pointCapacity, a);
    takeSegments(model, setup, state, fields, a, b);
  }
}

/** The segments of shapes a and b. Writes: next, nextKey, body, pair, length, cap. */
function takeSegments(model: Model, setup: RimSetup, state: RimState, fields: RimFields, a: number, b: number): void {
  const { segments, next, nextKey } = state;
  const { shapes, materials, bodyInvMass } = model;
  const first = firstRow(fields.key, fields.remembered, a, b);
  let end = first;
  while (end < fields.remembered[0] && fields.key[4 * end] === a && fields.key[4 * end + 1] === b) end++;
  const at = materialPair(materials, shapes[a].material, shapes[b].material);
  const pair = setup.pairs[at] as RimPair;
  const count = Math.min(segments.count, state.capacity - state.count);
  const inverse = bodyInvMass[3 * shapes[a].body] + bodyInvMass[3 * shapes[b].body];
  const cap =
    pair.dampingCap > 0
      ? pair.dampingCap / (inverse * model.options.timestep * 2 * segments.count)
      : Number.POSITIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    const from = segments.order[k];
    const i = state.count++;
    nextKey[4 * i] = a;
    nextKey[4 * i + 1] = b;
    nextKey[4 * i + 2] = segments.triangle[2 * from];
    nextKey[4 * i + 3] = segments.triangle[2 * from + 1];
    for (let c = 0; c < 6; c++) {
      next[ROW.size * i + ROW.point + c] = segments.point[6 * from + c];
      next[ROW.size * i + ROW.normal + c] = segments.normal[6 * from + c];
    }
    state.body[2 * i] = shapes[a].body;
    state.body[2 * i + 1] = shapes[b].body;
    state.pair[i] = at;
    state.length[i] = 0.5 * segments.length[from];
    state.cap[i] = cap;
    recall(fields, state, pair, i, first, end);
  }
}

/** Coefficients of segment i, but for the time. Writes: BY. */
function loadSegment(state: RimState, pair: RimPair, i: number): void {
  for (let k = 0; k < COEFFICIENT.size; k++) BY[k] = pair.coefficients[k];
  BY[COEFFICIENT.length] = state.length[i];
  BY[COEFFICIENT.cap] = state.cap[i];
  if (pair.bristleLength > 0) {
    const share = state.length[i] / pair.bristleLength;
    BY[COEFFICIENT.bristleStiffness] *= share;
    BY[COEFFICIENT.bristleDamping] *= share;
    BY[COEFFICIENT.viscosity] *= share;
  }
}

/** v_S − v_O at the end of element e: S is body A for even elements. Writes: U. */
function relativeVelocity(data: Data, { body, next }: RimState, i: number, e: number): void {
  const { bodyVel: v, bodyPos } = data;
  const p = ROW.size * i + ROW.point + 3 * (e >> 1);
  U[0] = U[1] = U[2] = 0;
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    const o = 6 * b;
    const sign = side === (e & 1) ? 1 : -1;
    const x = next[p] - bodyPos[3 * b];
    const y = next[p + 1] - bodyPos[3 * b + 1];
    const z = next[p + 2] - bodyPos[3 * b + 2];
    U[0] += sign * (v[o + 3] + v[o + 1] * z - v[o + 2] * y);
    U[1] += sign * (v[o + 4] + v[o + 2] * x - v[o] * z);
    U[2] += sign * (v[o + 5] + v[o] * y - v[o + 1] * x);
  }
}

/** FORCE on the other body of element e and its opposite on the owner, both at its end. Writes: wrench. */
function push(data: Data, { body, next }: RimState, i: number, e: number, wrench: Float64Array): void {
  const { bodyPos } = data;
  const p = ROW.size * i + ROW.point + 3 * (e >> 1);
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    const o = 6 * b;
    const sign = side === (e & 1) ? -1 : 1;
    const x = next[p] - bodyPos[3 * b];
    const y = next[p + 1] - bodyPos[3 * b + 1];
    const z = next[p + 2] - bodyPos[3 * b + 2];
    wrench[o] += sign * (y * FORCE[2] - z * FORCE[1]);
    wrench[o + 1] += sign * (z * FORCE[0] - x * FORCE[2]);
    wrench[o + 2] += sign * (x * FORCE[1] - y * FORCE[0]);
    for (let c = 0; c < 3; c++) wrench[o + 3 + c] += sign * FORCE[c];
  }
}

/** The next memory becomes the present one. Writes: memory. */
function keep({ memory, key, remembered }: RimFields, { count, next, nextKey }: RimState): void {
  for (let k = 0; k < ROW.size * count; k++) memory[k] = next[k];
  for (let k = 0; k < 4 * count; k++) key[k] = nextKey[k];
  remembered[0] = count;
}
