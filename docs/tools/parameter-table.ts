/** Markdown tables of declared parameters: the manual always agrees with the schema. */
import { param } from "stiction";
import * as z from "zod/mini";

type Json = Readonly<Record<string, unknown>>;

/** A Markdown table. Bars inside cells are escaped. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

/** One row per parameter: key, value, unit, default, help. Records inside are opened: `limits.lower`. */
export function parameterTable(params: param.Params): string {
  const rows = parameterRows(params, "");
  return rows.length === 0 ? "No parameters." : table(["key", "value", "unit", "default", "meaning"], rows);
}

function parameterRows(params: param.Params, prefix: string): string[][] {
  return Object.entries(params).flatMap(([key, schema]) => {
    const meta = metaInside(schema);
    const inner = objectInside(schema);
    const help = (meta?.help ?? (inner && param.metaOf(inner)?.help) ?? "") + (meta?.input ? " (an input)" : "");
    const unit = meta === undefined || meta.unit === "1" ? "" : meta.unit;
    const row = [`\`${prefix}${key}\``, valueInWords(schema, meta), unit, defaultOf(schema), help];
    row[4] = row[4].replaceAll(/\{[^}]*\}/g, "`$&`"); // braces are attributes to the site's Markdown
    return [
      row,
      ...(inner === undefined ? [] : parameterRows(inner._zod.def.shape as param.Params, `${prefix}${key}.`)),
    ];
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
  if (json.maximum !== undefined && safe(json.maximum)) parts.push(`≤ ${json.maximum}`);
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
