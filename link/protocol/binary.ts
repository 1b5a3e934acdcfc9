import {
  type FieldKind,
  HEADER_SIZE,
  LINK_MAGIC,
  LINK_MESSAGES,
  LINK_VERSION,
  type LinkEnvelope,
  LinkError,
  type LinkMessage,
  linkFieldsOf,
  linkTypeOf,
  MAX_LIST,
  MAX_MESSAGE,
  MAX_TEXT,
} from "./messages.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** A message as bytes, little endian. Throws a LinkError for one that does not fit its layout. */
export function encodeBinary({ session, sequence, message }: LinkEnvelope): Uint8Array {
  const writer = new Writer();
  for (const byte of [...LINK_MAGIC, LINK_VERSION, LINK_MESSAGES[message.type].code]) writer.u8(byte);
  writer.u32(session);
  writer.u32(sequence);
  const values = message as unknown as Readonly<Record<string, unknown>>;
  for (const [name, kind] of linkFieldsOf(message.type)) writeField(writer, kind, values[name], name);
  return writer.bytes();
}

/** Bytes → message. Throws a LinkError for anything that is not exactly one message of this version. */
export function decodeBinary(bytes: Uint8Array): LinkEnvelope {
  if (bytes.length < HEADER_SIZE || bytes[0] !== LINK_MAGIC[0] || bytes[1] !== LINK_MAGIC[1])
    throw new LinkError(
      "malformed",
      `expected a message that begins with "SL", got ${bytes.length} bytes of another kind`,
    );
  if (bytes.length > MAX_MESSAGE)
    throw new LinkError("malformed", `expected at most ${MAX_MESSAGE} bytes, got ${bytes.length}`);
  if (bytes[2] !== LINK_VERSION)
    throw new LinkError("version", `expected version ${LINK_VERSION} of the protocol, got ${bytes[2]}`);
  const type = linkTypeOf(bytes[3]);
  if (type === undefined) throw new LinkError("malformed", `unknown code ${bytes[3]} of a message`);
  const reader = new Reader(bytes, 4);
  const session = reader.u32();
  const sequence = reader.u32();
  const message: Record<string, unknown> = { type };
  for (const [name, kind] of linkFieldsOf(type)) message[name] = readField(reader, kind, name);
  if (reader.at !== bytes.length)
    throw new LinkError("malformed", `${type}: ${bytes.length - reader.at} bytes after the last field`);
  return { session, sequence, message: message as unknown as LinkMessage };
}

function writeField(writer: Writer, kind: FieldKind, value: unknown, name: string): void {
  if (kind === "flag") writer.u8(value === true ? 1 : 0);
  else if (kind === "u16") writer.u16(value as number);
  else if (kind === "u32") writer.u32(value as number);
  else if (kind === "f64") writer.f64(value as number);
  else if (kind === "text") writer.text(value as string, name);
  else if (kind === "bytes") writer.run(value as Uint8Array);
  else if (kind === "texts" || kind === "u16s" || kind === "f64s")
    writeList(writer, kind, value as readonly (string | number)[], name);
  else writer.u8(Math.max(0, kind.indexOf(value as string)));
}

function writeList(
  writer: Writer,
  kind: "texts" | "u16s" | "f64s",
  list: readonly (string | number)[],
  name: string,
): void {
  if (list.length > MAX_LIST) throw tooLong(name, list.length);
  writer.u16(list.length);
  for (const entry of list) {
    if (kind === "texts") writer.text(entry as string, name);
    else if (kind === "u16s") writer.u16(entry as number);
    else writer.f64(entry as number);
  }
}

function readField(reader: Reader, kind: FieldKind, name: string): unknown {
  switch (kind) {
    case "flag":
      return reader.u8() !== 0;
    case "u16":
      return reader.u16();
    case "u32":
      return reader.u32();
    case "f64":
      return finite(reader.f64(), name);
    case "text":
      return reader.text(name);
    case "bytes":
      return reader.run();
    case "texts":
      return Array.from({ length: reader.count(2, name) }, () => reader.text(name));
    case "u16s":
      return Array.from({ length: reader.count(2, name) }, () => reader.u16());
    case "f64s":
      return Array.from({ length: reader.count(8, name) }, () => finite(reader.f64(), name));
    default: {
      const word = kind[reader.u8()];
      if (word === undefined) throw new LinkError("malformed", `${name}: expected one of ${kind.join(", ")}`);
      return word;
    }
  }
}

function finite(value: number, name: string): number {
  if (!Number.isFinite(value)) throw new LinkError("malformed", `${name}: expected a finite number, got ${value}`);
  return value;
}

function tooLong(name: string, length: number): LinkError {
  return new LinkError("malformed", `${name}: expected at most ${MAX_LIST} entries, got ${length}`);
}

/** Grows as it is written. */
class Writer {
  private buffer = new Uint8Array(256);
  private view = new DataView(this.buffer.buffer);
  private at = 0;

  private room(size: number): number {
    const at = this.at;
    this.at += size;
    if (this.at > MAX_MESSAGE) throw new LinkError("malformed", `a message is at most ${MAX_MESSAGE} bytes long`);
    if (this.at > this.buffer.length) {
      const larger = new Uint8Array(2 * this.at);
      larger.set(this.buffer);
      this.buffer = larger;
      this.view = new DataView(larger.buffer);
    }
    return at;
  }
  u8(value: number): void {
    const at = this.room(1);
    this.buffer[at] = value;
  }
  u16(value: number): void {
    const at = this.room(2);
    this.view.setUint16(at, value, true);
  }
  u32(value: number): void {
    const at = this.room(4);
    this.view.setUint32(at, value, true);
  }
  f64(value: number): void {
    const at = this.room(8);
    this.view.setFloat64(at, value, true);
  }
  text(value: string, name: string): void {
    const bytes = encoder.encode(value);
    if (bytes.length > MAX_TEXT)
      throw new LinkError("malformed", `${name}: expected at most ${MAX_TEXT} bytes of text, got ${bytes.length}`);
    this.run(bytes);
  }
  run(bytes: Uint8Array): void {
    this.u16(bytes.length);
    const at = this.room(bytes.length);
    this.buffer.set(bytes, at);
  }
  bytes(): Uint8Array {
    return this.buffer.slice(0, this.at);
  }
}

/** Reads no byte beyond the end. */
class Reader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }
  private take(size: number): number {
    const at = this.at;
    if (at + size > this.bytes.length)
      throw new LinkError("malformed", `cut off at byte ${this.bytes.length} of at least ${at + size}`);
    this.at += size;
    return at;
  }
  u8(): number {
    return this.bytes[this.take(1)];
  }
  u16(): number {
    return this.view.getUint16(this.take(2), true);
  }
  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }
  f64(): number {
    return this.view.getFloat64(this.take(8), true);
  }
  /** Length of a list whose entries take at least `size` bytes each; checked before anything is allocated. */
  count(size: number, name: string): number {
    const count = this.u16();
    if (count > MAX_LIST) throw tooLong(name, count);
    if (this.at + size * count > this.bytes.length)
      throw new LinkError("malformed", `${name}: cut off, ${count} entries do not fit`);
    return count;
  }
  run(): Uint8Array {
    const length = this.u16();
    const at = this.take(length);
    return this.bytes.slice(at, at + length);
  }
  text(name: string): string {
    const bytes = this.run();
    if (bytes.length > MAX_TEXT)
      throw new LinkError("malformed", `${name}: expected at most ${MAX_TEXT} bytes of text, got ${bytes.length}`);
    try {
      return decoder.decode(bytes);
    } catch {
      throw new LinkError("malformed", `${name}: expected text in UTF-8`);
    }
  }
}
