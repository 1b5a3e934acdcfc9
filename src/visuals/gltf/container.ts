/** Containers of glTF 2.0: text with buffers beside it, the binary form (GLB), and data URIs. */

/** A file that is no glTF, or one that needs what is not read here: one sentence. */
export class GltfError extends Error {}

export type Json = Readonly<Record<string, unknown>>;

export interface GltfContainer {
  readonly json: Json;
  /** The binary part of a GLB. */
  readonly binary: Uint8Array | null;
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

export function openContainer(bytes: Uint8Array): GltfContainer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || view.getUint32(0, true) !== MAGIC) return { json: parse(bytes), binary: null };
  if (view.getUint32(4, true) !== 2) throw new GltfError(`expected version 2 of GLB, got ${view.getUint32(4, true)}`);
  let json: Json | null = null;
  let binary: Uint8Array | null = null;
  const end = Math.min(bytes.length, view.getUint32(8, true));
  for (let at = 12; at + 8 <= end; ) {
    const length = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    if (at + 8 + length > end) throw new GltfError("the file ends before its last chunk does");
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (kind === JSON_CHUNK) json = parse(chunk);
    else if (kind === BINARY_CHUNK) binary ??= chunk;
    at += 8 + length;
  }
  if (json === null) throw new GltfError("the file has no chunk of JSON");
  return { json, binary };
}

function parse(bytes: Uint8Array): Json {
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(bytes));
  } catch {
    throw new GltfError("expected a GLB or a glTF file, got something that is neither");
  }
  if (typeof value !== "object" || value === null || !("asset" in value)) throw new GltfError("the JSON is no glTF");
  return value as Json;
}

/** The contents of `data:…;base64,…`. */
export function decodeDataUri(uri: string): Uint8Array {
  const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(uri) ?? [];
  if (data === undefined) throw new GltfError("expected a data URI in base64");
  return decodeBase64(data);
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Bytes as base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let k = 0; k < bytes.length; k += 3) {
    const left = bytes.length - k;
    const bits = (bytes[k] << 16) | ((bytes[k + 1] ?? 0) << 8) | (bytes[k + 2] ?? 0);
    text += DIGITS[bits >> 18] + DIGITS[(bits >> 12) & 63];
    text += left > 1 ? DIGITS[(bits >> 6) & 63] : "=";
    text += left > 2 ? DIGITS[bits & 63] : "=";
  }
  return text;
}

function decodeBase64(text: string): Uint8Array {
  const plain = text.replace(/[\s=]/g, "");
  const out = new Uint8Array(Math.floor((plain.length * 3) / 4));
  let [bits, held, o] = [0, 0, 0];
  for (const digit of plain) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) throw new GltfError(`"${digit}" is no digit of base64`);
    bits = (bits << 6) | value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out[o++] = (bits >> held) & 255;
  }
  return out;
}

function decodeUtf8(bytes: Uint8Array): string {
  let [text, at] = ["", 0];
  while (at < bytes.length) {
    const first = bytes[at];
    const extra = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let code = extra === 0 ? first : first & (0x3f >> extra);
    for (let k = 1; k <= extra; k++) code = (code << 6) | (bytes[at + k] & 0x3f);
    text += String.fromCodePoint(Math.min(code, 0x10ffff));
    at += extra + 1;
  }
  return text;
}
