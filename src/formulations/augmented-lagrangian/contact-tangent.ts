import { mayPush } from "../../contact/compliant/find.js";
import { type CompliantState, RESISTS } from "../../contact/compliant/state.js";
import type { Data } from "../../data/data.js";
import type { Model } from "../../model/model.js";
import { addWrench } from "./bodies.js";
import { NUMBER } from "./fields.js";
import type { Natural } from "./natural.js";
import type { LagrangianState } from "./state.js";

/**
 * What contacts add to the tangent: for two bodies with relative displacement δp of the material points in contact and relative turn δθ,
 *
 *   T += Σ Pᵀ (w_K K + w_C C) P,   δp = P δq
 *
 * with K = −∂F/∂p and C = −∂F/∂ṗ of the laws [Luaces2013] (3.4)–(3.5), (3.16)–(3.22). Friction makes them unsymmetric. Rolling and spinning add the
 * same with levers. How the normal turns and the point moves over the surfaces is left out: of the size force over radius.
 *
 * The pattern has the bodies that may touch within the step, and is analysed anew when these are others.
 */
export interface ContactTangents {
  /** Bodies A and B of each couple. */
  readonly bodies: readonly (readonly [number, number])[];
  /** Couple by A × bodies + B. */
  readonly coupleOf: ReadonlyMap<number, number>;
  readonly columns: readonly Int32Array[];
  /** Places of the couple's block, by rows. */
  readonly places: readonly Int32Array[];
  /** Twists of both bodies for each column of the couple at hand, 12 numbers each, and δp, δθ, 6 each. */
  readonly twist: Float64Array;
  readonly moves: Float64Array;
  readonly gather: Float64Array;
}

/** Columns of body b that are solved for. */
function columnsOf({ forms, bodyForms, dim, free }: Natural, b: number): number[] {
  const offsets = new Set<number>();
  for (let k = 0; k < 4; k++) {
    const f = bodyForms[4 * b + k];
    if (f < 0) continue;
    for (let t = forms.start[f]; t < forms.start[f + 1]; t++) offsets.add(forms.offset[t]);
  }
  return [...offsets].flatMap((o) => Array.from({ length: dim }, (_, k) => o + k)).filter((c) => c < free);
}

/** Columns of every couple. */
export function columnsOfCouples(natural: Natural, couples: readonly (readonly [number, number])[]): Int32Array[] {
  return couples.map(([a, b]) => Int32Array.from(new Set([...columnsOf(natural, a), ...columnsOf(natural, b)])).sort());
}

/** Makes room; `at` gives the place of an entry of the matrix. */
export function createContactTangents(
  natural: Natural,
  count: number,
  couples: readonly (readonly [number, number])[],
  columns: readonly Int32Array[],
  at: (i: number, j: number) => number,
): ContactTangents {
  const widest = columns.reduce((n, own) => Math.max(n, own.length), 0);
  return {
    bodies: couples,
    coupleOf: new Map(couples.map(([a, b], k) => [a * count + b, k])),
    columns,
    places: columns.map((own) => Int32Array.from([...own].flatMap((i) => Array.from(own, (j) => at(i, j))))),
    twist: new Float64Array(12 * widest),
    moves: new Float64Array(6 * widest),
    gather: new Float64Array(natural.count),
  };
}

/** Couples at hand: bodies A and B of each, in the order of the pairs of shapes. */
export interface Couples {
  count: number;
  list: Int32Array;
}

/**
 * Couples of bodies that may touch within the step. They make the pattern of the tangent, which must follow from the state alone: other patterns are
 * factored in another order, with other round-off. Reads: pairs. Writes: `couples`.
 */
export function writeCouples(model: Model, data: Data, contacts: CompliantState, couples: Couples): void {
  const collision = model.systems.collision;
  const { pairs, count } = contacts.pairs;
  if (couples.list.length < 2 * count) couples.list = new Int32Array(4 * count);
  const { list } = couples;
  let n = 0;
  for (let k = 0; k < count; k++) {
    const a = collision.body[pairs[2 * k]];
    const b = collision.body[pairs[2 * k + 1]];
    if (!mayPush(model, data, collision, pairs[2 * k], pairs[2 * k + 1])) continue;
    let known = false;
    for (let j = n - 1; j >= 0 && list[2 * j] === a && !known; j--) known = list[2 * j + 1] === b;
    if (known) continue;
    list[2 * n] = a;
    list[2 * n + 1] = b;
    n++;
  }
  couples.count = n;
}

/** Whether tangents were made for just these couples. */
export function isMadeFor({ bodies }: ContactTangents, { count, list }: Couples): boolean {
  if (bodies.length !== count) return false;
  for (let k = 0; k < count; k++) if (bodies[k][0] !== list[2 * k] || bodies[k][1] !== list[2 * k + 1]) return false;
  return true;
}

const UNIT = new Float64Array(6);
/** w_K K + w_C C of the normal force and sliding; of rolling or spinning. */
const S = new Float64Array(9);
const E = new Float64Array(9);
/** An effective displacement, and what comes of it. */
const D = new Float64Array(6);

/** T += all contacts. Reads: contacts with their derivatives, values of forms. Writes: `values`. */
export function addContacts(
  data: Data,
  state: LagrangianState,
  contacts: CompliantState,
  tangents: ContactTangents,
  count: number,
  values: Float64Array,
): void {
  let couple = -1;
  let e = 0;
  for (let c = 0; c < contacts.count; c++) {
    const a = contacts.body[2 * c];
    const b = contacts.body[2 * c + 1];
    const k = tangents.coupleOf.get(a * count + b) as number;
    if (k !== couple) writeTwists(state, tangents, k);
    couple = k;
    const { resistances: r } = contacts;
    writeMoves(data, tangents, contacts.place, 3 * c, k);
    startBlock(state.numbers, contacts, c);
    for (; e < r.count && r.contact[e] === c; e++) {
      if (r.kind[e] === RESISTS.sliding) addSliding(state.numbers, contacts, e);
      else addTurning(state.numbers, contacts, tangents, c, e, k, values);
    }
    addBlock(tangents, k, values);
  }
}

/** Twists of both bodies per column: a unit wrench on a body, as a generalised force, has them as entries. Writes: twist. */
export function writeTwists(state: LagrangianState, tangents: ContactTangents, k: number): void {
  const { natural, value } = state;
  const { twist, gather } = tangents;
  const own = tangents.columns[k];
  for (let side = 0; side < 2; side++) {
    for (let x = 0; x < 6; x++) {
      UNIT.fill(0);
      UNIT[x] = 1;
      for (let y = 0; y < own.length; y++) gather[own[y]] = 0;
      addWrench(natural, tangents.bodies[k][side], UNIT, 0, value, gather);
      for (let y = 0; y < own.length; y++) twist[12 * y + 6 * side + x] = gather[own[y]];
    }
  }
}

/** δp at the place `place[o …]` and δθ, per column of couple k. Writes: moves. */
export function writeMoves(
  { bodyPos }: Data,
  { bodies, twist, moves, columns }: ContactTangents,
  place: Float64Array,
  o: number,
  k: number,
): void {
  const n = columns[k].length;
  moves.fill(0, 0, 6 * n);
  for (let side = 0; side < 2; side++) {
    const b = bodies[k][side];
    const sign = side === 0 ? -1 : 1;
    const x = place[o] - bodyPos[3 * b];
    const y = place[o + 1] - bodyPos[3 * b + 1];
    const z = place[o + 2] - bodyPos[3 * b + 2];
    for (let j = 0; j < n; j++) {
      const t = 12 * j + 6 * side;
      moves[6 * j] += sign * (twist[t + 3] + twist[t + 1] * z - twist[t + 2] * y);
      moves[6 * j + 1] += sign * (twist[t + 4] + twist[t + 2] * x - twist[t] * z);
      moves[6 * j + 2] += sign * (twist[t + 5] + twist[t] * y - twist[t + 1] * x);
      for (let i = 0; i < 3; i++) moves[6 * j + 3 + i] += sign * twist[t + i];
    }
  }
}

/** S ← the normal force: K = −(∂f/∂gap) n nᵀ, C = −(∂f/∂ġap) n nᵀ. */
function startBlock(numbers: Float64Array, { out, normal }: CompliantState, c: number): void {
  const push = -numbers[NUMBER.stiffness] * out.stiffness[c] - numbers[NUMBER.damping] * out.damping[c];
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) S[3 * i + j] = push * normal[3 * c + i] * normal[3 * c + j];
}

function addSliding(numbers: Float64Array, { resistances: r }: CompliantState, e: number): void {
  for (let x = 0; x < 9; x++)
    S[x] += numbers[NUMBER.stiffness] * r.out.stiffness[9 * e + x] + numbers[NUMBER.damping] * r.out.damping[9 * e + x];
}

/** values += Pᵀ S P on the block of the couple. */
function addBlock({ moves, columns, places }: ContactTangents, k: number, values: Float64Array): void {
  const n = columns[k].length;
  const place = places[k];
  for (let y = 0; y < n; y++) {
    for (let i = 0; i < 3; i++)
      D[i] = S[3 * i] * moves[6 * y] + S[3 * i + 1] * moves[6 * y + 1] + S[3 * i + 2] * moves[6 * y + 2];
    for (let x = 0; x < n; x++)
      values[place[x * n + y]] += moves[6 * x] * D[0] + moves[6 * x + 1] * D[1] + moves[6 * x + 2] * D[2];
  }
}

/**
 * values += the torque L F of a resistance to turning. Its way is L δθ across the normal, or L (n · δθ) for spinning; its normal force follows the gap,
 * which is what the columns of K and C along n are for.
 */
function addTurning(
  numbers: Float64Array,
  contacts: CompliantState,
  { moves, columns, places }: ContactTangents,
  c: number,
  e: number,
  k: number,
  values: Float64Array,
): void {
  const { resistances: r, normal } = contacts;
  const spins = r.kind[e] === RESISTS.spinning;
  const lever = r.lever[e];
  const n = columns[k].length;
  const place = places[k];
  for (let x = 0; x < 9; x++)
    E[x] = numbers[NUMBER.stiffness] * r.out.stiffness[9 * e + x] + numbers[NUMBER.damping] * r.out.damping[9 * e + x];
  for (let y = 0; y < n; y++) {
    const o = 6 * y;
    const gap = normal[3 * c] * moves[o] + normal[3 * c + 1] * moves[o + 1] + normal[3 * c + 2] * moves[o + 2];
    const spin = normal[3 * c] * moves[o + 3] + normal[3 * c + 1] * moves[o + 4] + normal[3 * c + 2] * moves[o + 5];
    for (let i = 0; i < 3; i++) {
      const way = spins ? spin * r.across[3 * e + i] : moves[o + 3 + i] - spin * normal[3 * c + i];
      D[i] = lever * way + gap * normal[3 * c + i];
    }
    for (let i = 0; i < 3; i++) D[3 + i] = E[3 * i] * D[0] + E[3 * i + 1] * D[1] + E[3 * i + 2] * D[2];
    const along = r.across[3 * e] * D[3] + r.across[3 * e + 1] * D[4] + r.across[3 * e + 2] * D[5];
    for (let x = 0; x < n; x++) {
      const p = 6 * x + 3;
      let work = 0;
      for (let i = 0; i < 3; i++) work += moves[p + i] * (spins ? along * normal[3 * c + i] : D[3 + i]);
      values[place[x * n + y]] += lever * work;
    }
  }
}

/** What one column does. */
const WORK = new Float64Array(6);

/** values += Pᵀ B P on the block of couple k, B 6 × 6 by rows for displacement and turn. Reads: moves. */
export function addCoupleBlock(
  { moves, columns, places }: ContactTangents,
  k: number,
  block: Float64Array,
  values: Float64Array,
): void {
  const n = columns[k].length;
  const place = places[k];
  for (let y = 0; y < n; y++) {
    for (let i = 0; i < 6; i++) {
      let sum = 0;
      for (let j = 0; j < 6; j++) sum += block[6 * i + j] * moves[6 * y + j];
      WORK[i] = sum;
    }
    for (let x = 0; x < n; x++) {
      let sum = 0;
      for (let i = 0; i < 6; i++) sum += moves[6 * x + i] * WORK[i];
      values[place[x * n + y]] += sum;
    }
  }
}
