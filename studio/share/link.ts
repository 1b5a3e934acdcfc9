/**
 * Links that contain their scene: `#/s/<base64url of [checksum 4 bytes, deflated JSON]>`. Reading any link either gives
 * a scene source or throws a LinkError; the scene itself is checked by the compiler like any other.
 */
import { deflateSync, Inflate, strFromU8, strToU8 } from "fflate";
import { texts } from "../texts/share.js";
import { LoadError } from "../worker/client.js";
import type { SceneSource } from "../worker/protocol.js";

/** Longest link that is made, characters; browsers take more, mail and chat programs often less. */
export const MAX_LINK = 32_000;
/** Largest scene that a link is unpacked to, bytes: a short link of zeros would otherwise fill the memory. */
const MAX_SCENE = 4_000_000;
/** Bytes that are unpacked at a time, so that a link which is too much is given up early. */
const SLICE = 1024;

export class LinkError extends LoadError {
  constructor(message: string) {
    super([{ path: "", message }]);
  }
}

/** The part after `#/s/` for a scene; throws a LinkError when that is longer than a link should be. */
export function writeLink(source: SceneSource): string {
  const packed = deflateSync(strToU8(JSON.stringify(source)), { level: 9 });
  const bytes = new Uint8Array(4 + packed.length);
  new DataView(bytes.buffer).setUint32(0, checksum(packed));
  bytes.set(packed, 4);
  const text = toBase64(bytes);
  if (text.length > MAX_LINK) throw new LinkError(texts.linkTooLong(kilobytes(text.length), kilobytes(MAX_LINK)));
  return text;
}

/** The scene in a link. */
export function readLink(text: string): SceneSource {
  if (text.length > 2 * MAX_LINK) throw new LinkError(texts.linkTooLong(kilobytes(text.length), kilobytes(MAX_LINK)));
  const bytes = fromBase64(text);
  const packed = bytes.subarray(4);
  if (bytes.length < 5 || new DataView(bytes.buffer).getUint32(0) !== checksum(packed))
    throw new LinkError(texts.linkGarbled);
  const source = parse(strFromU8(inflate(packed)));
  if (!isSource(source)) throw new LinkError(texts.linkGarbled);
  return source;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new LinkError(texts.linkGarbled);
  }
}

function inflate(packed: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const inflater = new Inflate((part) => {
    size += part.length;
    parts.push(part);
  });
  try {
    for (let at = 0; at < packed.length && size <= MAX_SCENE; at += SLICE)
      inflater.push(packed.subarray(at, at + SLICE), at + SLICE >= packed.length);
  } catch {
    throw new LinkError(texts.linkGarbled);
  }
  if (size > MAX_SCENE) throw new LinkError(texts.linkTooMuch);
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Whether something read from outside has the form of a source. */
function isSource(value: unknown): value is SceneSource {
  if (typeof value !== "object" || value === null) return false;
  const source = value as Record<string, unknown>;
  if (source.kind === "text") return typeof source.fileName === "string" && typeof source.text === "string";
  if (source.kind === "spec") return isRecord(source.spec);
  return source.kind === "shipped" && typeof source.name === "string" && isRecord(source.params);
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** FNV-1a, 32 bits: a link that lost or changed a character is noticed. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw new LinkError(texts.linkGarbled);
  }
}

function kilobytes(n: number): string {
  return `${(n / 1000).toFixed(n < 10_000 ? 1 : 0)} kB`;
}
