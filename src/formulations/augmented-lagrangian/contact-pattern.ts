import { activeModels } from "../../contact/contact-model.js";
import { mayPush } from "../../contact/contact-step.js";
import type { ContactTangent } from "../../contact/contact-tangent.js";
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { addWrench } from "./bodies.js";
import type { Natural } from "./natural.js";

/** Columns of body b that are solved for. */
export function columnsOf({ forms, bodyForms, dim, free }: Natural, b: number): number[] {
  const offsets = new Set<number>();
  for (let k = 0; k < 4; k++) {
    const f = bodyForms[4 * b + k];
    if (f < 0) continue;
    for (let t = forms.start[f]; t < forms.start[f + 1]; t++) offsets.add(forms.offset[t]);
  }
  return [...offsets].flatMap((o) => Array.from({ length: dim }, (_, k) => o + k)).filter((c) => c < free);
}

/**
 * Per body: whether forces move it, a joint or spring holds it (`ofBody` < 0), and one of its shapes may touch a shape
 * that does not move.
 */
export function bodiesOnGround(model: Model, ofBody: Int32Array): boolean[] {
  const { body, fixed, sensor, category, mask } = model.systems.collision;
  const may = new Array<boolean>(model.nb).fill(false);
  const grounds = Array.from(fixed.keys()).filter((s) => fixed[s] === 1 && sensor[s] === 0);
  for (let s = 0; s < body.length; s++) {
    const b = body[s];
    if (may[b] || fixed[s] === 1 || sensor[s] === 1 || ofBody[b] >= 0) continue;
    may[b] = grounds.some((g) => (category[s] & mask[g]) !== 0 && (category[g] & mask[s]) !== 0);
  }
  return may;
}

/** Columns of every couple of bodies. */
export function columnsOfCouples(natural: Natural, couples: readonly (readonly [number, number])[]): Int32Array[] {
  return couples.map(([a, b]) => Int32Array.from(new Set([...columnsOf(natural, a), ...columnsOf(natural, b)])).sort());
}

/**
 * Makes room for contacts between couples of bodies in `values`, where `at` gives the place of an entry of the matrix.
 * `value` holds the forms at the present coordinates whenever contacts are added.
 */
export function createContactTangent(
  natural: Natural,
  value: Float64Array,
  bodyCount: number,
  couples: readonly (readonly [number, number])[],
  columns: readonly Int32Array[],
  values: Float64Array,
  at: (i: number, j: number) => number,
): ContactTangent {
  const widest = columns.reduce((n, own) => Math.max(n, own.length), 0);
  const force = new Float64Array(natural.count);
  const unit = new Float64Array(6);
  return {
    bodies: couples,
    pairOf: new Map(couples.map(([a, b], k) => [a * bodyCount + b, k])),
    bodyCount,
    columns,
    places: columns.map((own) => Int32Array.from([...own].flatMap((i) => Array.from(own, (j) => at(i, j))))),
    values,
    stiffnessWeight: 0,
    dampingWeight: 0,
    pair: -1,
    twist: new Float64Array(12 * widest),
    moves: new Float64Array(6 * widest),
    product: new Float64Array(6),
    depths: new Float64Array(widest),
    writeTwists: (tangent, k) => writeTwists(natural, value, tangent, k, unit, force),
  };
}

/**
 * Twists of both bodies per column: the entries of a unit wrench on a body as a generalised force. Writes: twist, unit,
 * force.
 */
function writeTwists(
  natural: Natural,
  value: Float64Array,
  { twist, columns, bodies }: ContactTangent,
  k: number,
  unit: Float64Array,
  force: Float64Array,
): void {
  const own = columns[k];
  for (let side = 0; side < 2; side++) {
    for (let x = 0; x < 6; x++) {
      unit.fill(0);
      unit[x] = 1;
      for (let y = 0; y < own.length; y++) force[own[y]] = 0;
      addWrench(natural, bodies[k][side], unit, 0, value, force);
      for (let y = 0; y < own.length; y++) twist[12 * y + 6 * side + x] = force[own[y]];
    }
  }
}

/** Couples of bodies: A and B of each, in the order of the pairs of shapes. */
export interface Couples {
  count: number;
  list: Int32Array;
  /** Appends a couple that is not there yet. */
  readonly add: (a: number, b: number) => void;
}

export function createCouples(): Couples {
  const couples: Couples = { count: 0, list: new Int32Array(0), add: (a, b) => addCouple(couples, a, b) };
  return couples;
}

/**
 * Couples of bodies that may touch within the step; without those of loose bodies (`ofBody` ≥ 0). They make the pattern
 * of the tangent, which must follow from the state alone: other patterns are factored in another order, with other
 * round-off. Reads: pairs. Writes: `couples`.
 */
export function writeCouples(model: Model, data: Data, couples: Couples, ofBody: Int32Array): void {
  const collision = model.systems.collision;
  const { pairs, count } = data.systems.contactStep.pairs;
  if (couples.list.length < 2 * count) couples.list = new Int32Array(4 * count);
  const { list } = couples;
  let n = 0;
  for (let k = 0; k < count; k++) {
    const a = collision.body[pairs[2 * k]];
    const b = collision.body[pairs[2 * k + 1]];
    if (ofBody[a] >= 0 || ofBody[b] >= 0) continue;
    if (!mayPush(model, data, collision, pairs[2 * k], pairs[2 * k + 1])) continue;
    let known = false;
    for (let j = n - 1; j >= 0 && list[2 * j] === a && !known; j--) known = list[2 * j + 1] === b;
    if (known) continue;
    list[2 * n] = a;
    list[2 * n + 1] = b;
    n++;
  }
  couples.count = n;
  const models = activeModels(model);
  for (let k = 0; k < models.length; k++) models[k].addCouples?.(model, data, couples.add);
}

/** Appends a couple that is not there yet. */
function addCouple(couples: Couples, a: number, b: number): void {
  const n = couples.count;
  for (let j = 0; j < n; j++) if (couples.list[2 * j] === a && couples.list[2 * j + 1] === b) return;
  if (couples.list.length < 2 * n + 2) {
    const longer = new Int32Array(4 * n + 8);
    longer.set(couples.list);
    couples.list = longer;
  }
  couples.list[2 * n] = a;
  couples.list[2 * n + 1] = b;
  couples.count = n + 1;
}

/** Whether a tangent was made for just these couples. */
export function isMadeFor({ bodies }: ContactTangent, { count, list }: Couples): boolean {
  if (bodies.length !== count) return false;
  for (let k = 0; k < count; k++) if (bodies[k][0] !== list[2 * k] || bodies[k][1] !== list[2 * k + 1]) return false;
  return true;
}
