/**
 * Parameters are declared once, here: a zod schema that carries its unit and help text. From it come the TypeScript
 * type, validation, JSON Schema, CLI help, the studio's panel, the manual's table, and the column of the compiled
 * table.
 */
import * as z from "zod/mini";
import type { Vec3 } from "../math/vec3.js";
import { show, unknownWord } from "./errors.js";

/** How a compiled table stores a parameter. */
export type ParamKind =
  | "number"
  | "vector"
  | "list"
  | "body"
  | "choice"
  | "flag"
  | "sensor"
  | "output"
  | "expression"
  | "other";

/** What every parameter says of itself. */
export interface ParamMeta {
  /** SI unit, "1" for pure numbers, "" where a unit makes no sense. */
  readonly unit: string;
  readonly help: string;
  readonly kind: ParamKind;
  /** May be driven by a controller while running: its value then lives in `data.input`. */
  readonly input?: boolean;
  /** What is expected, as an error message says it. */
  readonly expected: string;
  /**
   * For a point given in a body's frame: the parameter that names the body. The compiled column is relative to its
   * centre of mass.
   */
  readonly pointOf?: string;
  /** Words of a choice, in the order of their compiled numbers. */
  readonly choices?: readonly string[];
}

/** A record of parameters, as items declare it. */
export type Params = Readonly<Record<string, z.ZodMiniType>>;

/** What a user may write. */
export type ParamsInput<P extends Params> = z.input<z.ZodMiniObject<P>>;
/** What an item receives, defaults filled in. */
export type ParamsOutput<P extends Params> = z.output<z.ZodMiniObject<P>>;

/** A vector as people write it; two components in planar scenes. */
export type VectorInput = readonly number[];

interface Common {
  readonly help: string;
  readonly unit?: string;
}

interface NumberOptions extends Common {
  /** Smallest value allowed. */
  readonly min?: number;
  /** Largest value allowed. */
  readonly max?: number;
  /** The value must be greater than this. */
  readonly above?: number;
  readonly integer?: boolean;
  readonly input?: boolean;
}

/** Attaches unit and help; they appear in JSON Schema and wherever the declaration is read. */
export function describe<S extends z.ZodMiniType>(schema: S, meta: ParamMeta): S {
  const unit = meta.unit === "" || meta.unit === "1" ? "" : ` [${meta.unit}]`;
  // as a copy: the same schema may be part of several declarations
  const copy = schema.clone() as S;
  z.globalRegistry.add(copy, { ...meta, description: `${meta.help}${unit}` });
  return copy;
}

/** What a schema says of itself, or undefined for one that was not declared here. */
export function metaOf(schema: z.core.$ZodType): ParamMeta | undefined {
  const meta = z.globalRegistry.get(schema) as unknown as ParamMeta | undefined;
  return meta?.kind === undefined ? undefined : meta;
}

function numberSchema(o: NumberOptions): { schema: z.ZodMiniNumber<number>; meta: ParamMeta } {
  const range = [
    o.above !== undefined ? `> ${o.above}` : o.min !== undefined ? `>= ${o.min}` : "",
    o.max !== undefined ? `<= ${o.max}` : "",
  ].filter((s) => s !== "");
  const unit = o.unit === undefined || o.unit === "1" || o.unit === "" ? "" : ` ${o.unit}`;
  const expected = `expected ${o.integer ? "a whole" : "a finite"} number${range.length > 0 ? ` ${range.join(" and ")}` : ""}${unit}`;
  let schema = z.number({ error: expected });
  if (o.integer) schema = schema.check(z.int({ error: expected }));
  if (o.above !== undefined) schema = schema.check(z.gt(o.above, { error: expected }));
  if (o.min !== undefined) schema = schema.check(z.gte(o.min, { error: expected }));
  if (o.max !== undefined) schema = schema.check(z.lte(o.max, { error: expected }));
  const meta: ParamMeta = { unit: o.unit ?? "1", help: o.help, kind: "number", expected };
  return { schema, meta: o.input ? { ...meta, input: true } : meta };
}

/** A finite number. */
export function number(o: NumberOptions & { default: number }): z.ZodMiniDefault<z.ZodMiniNumber<number>>;
export function number(o: NumberOptions & { optional: true }): z.ZodMiniOptional<z.ZodMiniNumber<number>>;
export function number(o: NumberOptions): z.ZodMiniNumber<number>;
export function number(o: NumberOptions & { default?: number; optional?: true }): z.ZodMiniType {
  const { schema, meta } = numberSchema(o);
  if (o.default !== undefined) return describe(z._default(schema, o.default), meta);
  return describe(o.optional ? z.optional(schema) : schema, meta);
}

/** A vector of three numbers; in planar scenes two will do, and the third is zero. */
export function vector(o: Common & { default: Vec3 }): z.ZodMiniDefault<z.ZodMiniType<Vec3, VectorInput>>;
export function vector(o: Common & { optional: true }): z.ZodMiniOptional<z.ZodMiniType<Vec3, VectorInput>>;
export function vector(o: Common): z.ZodMiniType<Vec3, VectorInput>;
export function vector(o: Common & { default?: Vec3; optional?: true }): z.ZodMiniType {
  const expected = `expected a vector [x, y, z]${o.unit && o.unit !== "1" ? ` in ${o.unit}` : ""}`;
  const meta: ParamMeta = { unit: o.unit ?? "1", help: o.help, kind: "vector", expected };
  const list: z.ZodMiniType = z
    .array(z.number({ error: expected }), { error: expected })
    .check(z.minLength(2, { error: expected }), z.maxLength(3, { error: expected }));
  const schema = list as z.ZodMiniType<Vec3, VectorInput>;
  if (o.default !== undefined) return describe(z._default(schema, o.default), meta);
  return describe(o.optional ? z.optional(schema) : schema, meta);
}

/** A point fixed to the body that the parameter `of` names, given in that body's frame. */
export function point(o: {
  of: string;
  help: string;
  default?: Vec3;
}): z.ZodMiniDefault<z.ZodMiniType<Vec3, VectorInput>> {
  const schema = vector({ help: o.help, unit: "m", default: o.default ?? [0, 0, 0] });
  return describe(schema, { ...(metaOf(schema) as ParamMeta), pointOf: o.of });
}

/** The name of a body; `world` is the background. */
export function body(o: Common & { default: string }): z.ZodMiniDefault<z.ZodMiniString<string>>;
export function body(o: Common): z.ZodMiniString<string>;
export function body(o: Common & { default?: string }): z.ZodMiniType {
  const expected = "expected the name of a body";
  const meta: ParamMeta = { unit: "", help: o.help, kind: "body", expected };
  const schema = z.string({ error: expected });
  return describe(o.default === undefined ? schema : z._default(schema, o.default), meta);
}

/** One word out of a list. */
export function choice<const W extends readonly [string, ...string[]]>(
  words: W,
  o: Common & { default: W[number] },
): z.ZodMiniDefault<z.ZodMiniEnum<{ [K in W[number]]: K }>> {
  const expected = `expected one of ${words.join(", ")}`;
  const meta: ParamMeta = { unit: "", help: o.help, kind: "choice", expected, choices: words };
  const schema = z.enum(words, {
    error: (issue) => (typeof issue.input === "string" ? unknownWord("word", issue.input, words) : expected),
  });
  return describe(z._default(schema, o.default), meta);
}

/** true or false. */
export function flag(o: Common & { default: boolean }): z.ZodMiniDefault<z.ZodMiniBoolean<boolean>> {
  const expected = "expected true or false";
  const meta: ParamMeta = { unit: "", help: o.help, kind: "flag", expected };
  return describe(z._default(z.boolean({ error: expected }), o.default), meta);
}

/** A sensor to read: `kind/name/quantity.component`, or the name of a sensor of the scene. */
export function sensor(o: Common): z.ZodMiniString<string> {
  return word("sensor", "expected a sensor: kind/name/quantity.component", o);
}

/** An input to drive: `bodies.cart.force.x`, `forces.cylinder.restLength`. */
export function output(o: Common): z.ZodMiniString<string> {
  return word("output", "expected an input to drive, such as bodies.cart.force.x", o);
}

/** A formula, see `expression.ts`. */
export function expression(o: Common): z.ZodMiniString<string> {
  return word("expression", "expected a formula", o);
}

function word(kind: ParamKind, expected: string, o: Common): z.ZodMiniString<string> {
  return describe(z.string({ error: expected }), { unit: o.unit ?? "", help: o.help, kind, expected });
}

/** Free text. */
export function text(o: Common & { default: string }): z.ZodMiniDefault<z.ZodMiniString<string>>;
export function text(o: Common & { optional: true }): z.ZodMiniOptional<z.ZodMiniString<string>>;
export function text(o: Common): z.ZodMiniString<string>;
export function text(o: Common & { default?: string; optional?: true }): z.ZodMiniType {
  const expected = "expected a text";
  const meta: ParamMeta = { unit: o.unit ?? "", help: o.help, kind: "other", expected };
  const schema = z
    .string({ error: expected })
    .check(z.maxLength(100_000, { error: "expected a text of at most 100000 characters" }));
  if (o.default !== undefined) return describe(z._default(schema, o.default), meta);
  return describe(o.optional ? z.optional(schema) : schema, meta);
}

/** A text of any length, such as a file as a data URI. */
export function longText(o: Common): z.ZodMiniString<string> {
  return word("other", "expected a text", o);
}

/** A list of numbers. */
export function numbers(
  o: Common & { minLength?: number; maxLength?: number; optional: true },
): z.ZodMiniOptional<z.ZodMiniType<number[], readonly number[]>>;
export function numbers(
  o: Common & { minLength?: number; maxLength?: number },
): z.ZodMiniType<number[], readonly number[]>;
export function numbers(o: Common & { minLength?: number; maxLength?: number; optional?: true }): z.ZodMiniType {
  const schema = listOf(z.number({ error: "expected a finite number" }), "numbers", o);
  const meta: ParamMeta = { unit: o.unit ?? "1", help: o.help, kind: "list", expected: "expected a list of numbers" };
  return describe(o.optional ? z.optional(schema) : schema, meta);
}

/** A list of points or index lists: `[[x, y, z], …]`. */
export function rows(
  o: Common & { minLength?: number; maxLength?: number; optional: true },
): z.ZodMiniOptional<z.ZodMiniType<number[][], readonly (readonly number[])[]>>;
export function rows(
  o: Common & { minLength?: number; maxLength?: number },
): z.ZodMiniType<number[][], readonly (readonly number[])[]>;
export function rows(o: Common & { minLength?: number; maxLength?: number; optional?: true }): z.ZodMiniType {
  const row = z.array(z.number({ error: "expected a finite number" }), { error: "expected a list of numbers" });
  const schema = listOf(row, "rows", o);
  const meta: ParamMeta = {
    unit: o.unit ?? "1",
    help: o.help,
    kind: "other",
    expected: "expected a list of rows of numbers",
  };
  return describe(o.optional ? z.optional(schema) : schema, meta);
}

/** A list of lists of points: `[[[x, y], …], …]`, such as holes. */
export function rowLists(
  o: Common & { maxLength?: number },
): z.ZodMiniDefault<z.ZodMiniType<number[][][], readonly (readonly (readonly number[])[])[]>> {
  const row = z.array(z.number({ error: "expected a finite number" }), { error: "expected a list of numbers" });
  const schema = z._default(listOf(listOf(row, "rows", {}), "lists of rows", o), []);
  const expected = "expected a list of lists of rows of numbers";
  return describe(schema, { unit: o.unit ?? "1", help: o.help, kind: "other", expected });
}

function listOf<S extends z.ZodMiniType>(
  item: S,
  what: string,
  o: { minLength?: number; maxLength?: number },
): z.ZodMiniArray<S> {
  const expected = `expected a list of ${what}`;
  const min = o.minLength ?? 0;
  const max = o.maxLength ?? 10_000_000;
  return z
    .array(item, { error: expected })
    .check(
      z.minLength(min, { error: `${expected}, at least ${min}` }),
      z.maxLength(max, { error: `${expected}, at most ${max}` }),
    );
}

/** An object with exactly these keys; an unknown key is an error that names the nearest known one. */
export function record<P extends Params>(
  shape: P,
  o: { help: string; alsoKnown?: readonly string[]; optional: true },
): z.ZodMiniOptional<z.ZodMiniObject<P>>;
export function record<P extends Params>(
  shape: P,
  o: { help: string; alsoKnown?: readonly string[] },
): z.ZodMiniObject<P>;
export function record<P extends Params>(
  shape: P,
  o: { help: string; alsoKnown?: readonly string[]; optional?: true },
): z.ZodMiniType {
  const keys = [...Object.keys(shape), ...(o.alsoKnown ?? [])];
  const schema = z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? unknownKeys(issue.keys as string[], keys) : "expected an object",
  });
  const described = describe(schema as z.ZodMiniObject<P>, {
    unit: "",
    help: o.help,
    kind: "other",
    expected: "expected an object",
  });
  return o.optional ? z.optional(described) : described;
}

/** Keys that are named one by one; a file of thousands would make a sentence of as many parts. */
const MAX_NAMED = 3;

function unknownKeys(unknown: readonly string[], known: readonly string[]): string {
  const named = unknown.slice(0, MAX_NAMED).map((key) => unknownWord("key", key, known));
  const more = unknown.length - named.length;
  return more > 0 ? `${named.join("; ")}; and ${more} more` : named.join("; ");
}

/** Names of types, as a sentence has them. */
const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a finite number",
  object: "an object",
  record: "an object",
  string: "a text",
  tuple: "a list",
};

/**
 * Checks a value by a schema. Where the schema has no words of its own, the problems are in ours: given with the call,
 * they stand above the language that another user of zod in the same program may have set.
 */
export const parse = <S extends z.core.$ZodType>(schema: S, value: unknown): z.core.util.SafeParseResult<z.output<S>> =>
  z.safeParse(schema, value, { error: wordsOf });

/** Our words for a problem that a schema has no words for. */
function wordsOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${TYPES[issue.expected] ?? `a value of type ${issue.expected}`}`;
    case "invalid_value":
      return `expected ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return sizeWords(issue, issue.minimum, issue.inclusive === false ? ">" : ">=", "at least ");
    case "too_big":
      return sizeWords(issue, issue.maximum, issue.inclusive === false ? "<" : "<=", "at most ");
    case "unrecognized_keys":
      return `unknown key ${issue.keys.slice(0, MAX_NAMED).map(show).join(", ")}`;
    default:
      return "expected another value";
  }
}

function sizeWords(
  issue: Pick<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig, "origin" | "exact">,
  bound: unknown,
  sign: string,
  word: string,
) {
  const exactly = issue.exact === true ? "" : word;
  if (issue.origin === "array") return `expected a list of ${exactly}${bound}`;
  if (issue.origin === "string") return `expected a text of ${exactly}${bound} characters`;
  return `expected a number ${sign} ${bound}`;
}

/**
 * Where one of several ways to write a value is wrong inside only, what is wrong there: `{ type: site, fgo: 3 }` misses
 * a key, it is not a name that nobody knows.
 */
function unfolded(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const near = issue.errors.filter((inner) =>
    inner.every(({ code, path }) => path.length > 0 || code === "unrecognized_keys"),
  );
  if (near.length !== 1) return [issue];
  return near[0].flatMap((inner) => unfolded({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Turns the issues of `parse` into problems with the path as a user writes it and the value that was found. */
export function problemsOf(
  error: z.core.$ZodError,
  input: unknown,
  prefix: string,
): { path: string; message: string }[] {
  const problems = error.issues.flatMap(unfolded).map((issue) => {
    let value = input;
    let path = prefix;
    for (const key of issue.path) {
      value = value !== null && typeof value === "object" ? (value as Record<PropertyKey, unknown>)[key] : undefined;
      path = typeof key === "number" ? `${path}[${key}]` : path === "" ? String(key) : `${path}.${String(key)}`;
    }
    const got = issue.message.startsWith("expected ") ? `, got ${show(value)}` : "";
    return { path, message: issue.message + got };
  });
  // a value of the wrong type may fail several checks with the same words
  const seen = new Set<string>();
  return problems.filter(({ path, message }) => {
    const text = `${path}: ${message}`;
    return !seen.has(text) && seen.add(text);
  });
}
