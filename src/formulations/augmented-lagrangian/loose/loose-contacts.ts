import { mayPush } from "../../../contact/contact-step.js";
import type { ContactTangent } from "../../../contact/contact-tangent.js";
import type { Data } from "../../../data/data.js";
import { ensureCapacityI32 } from "../../../math/capacity.js";
import type { Model } from "../../../model/model.js";
import { columnsOf } from "../contact-pattern.js";
import type { GeneralTangent } from "../general-tangent.js";
import type { Natural } from "../natural.js";
import type { LooseBodies } from "./loose-bodies.js";

/** Numbers of a couple's block, 12 × 12 for two bodies that move. */
export const COUPLE_SIZE = 144;

/** A body that takes no part: the world, what is prescribed. */
export const NO_NODE = -1;

/** What contact models may change of their tangent. */
type OwnTangent = {
  -readonly [K in keyof ContactTangent]: ContactTangent[K] extends readonly (infer T)[] ? T[] : ContactTangent[K];
};

/**
 * The derivatives of contacts of loose bodies, in twists: the block of a couple of bodies says what wrench a unit of
 * each component of their twists [ω; v] brings about, times the weights of the tangent. Couples without a loose body
 * stand behind them and add to the tangent of the core.
 */
export interface LooseContacts {
  readonly tangent: OwnTangent;
  /** Couples of bodies with a loose one that may touch within the step. */
  count: number;
  /** Their bodies, and their nodes: a loose body, NO_NODE, or −2 − body of the mechanism. */
  list: Int32Array;
  node: Int32Array;
  /** The same for another step, while it is being written. */
  next: Int32Array;
  /** Couples that touch, in the order in which they were met; and a mark for each. */
  touching: Int32Array;
  touched: number;
  mark: Int32Array;
  /** Blocks of the couples. */
  blocks: Float64Array;
  /** What the list was made for. */
  general: GeneralTangent | null;
  step: number;
  epoch: number;
  /** Columns of the bodies of the mechanism that have met a loose one. */
  readonly portColumns: Map<number, Int32Array>;
}

const ONE_SIDE = new Int32Array(6);
const TWO_SIDES = new Int32Array(12);

export function createLooseContacts(bodyCount: number): LooseContacts {
  const contacts: LooseContacts = {
    tangent: {
      bodies: [],
      pairOf: new Map<number, number>(),
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
    count: 0,
    list: new Int32Array(0),
    node: new Int32Array(0),
    next: new Int32Array(0),
    touching: new Int32Array(0),
    touched: 0,
    mark: new Int32Array(0),
    blocks: new Float64Array(0),
    general: null,
    step: -1,
    epoch: -1,
    portColumns: new Map(),
  };
  return contacts;
}

/**
 * Couples of the step, and those of `general` behind them. Reads: pairs. Writes: couples; allocates only where they are
 * not those of the step before.
 */
export function prepareLooseContacts(
  model: Model,
  data: Data,
  natural: Natural,
  loose: LooseBodies,
  contacts: LooseContacts,
  general: GeneralTangent | null,
): void {
  const { pairsStep, pairsEpoch } = data.systems.contactStep;
  const current = contacts.step === pairsStep && contacts.epoch === pairsEpoch;
  if (!current || contacts.general !== general) {
    contacts.step = pairsStep;
    contacts.epoch = pairsEpoch;
    if (writeLooseCouples(model, data, loose, contacts) || contacts.general !== general)
      openCouples(natural, loose, contacts, general);
  }
  contacts.touched = 0;
  contacts.mark.fill(0, 0, contacts.count);
}

/** Writes: next, and list if they differ. Returns whether they did. */
function writeLooseCouples(model: Model, data: Data, { ofBody }: LooseBodies, contacts: LooseContacts): boolean {
  const collision = model.systems.collision;
  const { pairs, count } = data.systems.contactStep.pairs;
  contacts.next = ensureCapacityI32(contacts.next, 2 * count);
  const { next } = contacts;
  let n = 0;
  for (let k = 0; k < count; k++) {
    const a = collision.body[pairs[2 * k]];
    const b = collision.body[pairs[2 * k + 1]];
    if (ofBody[a] < 0 && ofBody[b] < 0) continue;
    if (!mayPush(model, data, collision, pairs[2 * k], pairs[2 * k + 1])) continue;
    let known = false;
    for (let j = n - 1; j >= 0 && next[2 * j] === a && !known; j--) known = next[2 * j + 1] === b;
    if (known) continue;
    next[2 * n] = a;
    next[2 * n + 1] = b;
    n++;
  }
  let same = n === contacts.count;
  for (let k = 0; k < 2 * n && same; k++) same = next[k] === contacts.list[k];
  if (same) return false;
  contacts.next = contacts.list;
  contacts.list = next;
  contacts.count = n;
  return true;
}

function openCouples(
  natural: Natural,
  loose: LooseBodies,
  contacts: LooseContacts,
  general: GeneralTangent | null,
): void {
  const { tangent, list, count } = contacts;
  const core = general === null ? 0 : general.contacts.bodies.length;
  contacts.general = general;
  contacts.mark = ensureCapacityI32(contacts.mark, count);
  contacts.touching = ensureCapacityI32(contacts.touching, count);
  contacts.node = ensureCapacityI32(contacts.node, 2 * count);
  if (contacts.blocks.length < COUPLE_SIZE * count) contacts.blocks = new Float64Array(2 * COUPLE_SIZE * count);
  tangent.pairOf = new Map();
  const pairOf = tangent.pairOf as Map<number, number>;
  tangent.bodies.length = count + core;
  tangent.columns.length = count + core;
  for (let k = 0; k < count; k++) {
    const [a, b] = [list[2 * k], list[2 * k + 1]];
    const [nodeA, nodeB] = [nodeOf(natural, loose, contacts, a), nodeOf(natural, loose, contacts, b)];
    contacts.node[2 * k] = nodeA;
    contacts.node[2 * k + 1] = nodeB;
    const both = nodeA !== NO_NODE && nodeB !== NO_NODE;
    tangent.bodies[k] = [a, b];
    tangent.columns[k] = both ? TWO_SIDES : ONE_SIDE;
    tangent.places[k] = placesOf(k, both ? 12 : 6);
    pairOf.set(a * tangent.bodyCount + b, k);
  }
  tangent.places.length = count + core;
  let widest = 12;
  for (let j = 0; general !== null && j < core; j++) {
    const k = count + j;
    tangent.bodies[k] = general.contacts.bodies[j];
    tangent.columns[k] = general.contacts.columns[j];
    tangent.places[k] = general.contacts.places[j];
    pairOf.set(tangent.bodies[k][0] * tangent.bodyCount + tangent.bodies[k][1], k);
    widest = Math.max(widest, tangent.columns[k].length);
  }
  if (tangent.depths.length >= widest) return;
  tangent.twist = new Float64Array(12 * widest);
  tangent.moves = new Float64Array(6 * widest);
  tangent.depths = new Float64Array(widest);
}

/** Places of the block of couple k, by rows. */
function placesOf(k: number, n: number): Int32Array {
  return Int32Array.from({ length: n * n }, (_, e) => COUPLE_SIZE * k + e);
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

/** A contact model has selected couple k: unit twists, or the columns of the core. Writes: twist, values, blocks, mark. */
function selectCouple(contacts: LooseContacts, k: number): void {
  const { tangent, node, general } = contacts;
  if (k >= contacts.count) {
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
