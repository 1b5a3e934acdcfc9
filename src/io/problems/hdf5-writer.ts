/**
 * A minimal writer of HDF5 files that every HDF5 library reads: superblock version 0, groups as symbol tables,
 * contiguous datasets of doubles, 32-bit integers and texts, little endian. It writes a whole tree at once and
 * compresses nothing. Source: [HdfGroup2019], sections II, III.A–D, IV.A.
 */
import { show } from "../../model/errors.js";

/** A dataset: numbers with their dimensions (row by row), or a text. */
export type Hdf5Data =
  | { readonly values: Float64Array | Int32Array; readonly dimensions: readonly number[] }
  | { readonly text: string };

/** A group: names to groups and datasets. */
export interface Hdf5Group {
  readonly [name: string]: Hdf5Group | Hdf5Data;
}

const UNDEFINED = 0xffffffffffffffffn;
/** Half the number of entries of a symbol table node. */
const LEAF = 4;
const ENTRY = 40;

function isData(node: Hdf5Group | Hdf5Data): node is Hdf5Data {
  return "values" in node ? ArrayBuffer.isView(node.values) : typeof (node as { text?: unknown }).text === "string";
}

/** Bytes of a file that holds the tree. */
export function writeHdf5(root: Hdf5Group): Uint8Array {
  if (typeof root !== "object" || root === null)
    throw new RangeError(`expected the content of an HDF5 file, an object, got ${show(root)}`);
  const file = createBytes();
  const inner = innerSize(root);
  file.reserve(96);
  const { header, tree, heap } = writeGroup(file, root, inner);

  // the superblock comes last, since it names the root and the end
  file.at(0);
  file.bytes(Uint8Array.of(0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a));
  file.bytes(Uint8Array.of(0, 0, 0, 0, 0, 8, 8, 0));
  file.u16(LEAF);
  file.u16(inner);
  file.u32(0);
  file.u64(0n);
  file.u64(UNDEFINED);
  file.u64(BigInt(file.length));
  file.u64(UNDEFINED);
  file.u64(0n);
  file.u64(BigInt(header));
  file.u32(1);
  file.u32(0);
  file.u64(BigInt(tree));
  file.u64(BigInt(heap));
  return file.result();
}

/** Half the number of children of a tree node that the largest group needs. */
function innerSize(group: Hdf5Group): number {
  const entries = Object.values(group);
  const children = Math.ceil(entries.length / (2 * LEAF));
  let largest = Math.max(16, Math.ceil(children / 2));
  for (const entry of entries) if (!isData(entry)) largest = Math.max(largest, innerSize(entry));
  if (largest > 0xffff) throw new RangeError("expected at most a million entries of a group");
  return largest;
}

interface GroupAddress {
  readonly header: number;
  readonly tree: number;
  readonly heap: number;
}

/** Writes a group after all that is in it. */
function writeGroup(file: Bytes, group: Hdf5Group, inner: number): GroupAddress {
  // names in the order of their bytes, as a reader searches them
  const encoder = new TextEncoder();
  const entries = Object.entries(group)
    .map(([name, node]) => ({ name: encoder.encode(name), node }))
    .sort((a, b) => compareBytes(a.name, b.name));
  const written = entries.map(({ name, node }) => ({
    name,
    address: isData(node) ? { header: writeDataset(file, node) } : writeGroup(file, node, inner),
  }));

  // heap of names; offset 0 is the empty one
  const offsets: number[] = [];
  let size = 8;
  for (const { name } of written) {
    offsets.push(size);
    size += 8 * Math.ceil((name.length + 1) / 8);
  }
  const data = file.reserve(size);
  for (const [k, { name }] of written.entries()) {
    file.at(data + offsets[k]);
    file.bytes(name);
  }
  const heap = file.reserve(32);
  file.at(heap);
  file.bytes(encoder.encode("HEAP"));
  file.u32(0);
  file.u64(BigInt(size));
  file.u64(1n);
  file.u64(BigInt(data));

  // symbol table nodes, and the tree over them
  const nodes: { at: number; last: number }[] = [];
  for (let first = 0; first < written.length; first += 2 * LEAF) {
    const part = written.slice(first, first + 2 * LEAF);
    const at = file.reserve(8 + 2 * LEAF * ENTRY);
    file.at(at);
    file.bytes(encoder.encode("SNOD"));
    file.bytes(Uint8Array.of(1, 0));
    file.u16(part.length);
    for (const [k, { address }] of part.entries()) {
      file.u64(BigInt(offsets[first + k]));
      file.u64(BigInt(address.header));
      const of = "tree" in address ? address : undefined;
      file.u32(of === undefined ? 0 : 1);
      file.u32(0);
      file.u64(BigInt(of?.tree ?? 0));
      file.u64(BigInt(of?.heap ?? 0));
    }
    nodes.push({ at, last: offsets[first + part.length - 1] });
  }
  const tree = file.reserve(24 + 8 * (4 * inner + 1));
  file.at(tree);
  file.bytes(encoder.encode("TREE"));
  file.bytes(Uint8Array.of(0, 0));
  file.u16(nodes.length);
  file.u64(UNDEFINED);
  file.u64(UNDEFINED);
  file.u64(0n);
  for (const { at, last } of nodes) {
    file.u64(BigInt(at));
    file.u64(BigInt(last));
  }
  const message = createBytes();
  message.u64(BigInt(tree));
  message.u64(BigInt(heap));
  return { header: writeHeader(file, [[0x11, message.result()]]), tree, heap };
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let k = 0; k < Math.min(a.length, b.length); k++) if (a[k] !== b[k]) return a[k] - b[k];
  return a.length - b.length;
}

/** An object header of version 1. Messages are padded to eight bytes. */
function writeHeader(file: Bytes, messages: readonly (readonly [type: number, content: Uint8Array])[]): number {
  const padded = messages.map(([type, content]) => ({ type, content, size: 8 * Math.ceil(content.length / 8) }));
  const size = padded.reduce((sum, message) => sum + 8 + message.size, 0);
  const at = file.reserve(16 + size);
  file.at(at);
  file.bytes(Uint8Array.of(1, 0));
  file.u16(padded.length);
  file.u32(1);
  file.u32(size);
  file.u32(0);
  let place = at + 16;
  for (const { type, content, size: length } of padded) {
    file.at(place);
    file.u16(type);
    file.u16(length);
    file.u32(0);
    file.bytes(content);
    place += 8 + length;
  }
  return at;
}

/** Datatypes: IEEE double, signed 32-bit integer, text of fixed length in UTF-8. */
function typeMessage(kind: "f64" | "i32" | "text", length: number): Uint8Array {
  const message = createBytes();
  if (kind === "f64") {
    message.bytes(Uint8Array.of(0x11, 0x20, 0x3f, 0));
    message.u32(8);
    message.u16(0);
    message.u16(64);
    message.bytes(Uint8Array.of(52, 11, 0, 52));
    message.u32(1023);
  } else if (kind === "i32") {
    message.bytes(Uint8Array.of(0x10, 0x08, 0, 0));
    message.u32(4);
    message.u16(0);
    message.u16(32);
  } else {
    message.bytes(Uint8Array.of(0x13, 0x10, 0, 0));
    message.u32(length);
  }
  return message.result();
}

function writeDataset(file: Bytes, data: Hdf5Data): number {
  const text = "text" in data ? new TextEncoder().encode(`${data.text}\0`) : undefined;
  const values = "values" in data ? data.values : undefined;
  const dimensions = "values" in data ? data.dimensions : [];
  const count = dimensions.reduce((product, n) => product * n, 1);
  if (values !== undefined && values.length < count) {
    throw new RangeError(`expected ${count} values for dimensions ${dimensions.join(" × ")}, got ${values.length}`);
  }
  const kind = values === undefined ? "text" : values instanceof Float64Array ? "f64" : "i32";
  const width = kind === "f64" ? 8 : kind === "i32" ? 4 : (text as Uint8Array).length;

  // the numbers themselves; an empty dataset has no address
  const size = width * count;
  const address = size > 0 ? file.reserve(size) : undefined;
  if (address !== undefined) {
    file.at(address);
    if (text !== undefined) file.bytes(text);
    else {
      const block = new DataView(new ArrayBuffer(size));
      for (let k = 0; k < count; k++) {
        const value = (values as Float64Array | Int32Array)[k];
        if (kind === "f64") block.setFloat64(8 * k, value, true);
        else block.setInt32(4 * k, value, true);
      }
      file.bytes(new Uint8Array(block.buffer));
    }
  }
  const space = createBytes();
  space.bytes(Uint8Array.of(1, dimensions.length, 0, 0, 0, 0, 0, 0));
  for (const n of dimensions) space.u64(BigInt(n));
  const layout = createBytes();
  layout.bytes(Uint8Array.of(3, 1));
  layout.u64(address === undefined ? UNDEFINED : BigInt(address));
  layout.u64(BigInt(size));
  return writeHeader(file, [
    [0x01, space.result()],
    [0x03, typeMessage(kind, width)],
    [0x05, Uint8Array.of(2, 2, 0, 0)],
    [0x08, layout.result()],
  ]);
}

interface Bytes {
  /** Bytes used so far. */
  readonly length: number;
  /** Room for n bytes at the next multiple of eight; returns where. */
  reserve(n: number): number;
  /** Sets the place of the next write. */
  at(offset: number): void;
  bytes(values: Uint8Array): void;
  u16(value: number): void;
  u32(value: number): void;
  u64(value: bigint): void;
  result(): Uint8Array;
}

/** Bytes that grow; writes go to a place that can be set. */
function createBytes(): Bytes {
  let buffer = new Uint8Array(256);
  let view = new DataView(buffer.buffer);
  let used = 0;
  let place = 0;
  const grow = (end: number) => {
    if (end > buffer.length) {
      const larger = new Uint8Array(Math.max(end, 2 * buffer.length));
      larger.set(buffer);
      buffer = larger;
      view = new DataView(buffer.buffer);
    }
    used = Math.max(used, end);
  };
  const take = (n: number) => {
    grow(place + n);
    place += n;
    return place - n;
  };
  return {
    get length() {
      return used;
    },
    reserve(n) {
      const start = 8 * Math.ceil(used / 8);
      grow(start + n);
      return start;
    },
    at(offset) {
      place = offset;
    },
    bytes(values) {
      // taking room may replace the buffer
      const start = take(values.length);
      buffer.set(values, start);
    },
    u16(value) {
      const start = take(2);
      view.setUint16(start, value, true);
    },
    u32(value) {
      const start = take(4);
      view.setUint32(start, value, true);
    },
    u64(value) {
      const start = take(8);
      view.setBigUint64(start, value, true);
    },
    result: () => buffer.slice(0, used),
  };
}
