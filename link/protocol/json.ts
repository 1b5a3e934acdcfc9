import {
  type FieldKind,
  LINK_MESSAGES,
  LINK_VERSION,
  type LinkEnvelope,
  LinkError,
  type LinkMessage,
  type LinkType,
  linkFieldsOf,
  MAX_LIST,
  MAX_MESSAGE,
  MAX_TEXT,
} from "./messages.js";

const encoder = new TextEncoder();

/** A message as one line of JSON: `{"v":1,"type":"inputs","session":7,"sequence":1,"time":0.1,…}`. */
export function encodeJson({ session, sequence, message }: LinkEnvelope): string {
  const { type, ...fields } = message as unknown as { type: LinkType } & Record<string, unknown>;
  for (const [name, kind] of linkFieldsOf(type)) {
    if (kind === "bytes") fields[name] = toBase64(fields[name] as Uint8Array);
  }
  return JSON.stringify({ v: LINK_VERSION, type, session, sequence, ...fields });
}

/** JSON → message. Throws a LinkError for anything else. Fields that it does not know are ignored. */
export function decodeJson(text: string): LinkEnvelope {
  if (text.length > MAX_MESSAGE)
    throw new LinkError("malformed", `expected at most ${MAX_MESSAGE} characters, got ${text.length}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new LinkError("malformed", "expected a message in JSON");
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new LinkError("malformed", "expected an object in JSON");
  const given = parsed as Readonly<Record<string, unknown>>;
  if (given.v !== LINK_VERSION)
    throw new LinkError("version", `expected "v": ${LINK_VERSION}, the version of the protocol`);
  const { type } = given;
  if (typeof type !== "string" || !Object.hasOwn(LINK_MESSAGES, type))
    throw new LinkError("malformed", `unknown type of a message; known: ${Object.keys(LINK_MESSAGES).join(", ")}`);
  const message: Record<string, unknown> = { type };
  for (const [name, kind] of linkFieldsOf(type as LinkType)) {
    message[name] = readField(kind, Object.hasOwn(given, name) ? given[name] : undefined, name);
  }
  return {
    session: whole(given.session ?? 0, 0xffffffff, "session"),
    sequence: whole(given.sequence ?? 0, 0xffffffff, "sequence"),
    message: message as unknown as LinkMessage,
  };
}

/** What an absent field is: a hand-written message names only what matters. */
function absent(kind: FieldKind): unknown {
  if (kind === "flag") return false;
  if (kind === "text") return "";
  if (kind === "texts" || kind === "u16s" || kind === "f64s") return [];
  return typeof kind === "string" ? (kind === "bytes" ? "" : 0) : kind[0];
}

function readField(kind: FieldKind, given: unknown, name: string): unknown {
  const value = given === undefined ? absent(kind) : given;
  switch (kind) {
    case "flag":
      if (typeof value !== "boolean") throw wrong(name, "true or false");
      return value;
    case "u16":
      return whole(value, 0xffff, name);
    case "u32":
      return whole(value, 0xffffffff, name);
    case "f64":
      return finite(value, name);
    case "text":
      return text(value, name);
    case "bytes":
      return fromBase64(value, name);
    case "texts":
      return list(value, name).map((entry) => text(entry, name));
    case "u16s":
      return list(value, name).map((entry) => whole(entry, 0xffff, name));
    case "f64s":
      return list(value, name).map((entry) => finite(entry, name));
    default:
      if (!kind.includes(value as string)) throw wrong(name, `one of ${kind.join(", ")}`);
      return value;
  }
}

function wrong(name: string, expected: string): LinkError {
  return new LinkError("malformed", `${name}: expected ${expected}`);
}

function whole(value: unknown, max: number, name: string): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > max)
    throw wrong(name, `a whole number from 0 to ${max}`);
  return value as number;
}

function finite(value: unknown, name: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw wrong(name, "a finite number");
  return value;
}

function text(value: unknown, name: string): string {
  if (typeof value !== "string" || value.length > MAX_TEXT || encoder.encode(value).length > MAX_TEXT)
    throw wrong(name, `text of at most ${MAX_TEXT} bytes`);
  return value;
}

function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length > MAX_LIST) throw wrong(name, `a list of at most ${MAX_LIST} entries`);
  return value;
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function fromBase64(value: unknown, name: string): Uint8Array {
  if (typeof value !== "string") throw wrong(name, "text in base 64");
  try {
    return Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
  } catch {
    throw wrong(name, "text in base 64");
  }
}
