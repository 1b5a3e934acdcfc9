import type { Field, FieldRole, FieldTable } from "../model/fields.js";
import type { ItemKind } from "../model/item.js";
import type { ContactModelBase, Model } from "../model/model.js";
import { checksum } from "./checksum.js";
import { DATA_FIELDS } from "./fields.js";

/** A field with its place in linear memory. */
export interface PlacedField extends Field {
  readonly name: string;
  /** Name of the item that declared it; "" for the base table. */
  readonly owner: string;
  /** Byte offset. */
  readonly offset: number;
  /** Number of elements: entries × stride. */
  readonly length: number;
}

/** Where everything stands. State comes first, in one run of bytes. */
export interface Layout {
  readonly fields: readonly PlacedField[];
  /** First byte; what is below belongs to kernels. */
  readonly start: number;
  /** End of the state bytes. */
  readonly stateEnd: number;
  /** End of all. */
  readonly bytes: number;
  /** Names, types and sizes of the state fields in one number, by which a snapshot knows its model. */
  readonly fingerprint: number;
}

/** The bottom of the memory is left to WebAssembly kernels: their stack and constants. */
export const KERNEL_BYTES = 65536;

const SIZE = { f64: 8, i32: 4, u32: 4, u8: 1 } as const;
const ROLES: readonly FieldRole[] = ["state", "derived", "report", "scratch"];

/**
 * Places base fields and the fields of every item in use, by role, each on a multiple of 16 bytes. A contact model that
 * answers for nothing in the scene has no state, so that snapshot and hash do not depend on which models are
 * registered.
 */
export function computeLayout(model: Model): Layout {
  const owners = ownersOf(model);
  const idle = idleSystems(model);
  const fields: PlacedField[] = [];
  let offset = KERNEL_BYTES;
  let stateEnd = offset;
  for (const role of ROLES) {
    for (const { owner, table, n } of owners) {
      for (const [name, field] of Object.entries(table)) {
        const placedAs = field.role === "state" && idle.has(owner) ? "derived" : field.role;
        if (placedAs !== role) continue;
        const length = entries(field, model, n, owner, name) * field.stride;
        fields.push({ ...field, role, name, owner, offset, length });
        offset = align(offset + length * SIZE[field.type]);
      }
    }
    if (role === "state") stateEnd = offset;
  }
  return { fields, start: KERNEL_BYTES, stateEnd, bytes: offset, fingerprint: fingerprintOf(fields) };
}

/** Of fields with a count only the names matter: what is in use may fit another capacity. */
function fingerprintOf(fields: readonly PlacedField[]): number {
  const texts = fields
    .filter(({ role }) => role === "state")
    .map(({ owner, name, type, stride, used, length }) => [owner, name, type, stride, used ?? length].join(" "));
  return checksum(Uint8Array.from(texts.join(";"), (letter) => letter.charCodeAt(0)));
}

/** Names of the systems of contact models that answer for nothing, and of those that have nothing to keep. */
function idleSystems(model: Model): ReadonlySet<string> {
  const { items, contactModels, systemKinds } = model;
  const namesOf = (models: readonly ContactModelBase[]) => models.flatMap(({ systems }) => systems.map((s) => s.name));
  const idle = new Set(namesOf(Object.values(items.contactModels)));
  for (const name of namesOf(contactModels)) idle.delete(name);
  for (const system of systemKinds) if (system.idle?.(model) === true) idle.add(system.name);
  return idle;
}

/** Base table first, then items in the order in which the model lists them. */
function ownersOf(model: Model): { owner: string; table: FieldTable; n: number }[] {
  const owners: { owner: string; table: FieldTable; n: number }[] = [{ owner: "", table: DATA_FIELDS, n: 0 }];
  const add = (kind: Pick<ItemKind, "name" | "fields">, n: number) => {
    if (kind.fields === undefined) return;
    if (owners.some((o) => o.owner === kind.name))
      throw new RangeError(`two items named "${kind.name}" declare fields`);
    owners.push({ owner: kind.name, table: kind.fields, n });
  };
  for (const table of [...model.forces, ...model.controllers]) add(table.kind, table.count);
  for (const system of model.systemKinds) add(system, 1);
  add(model.formulation.kind, 1);
  if (model.integrator !== null) add(model.integrator, 1);
  return owners;
}

function entries(field: Field, model: Model, n: number, owner: string, name: string): number {
  if (typeof field.size === "number") return field.size;
  if (field.size === "n") return n;
  const size = model.dims[field.size];
  if (size === undefined) throw new RangeError(`field ${owner}.${name} has an unknown size "${field.size}"`);
  return size;
}

function align(offset: number): number {
  return Math.ceil(offset / 16) * 16;
}

/** Bytes of `count` elements of a field. */
export function byteLength(field: Field, count: number): number {
  return count * SIZE[field.type];
}
