import type { TypedArray } from "../model/fields.js";
import type { Model } from "../model/model.js";
import { checksum } from "./checksum.js";
import { type Data, markStale, rebuildActive } from "./data.js";
import { COUNTER, type DATA_FIELDS } from "./fields.js";
import { byteLength, type PlacedField } from "./layout.js";
import { checkOwner } from "./owner.js";

const MAGIC = 0x54415453; // "STAT"
const VERSION = 2;
/** u32 magic, version, checksum of all bytes behind it, total length, number of fields, fingerprint of the layout. */
const HEAD = 24;
/** Where the bytes begin that the checksum covers. */
const COVERED = 12;

/** Snapshots before checksums: u32 magic, 1, number of fields, 0. */
const OLD = { magic: 0x50534e53, version: 1, head: 16 };

/**
 * The state bytes and nothing else: for each state field its used prefix, or, for fields with dirty blocks, the blocks
 * that were marked. Restoring it resumes bit for bit.
 *
 * Layout: u32 magic, version, checksum of what follows, total length, number of fields, fingerprint of names and sizes
 * of the fields; then per field u32 byte count, followed by its bytes padded to 8; a block field has, per dirty block,
 * u32 block number before the bytes.
 */
export function snapshot(data: Data): Uint8Array {
  checkOwner(data?.model, data);
  const parts = stateFields(data).map((field) => ({ field, bytes: fieldBytes(data, field) }));
  const total = parts.reduce((sum, { bytes }) => sum + 8 + pad(bytes.length), HEAD);
  const out = new Uint8Array(total);
  const head = new DataView(out.buffer);
  head.setUint32(0, MAGIC, true);
  head.setUint32(4, VERSION, true);
  head.setUint32(12, total, true);
  head.setUint32(16, parts.length, true);
  head.setUint32(20, data.layout.fingerprint, true);
  let at = HEAD;
  for (const { bytes } of parts) {
    head.setUint32(at, bytes.length, true);
    out.set(bytes, at + 8);
    at += 8 + pad(bytes.length);
  }
  head.setUint32(8, checksum(out.subarray(COVERED)), true);
  return out;
}

/**
 * Puts a snapshot back, so that the run resumes bit for bit. Throws a `RangeError` when it was made by another model
 * (other fields, or fields of other sizes) or is damaged in any byte; `data` then keeps its state. A snapshot of
 * version 1, which has no checksum, is checked for its sizes only.
 */
export function restore(model: Model, data: Data, bytes: Uint8Array): void {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("a snapshot is a Uint8Array, as snapshot() returns it");
  checkOwner(model, data);
  const spans = readSpans(data, bytes);
  stateFields(data).forEach((field, i) => {
    writeField(data, field, spans[i]);
  });
  rebuildActive(model, data);
  markStale(data);
}

/** The bytes of each state field in a snapshot; everything is checked before anything is written. */
function readSpans(data: Data, bytes: Uint8Array): Uint8Array[] {
  const fields = stateFields(data);
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = readHead(data, head, fields.length);
  const spans: Uint8Array[] = [];
  let at = start;
  for (const field of fields) {
    const length = at + 8 <= bytes.length ? head.getUint32(at, true) : -1;
    if (length < 0 || at + 8 + length > bytes.length)
      throw new RangeError(`the snapshot is cut short: ${bytes.length} bytes, and ${field.name} begins at byte ${at}`);
    const span = bytes.subarray(at + 8, at + 8 + length);
    if (!spanFits(field, span))
      throw new RangeError(`the snapshot belongs to another model: ${field.name} has another size`);
    spans.push(span);
    at += 8 + pad(length);
  }
  if (at !== bytes.length) throw new RangeError(`the snapshot is damaged: ${at} bytes expected, ${bytes.length} found`);
  return spans;
}

/** Checks what stands before the fields; returns where they begin. */
function readHead(data: Data, head: DataView, fields: number): number {
  const magic = head.byteLength >= 8 ? head.getUint32(0, true) : 0;
  const old = magic === OLD.magic;
  if (!old && magic !== MAGIC) throw new RangeError("this is not a snapshot");
  const [version, size] = old ? [OLD.version, OLD.head] : [VERSION, HEAD];
  const found = head.getUint32(4, true);
  if (found !== version) throw new RangeError(`snapshot of version ${found}, expected ${version}`);
  if (head.byteLength < size) throw new RangeError(`the snapshot is cut short at byte ${head.byteLength}`);
  if (!old) {
    const total = head.getUint32(12, true);
    if (head.byteLength < total)
      throw new RangeError(`the snapshot is cut short: ${head.byteLength} of ${total} bytes are there`);
    const covered = new Uint8Array(head.buffer, head.byteOffset + COVERED, head.byteLength - COVERED);
    if (checksum(covered) !== head.getUint32(8, true))
      throw new RangeError("the snapshot is damaged: its checksum does not agree with its bytes");
    if (head.getUint32(20, true) !== data.layout.fingerprint)
      throw new RangeError("the snapshot belongs to another model");
  }
  if (head.getUint32(old ? 8 : 16, true) !== fields) throw new RangeError("the snapshot belongs to another model");
  return size;
}

function spanFits(field: PlacedField, span: Uint8Array): boolean {
  if (field.dirtyBlock === undefined) return span.length <= byteLength(field, field.length);
  const record = blockBytes(field);
  if (span.length % record !== 0) return false;
  const head = new DataView(span.buffer, span.byteOffset, span.byteLength);
  const blocks = Math.ceil(byteLength(field, field.length) / (record - 8));
  for (let at = 0; at < span.length; at += record) if (head.getUint32(at, true) >= blocks) return false;
  return true;
}

/** State fields in the order of the layout. */
export function stateFields(data: Data): readonly PlacedField[] {
  return data.layout.fields.filter((f) => f.role === "state" && !(f.optional === true && f.length === 0));
}

/** The view of a placed field. */
export function viewOfField(data: Data, field: PlacedField): TypedArray {
  return field.owner === "" ? data[field.name as keyof typeof DATA_FIELDS] : data.items[field.owner][field.name];
}

/** Number of elements in use: the counter or the field named by `used`, or all. */
function usedLength(data: Data, field: PlacedField): number {
  if (field.used === undefined) return field.length;
  if (!Object.hasOwn(COUNTER, field.used)) return data.items[field.owner][field.used][0] * field.stride;
  return data.counter[COUNTER[field.used as keyof typeof COUNTER]] * field.stride;
}

/** Bytes that a snapshot or hash covers. */
export function fieldBytes(data: Data, field: PlacedField): Uint8Array {
  const { buffer } = data.memory;
  if (field.dirtyBlock === undefined)
    return new Uint8Array(buffer, field.offset, byteLength(field, usedLength(data, field)));
  const dirty = dirtyMap(data, field);
  const size = blockBytes(field) - 8;
  const blocks: number[] = [];
  dirty.forEach((mark, k) => {
    if (mark !== 0) blocks.push(k);
  });
  const out = new Uint8Array(blocks.length * (size + 8));
  const head = new DataView(out.buffer);
  blocks.forEach((block, i) => {
    head.setUint32(i * (size + 8), block, true);
    const begin = field.offset + block * size;
    const end = Math.min(begin + size, field.offset + byteLength(field, field.length));
    out.set(new Uint8Array(buffer, begin, end - begin), i * (size + 8) + 8);
  });
  return out;
}

function writeField(data: Data, field: PlacedField, bytes: Uint8Array): void {
  const target = new Uint8Array(data.memory.buffer, field.offset, byteLength(field, field.length));
  if (field.dirtyBlock === undefined) {
    target.fill(0, bytes.length);
    target.set(bytes);
    return;
  }
  // Blocks that are dirty here but not in the snapshot still hold their initial values there: take those from the first
  // copy.
  const dirty = dirtyMap(data, field);
  const initial = initialOf(data, field);
  const size = blockBytes(field) - 8;
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  dirty.forEach((mark, k) => {
    if (mark === 0) return;
    target.set(initial.subarray(k * size, Math.min((k + 1) * size, target.length)), k * size);
    dirty[k] = 0;
  });
  for (let at = 0; at < bytes.length; at += size + 8) {
    const block = head.getUint32(at, true);
    const length = Math.min(size, target.length - block * size);
    target.set(bytes.subarray(at + 8, at + 8 + length), block * size);
    dirty[block] = 1;
  }
}

/** Companion of a block field `x`: `xDirty`, one byte per block, declared by the same item with role "derived". */
function dirtyMap(data: Data, field: PlacedField): Uint8Array {
  return data.items[field.owner][`${field.name}Dirty`] as Uint8Array;
}

/**
 * Companion of a block field `x`: `xInitial`, its values at the start, declared by the same item with role "derived".
 */
function initialOf(data: Data, field: PlacedField): Uint8Array {
  const view = data.items[field.owner][`${field.name}Initial`];
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** Bytes of one block record: u32 number, padding, then the block. */
function blockBytes(field: PlacedField): number {
  return 8 + byteLength(field, field.dirtyBlock! * field.stride);
}

function pad(length: number): number {
  return Math.ceil(length / 8) * 8;
}
