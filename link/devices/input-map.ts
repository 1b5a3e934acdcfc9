import { type Control, nearestWord, param } from "stiction";
import * as z from "zod/mini";

const name = z.string().check(z.minLength(1), z.maxLength(64));
const port = z.int().check(z.gte(1), z.lte(65535));
/** Silence after which the controls of a source go to rest, s; 0: a source that speaks only when something changes. */
const timeout = z._default(z.number().check(z.gte(0)), 0);

const sources = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("udp"),
    name,
    port,
    host: z._default(z.string(), "127.0.0.1"),
    format: z._default(z.enum(["lines", "u16"]), "lines"),
    timeout,
  }),
  z.strictObject({ type: z.literal("tcp"), name, port, host: z._default(z.string(), "127.0.0.1"), timeout }),
  z.strictObject({
    type: z.literal("serial"),
    name,
    path: z.string().check(z.minLength(1)),
    baud: z.optional(z.int().check(z.gte(50))),
    timeout,
  }),
  z.strictObject({ type: z.literal("mqtt"), name, url: z.string().check(z.minLength(1)), timeout }),
]);

const entry = z.strictObject({
  source: name,
  /** Name or number of an axis; of MQTT the key of a JSON payload, if it is one. */
  axis: z.optional(z.union([z.string(), z.int().check(z.gte(0))])),
  topic: z.optional(z.string()),
  control: name,
  /** Width of a raw axis: 16 means 0 … 65535. */
  bits: z.optional(z.int().check(z.gte(1), z.lte(32))),
  /** Raw values at the ends, instead of `bits`; −1 and 1 when both are absent. */
  range: z.optional(z.tuple([z.number(), z.number()])),
  deadZone: z._default(z.number().check(z.gte(0), z.lte(0.99)), 0),
  curve: z._default(z.number().check(z.gte(0.1), z.lte(10)), 1),
  invert: z._default(z.boolean(), false),
});

const schema = z.strictObject({
  sources: z.array(sources).check(z.minLength(1), z.maxLength(64)),
  map: z.array(entry).check(z.minLength(1), z.maxLength(1024)),
});

/** A device outside: where it is and how it speaks. */
export type SourceSpec = z.output<typeof sources>;
/** One axis of a device, the control that it moves, and how. */
export type MapEntry = z.output<typeof entry>;
/** Devices and what their axes move. */
export interface InputMap {
  readonly sources: readonly SourceSpec[];
  readonly map: readonly MapEntry[];
}

/**
 * Checks a map of inputs, as a YAML or JSON file has it, against the controls of a scene. Throws a RangeError that lists
 * every problem with its path.
 */
export function parseInputMap(given: unknown, controls: readonly Control[]): InputMap {
  const parsed = param.parse(schema, given);
  if (!parsed.success) {
    const problems = param.problemsOf(parsed.error, given, "");
    const lines = problems.map(({ path, message }) => `${path || "map"}: ${message}`);
    throw new RangeError(lines.slice(0, 10).join("\n"));
  }
  const problems: string[] = [];
  const known = parsed.data.sources.map((source) => source.name);
  known.forEach((source, k) => {
    if (known.indexOf(source) !== k) problems.push(`sources.${k}.name: "${source}" is taken`);
  });
  const names = controls.map((control) => control.name);
  parsed.data.map.forEach((line, k) => {
    if (!known.includes(line.source)) problems.push(`map.${k}.source: ${unknown(line.source, known)}`);
    if (!names.includes(line.control)) problems.push(`map.${k}.control: ${unknown(line.control, names)}`);
    const mqtt = parsed.data.sources.find((source) => source.name === line.source)?.type === "mqtt";
    if (mqtt && line.topic === undefined)
      problems.push(`map.${k}.topic: expected a topic, since ${line.source} is MQTT`);
    if (!mqtt && line.axis === undefined) problems.push(`map.${k}.axis: expected the name or number of an axis`);
    if (line.range !== undefined && line.range[0] === line.range[1])
      problems.push(`map.${k}.range: expected two different values`);
  });
  if (problems.length > 0) throw new RangeError(problems.join("\n"));
  return parsed.data;
}

function unknown(word: string, known: readonly string[]): string {
  const near = nearestWord(word, known);
  return `unknown "${word}"; ${near === undefined ? `known: ${known.join(", ")}` : `did you mean "${near}"?`}`;
}

/**
 * A raw value of an axis → value of its control: range, inversion, dead zone, curve, range of the control. With the
 * defaults an axis of 16 bits reaches the control as 2 n/65535 − 1, exactly.
 */
export function shapeAxis(raw: number, line: MapEntry, { min, max }: Pick<Control, "min" | "max">): number {
  const { bits, range, deadZone, curve, invert } = line;
  let v = raw;
  if (range !== undefined) v = 2 * ((raw - range[0]) / (range[1] - range[0])) - 1;
  else if (bits !== undefined) v = 2 * (raw / (2 ** bits - 1)) - 1;
  if (invert) v = -v;
  v = Math.max(-1, Math.min(1, v));
  if (deadZone > 0) v = Math.abs(v) <= deadZone ? 0 : (Math.sign(v) * (Math.abs(v) - deadZone)) / (1 - deadZone);
  if (curve !== 1) v = Math.sign(v) * Math.abs(v) ** curve;
  if (min >= 0) return min + ((v + 1) / 2) * (max - min);
  return v >= 0 ? v * max : v * -min;
}
