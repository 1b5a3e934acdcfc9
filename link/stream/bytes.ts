import { LinkError } from "../protocol/messages.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Bytes of a packet as they are written; small whole numbers take one byte. A writer has room for `limit` bytes. */
export class ByteWriter {
  private readonly buffer: Uint8Array;
  private readonly view: DataView;
  length = 0;

  constructor(limit: number) {
    this.buffer = new Uint8Array(limit);
    this.view = new DataView(this.buffer.buffer);
  }

  get room(): number {
    return this.buffer.length - this.length;
  }
  u8(value: number): void {
    this.buffer[this.length++] = value;
  }
  u32(value: number): void {
    this.view.setUint32(this.length, value, true);
    this.length += 4;
  }
  f32(value: number): void {
    this.view.setFloat32(this.length, value, true);
    this.length += 4;
  }
  f64(value: number): void {
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }
  /** A whole number from 0 to 2³² − 1, seven bits per byte. */
  varint(value: number): void {
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.u8((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.u8(rest);
  }
  /** A whole number of 32 bits with sign: near zero it is short. */
  signed(value: number): void {
    this.varint(((value << 1) ^ (value >> 31)) >>> 0);
  }
  text(value: string): void {
    const bytes = encoder.encode(value);
    this.varint(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }
  bytes(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }
}

/** Reads what a ByteWriter wrote; throws a LinkError beyond the end. */
export class ByteReader {
  private readonly buffer: Uint8Array;
  private readonly view: DataView;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.buffer = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.buffer.length - this.at;
  }
  private take(size: number): number {
    if (size > this.left) throw new LinkError("malformed", `stream: cut off at byte ${this.buffer.length}`);
    this.at += size;
    return this.at - size;
  }
  u8(): number {
    return this.buffer[this.take(1)];
  }
  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }
  f32(): number {
    return this.view.getFloat32(this.take(4), true);
  }
  f64(): number {
    const value = this.view.getFloat64(this.take(8), true);
    if (!Number.isFinite(value)) throw new LinkError("malformed", "stream: expected a finite number");
    return value;
  }
  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.u8();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new LinkError("malformed", "stream: a number does not end");
  }
  signed(): number {
    const value = this.varint();
    return (value >>> 1) ^ -(value & 1);
  }
  /** A count of things that take at least one byte each. */
  count(): number {
    const count = this.varint();
    if (count > this.left) throw new LinkError("malformed", `stream: ${count} entries do not fit`);
    return count;
  }
  text(): string {
    const length = this.count();
    const at = this.take(length);
    return decoder.decode(this.buffer.subarray(at, at + length));
  }
}
