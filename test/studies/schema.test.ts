/** The schemas of study files: they accept what the tool accepts, refuse misspelt keys, and know what comes next in an editor. */
import { type Study, studyJsonSchema } from "stiction/studies";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { shippedStudies } from "../../cli/study/shipped/index.js";
import { suggestions } from "../../studio/source/completion.js";
import { contextAt } from "../../studio/source/context.js";
import type { Schema } from "../../studio/worker/services/edit-form-fields.js";
import { blocksOf, pages } from "../docs/markdown.js";
import { TINY } from "./support.js";

type Json = Record<string, unknown>;

/** The first place where a value breaks a schema; a judge that knows the words which these schemas use. */
function flaw(schema: Json, value: unknown, path = ""): string | undefined {
  const { type, anyOf, oneOf, items, additionalProperties: more } = schema as Record<string, never>;
  const properties = (schema.properties ?? {}) as Record<string, Json>;
  const inside = (list: Json[]) => list.filter((one) => flaw(one, value, path) === undefined).length;
  if (anyOf !== undefined && inside(anyOf) === 0) return `${path}: none of anyOf`;
  if (oneOf !== undefined && inside(oneOf) !== 1) return `${path}: not exactly one of oneOf`;
  if ("const" in schema && value !== schema.const) return `${path}: const`;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return `${path}: enum`;
  const kinds: Record<string, boolean> = {
    object: typeof value === "object" && value !== null && !Array.isArray(value),
    array: Array.isArray(value),
    string: typeof value === "string",
    number: typeof value === "number",
    integer: Number.isInteger(value),
    boolean: typeof value === "boolean",
  };
  if (type !== undefined && !kinds[type]) return `${path}: expected ${type}`;
  if (Number(schema.minimum) > Number(value) || Number(schema.exclusiveMinimum) >= Number(value))
    return `${path}: small`;
  if (Number(schema.maximum) < Number(value)) return `${path}: large`;
  if (kinds.array && items !== undefined)
    for (const [k, entry] of (value as unknown[]).entries()) {
      const found = flaw(items, entry, `${path}[${k}]`);
      if (found !== undefined) return found;
    }
  if (!kinds.object) return undefined;
  const missing = ((schema.required ?? []) as string[]).find((key) => !(key in (value as Json)));
  if (missing !== undefined) return `${path}: ${missing} is missing`;
  for (const [key, entry] of Object.entries(value as Json)) {
    const own: unknown = Object.hasOwn(properties, key) ? properties[key] : more;
    if (own === false) return `${path}: unknown key ${key}`;
    const found = typeof own === "object" ? flaw(own as Json, entry, `${path}.${key}`) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const study = studyJsonSchema("study");
const manual = pages()
  .flatMap((page) => blocksOf(page))
  .filter(({ language }) => language === "yaml")
  .map(({ text, page, line }) => ({ content: parse(text) as Json, place: `${page}:${line}` }));

describe("schemas of files", () => {
  test.each(shippedStudies.map((shipped) => [shipped.name, shipped.study] as const))("accept %s", (_, content) => {
    expect(flaw(study, JSON.parse(JSON.stringify(content)))).toBeUndefined();
  });

  test.each(["study", "optimise", "identify"] as const)("accept the examples of the manual with the key %s", (kind) => {
    const examples = manual.filter(({ content }) => content !== null && kind in content && !("services" in content));
    expect(examples.length).toBeGreaterThan(0);
    for (const { content, place } of examples) expect(flaw(studyJsonSchema(kind), content), place).toBeUndefined();
  });

  test.each<[string, string, string]>([
    ["samples:", "sample:", ": unknown key sample"],
    ["study: 1", "study: 2", ".study: const"],
    ["low: -1", "loww: -1", ".factors[0].uniform: low is missing"],
    ["uniform: { low: -1, high: 1 }", "unit: m", ".factors[0]: not exactly one of oneOf"],
    ["crossing:", "final: t, crossing:", ".metrics.top: not exactly one of oneOf"],
    ["mass: 1", "mass: heavy", ".scene: none of anyOf"],
  ])("refuse %j as %j", (from, to, where) => {
    expect(flaw(study, parse(TINY(3)))).toBeUndefined();
    expect(flaw(study, parse(TINY(3).replace(from, to).replace("unit: m/s, unit: m", "unit: m")))).toBe(where);
  });
});

describe("completion in an editor, by the schema", () => {
  const offered = (text: string) => {
    const at = text.indexOf("|");
    const context = contextAt(text.replace("|", ""), at, "yaml");
    return suggestions(study as Schema, context, { bodies: [], materials: [] }).map(({ label }) => label);
  };
  test.each<[string, readonly string[]]>([
    ["study: 1\n|", ["scene", "factors", "design", "metrics", "budget"]],
    ["study: 1\ndesign: |", ["random", "latin-hypercube", "sobol", "saltelli"]],
    ["study: 1\nfactors:\n  - path: timestep\n    |", ["values", "grid", "uniform", "log", "normal"]],
    ["study: 1\nfactors:\n  - path: timestep\n    grid:\n      |", ["from", "to", "count", "scale"]],
    ["study: 1\nmetrics:\n  top:\n    |", ["final", "crossing", "event", "expression", "figure"]],
    ["study: 1\nmetrics:\n  top:\n    figure: |", ["steps", "energy", "gap"]],
    ["study: 1\nscene:\n  bodies:\n    - name: a\n      |", ["mass", "position", "shapes"]],
  ])("%j", (text, words) => expect(offered(text)).toEqual(expect.arrayContaining([...words])));

  test("every key of a study has a help text", () => {
    const keys: (keyof Study)[] = ["scene", "factors", "metrics", "curves", "stop"];
    const properties = study.properties as Record<string, Json>;
    for (const key of keys) expect(String(properties[key].description).length).toBeGreaterThan(10);
  });
});
