import type { Data } from "../../data/data.js";
import { materialPair } from "../../model/compile/materials.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { isMeasured, measureStrain, writeGapRate } from "../gap-rate.js";
import type { LawPair } from "../material-laws.js";
import { compliantFields, MEMORY } from "./compliant-fields.js";
import { loadContacts } from "./contact-forces.js";
import { measureStiffness } from "./contact-stiffness.js";
import { PUSH } from "./push-out.js";

/** Part of the size of the smaller shape that a contact may move in a step without being looked at. */
const INVISIBLE = 1e-6;

/**
 * How much the gap rates of all contacts changed within the part: of those that are there at its end, new or not, and
 * of those that bore a load when it began and are gone. Reference is the speed of the impact, or the fastest approach
 * in the scene where that is faster. Reads: contacts, memory, body state. Writes: strain.
 */
export function strainsPoints(model: Model, data: Data): boolean {
  if (!isMeasured(data)) return false;
  const { contactStep, compliant: state } = data.systems;
  const rows = compliantFields(data).remembered[0];
  // stages within the part, and contacts that were followed instead of being found, may lack some of its end
  const { stages } = contactStep;
  const missing = stages || contactStep.frozen;
  if (missing) {
    contactStep.frozen = false;
    if (stages) contactStep.elapsed = contactStep.span;
    loadContacts(model, data, model.systems.compliant, state);
    state.atEnd = true;
  }
  const { count, struck } = state;
  const { rates } = contactStep;
  if (count === 0 && rows === 0 && struck.force === 0) return false;
  rates[2] = 0;
  for (let c = 0; c < count; c++) presentRates(data, c);
  for (let r = 0; r < rows; r++) if (isGone(data, r)) goneRates(data, r);

  if (struck.force > 0) struckRates(data);

  if (stages && count > 0) measureStiffness(model, data);

  const { memory, key } = compliantFields(data);
  const { pairs } = model.systems.compliant;
  const fastest = rates[2];
  for (let c = 0; c < count; c++) {
    presentRates(data, c);
    const least = Math.max(slowest(pairs[state.pair[c]]), invisible(model, state.shape, 2 * c));
    const pushed = state.push[c] === PUSH.none ? 0 : model.systems.compliant.pushSpeed;
    rates[4] = Math.max(fastest, state.batch.impactSpeed[c], pushed, least);
    const body = mover(model, state.body[2 * c], state.body[2 * c + 1]);
    const row = state.before[c];
    if (stages || (missing && row < 0)) {
      const known = row < 0 ? 0 : memory[MEMORY.size * row + MEMORY.force];
      rates[3] = Math.abs(state.out.force[c] - known);
      addMissed(model, data, state.body, 2 * c, 2 * c + 1);
    }
    measureStrain(model, contactStep, body, rates, state.before[c] < 0 && begins(data, c));
  }
  for (let r = 0; r < rows; r++) {
    if (!isGone(data, r)) continue;
    goneRates(data, r);
    const { materials, shapes } = model;
    const pair = pairs[materialPair(materials, shapes[key[4 * r]].material, shapes[key[4 * r + 1]].material)];
    const least = Math.max(slowest(pair), invisible(model, key, 4 * r));
    rates[4] = Math.max(fastest, memory[MEMORY.size * r + MEMORY.impactSpeed], least);
    const body = mover(model, state.bodyOfShape[key[4 * r]], state.bodyOfShape[key[4 * r + 1]]);
    rates[3] = memory[MEMORY.size * r + MEMORY.force];
    if (stages) addMissed(model, data, state.bodyOfShape, key[4 * r], key[4 * r + 1]);
    measureStrain(model, contactStep, body, rates, true);
  }
  if (struck.force > 0) {
    struckRates(data);
    rates[4] = Math.max(fastest, struck.speed);
    measureStrain(model, contactStep, mover(model, struck.a, struck.b), rates, true);
  }
  return false;
}

/** Rates of the contact that struck within the part, at its place of then. Writes: rates. */
function struckRates(data: Data): void {
  const { bodyPos, bodyVel, systems } = data;
  const { a, b, normal, place } = systems.compliant.struck;
  const { rates, startVel } = systems.contactStep;
  writeGapRate(rates, 0, bodyPos, startVel, a, b, normal, 0, place, 0);
  writeGapRate(rates, 1, bodyPos, bodyVel, a, b, normal, 0, place, 0);
  noteFastest(rates);
}

/** Speed, m/s, below which the law of a pair does not have its restitution; 0 for laws without one. */
function slowest({ params }: LawPair): number {
  const { leastSpeed, restitution } = params as { leastSpeed?: number; restitution?: number };
  return restitution === undefined ? 0 : (leastSpeed ?? 0);
}

/**
 * Whether contact c, which has no memory, begins within the part: it is no deeper than twice what it can have moved.
 * One that is deeper was there before, at the start of the run or as another feature, and has no kink. Reads: rates.
 */
function begins(data: Data, c: number): boolean {
  const { contactStep, compliant } = data.systems;
  const { rates, span } = contactStep;
  return -compliant.batch.gap[c] <= 2 * span * Math.max(Math.abs(rates[0]), Math.abs(rates[1]));
}

/** Speed, m/s, at which a contact of two shapes does not move visibly within a step. */
function invisible({ systems, options }: Model, shapes: Int32Array | Uint32Array, at: number): number {
  const { colliders } = systems.collision;
  return (INVISIBLE * Math.min(colliders[shapes[at]].reach, colliders[shapes[at + 1]].reach)) / options.timestep;
}

/** Whether no contact of the end continues row r, which bore a load. */
function isGone(data: Data, r: number): boolean {
  const { count, heirs } = data.systems.compliant;
  return (count === 0 || heirs[r] === 0) && compliantFields(data).memory[MEMORY.size * r + MEMORY.force] > 0;
}

/**
 * Rates of contact c. The rate at the beginning is that of the same contact then, by its old normal, or that of its
 * points by the present one, whichever is nearer: the first differs from the second on curved paths without any force,
 * and jumps where a contact moves on to another feature without any change of speed. Writes: rates.
 */
function presentRates(data: Data, c: number): void {
  const { bodyPos, bodyVel, systems } = data;
  const { startPos, startVel, rates } = systems.contactStep;
  const { body, normal, place, before } = systems.compliant;
  const a = body[2 * c];
  const b = body[2 * c + 1];
  writeGapRate(rates, 0, bodyPos, startVel, a, b, normal, 3 * c, place, 3 * c);
  writeGapRate(rates, 1, bodyPos, bodyVel, a, b, normal, 3 * c, place, 3 * c);
  const row = before[c];
  if (row >= 0) {
    const { memory } = compliantFields(data);
    const o = MEMORY.size * row;
    writeGapRate(rates, 3, startPos, startVel, a, b, memory, o + MEMORY.normal, memory, o + MEMORY.place);
    if (Math.abs(rates[1] - rates[3]) < Math.abs(rates[1] - rates[0])) rates[0] = rates[3];
  }
  noteFastest(rates);
}

/**
 * What the force rates[3] changes by the trapezoidal rule, s f/(2m), where the solution may not have known of it: that
 * of a contact that has grown since the beginning, or is gone. Bodies are at places i and j of `body`. Writes: rates.
 */
function addMissed(model: Model, data: Data, body: Int32Array, i: number, j: number): void {
  const { rates, span } = data.systems.contactStep;
  let perForce = 0;
  if (model.bodyType[body[i]] === BODY_TYPE.dynamic) perForce += 1 / model.bodyMass[body[i]];
  if (model.bodyType[body[j]] === BODY_TYPE.dynamic) perForce += 1 / model.bodyMass[body[j]];
  rates[1] = rates[0] + Math.max(Math.abs(rates[1] - rates[0]), 0.5 * span * rates[3] * perForce);
}

/** Rates of row r of the memory, whose contact is gone. Writes: rates. */
function goneRates(data: Data, r: number): void {
  const { bodyPos, bodyVel, systems } = data;
  const { startPos, startVel, rates } = systems.contactStep;
  const { bodyOfShape } = systems.compliant;
  const { memory, key } = compliantFields(data);
  const a = bodyOfShape[key[4 * r]];
  const b = bodyOfShape[key[4 * r + 1]];
  const n = MEMORY.size * r + MEMORY.normal;
  const p = MEMORY.size * r + MEMORY.place;
  writeGapRate(rates, 0, startPos, startVel, a, b, memory, n, memory, p);
  writeGapRate(rates, 1, bodyPos, bodyVel, a, b, memory, n, memory, p);
  noteFastest(rates);
}

function noteFastest(rates: Float64Array): void {
  rates[2] = Math.max(rates[2], Math.abs(rates[0]), Math.abs(rates[1]));
}

/** The body that a contact moves: B, or A where B does not move. */
function mover({ bodyType }: Model, a: number, b: number): number {
  return bodyType[b] === BODY_TYPE.dynamic ? b : a;
}
