/** Contact points with their loads, for every formulation. Reads Data only. */
import { COUNTER, type Data, type Model } from "stiction";
import { collision, contact } from "stiction/internals";
import { turnInto } from "../rotation.js";
import { SLIDING } from "./live-contacts.js";
import { CONTACT_STATE, CONTACT_ROW as ROW } from "./overlay-protocol.js";
import { indentations, segmentSlides } from "./overlay-rims.js";

const { REGION_ROW, RIM_ROW } = contact;

/** Where in `patchFriction` it says that the patch slips. */
const SLIPS = 7;
/** Friction within this part of its limit counts as sliding where the law does not say. */
const AT_LIMIT = 0.99;
/** Rows at most: the heaviest part of a message stays below 2 MB. */
const MOST_CONTACTS = 20_000;

/** What is read of contacts that are forces; see `CompliantState`. */
interface Compliant {
  readonly count: number;
  readonly body: Int32Array;
  readonly pair: Int32Array;
  readonly normal: Float64Array;
  readonly place: Float64Array;
  readonly batch: { readonly gap: Float64Array };
  readonly out: { readonly force: Float64Array };
  readonly resistances: {
    readonly count: number;
    readonly contact: Int32Array;
    readonly batch: { readonly velocity: Float64Array };
    readonly out: { readonly force: Float64Array };
  };
}

interface Remembered {
  readonly key: Uint32Array;
  readonly memory: Float64Array;
  readonly remembered: Uint32Array;
}

/** All contact points of the present state, `CONTACT_ROW.size` numbers each. */
export function contactRows(model: Model, data: Data): Float32Array {
  const { contacts } = model.formulation.kind;
  if (!contacts.includes("compliant")) return hardRows(model, data);
  const parts = [compliantRows(model, data), regionRows(model, data), rimRows(model, data)];
  const all = new Float32Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.length > ROW.size * MOST_CONTACTS ? all.slice(0, ROW.size * MOST_CONTACTS) : all;
}

/**
 * Contacts as impulses: forces are impulse over step. The friction of a patch is divided in proportion to the loads of
 * its points.
 */
function hardRows(model: Model, data: Data): Float32Array {
  const h = model.options.timestep;
  const { pointLoad, patchLoad } = collision.collisionFields(data);
  const count = Math.min(data.counter[COUNTER.points], MOST_CONTACTS);
  const rows = new Float32Array(ROW.size * count);
  for (let patch = 0; patch < data.counter[COUNTER.patches]; patch++) {
    const pair = data.patchPair[patch];
    const first = data.patchPoint[2 * patch];
    const end = Math.min(first + data.patchPoint[2 * patch + 1], count);
    let sum = 0;
    for (let i = first; i < end; i++) sum += pointLoad[i];
    const slips = data.patchFriction[8 * patch + SLIPS] > 0;
    for (let i = first; i < end; i++) {
      const o = ROW.size * i;
      const impulse = pointLoad[i];
      const share = sum > 0 ? impulse / sum : 0;
      for (let k = 0; k < 3; k++) {
        rows[o + ROW.point + k] = data.pointPos[3 * i + k];
        rows[o + ROW.normal + k] = data.patchNormal[3 * patch + k];
        rows[o + ROW.friction + k] = (share * patchLoad[3 * patch + k]) / h;
      }
      rows[o + ROW.load] = impulse / h;
      rows[o + ROW.gap] = data.pointGap[i];
      rows[o + ROW.state] = impulse > 0 ? (slips ? CONTACT_STATE.slip : CONTACT_STATE.stick) : CONTACT_STATE.open;
      rows[o + ROW.bodyA] = model.shapes[data.pairKey[2 * pair]].body;
      rows[o + ROW.bodyB] = model.shapes[data.pairKey[2 * pair + 1]].body;
    }
  }
  return rows;
}

/**
 * Contacts as forces, as the last evaluation left them. A contact slides where its friction is at the limit of its
 * pair: the kinetic one when it moves, else the static one.
 */
function compliantRows(model: Model, data: Data): Float32Array {
  const state = data.systems.compliant as Compliant;
  const { count, body, pair, normal, place, batch, out, resistances } = state;
  const { friction: staticFriction, kineticFriction } = model.materials;
  const { velocity } = resistances.batch;
  const rows = new Float32Array(ROW.size * count);
  let e = 0;
  for (let c = 0; c < count; c++) {
    // sliding is the first resistance of a contact
    while (e < resistances.count && resistances.contact[e] < c) e++;
    const own = e < resistances.count && resistances.contact[e] === c;
    const o = ROW.size * c;
    let square = 0;
    let speed = 0;
    let along = 0;
    for (let k = 0; k < 3; k++) {
      const u = own ? velocity[3 * e + k] : 0;
      speed += u * u;
      along += u * normal[3 * c + k];
      const friction = own ? resistances.out.force[3 * e + k] : 0;
      square += friction * friction;
      rows[o + ROW.point + k] = place[3 * c + k];
      rows[o + ROW.normal + k] = normal[3 * c + k];
      rows[o + ROW.friction + k] = friction;
    }
    const load = out.force[c];
    const moves = speed - along * along > SLIDING * SLIDING;
    const limit = (moves ? kineticFriction : staticFriction)[pair[c]] * load;
    const slides = Math.sqrt(square) >= AT_LIMIT * limit;
    rows[o + ROW.load] = load;
    rows[o + ROW.gap] = batch.gap[c];
    rows[o + ROW.state] = load > 0 ? (slides ? CONTACT_STATE.slip : CONTACT_STATE.stick) : CONTACT_STATE.open;
    rows[o + ROW.bodyA] = body[2 * c];
    rows[o + ROW.bodyB] = body[2 * c + 1];
  }
  return rows;
}

/**
 * Regions of common volume: one row each, at its centre, with the law's force. More than half of the bristles decide.
 */
function regionRows(model: Model, data: Data): Float32Array {
  const fields = rememberedRows(data, "volumetric");
  if (!fields) return new Float32Array(0);
  const { key, memory, remembered } = fields;
  const rows = new Float32Array(ROW.size * remembered[0]);
  for (let r = 0; r < remembered[0]; r++) {
    const m = REGION_ROW.size * r;
    const o = ROW.size * r;
    const [a, b] = [model.shapes[key[4 * r]].body, model.shapes[key[4 * r + 1]].body];
    turnInto(rows, o + ROW.point, data.bodyQuat, 4 * a, memory, m + REGION_ROW.center);
    for (let k = 0; k < 3; k++) rows[o + ROW.point + k] += data.bodyPos[3 * a + k];
    turnInto(rows, o + ROW.normal, data.bodyQuat, 4 * a, memory, m + REGION_ROW.normal);
    const load = memory[m + REGION_ROW.load];
    across(rows, o, memory, m + REGION_ROW.wrench);
    rows[o + ROW.load] = load;
    rows[o + ROW.gap] = -memory[m + REGION_ROW.volume] / memory[m + REGION_ROW.area];
    const sticks = memory[m + REGION_ROW.sticking] > 0.5;
    rows[o + ROW.state] = load > 0 ? (sticks ? CONTACT_STATE.stick : CONTACT_STATE.slip) : CONTACT_STATE.open;
    rows[o + ROW.bodyA] = a;
    rows[o + ROW.bodyB] = b;
  }
  return rows;
}

/** Rims: one row per segment, in its middle. Elements with more than half of its load decide. */
function rimRows(model: Model, data: Data): Float32Array {
  const fields = rememberedRows(data, "rim");
  if (!fields) return new Float32Array(0);
  const { key, memory, remembered } = fields;
  const rows = new Float32Array(ROW.size * remembered[0]);
  for (let r = 0; r < remembered[0]; r++) {
    const m = RIM_ROW.size * r;
    const o = ROW.size * r;
    const [ofA, ofB] = indentations(fields, r);
    let length = 0;
    for (let k = 0; k < 3; k++) {
      rows[o + ROW.point + k] = 0.5 * (memory[m + RIM_ROW.point + k] + memory[m + RIM_ROW.point + 3 + k]);
      // A's normal and B's reversed, weighted by the loads of their elements
      const n = ofA * memory[m + RIM_ROW.normal + k] - ofB * memory[m + RIM_ROW.normal + 3 + k];
      rows[o + ROW.normal + k] = n;
      length += n * n;
    }
    length = Math.sqrt(length) || 1;
    for (let k = 0; k < 3; k++) rows[o + ROW.normal + k] /= length;
    const load = memory[m + RIM_ROW.load];
    across(rows, o, memory, m + RIM_ROW.force);
    rows[o + ROW.load] = load;
    rows[o + ROW.gap] = 0;
    const slides = load > 0 && segmentSlides(model, data, fields, r, AT_LIMIT);
    rows[o + ROW.state] = load > 0 ? (slides ? CONTACT_STATE.slip : CONTACT_STATE.stick) : CONTACT_STATE.open;
    rows[o + ROW.bodyA] = model.shapes[key[4 * r]].body;
    rows[o + ROW.bodyB] = model.shapes[key[4 * r + 1]].body;
  }
  return rows;
}

function rememberedRows(data: Data, owner: string): Remembered | null {
  const fields = data.items[owner] as Partial<Remembered> | undefined;
  return fields?.remembered && fields.remembered[0] > 0 ? (fields as Remembered) : null;
}

/** The part of a force across the normal of the row at o. */
function across(rows: Float32Array, o: number, force: Float64Array, f: number): void {
  let along = 0;
  for (let k = 0; k < 3; k++) along += force[f + k] * rows[o + ROW.normal + k];
  for (let k = 0; k < 3; k++) rows[o + ROW.friction + k] = force[f + k] - along * rows[o + ROW.normal + k];
}
