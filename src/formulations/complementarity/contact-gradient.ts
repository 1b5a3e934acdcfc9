import {
  CONTACT,
  CONTACT_INT,
  CONTACT_INTS,
  CONTACT_SIZE,
  type ContactSet,
} from "../../contact/complementarity/lists.js";
import type { Data } from "../../data/data.js";
import { materialPair } from "../../model/compile/materials.js";
import type { Model } from "../../model/model.js";

export function bodyOf(set: ContactSet, c: number, side: number): number {
  return set.index[CONTACT_INTS * c + (side === 0 ? CONTACT_INT.bodyA : CONTACT_INT.bodyB)];
}

/** The direction that `writeDirection` takes. */
export const direction = new Float64Array(3);

/** Adds velocity of B's point against A's along `direction`, times `sign`. */
export function writeDirection(
  data: Data,
  set: ContactSet,
  c: number,
  out: Float64Array,
  o: number,
  sign: number,
): void {
  const d = direction;
  for (let side = 0; side < 2; side++) {
    const body = bodyOf(set, c, side);
    const at = CONTACT_SIZE * c + (side === 0 ? CONTACT.pointA : CONTACT.pointB);
    const x = set.value[at] - data.bodyPos[3 * body];
    const y = set.value[at + 1] - data.bodyPos[3 * body + 1];
    const z = set.value[at + 2] - data.bodyPos[3 * body + 2];
    const s = side === 0 ? -sign : sign;
    const w = o + 6 * side;
    out[w] += s * (y * d[2] - z * d[1]);
    out[w + 1] += s * (z * d[0] - x * d[2]);
    out[w + 2] += s * (x * d[1] - y * d[0]);
    for (let k = 0; k < 3; k++) out[w + 3 + k] += s * d[k];
  }
}

/** Adds the gradient of a contact's gap, times `sign`: [−r_A × n; −n; r_B × n; n]. */
export function writeGap(data: Data, set: ContactSet, c: number, out: Float64Array, o: number, sign: number): void {
  for (let k = 0; k < 3; k++) direction[k] = set.value[CONTACT_SIZE * c + k];
  writeDirection(data, set, c, out, o, sign);
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

/** Coefficient of friction that was looked up last: V8 boxes numbers that are returned. */
export const friction = new Float64Array(1);

export function measureFriction(model: Model, set: ContactSet, c: number): void {
  const { materials, shapes } = model;
  const i = CONTACT_INTS * c;
  const ofA = shapes[set.index[i + CONTACT_INT.shapeA]].material;
  const ofB = shapes[set.index[i + CONTACT_INT.shapeB]].material;
  friction[0] = materials.friction[materialPair(materials, ofA, ofB)];
}

/** Tangents of the contact in hand, 3 each. */
export const tangents = new Float64Array(6);

/** Two unit vectors across the normal at o, into `tangents`; in the plane the first one lies in it. */
export function writeTangents(normal: Float64Array, o: number, planar: boolean): void {
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
