import * as z from "zod/mini";
import { type ProblemList, unknownWord } from "../errors.js";
import type { ItemKind } from "../item.js";
import { nameSchema } from "../name.js";
import { metaOf, type Params, parse, problemsOf, record } from "../params.js";
import { type FullSpec, type ItemInput, sceneSchema } from "../spec.js";

/** Checks the frame of the scene (everything but the item lists' own parameters) and fills in defaults. */
export function parseScene(input: unknown, problems: ProblemList): FullSpec | null {
  const parsed = parse(sceneSchema, input);
  if (parsed.success) return parsed.data;
  problems.list.push(...problemsOf(parsed.error, input, ""));
  return null;
}

/** An item that was found in its registry and whose parameters hold. */
export interface ParsedItem<K> {
  readonly kind: K;
  readonly name: string;
  readonly path: string;
  readonly params: Record<string, unknown>;
}

const schemas = new WeakMap<object, z.ZodMiniObject>();

/** The schema of one item entry: `type`, `name`, what every item of the list has, and the kind's own parameters. */
export function entrySchema(kind: { name: string; help: string; params: Params }, common: Params): z.ZodMiniObject {
  let schema = schemas.get(kind);
  if (schema === undefined) {
    schema = record(
      { type: z.literal(kind.name), name: z.optional(nameSchema), ...common, ...kind.params },
      { help: kind.help },
    );
    schemas.set(kind, schema);
  }
  return schema;
}

/**
 * Looks up `entry.type` and checks the rest against that kind's schema; null, with the problem noted, when it does not
 * hold.
 */
export function parseItem<K extends { name: string; help: string; params: Params }>(
  registry: Readonly<Record<string, K>>,
  what: string,
  entry: ItemInput,
  path: string,
  common: Params,
  problems: ProblemList,
): { kind: K; params: Record<string, unknown> } | null {
  const kind = Object.hasOwn(registry, entry.type) ? registry[entry.type] : undefined;
  if (kind === undefined) {
    problems.add(`${path}.type`, unknownWord(what, entry.type, Object.keys(registry)));
    return null;
  }
  const parsed = parse(entrySchema(kind, common), entry);
  if (!parsed.success) {
    problems.list.push(...problemsOf(parsed.error, entry, path));
    return null;
  }
  return { kind, params: parsed.data };
}

/** Parses a whole list, gives nameless entries a name (`spring1`), and sees to it that names are unique. */
export function parseList<K extends ItemKind>(
  registry: Readonly<Record<string, K>>,
  what: string,
  list: readonly ItemInput[],
  listPath: string,
  common: Params,
  planar: boolean,
  problems: ProblemList,
): ParsedItem<K>[] {
  const items: ParsedItem<K>[] = [];
  const taken = new Map<string, string>();
  for (const entry of list) if (typeof entry.name === "string") taken.set(entry.name, "");
  const serial = new Map<string, number>();
  list.forEach((entry, i) => {
    const path = `${listPath}[${i}]`;
    const parsed = parseItem(registry, what, entry, path, common, problems);
    if (parsed === null) return;
    let name = parsed.params.name as string | undefined;
    if (name === undefined) {
      let n = serial.get(entry.type) ?? 0;
      do name = `${entry.type}${++n}`;
      while (taken.has(name));
      serial.set(entry.type, n);
    } else if (taken.get(name) !== "") {
      problems.add(`${path}.name`, `the name "${name}" is taken by ${taken.get(name)}`);
      return;
    }
    taken.set(name, path);
    checkVectors(parsed.params, { ...common, ...parsed.kind.params }, planar, path, problems);
    items.push({ kind: parsed.kind, name, path, params: parsed.params });
  });
  return items;
}

/** Completes 2-vectors of planar scenes and refuses them elsewhere, and refuses components that leave the plane. */
export function checkVectors(
  params: Record<string, unknown>,
  schema: Params,
  planar: boolean,
  path: string,
  problems: ProblemList,
): void {
  for (const [key, s] of Object.entries(schema)) {
    const value = params[key];
    const meta = metaOf(s);
    if (value === undefined || meta?.kind !== "vector") continue;
    params[key] = planarVector(value as number[], meta.unit, planar, path === "" ? key : `${path}.${key}`, problems);
  }
}

/** One vector: see `checkVectors`. Angular quantities lie along z, all others across it. */
export function planarVector(
  v: readonly number[],
  unit: string,
  planar: boolean,
  path: string,
  problems: ProblemList,
): number[] {
  if (v.length === 2 && !planar) {
    problems.add(path, `expected a vector [x, y, z], got [${v.join(", ")}]; two components go with plane: "xy"`);
    return [v[0], v[1], 0];
  }
  const full = [v[0], v[1], v[2] ?? 0];
  if (planar && unit !== "1") {
    const angular = unit.startsWith("rad") || unit.startsWith("N m");
    const leaves = angular ? full[0] !== 0 || full[1] !== 0 : full[2] !== 0;
    if (leaves) {
      problems.add(path, `expected ${angular ? "[0, 0, z]" : "[x, y]"} in a planar scene, got [${v.join(", ")}]`);
    }
  }
  return full;
}
