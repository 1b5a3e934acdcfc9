import {
  CONSTRAINT,
  CONTACT,
  CONTACT_INT,
  CONTACT_INTS,
  CONTACT_SIZE,
  type ContactSet,
} from "../../contact/complementarity/lists.js";
import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { cos, sin } from "../../math/elementary.js";
import { materialPair } from "../../model/compile/materials.js";
import type { Model } from "../../model/model.js";
import { ROW as KIND } from "../../solvers/complementarity/problem.js";
import { addCone, addEntry, openRow } from "./rows.js";
import type { ComplementarityState } from "./state.js";

/** The algebra is dense: constraints beyond so many rows are left out, and the status says that contacts are missing. */
const MOST_ROWS = 2000;

/** Below this gap a contact touches, for the scheme that asks for no approach of what touches, m. */
const TOUCHES = 1e-6;

/** Rows of all constraints on contacts: (2.34), (4.26) to (4.29), (4.10) to (4.13) of [Williams2014]. Reads: contact set. Writes: rows. */
export function addContactRows(model: Model, data: Data, state: ComplementarityState): void {
  const { set } = state;
  for (let k = 0; k < set.constraints; k++) {
    if (state.rows.count > MOST_ROWS) {
      raiseStatus(
        data,
        STATUS.pairCapacity,
        set.index[CONTACT_INTS * set.member[set.constraint[4 * k + 1]] + CONTACT_INT.shapeA],
      );
      return;
    }
    const kind = set.constraint[4 * k];
    const first = set.constraint[4 * k + 1];
    const count = set.constraint[4 * k + 2];
    const primaries = set.constraint[4 * k + 3];
    if (kind === CONSTRAINT.unilateral) addForceRow(model, data, state, set.member[first], set.member[first]);
    else addCornerRows(model, data, state, first, count, primaries);
  }
}

/**
 * At least one gap open: S_N = ψ₁ + Σ c ≥ 0 with c_j the rise of the running maximum. Reduced: S_N ⟂ p of the first contact. Full: S_N + d_i ⟂ p_i with d_i the depth of each
 * that could carry force, and S_N ≥ 0 by a multiplier that acts nowhere; the same without forces where there are no primaries.
 */
function addCornerRows(
  model: Model,
  data: Data,
  state: ComplementarityState,
  first: number,
  count: number,
  primaries: number,
): void {
  const { rows, set } = state;
  const base = set.member[first];
  for (let i = 0; i < primaries; i++) {
    const before = rows.count;
    addForceRow(model, data, state, base, set.member[first + i]);
    forceRow[i] = before;
  }
  const slacks = rows.count;
  for (let j = 1; j < count; j++) {
    const r = openRow(rows, KIND.complementary, bodyOf(set, base, 0), bodyOf(set, base, 1));
    writeGap(data, state, base, rows.left, 12 * r, 1);
    writeGap(data, state, set.member[first + j], rows.left, 12 * r, -1);
    rows.constant[r] = gapRate(model, state, base) - gapRate(model, state, set.member[first + j]);
    for (let i = 1; i <= j; i++) addEntry(rows, r, slacks + i - 1, 1);
  }
  for (let i = 0; i < primaries; i++) for (let j = 1; j < count; j++) addEntry(rows, forceRow[i], slacks + j - 1, 1);
  if (primaries === 1) return;
  for (let i = 0; i < primaries; i++) {
    const contact = set.member[first + i];
    const r = openRow(rows, KIND.complementary, bodyOf(set, base, 0), bodyOf(set, base, 1));
    writeGap(data, state, contact, rows.left, 12 * r, 1);
    rows.constant[r] = gapRate(model, state, contact);
    addEntry(rows, r, r, 1);
    addEntry(rows, forceRow[i], r, 1);
  }
  const r = openRow(rows, KIND.complementary, bodyOf(set, base, 0), bodyOf(set, base, 1));
  writeGap(data, state, base, rows.left, 12 * r, 1);
  rows.constant[r] = gapRate(model, state, base);
  for (let j = 1; j < count; j++) addEntry(rows, r, slacks + j - 1, 1);
}

const forceRow = new Int32Array(256);

function bodyOf(set: ContactSet, c: number, side: number): number {
  return set.index[CONTACT_INTS * c + (side === 0 ? CONTACT_INT.bodyA : CONTACT_INT.bodyB)];
}

/** ψ/h, or 0 for what touches where only approach is forbidden, m/s. */
function gapRate(model: Model, { set, settings }: ComplementarityState, c: number): number {
  const gap = set.value[CONTACT_SIZE * c + CONTACT.gap];
  if (settings.anitescuPotra && gap <= TOUCHES) return 0;
  return gap / model.options.timestep;
}

/** Speed at which the gap of contact c opens with the velocities as they are, m/s. Reads: body state. */
export function contactSpeed(data: Data, set: ContactSet, c: number): number {
  gradient.fill(0);
  for (let k = 0; k < 3; k++) direction[k] = set.value[CONTACT_SIZE * c + k];
  writeDirection(data, set, c, gradient, 0, 1);
  let speed = 0;
  for (let side = 0; side < 2; side++) {
    const b = 6 * bodyOf(set, c, side);
    for (let k = 0; k < 6; k++) speed += gradient[6 * side + k] * data.bodyVel[b + k];
  }
  return speed;
}

const gradient = new Float64Array(12);

/** Adds the gradient of a contact's gap, times `sign`: [−r_A × n; −n; r_B × n; n]. */
function writeGap(
  data: Data,
  { set }: ComplementarityState,
  c: number,
  out: Float64Array,
  o: number,
  sign: number,
): void {
  for (let k = 0; k < 3; k++) direction[k] = set.value[CONTACT_SIZE * c + k];
  writeDirection(data, set, c, out, o, sign);
}

const direction = new Float64Array(3);

/** Adds velocity of B's point against A's along `direction`, times `sign`. */
function writeDirection(data: Data, set: ContactSet, c: number, out: Float64Array, o: number, sign: number): void {
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

/** The row of a normal impulse at `contact` with the gap of `base`, and its friction. */
function addForceRow(model: Model, data: Data, state: ComplementarityState, base: number, contact: number): void {
  const { rows, set, settings } = state;
  const a = bodyOf(set, contact, 0);
  const b = bodyOf(set, contact, 1);
  const r = openRow(rows, KIND.complementary, a, b);
  writeGap(data, state, base, rows.left, 12 * r, 1);
  writeGap(data, state, contact, rows.right, 12 * r, 1);
  rows.constant[r] = gapRate(model, state, base);
  rows.source[r] = contact;
  if (settings.cone === "none") return;
  measureFriction(model, set, contact);
  if (friction[0] > 0) addFriction(model, data, state, contact, r);
}

/** Coefficient of friction of the contact in hand: V8 boxes numbers that are returned. */
const friction = new Float64Array(1);

function measureFriction(model: Model, set: ContactSet, c: number): void {
  const { materials, shapes } = model;
  const i = CONTACT_INTS * c;
  const ofA = shapes[set.index[i + CONTACT_INT.shapeA]].material;
  const ofB = shapes[set.index[i + CONTACT_INT.shapeB]].material;
  friction[0] = materials.friction[materialPair(materials, ofA, ofB)];
}

/** Tangents of the contact in hand. */
const tangents = new Float64Array(6);

/** Friction of the impulse of row r: directions d_k with a slip speed s, (2.21), or two rows of a cone. */
function addFriction(model: Model, data: Data, state: ComplementarityState, c: number, r: number): void {
  const mu = friction[0];
  const { rows, set, settings } = state;
  const a = bodyOf(set, c, 0);
  const b = bodyOf(set, c, 1);
  writeTangents(set.value, CONTACT_SIZE * c, model.planar);
  if (settings.cone === "quadratic") {
    const size = model.planar ? 1 : 2;
    for (let k = 0; k < size; k++) {
      for (let m = 0; m < 3; m++) direction[m] = tangents[3 * k + m];
      const f = openRow(rows, KIND.complementary, a, b);
      writeDirection(data, set, c, rows.left, 12 * f, 1);
      writeDirection(data, set, c, rows.right, 12 * f, 1);
    }
    addCone(rows, r, 1 + size, mu);
    return;
  }
  const n = settings.directions;
  const first = rows.count;
  for (let k = 0; k < n; k++) {
    const angle = (2 * Math.PI * k) / n;
    const x = model.planar ? (k === 0 ? 1 : -1) : cos(angle);
    const y = model.planar ? 0 : sin(angle);
    for (let m = 0; m < 3; m++) direction[m] = x * tangents[m] + y * tangents[3 + m];
    const f = openRow(rows, KIND.complementary, a, b);
    writeDirection(data, set, c, rows.left, 12 * f, 1);
    writeDirection(data, set, c, rows.right, 12 * f, 1);
  }
  const s = openRow(rows, KIND.complementary, a, b);
  addEntry(rows, s, r, mu);
  for (let k = 0; k < n; k++) {
    addEntry(rows, first + k, s, 1);
    addEntry(rows, s, first + k, -1);
  }
}

/** Two unit vectors across the normal at o; in the plane the first one lies in it. */
function writeTangents(normal: Float64Array, o: number, planar: boolean): void {
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
