/** Markdown tables of declared parameters: the manual always agrees with the schema. */
import { param } from "stiction";
import * as z from "zod/mini";

type Json = Readonly<Record<string, unknown>>;

/** A Markdown table. Bars inside cells are escaped. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

/** First letter large, full stop at the end. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
}

/** What may happen to a parameter while a scene runs. */
export type Live = "input" | "set" | "";

/** Says for a path of keys (`drive.target`) and its declaration what may happen to it while running. */
export type LiveRule = (path: string, meta: param.ParamMeta | undefined) => Live;

/**
 * One row per parameter: key, value, unit, default, help. Records inside are opened: `limits.lower`. With a rule there
 * is one more column: what may happen while running.
 */
export function parameterTable(params: param.Params, live?: LiveRule): string {
  const rows = parameterRows(params, "", live);
  const running = live === undefined ? [] : ["while running"];
  return rows.length === 0 ? "No parameters." : table(["key", "value", "unit", "default", ...running, "meaning"], rows);
}

function parameterRows(params: param.Params, prefix: string, live: LiveRule | undefined): string[][] {
  return Object.entries(params).flatMap(([key, schema]) => {
    const meta = metaInside(schema);
    const inner = objectInside(schema);
    const help = meta?.help ?? (inner && param.metaOf(inner as never)?.help) ?? "";
    const unit = meta === undefined || meta.unit === "1" ? "" : meta.unit;
    const path = `${prefix}${key}`;
    const running = live === undefined ? [] : [inner === undefined ? live(path, meta) : ""];
    // braces are attributes to the site's Markdown
    const meaning = help.replaceAll(/\{[^}]*\}/g, "`$&`");
    const row = [`\`${path}\``, valueInWords(schema, meta), unit, defaultOf(schema), ...running, meaning];
    return [row, ...(inner === undefined ? [] : parameterRows(inner._zod.def.shape as param.Params, `${path}.`, live))];
  });
}

/** Metadata of a schema or of the one that it wraps. */
function metaInside(schema: z.core.$ZodType): param.ParamMeta | undefined {
  if (schema instanceof z.core.$ZodDefault || schema instanceof z.core.$ZodOptional)
    return param.metaOf(schema) ?? metaInside(schema._zod.def.innerType);
  return param.metaOf(schema);
}

/** The record that a schema holds, whether it may be left out or not. */
function objectInside(schema: z.core.$ZodType): z.core.$ZodObject | undefined {
  const inner = schema instanceof z.core.$ZodOptional ? schema._zod.def.innerType : schema;
  return inner instanceof z.core.$ZodObject && Object.keys(inner._zod.def.shape).length > 0 ? inner : undefined;
}

/** The expected value in words. */
function valueInWords(schema: z.core.$ZodType, meta: param.ParamMeta | undefined): string {
  if (meta?.kind === "choice") return (meta.choices ?? []).map((word) => `\`${word}\``).join(", ");
  if (meta?.kind === "vector") return "vector";
  if (meta?.kind === "body") return "name of a body";
  if (meta?.kind === "flag") return "`true`, `false`";
  if (meta?.kind === "sensor" || meta?.kind === "expression") return meta.kind;
  if (meta?.kind === "output") return "input";
  return valueOfSchema(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json);
}

function valueOfSchema(json: Json): string {
  const branches = json.anyOf as readonly Json[] | undefined;
  if (branches !== undefined) return [...new Set(branches.map(valueOfSchema))].join(" or ");
  if (json.type === "integer" || json.type === "number") {
    const whole = json.type === "integer" ? "whole number" : "number";
    return [whole, ...rangeOf(json)].join(" ");
  }
  if (json.type === "array") {
    const items = json.items as Json | undefined;
    const inner = items === undefined ? "" : valueOfSchema(items);
    if (inner === "list of numbers") return "rows of numbers";
    return inner === "number" ? "list of numbers" : inner === "text" ? "list of texts" : "list";
  }
  if (json.type === "string") return "text";
  if (json.type === "object") return "object";
  return json.const === undefined ? "" : `\`${json.const}\``;
}

function rangeOf(json: Json): string[] {
  // zod writes out the bounds of whole numbers even where none were declared
  const safe = (limit: unknown) => Math.abs(limit as number) < Number.MAX_SAFE_INTEGER;
  const parts: string[] = [];
  if (json.exclusiveMinimum !== undefined) parts.push(`> ${json.exclusiveMinimum}`);
  if (json.minimum !== undefined && safe(json.minimum)) parts.push(`≥ ${json.minimum}`);
  if (json.maximum !== undefined && safe(json.maximum))
    parts.push(`≤ ${json.maximum === Math.PI ? "π" : json.maximum}`);
  return parts.length === 0 ? [] : [parts.join(", ")];
}

function defaultOf(schema: z.core.$ZodType): string {
  if (schema instanceof z.core.$ZodDefault) {
    const value = JSON.stringify(schema._zod.def.defaultValue);
    if (value === '""') return "";
    return `\`${value.replaceAll(",", ", ").replace(/^"(.*)"$/, "$1")}\``;
  }
  return schema instanceof z.core.$ZodOptional ? "" : "required";
}
