/**
 * Messages between a simulation and what is connected to it: controllers, devices, viewers, motion platforms. One table
 * describes every message; the binary form, the JSON form, their checks and the types derive from it.
 */

/** Version of the protocol. Any change of a layout raises it; a peer of another version is refused. */
export const LINK_VERSION = 1;
/** First two bytes of a binary message: "SL". */
export const LINK_MAGIC = [0x53, 0x4c] as const;
/** Bytes in front of the fields: magic, version, code, session, sequence. */
export const HEADER_SIZE = 12;

/** Largest message, B. Larger ones are refused before they are read. */
export const MAX_MESSAGE = 65_000;
/** Longest text, B of UTF-8, and longest list. */
export const MAX_TEXT = 1024;
export const MAX_LIST = 1024;

/** What a peer is. */
export const LINK_ROLES = ["controller", "viewer", "platform"] as const;
/** One of `LINK_ROLES`. */
export type LinkRole = (typeof LINK_ROLES)[number];

/** Why a message or a peer was refused. */
export const REFUSALS = ["malformed", "version", "session", "scene", "control", "sensor", "busy", "order"] as const;
/** One of `REFUSALS`. */
export type Refusal = (typeof REFUSALS)[number];

/** Layout of a field; a list of words is one byte, the place of the word. */
export type FieldKind =
  | "flag"
  | "u16"
  | "u32"
  | "f64"
  | "text"
  | "texts"
  | "u16s"
  | "f64s"
  | "bytes"
  | readonly string[];

/**
 * Code and fields of every message, in the order of the binary form. Codes are never reused. Times in s: `time` of
 * inputs and steps is the clock of the source, `time` of what the server sends is simulated time, `sent` the server's
 * clock; `echo` is the newest stamp of the other side, so that both sides measure the round trip.
 */
export const LINK_MESSAGES = {
  /** First message of a peer: what it is, which controls it moves and which sensors it wants, by name. */
  hello: {
    code: 1,
    fields: {
      role: LINK_ROLES,
      name: "text",
      scene: "text",
      lockStep: "flag",
      timeout: "u16",
      rate: "f64",
      controls: "texts",
      sensors: "texts",
    },
  },
  /** Answer to hello. The place of a name in a list is its slot in later messages. */
  welcome: {
    code: 2,
    fields: {
      scene: "text",
      hash: "text",
      timestep: "f64",
      step: "u32",
      time: "f64",
      lockStep: "flag",
      timeout: "u16",
      held: "flag",
      controls: "texts",
      lower: "f64s",
      upper: "f64s",
      sensors: "texts",
    },
  },
  /** Values of controls from now on. */
  inputs: { code: 3, fields: { time: "f64", echo: "f64", slots: "u16s", values: "f64s" } },
  /** Asks for the step from number `step` on, with these values: lock-step. Asking again is harmless. */
  step: { code: 4, fields: { step: "u32", time: "f64", echo: "f64", slots: "u16s", values: "f64s" } },
  /** State after `step` steps; the answer to a request for a step. */
  sensors: {
    code: 5,
    fields: { step: "u32", time: "f64", sent: "f64", echo: "f64", held: "flag", values: "f64s" },
  },
  /** Something happened: a collision, an overload, a rule of the scene. */
  event: {
    code: 6,
    fields: { step: "u32", time: "f64", code: "u32", name: "text", who: "texts", value: "f64" },
  },
  /** Actuators of a peer stand still, and why; from a peer: a request for it. */
  hold: { code: 7, fields: { step: "u32", reason: "text" } },
  /** They move again. */
  resume: { code: 8, fields: { step: "u32" } },
  /** A message or a peer was refused: what is wrong, and what to do. */
  error: { code: 9, fields: { refusal: REFUSALS, text: "text" } },
  /** A peer leaves, or the server ends. */
  bye: { code: 10, fields: { reason: "text" } },
  /** A packet of the state stream. */
  stream: { code: 16, fields: { packet: "bytes" } },
  /** Packets of the state stream that have arrived: the newest, and a bit for each of the 32 before it. */
  taken: { code: 17, fields: { newest: "u32", before: "u32", events: "u32" } },
  /** Platform: displacement (m), angles (rad) and their rates. */
  cue: { code: 18, fields: { step: "u32", time: "f64", sent: "f64", values: "f64s" } },
} as const satisfies Record<string, { readonly code: number; readonly fields: Readonly<Record<string, FieldKind>> }>;

type ValueOf<K> = K extends "flag"
  ? boolean
  : K extends "text"
    ? string
    : K extends "texts"
      ? readonly string[]
      : K extends "u16s" | "f64s"
        ? readonly number[]
        : K extends "bytes"
          ? Uint8Array
          : K extends readonly (infer W)[]
            ? W
            : number;

/** Name of a message. */
export type LinkType = keyof typeof LINK_MESSAGES;

/** Fields of a message by its name. */
export type LinkFields<T extends LinkType> = {
  readonly [F in keyof (typeof LINK_MESSAGES)[T]["fields"]]: ValueOf<(typeof LINK_MESSAGES)[T]["fields"][F]>;
};

/** A message: its name and its fields. */
export type LinkMessage<T extends LinkType = LinkType> = { [K in T]: { readonly type: K } & LinkFields<K> }[T];

/** A message with what stands in front of it. */
export interface LinkEnvelope {
  /** Number that the server gave the peer in its welcome; 0 before. */
  readonly session: number;
  /** Grows with every message of a sender. */
  readonly sequence: number;
  readonly message: LinkMessage;
}

/** Bytes or text that is no message. */
export class LinkError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, message: string) {
    super(message);
    this.name = "LinkError";
    this.refusal = refusal;
  }
}

const BY_CODE: ReadonlyMap<number, LinkType> = new Map(
  (Object.keys(LINK_MESSAGES) as LinkType[]).map((type) => [LINK_MESSAGES[type].code, type]),
);

/** Name of a message by its code. */
export function linkTypeOf(code: number): LinkType | undefined {
  return BY_CODE.get(code);
}

/** Fields of a message in the order of the binary form. */
export function linkFieldsOf(type: LinkType): readonly (readonly [string, FieldKind])[] {
  return Object.entries(LINK_MESSAGES[type].fields);
}
