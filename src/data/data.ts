import { knownKeys } from "../model/arguments.js";
import { unknownWord } from "../model/errors.js";
import type { FieldArrays, FieldTable, TypedArray } from "../model/fields.js";
import { BODY_STATE, type BodyRef, bodyIndexOf, type Model } from "../model/model.js";
import type { StepBudget } from "./budget.js";
import { COUNTER, type DATA_FIELDS } from "./fields.js";
import { computeLayout, type Layout, type PlacedField } from "./layout.js";
import { checkModel, checkOwner } from "./owner.js";

/** Derived objects of systems, by name; each system declares its own entry, as in `ModelSystems`. */
// biome-ignore lint/suspicious/noEmptyInterface: systems add their entries by declaration merging
export interface DataSystems {}

/** Arrays of the fields of systems, by name; each system declares its own entry, as in `ModelSystems`. */
// biome-ignore lint/suspicious/noEmptyInterface: systems add their entries by declaration merging
export interface ItemArrays {}

/**
 * A function of the user that runs at a named stage. It may write inputs; it must not keep views across a recompile.
 */
export type UserFunction = (model: Model, data: Data) => void;

/** User functions by stage; the pipeline's `addHook` fills them. */
export interface Hooks {
  readonly begin: UserFunction[];
  readonly control: UserFunction[];
  readonly forces: UserFunction[];
  readonly end: UserFunction[];
}

/**
 * All that changes. Its arrays are views on one linear memory, state first; `items` has the fields that items declared.
 */
export interface Data extends FieldArrays<typeof DATA_FIELDS> {
  /** The model that it was made for, and the only one that it fits. */
  readonly model: Model;
  readonly memory: WebAssembly.Memory;
  readonly layout: Layout;
  /** Fields of items: `data.items.rk4.slopes`. */
  readonly items: Readonly<ItemArrays & Record<string, Readonly<Record<string, TypedArray>>>>;
  /** Derived objects of systems, by name; see `SystemKind.create`. */
  readonly systems: Readonly<DataSystems & Record<string, unknown>>;
  /**
   * Functions of the user, see `addHook`. Not part of the state: a snapshot leaves them alone, a recompile takes them
   * along.
   */
  readonly hooks: Hooks;
  /** False when something but a step changed the state, so that sensors must be read before controllers use them. */
  sensed: boolean;
  /** Grows whenever something but a step changed poses or states, so that derived objects know they are stale. */
  epoch: number;
  /** Grows whenever bodies wake, fall asleep, become dormant or return: `bodyActive` is another list. */
  activeEpoch: number;
  /** Values of `activeEpoch` for which arrays are known to be as they should be for bodies that are not active. */
  readonly atRest: AtRest;
  /** Status bits of the last step. */
  status: number;
  /** Times per stage, when someone asks for them; see `startProfile`. */
  profile: Profile | null;
  /** Time that a step may take, when someone bounds it; see `limitStepTime`. */
  budget: StepBudget | null;
  /**
   * Values of inputs that win over what controllers write there, by place in `input`; NaN: not held; null: none is. Not
   * part of the state: a snapshot leaves them alone.
   */
  holds: Float64Array | null;
  /** Simulated time, s. The bits that count are in `clock[0]`. */
  readonly time: number;
}

/** See `Data.atRest`; one entry per array, or group of them, with a loop over all bodies that it spares. */
export interface AtRest {
  forces: number;
  before: number;
  loads: number;
  contactLoads: number;
  impacts: number;
}

/** Seconds and calls per stage of the step. The clock is the caller's: `src` has none. */
export interface Profile {
  /** Current time in any unit; differences are summed. */
  clock(): number;
  readonly total: Float64Array;
  readonly calls: Float64Array;
}

/** Options of `createData`. */
export interface DataOptions {
  /** Shared memory, for threads; needs an isolated page in browsers. */
  readonly shared?: boolean;
}

const PAGE = 65536;

/** Numbers that are looked at together: a page of the operating system. */
const BLOCK = 512;

/** One getter for all: with one each, V8 would soon keep the data as a hash table. */
const TIME: PropertyDescriptor & ThisType<Data> = {
  get() {
    return this.clock[0];
  },
  enumerable: true,
};

/** The arrays of a model, set to its initial state. */
export function createData(model: Model, options: DataOptions = {}): Data {
  checkModel(model);
  knownKeys("createData", options, ["shared"]);
  const layout = computeLayout(model);
  const pages = Math.ceil(layout.bytes / PAGE);
  const memory = options.shared
    ? new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
    : new WebAssembly.Memory({ initial: pages });
  const base: Record<string, TypedArray> = {};
  const items: Record<string, Record<string, TypedArray>> = {};
  for (const field of layout.fields) {
    const view = viewOf(memory.buffer, field);
    if (field.owner === "") base[field.name] = view;
    else (items[field.owner] ??= {})[field.name] = view;
  }
  const systems = Object.fromEntries(model.systemKinds.map((s) => [s.name, s.create(model)]));
  // Copied by spread: V8 keeps an object that was filled key by key as a hash table, in which every access is a search.
  // The spread is not the first entry: one that is makes objects of another hidden class the first time than later, and
  // code compiled for one Data would be thrown away by the next.
  for (const owner of Object.keys(items)) {
    const [first] = Object.keys(items[owner]);
    items[owner] = { [first]: items[owner][first], ...items[owner] };
  }
  const data = {
    model,
    memory,
    layout,
    items: items as Data["items"],
    systems: systems as Data["systems"],
    hooks: { begin: [], control: [], forces: [], end: [] },
    activeEpoch: 0,
    atRest: { forces: -1, before: -1, loads: -1, contactLoads: -1, impacts: -1 },
    status: 0,
    sensed: false,
    epoch: 0,
    profile: null,
    budget: null,
    holds: null,
    ...(base as FieldArrays<typeof DATA_FIELDS>),
  } as Omit<Data, "time"> as Data;
  Object.defineProperty(data, "time", TIME);
  initialise(model, data);
  return data;
}

function viewOf(buffer: ArrayBufferLike, field: PlacedField): TypedArray {
  const { offset, length } = field;
  if (field.type === "f64") return new Float64Array(buffer as ArrayBuffer, offset, length);
  if (field.type === "i32") return new Int32Array(buffer as ArrayBuffer, offset, length);
  if (field.type === "u32") return new Uint32Array(buffer as ArrayBuffer, offset, length);
  return new Uint8Array(buffer as ArrayBuffer, offset, length);
}

/** Back to the initial state of the model. Item fields start at zero unless the item's `reset` says otherwise. */
export function resetData(model: Model, data: Data): void {
  checkOwner(model, data);
  clearMemory(data);
  initialise(model, data);
}

/**
 * Sets all memory of the fields to zero. Tables have room for far more than most scenes use, and a page of memory takes
 * no space before it is written for the first time, so blocks that are zero already are left alone.
 */
function clearMemory(data: Data): void {
  const { start, bytes } = data.layout;
  const words = new Float64Array(data.memory.buffer, start, Math.floor((bytes - start) / 8));
  for (let from = 0; from < words.length; from += BLOCK) {
    const block = words.subarray(from, from + BLOCK);
    // NaN and −0 count as different from zero
    if (!block.every((x) => Object.is(x, 0))) block.fill(0);
  }
  new Uint8Array(data.memory.buffer, start + 8 * words.length, (bytes - start) % 8).fill(0);
}

/** The initial state of the model in memory that is zero. */
function initialise(model: Model, data: Data): void {
  data.status = 0;
  markChanged(data);
  data.bodyPos.set(model.bodyPos0);
  data.bodyQuat.set(model.bodyQuat0);
  data.bodyVel.set(model.bodyVel0);
  data.bodyState.set(model.bodyState0);
  data.input.set(model.input0);
  data.slot.set(model.slot0);
  data.ruleValue.fill(Number.NaN);
  data.warningWho.fill(-1);
  for (const table of [...model.forces, ...model.controllers]) resetItem(table.kind, model, data);
  resetItem(model.formulation.kind, model, data);
  if (model.integrator !== null) resetItem(model.integrator, model, data);
  rebuildActive(model, data);
  data.counter[COUNTER.disturbed] = 0;
}

/**
 * Notes that something but a step changed the state: sensors and derived objects are brought up to date before they are
 * used, and a formulation that lets bodies sleep wakes them.
 */
export function markChanged(data: Data): void {
  markStale(data);
  data.counter[COUNTER.disturbed] = 1;
}

/** Notes that sensors and derived objects do not fit the state, which was put back as it once was. */
export function markStale(data: Data): void {
  data.sensed = false;
  data.epoch++;
}

/** An item whose fields do not start at zero has a `reset`. */
interface Resettable {
  readonly name: string;
  reset?(model: Model, data: Data): void;
}

function resetItem(kind: Resettable, model: Model, data: Data): void {
  kind.reset?.(model, data);
}

/**
 * Lists the bodies that a step moves — active and not static — in ascending order, so that loops never test a flag and
 * the order does not depend on who fell asleep first. Reads: bodyState. Writes: bodyActive, counter.
 */
export function rebuildActive(model: Model, data: Data): void {
  let n = 0;
  for (let b = 1; b < model.nb; b++) {
    if (model.bodyType[b] !== 0 && data.bodyState[b] === 0) data.bodyActive[n++] = b;
  }
  data.counter[COUNTER.active] = n;
  data.activeEpoch++;
}

/**
 * Wakes a body, puts it to sleep or sets it aside, without recompiling. A body that does not move has no velocity.
 * Where islands sleep, waking a body or setting it aside wakes the others; putting it to sleep does not.
 */
export function setBodyState(model: Model, data: Data, which: BodyRef, state: number): void {
  checkOwner(model, data);
  const body = bodyIndexOf(model, which);
  if (!Object.values<number>(BODY_STATE).includes(state))
    throw new RangeError(`expected a state of BODY_STATE, got ${state}`);
  if (body === 0) throw new RangeError('the body "world" has no other state');
  data.bodyState[body] = state;
  if (state !== BODY_STATE.active) data.bodyVel.fill(0, 6 * body, 6 * body + 6);
  if (state === BODY_STATE.asleep) markStale(data);
  else markChanged(data);
  rebuildActive(model, data);
}

/** The fields that an item declared, typed by its table: `itemFields(data, "rk4", FIELDS)`. */
export function itemFields<T extends FieldTable>(data: Data, owner: string, _fields: T): FieldArrays<T> {
  const fields = data.items[owner];
  if (fields === undefined) throw new RangeError(unknownWord("item with fields", owner, Object.keys(data.items)));
  return fields as FieldArrays<T>;
}
