import { LOAD, LOAD_SIZE, openLoad, startLoads } from "../../collision/loads.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import {
  CONTACT,
  CONTACT_INT,
  CONTACT_INTS,
  CONTACT_SIZE,
  type ContactSet,
} from "../../contact/complementarity/contact-set.js";
import { type Data, itemFields } from "../../data/data.js";
import { ensureCapacityF64 } from "../../math/capacity.js";
import { rotateInverseInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
import type { ComplementarityState } from "./complementarity-state.js";
import { beltVelocityInto, carriedVelocityInto } from "./surface-motion.js";

/**
 * What a contact did in a step: impulse on B, N s; speed at which the surfaces slide on each other at its end, m/s;
 * points on A and B in the frames of their bodies, m.
 */
export const ACTED = { impulse: 0, slip: 3, localA: 4, localB: 7 } as const;
export const ACTED_SIZE = 10;

/**
 * Impulses of the contacts of the set, with the velocities of the end of the step and the poses of its start. Reads:
 * rows, z, body state. Writes: acted.
 */
export function keepImpulses(model: Model, data: Data, state: ComplementarityState, first: number): void {
  const { rows, set, z, given, settings } = state;
  state.acted = ensureCapacityF64(state.acted, ACTED_SIZE * set.contacts);
  const { acted } = state;
  acted.fill(0, 0, ACTED_SIZE * set.contacts);
  // what a scheme without rows has given is known
  if (settings.scheme.addForce === undefined)
    for (let c = 0; c < set.contacts; c++) for (let k = 0; k < 3; k++) acted[ACTED_SIZE * c + k] = given[3 * c + k];
  for (let r = 0; r < rows.count; r++) {
    const impulse = z[first + r];
    if (rows.source[r] < 0 || impulse === 0) continue;
    const o = ACTED_SIZE * rows.source[r];
    for (let k = 0; k < 3; k++) acted[o + k] += impulse * rows.right[12 * r + 9 + k];
  }
  for (let c = 0; c < set.contacts; c++) {
    const o = ACTED_SIZE * c;
    if (acted[o] === 0 && acted[o + 1] === 0 && acted[o + 2] === 0) continue;
    measureSlip(model, data, state, c, acted, o);
  }
}

/**
 * What the contacts did to their bodies, about the centres of mass at the start of the step, where the impulses act.
 * Reads: acted, rows, z, body poses. Writes: loads.
 */
export function keepLoads(model: Model, data: Data, state: ComplementarityState, first: number): void {
  if (!model.systems.collision.active) return;
  startLoads(model, data);
  const { rows, set, z, given, settings, acted } = state;
  const { loadWrench } = itemFields(data, "collision", COLLISION_FIELDS);
  for (let c = 0; c < set.contacts; c++) {
    const o = ACTED_SIZE * c;
    if (acted[o] === 0 && acted[o + 1] === 0 && acted[o + 2] === 0) continue;
    const row = openContact(data, set, c);
    if (row < 0) return;
    let normal = 0;
    for (let k = 0; k < 3; k++) normal += acted[o + k] * set.value[CONTACT_SIZE * c + CONTACT.normal + k];
    loadWrench[LOAD_SIZE * row + LOAD.normal] += normal;
    for (let k = 0; k < 3; k++) loadWrench[LOAD_SIZE * row + LOAD.impulse + k] += acted[o + k];
    if (settings.scheme.addForce !== undefined) continue;
    for (let side = 0; side < 2; side++) {
      const body = set.index[CONTACT_INTS * c + (side === 0 ? CONTACT_INT.bodyA : CONTACT_INT.bodyB)];
      const at = CONTACT_SIZE * c + (side === 0 ? CONTACT.pointA : CONTACT.pointB);
      for (let k = 0; k < 3; k++) arm[k] = set.value[at + k] - data.bodyPos[3 * body + k];
      const turn = LOAD_SIZE * row + (side === 0 ? LOAD.turnA : LOAD.turnB);
      const sign = side === 0 ? -1 : 1;
      for (let k = 0; k < 3; k++) {
        const m = (k + 1) % 3;
        const n = (k + 2) % 3;
        loadWrench[turn + k] += sign * (arm[m] * given[3 * c + n] - arm[n] * given[3 * c + m]);
      }
    }
  }
  for (let r = 0; r < rows.count; r++) {
    const impulse = z[first + r];
    if (rows.source[r] < 0 || impulse === 0) continue;
    const row = openContact(data, set, rows.source[r]);
    if (row < 0) return;
    for (let k = 0; k < 3; k++) {
      loadWrench[LOAD_SIZE * row + LOAD.turnA + k] += impulse * rows.right[12 * r + k];
      loadWrench[LOAD_SIZE * row + LOAD.turnB + k] += impulse * rows.right[12 * r + 6 + k];
    }
  }
}

/** The row of the shapes of contact c among the loads. */
function openContact(data: Data, set: ContactSet, c: number): number {
  const i = CONTACT_INTS * c;
  return openLoad(data, set.index[i + CONTACT_INT.shapeA], set.index[i + CONTACT_INT.shapeB]);
}

const arm = new Float64Array(3);
const slide = new Float64Array(3);

/**
 * Velocity of B's point against A's, without its part along the normal; and where the points are on their bodies.
 * Writes: acted.
 */
function measureSlip(
  model: Model,
  data: Data,
  state: ComplementarityState,
  c: number,
  acted: Float64Array,
  o: number,
): void {
  const { bodyPos, bodyQuat, bodyVel: v } = data;
  const { set } = state;
  const n = CONTACT_SIZE * c;
  if (!beltVelocityInto(slide, model, data, state, c)) slide.fill(0);
  if (carriedVelocityInto(model, data, state, c)) for (let k = 0; k < 3; k++) slide[k] += state.work.carried[k];
  for (let side = 0; side < 2; side++) {
    const body = set.index[CONTACT_INTS * c + (side === 0 ? CONTACT_INT.bodyA : CONTACT_INT.bodyB)];
    const at = n + (side === 0 ? CONTACT.pointA : CONTACT.pointB);
    const s = side === 0 ? -1 : 1;
    const b = 6 * body;
    for (let k = 0; k < 3; k++) arm[k] = set.value[at + k] - bodyPos[3 * body + k];
    rotateInverseInto(acted, o + (side === 0 ? ACTED.localA : ACTED.localB), bodyQuat, 4 * body, arm, 0);
    slide[0] += s * (v[b + 3] + v[b + 1] * arm[2] - v[b + 2] * arm[1]);
    slide[1] += s * (v[b + 4] + v[b + 2] * arm[0] - v[b] * arm[2]);
    slide[2] += s * (v[b + 5] + v[b] * arm[1] - v[b + 1] * arm[0]);
  }
  let along = 0;
  for (let k = 0; k < 3; k++) along += slide[k] * set.value[n + k];
  let speed2 = 0;
  for (let k = 0; k < 3; k++) {
    const t = slide[k] - along * set.value[n + k];
    speed2 += t * t;
  }
  acted[o + ACTED.slip] = Math.sqrt(speed2);
}
