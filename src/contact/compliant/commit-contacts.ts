import type { Data } from "../../data/data.js";
import { STATUS } from "../../data/fields.js";
import { raiseStatus } from "../../data/status.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { firstRow } from "../first-row.js";
import { NEVER_MET } from "../unmet-overlap.js";
import { compliantFields, HISTORY, MEMORY } from "./compliant-fields.js";
import type { CompliantSetup } from "./compliant-setup.js";
import { type CompliantState, RESISTS } from "./compliant-state.js";
import { loadContacts } from "./contact-forces.js";
import { noteOverlaps, PUSH } from "./push-out.js";
import { endOfRun, loadRun } from "./resistances.js";
import { noteSunk } from "./sunk.js";

/** A step, or a part of one, is accepted: what contacts remember. Reads: body state, memory. Writes: memory. */
export function commitPoints(model: Model, data: Data): void {
  const setup = model.systems.compliant;
  const state = data.systems.compliant;
  if (!state.atEnd) loadContacts(model, data, setup, state);
  state.atEnd = false;
  notePierced(model, data, state);
  noteOverlaps(model, data, state);
  noteSunk(model, data, setup, state);
  writeContacts(state);
  commitResistances(model, data, setup, state);
  keepMemory(data, state);
}

/** Cosine between the normals of a contact before and after, below which a body has been pushed out the other side. */
const PIERCED_COSINE = -0.5;

/**
 * A contact that turns round under load: a body got so deep into another that it is pushed out on the far side. The law
 * is too soft for the impact, or the shape too thin. Reads: contacts, memory. Writes: status.
 */
function notePierced(model: Model, data: Data, state: CompliantState): void {
  const { count, before, shape, body, normal } = state;
  const fields = compliantFields(data);
  const { memory, key } = fields;
  for (let c = 0; c < count; c++) {
    if (before[c] >= 0) continue;
    const a = shape[2 * c];
    const b = shape[2 * c + 1];
    const rows = fields.remembered[0];
    for (let r = firstRow(key, fields.remembered, a, b); r < rows && key[4 * r] === a && key[4 * r + 1] === b; r++) {
      const o = MEMORY.size * r;
      let cosine = 0;
      for (let k = 0; k < 3; k++) cosine += memory[o + MEMORY.normal + k] * normal[3 * c + k];
      if (!(cosine < PIERCED_COSINE && memory[o + MEMORY.force] > 0)) continue;
      const second = body[2 * c + 1];
      raiseStatus(data, STATUS.unresolved, model.bodyType[second] === BODY_TYPE.dynamic ? second : body[2 * c]);
      return;
    }
  }
}

/** Rows of the next memory but for histories. Writes: nextKey, next. */
function writeContacts(state: CompliantState): void {
  const { count, next, nextKey } = state;
  for (let c = 0; c < count; c++) {
    const o = MEMORY.size * c;
    for (let k = 0; k < 3; k++) {
      next[o + MEMORY.normal + k] = state.normal[3 * c + k];
      next[o + MEMORY.place + k] = state.place[3 * c + k];
    }
    next[o + MEMORY.impactSpeed] = state.push[c] === PUSH.deep ? NEVER_MET : state.batch.impactSpeed[c];
    next[o + MEMORY.force] = state.out.force[c];
    for (let k = MEMORY.history; k < MEMORY.size; k++) next[o + k] = 0;
    for (let side = 0; side < 2; side++) {
      nextKey[4 * c + side] = state.shape[2 * c + side];
      nextKey[4 * c + 2 + side] = state.feature[2 * c + side];
    }
  }
}

/** Histories as the laws leave them. Writes: next. */
function commitResistances(model: Model, data: Data, setup: CompliantSetup, state: CompliantState): void {
  const { resistances: r } = state;
  for (let start = 0; start < r.count; ) {
    const end = endOfRun(state, start);
    const { friction, frictionParams } = setup.pairs[state.pair[r.contact[start]]];
    loadRun(model, data, state, start, end, friction.stateSize);
    friction.commit(frictionParams, r.batch, start, end);
    for (let e = start; e < end; e++) writeHistory(state, e, friction.stateSize);
    start = end;
  }
}

/** History and tangential velocity of resistance e; of spinning as numbers. Writes: next. */
function writeHistory(state: CompliantState, e: number, size: number): void {
  const { resistances: r, normal, next } = state;
  const c = r.contact[e];
  const history = MEMORY.size * c + MEMORY.history + HISTORY * r.kind[e];
  const velocity = MEMORY.size * c + MEMORY.velocity + 3 * r.kind[e];
  let along = 0;
  for (let k = 0; k < 3; k++) along += r.batch.velocity[3 * e + k] * normal[3 * c + k];
  if (r.kind[e] !== RESISTS.spinning) {
    for (let k = 0; k < size; k++) next[history + k] = r.batch.state[size * e + k];
    for (let k = 0; k < 3; k++) next[velocity + k] = r.batch.velocity[3 * e + k] - along * normal[3 * c + k];
    return;
  }
  if (size !== 6) for (let k = 3; k < size; k++) next[history + k] = r.batch.state[size * e + k];
  for (let k = 0; k < 3; k++) {
    if (size > k) next[history] += r.batch.state[size * e + k] * r.across[3 * e + k];
    if (size === 6) next[history + 3] += r.batch.state[size * e + 3 + k] * r.across[3 * e + k];
    next[velocity] += r.batch.velocity[3 * e + k] * r.across[3 * e + k];
  }
}

/** The next memory becomes the present one. Writes: memory. */
function keepMemory(data: Data, { count, next, nextKey }: CompliantState): void {
  const { memory, key, remembered } = compliantFields(data);
  for (let k = 0; k < MEMORY.size * count; k++) memory[k] = next[k];
  for (let k = 0; k < 4 * count; k++) key[k] = nextKey[k];
  remembered[0] = count;
}
