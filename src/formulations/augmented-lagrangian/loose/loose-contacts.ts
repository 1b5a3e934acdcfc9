import type { ContactTangent } from "../../../contact/contact-tangent.js";
import { ensureCapacityF64, ensureCapacityI32 } from "../../../math/capacity.js";
import { columnsOf } from "../contact-pattern.js";
import type { GeneralTangent } from "../general-tangent.js";
import type { Natural } from "../natural.js";
import type { LooseBodies } from "./loose-bodies.js";

/** Numbers of a couple's block, 12 × 12 for two bodies that move. */
export const COUPLE_SIZE = 144;

/** A body that takes no part: the world, what is prescribed. */
export const NO_NODE = -1;

/** What is written of a tangent. */
type OwnTangent = {
  -readonly [K in keyof ContactTangent]: ContactTangent[K] extends readonly (infer T)[] ? T[] : ContactTangent[K];
};

/**
 * The derivatives of contacts of loose bodies, in twists: the block of a couple of bodies says what wrench a unit of
 * each component of their twists [ω; v] brings about, times the weights of the tangent. Couples without a loose body
 * add to the tangent of the core. A couple is opened when it first touches, and stays open: what does not touch costs
 * nothing, and nothing depends on how many are open.
 */
export interface LooseContacts {
  readonly tangent: OwnTangent;
  readonly natural: Natural;
  readonly loose: LooseBodies;
  readonly pairOf: Map<number, number>;
  /** Couples that are open. */
  count: number;
  /** The nodes of their bodies: a loose body, NO_NODE, or −2 − body of the mechanism. */
  node: Int32Array;
  /** Couples that touch and have a loose body, in the order in which they were met; and a mark for each. */
  touching: Int32Array;
  touched: number;
  mark: Int32Array;
  /** Blocks of the couples. */
  blocks: Float64Array;
  /** The tangent of the core that couples were opened for. */
  general: GeneralTangent | null;
  /** Columns of the bodies of the mechanism that have met a loose one. */
  readonly portColumns: Map<number, Int32Array>;
}

const ONE_SIDE = new Int32Array(6);
const TWO_SIDES = new Int32Array(12);

/** Couples are closed once so many more are open than touch, and four times as many. */
const SPARE = 256;

export function createLooseContacts(natural: Natural, loose: LooseBodies, bodyCount: number): LooseContacts {
  const contacts: LooseContacts = {
    tangent: {
      bodies: [],
      pairOf: { get: (key) => contacts.pairOf.get(key) ?? openCouple(contacts, key) },
      bodyCount,
      columns: [],
      places: [],
      values: new Float64Array(0),
      stiffnessWeight: 0,
      dampingWeight: 0,
      pair: -1,
      twist: new Float64Array(144),
      moves: new Float64Array(72),
      product: new Float64Array(6),
      depths: new Float64Array(12),
      writeTwists: (_tangent, k) => selectCouple(contacts, k),
    },
    natural,
    loose,
    pairOf: new Map(),
    count: 0,
    node: new Int32Array(0),
    touching: new Int32Array(0),
    touched: 0,
    mark: new Int32Array(0),
    blocks: new Float64Array(0),
    general: null,
    portColumns: new Map(),
  };
  return contacts;
}

/** Before contacts add their derivatives. Writes: mark. */
export function startLooseContacts(contacts: LooseContacts, general: GeneralTangent | null): void {
  if (contacts.general !== general || contacts.count > 4 * contacts.touched + SPARE) {
    contacts.general = general;
    contacts.pairOf.clear();
    contacts.count = 0;
  }
  contacts.touched = 0;
  contacts.mark.fill(0, 0, contacts.count);
}

/** A couple touches for the first time. Returns its index. */
function openCouple(contacts: LooseContacts, key: number): number {
  const { tangent, natural, loose, general } = contacts;
  const k = contacts.count++;
  const a = Math.floor(key / tangent.bodyCount);
  const b = key % tangent.bodyCount;
  contacts.pairOf.set(key, k);
  contacts.mark = ensureCapacityI32(contacts.mark, contacts.count);
  contacts.mark[k] = 0;
  contacts.touching = ensureCapacityI32(contacts.touching, contacts.count);
  contacts.node = ensureCapacityI32(contacts.node, 2 * contacts.count);
  contacts.blocks = ensureCapacityF64(contacts.blocks, COUPLE_SIZE * contacts.count);
  tangent.bodies[k] = [a, b];
  contacts.node[2 * k] = nodeOf(natural, loose, contacts, a);
  contacts.node[2 * k + 1] = nodeOf(natural, loose, contacts, b);
  if (loose.ofBody[a] >= 0 || loose.ofBody[b] >= 0) {
    const both = contacts.node[2 * k] !== NO_NODE && contacts.node[2 * k + 1] !== NO_NODE;
    tangent.columns[k] = both ? TWO_SIDES : ONE_SIDE;
    tangent.places[k] = placesOf(k, both ? 12 : 6);
  } else if (general !== null) {
    const j = general.contacts.pairOf.get(key) as number;
    tangent.columns[k] = general.contacts.columns[j];
    tangent.places[k] = general.contacts.places[j];
    widen(tangent, tangent.columns[k].length);
  }
  return k;
}

function widen(tangent: OwnTangent, columns: number): void {
  if (tangent.depths.length >= columns) return;
  tangent.twist = new Float64Array(12 * columns);
  tangent.moves = new Float64Array(6 * columns);
  tangent.depths = new Float64Array(columns);
}

/** Places of the block of couple k, by rows. */
function placesOf(k: number, n: number): Int32Array {
  const places = new Int32Array(n * n);
  for (let e = 0; e < n * n; e++) places[e] = COUPLE_SIZE * k + e;
  return places;
}

function nodeOf(natural: Natural, { ofBody }: LooseBodies, { portColumns }: LooseContacts, b: number): number {
  if (ofBody[b] >= 0) return ofBody[b];
  if (natural.bodyForms[4 * b] < 0) return NO_NODE;
  let columns = portColumns.get(b);
  if (columns === undefined) {
    columns = Int32Array.from(columnsOf(natural, b));
    portColumns.set(b, columns);
  }
  return columns.length > 0 ? -2 - b : NO_NODE;
}

/**
 * A contact model has selected couple k: unit twists, or the columns of the core. Writes: twist, values, blocks, mark.
 */
function selectCouple(contacts: LooseContacts, k: number): void {
  const { tangent, node, general } = contacts;
  if (tangent.columns[k] !== ONE_SIDE && tangent.columns[k] !== TWO_SIDES) {
    if (general === null) return;
    tangent.values = general.values;
    general.contacts.writeTwists(tangent, k);
    return;
  }
  tangent.values = contacts.blocks;
  if (contacts.mark[k] === 0) {
    contacts.mark[k] = 1;
    contacts.touching[contacts.touched++] = k;
    contacts.blocks.fill(0, COUPLE_SIZE * k, COUPLE_SIZE * (k + 1));
  }
  const { twist } = tangent;
  twist.fill(0, 0, 144);
  let y = 0;
  for (let side = 0; side < 2; side++) {
    if (node[2 * k + side] === NO_NODE) continue;
    for (let x = 0; x < 6; x++) twist[12 * y++ + 6 * side + x] = 1;
  }
}
