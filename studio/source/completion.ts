/** What may be written at the cursor, from the schema of the scene format. */
import type { Schema } from "../worker/services/edit-form-fields.js";
import type { Context, Level } from "./context.js";

export interface Suggestion {
  readonly label: string;
  /** Its unit, or the kind of word. */
  readonly detail: string;
  readonly info: string;
  readonly kind: "key" | "value";
  /** What the value of a key looks like, so that the right thing follows it. */
  readonly shape: "plain" | "map" | "list" | "text";
}

const BODIES = new Set(["bodyA", "bodyB", "body", "relativeTo"]);

/** Names of the open scene that a text may refer to. */
export interface Names {
  readonly bodies: readonly string[];
  readonly materials: readonly string[];
}

export function suggestions(schema: Schema, context: Context, names: Names): Suggestion[] {
  const objects = schemasAt(schema, context.levels);
  if (context.value === null) return keySuggestions(objects, context.levels.at(-1));
  const { value } = context;
  const parts = value === "" ? objects : objects.flatMap((object) => property(object, value));
  const words = new Map<string, Suggestion>();
  const add = (label: string, info: string, shape: Suggestion["shape"]) => {
    if (!words.has(label)) words.set(label, { label, detail: "", info, kind: "value", shape });
  };
  if (value === "type") {
    for (const object of objects) {
      const word = object.properties?.type?.const;
      if (typeof word === "string") add(word, object.description ?? "", "text");
    }
  }
  for (const part of parts.flatMap(branches)) {
    for (const word of part.enum ?? []) add(word, part.description ?? "", "text");
    if (part.type === "boolean") for (const word of ["true", "false"]) add(word, part.description ?? "", "plain");
  }
  if (BODIES.has(value))
    for (const name of ["world", ...names.bodies.filter((name) => name !== "world")]) add(name, "", "text");
  if (value === "material") for (const name of names.materials) add(name, "", "text");
  return [...words.values()];
}

function keySuggestions(objects: readonly Schema[], level: Level | undefined): Suggestion[] {
  const found = new Map<string, Suggestion>();
  for (const object of objects)
    for (const [label, part] of Object.entries(object.properties ?? {})) {
      if (found.has(label) || level?.entries.has(label)) continue;
      const { unit = "" } = part;
      const info = (part.description ?? "").replace(` [${unit}]`, "");
      found.set(label, { label, detail: unit === "1" ? "" : unit, info, kind: "key", shape: shapeOf(part) });
    }
  return [...found.values()];
}

function shapeOf(part: Schema): Suggestion["shape"] {
  if (part.type === "array") return part.items?.type === "number" ? "plain" : "list";
  if (part.type === "object") return "map";
  return part.type === "string" || part.const !== undefined ? "text" : "plain";
}

/** The possible schemas of a position: for an item, the one of its type. */
export function schemasAt(schema: Schema, levels: readonly Level[]): Schema[] {
  let at = narrowed([schema], levels[0]);
  for (const level of levels.slice(1)) {
    const inner =
      typeof level.key === "number"
        ? at.flatMap(({ items }) => (items ? [items] : []))
        : at.flatMap((object) => property(object, level.key as string));
    at = narrowed(inner, level);
  }
  return at;
}

function property(object: Schema, key: string): Schema[] {
  const own = object.properties && Object.hasOwn(object.properties, key) ? object.properties[key] : undefined;
  if (own) return [own];
  const { additionalProperties } = object;
  return typeof additionalProperties === "object" ? [additionalProperties] : [];
}

function branches(part: Schema): readonly Schema[] {
  return part.anyOf ? part.anyOf.flatMap(branches) : [part];
}

function narrowed(parts: readonly Schema[], level: Level | undefined): Schema[] {
  const all = parts.flatMap(branches);
  const type = level?.entries.get("type");
  const fitting = all.filter(({ properties }) => type !== undefined && properties?.type?.const === type);
  return fitting.length > 0 ? fitting : all;
}
