import {
  CONTACT,
  CONTACT_INT,
  CONTACT_INTS,
  CONTACT_SIZE,
  type ContactSet,
} from "../../contact/complementarity/contact-set.js";
import type { Data } from "../../data/data.js";
import { materialPair } from "../../model/compile/materials.js";
import type { Model } from "../../model/model.js";
import type { ComplementarityState } from "./complementarity-state.js";
import { beltVelocityInto, carriedVelocityInto } from "./surface-motion.js";

export function bodyOf(set: ContactSet, c: number, side: number): number {
  return set.index[CONTACT_INTS * c + (side === 0 ? CONTACT_INT.bodyA : CONTACT_INT.bodyB)];
}

/** Adds the velocity of B's point against A's along the direction at d of `direction`, times `sign`. */
export function writeDirection(
  data: Data,
  set: ContactSet,
  c: number,
  direction: Float64Array,
  d: number,
  out: Float64Array,
  o: number,
  sign: number,
): void {
  writeArms(data, set, c, CONTACT.pointA, CONTACT.pointB, direction, d, out, o, sign);
}

/** Adds what an impulse along the direction at d of `direction` does to A and B: the same but where a contact rolls. */
export function writePush(
  data: Data,
  set: ContactSet,
  c: number,
  direction: Float64Array,
  d: number,
  out: Float64Array,
  o: number,
): void {
  const rolls = set.index[CONTACT_INTS * c + CONTACT_INT.rolls] === 1;
  const [a, b] = rolls ? PUSH : POINT;
  writeArms(data, set, c, a, b, direction, d, out, o, 1);
}

const PUSH = [CONTACT.pushA, CONTACT.pushB] as const;
const POINT = [CONTACT.pointA, CONTACT.pointB] as const;

function writeArms(
  data: Data,
  set: ContactSet,
  c: number,
  pointA: number,
  pointB: number,
  direction: Float64Array,
  d: number,
  out: Float64Array,
  o: number,
  sign: number,
): void {
  for (let side = 0; side < 2; side++) {
    const body = bodyOf(set, c, side);
    const at = CONTACT_SIZE * c + (side === 0 ? pointA : pointB);
    const x = set.value[at] - data.bodyPos[3 * body];
    const y = set.value[at + 1] - data.bodyPos[3 * body + 1];
    const z = set.value[at + 2] - data.bodyPos[3 * body + 2];
    const s = side === 0 ? -sign : sign;
    const w = o + 6 * side;
    out[w] += s * (y * direction[d + 2] - z * direction[d + 1]);
    out[w + 1] += s * (z * direction[d] - x * direction[d + 2]);
    out[w + 2] += s * (x * direction[d + 1] - y * direction[d]);
    for (let k = 0; k < 3; k++) out[w + 3 + k] += s * direction[d + k];
  }
}

/** Adds the gradient of a contact's gap, times `sign`: [−r_A × n; −n; r_B × n; n]. */
export function writeGap(data: Data, set: ContactSet, c: number, out: Float64Array, o: number, sign: number): void {
  writeDirection(data, set, c, set.value, CONTACT_SIZE * c, out, o, sign);
}

/** Adds what an impulse of contact c along its normal does to A and B. */
export function writeNormalPush(data: Data, set: ContactSet, c: number, out: Float64Array, o: number): void {
  const rolls = set.index[CONTACT_INTS * c + CONTACT_INT.rolls] === 1;
  writePush(data, set, c, set.value, CONTACT_SIZE * c + (rolls ? CONTACT.pushNormal : CONTACT.normal), out, o);
}

const gradient = new Float64Array(12);

/** Speed at which the gap of contact c opens with the velocities v of the bodies, m/s. Reads: body poses. */
export function contactSpeed(data: Data, set: ContactSet, c: number, v: Float64Array): number {
  gradient.fill(0);
  writeGap(data, set, c, gradient, 0, 1);
  let speed = 0;
  for (let side = 0; side < 2; side++) {
    const b = 6 * bodyOf(set, c, side);
    for (let k = 0; k < 6; k++) speed += gradient[6 * side + k] * v[b + k];
  }
  return speed;
}

/** The pair of materials of contact c. */
export function pairOf(model: Model, set: ContactSet, c: number): number {
  const { materials, shapes } = model;
  const i = CONTACT_INTS * c;
  const ofA = shapes[set.index[i + CONTACT_INT.shapeA]].material;
  const ofB = shapes[set.index[i + CONTACT_INT.shapeB]].material;
  return materialPair(materials, ofA, ofB);
}

/** From this speed on surfaces slide, m/s: ten thousand times the tolerance of the solver. */
const SLIDES = 1e-6;
const slide = new Float64Array(3);

/**
 * Coefficient of friction of contact c: the kinetic one where the surfaces slide on each other at the start of the
 * step. Reads: bodyVel, pose.
 */
export function frictionOf(model: Model, data: Data, state: ComplementarityState, c: number): number {
  const pair = pairOf(model, state.set, c);
  return frictionTable(model, data, state, c, pair)[pair];
}

/** The coefficients that hold for contact c, by pair; a table, since a number that is returned would be garbage. */
export function frictionTable(
  model: Model,
  data: Data,
  state: ComplementarityState,
  c: number,
  pair: number,
): Float64Array {
  const { friction, kineticFriction } = model.materials;
  if (kineticFriction[pair] === friction[pair] || slipSpeed(model, data, state, c) <= SLIDES) return friction;
  return kineticFriction;
}

/** Speed at which the surfaces of contact c slide on each other with the present velocities, m/s. */
function slipSpeed(model: Model, data: Data, state: ComplementarityState, c: number): number {
  if (!beltVelocityInto(slide, model, data, state, c)) slide.fill(0);
  // the velocities are those of the middle of the step before
  if (carriedVelocityInto(model, data, state, c)) for (let k = 0; k < 3; k++) slide[k] -= state.work.carried[k];
  addSlip(data, state.set, c, slide);
  return Math.sqrt(slide[0] * slide[0] + slide[1] * slide[1] + slide[2] * slide[2]);
}

/** Adds the velocity of B's point of contact c against A's to `out`, and removes the part along the normal. */
export function addSlip({ bodyPos, bodyVel: v }: Data, set: ContactSet, c: number, out: Float64Array): void {
  const n = CONTACT_SIZE * c;
  for (let side = 0; side < 2; side++) {
    const body = bodyOf(set, c, side);
    const at = n + (side === 0 ? CONTACT.pointA : CONTACT.pointB);
    const s = side === 0 ? -1 : 1;
    const x = set.value[at] - bodyPos[3 * body];
    const y = set.value[at + 1] - bodyPos[3 * body + 1];
    const z = set.value[at + 2] - bodyPos[3 * body + 2];
    const b = 6 * body;
    out[0] += s * (v[b + 3] + v[b + 1] * z - v[b + 2] * y);
    out[1] += s * (v[b + 4] + v[b + 2] * x - v[b] * z);
    out[2] += s * (v[b + 5] + v[b] * y - v[b + 1] * x);
  }
  let along = 0;
  for (let k = 0; k < 3; k++) along += out[k] * set.value[n + k];
  for (let k = 0; k < 3; k++) out[k] -= along * set.value[n + k];
}

/**
 * Two unit vectors across the normal at o, into `tangents`, 3 each; in the plane only the first one, which lies in it.
 */
export function writeTangents(normal: Float64Array, o: number, planar: boolean, tangents: Float64Array): void {
  const x = normal[o];
  const y = normal[o + 1];
  const z = normal[o + 2];
  if (planar) {
    tangents[0] = -y;
    tangents[1] = x;
    tangents[2] = 0;
    return;
  }
  // [Duff2017]: without a branch that jumps but at z = 0
  const sign = z >= 0 ? 1 : -1;
  const p = -1 / (sign + z);
  const q = x * y * p;
  tangents[0] = 1 + sign * x * x * p;
  tangents[1] = sign * q;
  tangents[2] = -sign * x;
  tangents[3] = q;
  tangents[4] = sign + y * y * p;
  tangents[5] = -y;
}
