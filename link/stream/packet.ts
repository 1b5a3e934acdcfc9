/** Layout of the packets of the state stream; docs/guide/hardware.md has it as a table. */
import { LinkError } from "../protocol/messages.js";
import type { ByteReader, ByteWriter } from "./bytes.js";
import { POSE } from "./quantize.js";

/** Largest packet, B: fits into a datagram of an Ethernet with all headers. */
export const PACKET_SIZE = 1150;
/** Side of a tile of ground, points. */
export const TILE = 8;
/** Kinds of sections. */
export const SECTION = { end: 0, records: 1, poses: 2, tiles: 3, events: 4, values: 5, soil: 6 } as const;

/** What stands in front of the sections. */
export interface PacketHead {
  /** Number of the packet, counted per viewer. */
  readonly number: number;
  /** The stream that it belongs to; another one begins from nothing. */
  readonly epoch: number;
  readonly frame: number;
  /** Clock of the authority, and simulated time, s. */
  readonly sent: number;
  readonly time: number;
  /** Whether bodies that are not in it stand where they were. */
  readonly complete: boolean;
}

/** Something that has a name: a body or a value. */
export interface StreamRecord {
  readonly kind: "body" | "value";
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly present: boolean;
  /** JSON of a body that came later; empty for those of the scene. */
  readonly spec: string;
}

/** An event with its number; numbers begin at 1. */
export interface StreamEvent {
  readonly number: number;
  readonly time: number;
  readonly code: number;
  readonly name: string;
  readonly who: readonly string[];
  readonly value: number;
}

export function writeHead(writer: ByteWriter, head: PacketHead): void {
  writer.u32(head.number);
  writer.u32(head.epoch);
  writer.u32(head.frame);
  writer.f64(head.sent);
  writer.f64(head.time);
  writer.u8(head.complete ? 1 : 0);
}

/** Bytes of a head, and where `complete` stands in it. */
export const HEAD_SIZE = 29;
export const COMPLETE_AT = 28;

export function readHead(reader: ByteReader): PacketHead {
  return {
    number: reader.u32(),
    epoch: reader.u32(),
    frame: reader.u32(),
    sent: reader.f64(),
    time: reader.f64(),
    complete: reader.u8() === 1,
  };
}

/**
 * A pose as the difference from `base`, which was sent `back` frames ago; back 0 is from zero. A byte says which of the
 * seven numbers differ.
 */
export function writePose(
  writer: ByteWriter,
  id: number,
  back: number,
  value: Int32Array,
  base: Int32Array | null,
): void {
  writer.varint(id);
  writer.varint(back);
  let mask = 0;
  for (let c = 0; c < POSE; c++) if (value[POSE * id + c] !== (base === null ? 0 : base[POSE * id + c])) mask |= 1 << c;
  writer.u8(mask);
  for (let c = 0; c < POSE; c++) {
    if ((mask & (1 << c)) !== 0) writer.signed((value[POSE * id + c] - (base === null ? 0 : base[POSE * id + c])) | 0);
  }
}

/** Largest pose entry, B. */
export const POSE_SIZE = 5 + 5 + 1 + 5 * POSE;

/** A plane of a tile: differences from the point before, runs of zeros counted. */
export function writePlane(writer: ByteWriter, values: ArrayLike<number>): void {
  let before = 0;
  let run = 0;
  const flush = () => {
    if (run === 0) return;
    writer.u8(0);
    writer.varint(run);
    run = 0;
  };
  for (let k = 0; k < values.length; k++) {
    const difference = (values[k] - before) | 0;
    before = values[k];
    if (difference === 0) run++;
    else {
      flush();
      writer.signed(difference);
    }
  }
  flush();
}

export function readPlane(reader: ByteReader, count: number): Int32Array {
  const values = new Int32Array(count);
  let before = 0;
  for (let k = 0; k < count; ) {
    const difference = reader.signed();
    if (difference !== 0) {
      before = (before + difference) | 0;
      values[k++] = before;
      continue;
    }
    const run = reader.varint();
    if (run === 0 || run > count - k) throw new LinkError("malformed", `stream: a run of ${run} points in a tile`);
    values.fill(before, k, k + run);
    k += run;
  }
  return values;
}

/** Largest tile, B: ground, place, version and two planes. */
export const TILE_SIZE = 5 + 5 + 5 + 2 * 5 * TILE * TILE;

export function writeRecord(writer: ByteWriter, record: StreamRecord): void {
  writer.u8((record.kind === "body" ? 0 : 1) | (record.present ? 2 : 0));
  writer.varint(record.id);
  writer.varint(record.version);
  writer.text(record.name);
  writer.text(record.spec);
}

export function readRecord(reader: ByteReader): StreamRecord {
  const flags = reader.u8();
  const id = reader.varint();
  if (id > MAX_IDS) throw new LinkError("malformed", `stream: id ${id}`);
  return {
    kind: (flags & 1) === 0 ? "body" : "value",
    present: (flags & 2) !== 0,
    id,
    version: reader.varint(),
    name: reader.text(),
    spec: reader.text(),
  };
}

/** Bodies and values of a stream; a viewer refuses more. */
export const MAX_IDS = 100_000;

export function writeEvent(writer: ByteWriter, event: StreamEvent): void {
  writer.varint(event.number);
  writer.f64(event.time);
  writer.varint(event.code);
  writer.text(event.name);
  writer.varint(event.who.length);
  for (const name of event.who) writer.text(name);
  writer.f64(event.value);
}

export function readEvent(reader: ByteReader): StreamEvent {
  return {
    number: reader.varint(),
    time: reader.f64(),
    code: reader.varint(),
    name: reader.text(),
    who: Array.from({ length: reader.count() }, () => reader.text()),
    value: reader.f64(),
  };
}
