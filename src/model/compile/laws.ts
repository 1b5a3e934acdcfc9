import type { ProblemList } from "../errors.js";
import type { ItemKind } from "../item.js";
import type { ItemInput } from "../spec.js";
import { parseItem } from "./parse.js";

/** A law that was named by a material or a pair of them: its kind, its parameters with defaults, and what was given. */
export interface ParsedLaw {
  readonly kind: ItemKind;
  readonly params: Readonly<Record<string, unknown>>;
  readonly given: Readonly<Record<string, unknown>>;
  readonly path: string;
}

/** A name, or {type, …parameters}; null, with the problem noted, when it does not hold. */
export function parseLaw(
  registry: Readonly<Record<string, ItemKind>>,
  what: string,
  entry: string | ItemInput,
  path: string,
  problems: ProblemList,
): ParsedLaw | null {
  const given: ItemInput = typeof entry === "string" ? { type: entry } : entry;
  const parsed = parseItem(registry, what, given, path, {}, problems);
  return parsed === null ? null : { ...parsed, given, path };
}
