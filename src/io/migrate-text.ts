/** Rewrites the text of a scene file to the present format: names and nothing else; comments and layout stay. */
import type { Pair, YAMLMap } from "yaml";
import { RENAMES, type Rename, renameOf, SCENE_FORMAT } from "../model/format.js";
import { loadPackage } from "./package.js";
import { parseSceneText } from "./scene-text.js";

/** A change of a scene file. */
export interface MigrationChange {
  /** Path in the file as it was, such as `bodies[2].shapes[0].length`. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** A scene file as it is to be, and what changed. */
export interface Migration {
  readonly text: string;
  readonly changes: readonly MigrationChange[];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with the names of today and, where something had to change, with its `format`. Reads YAML and JSON. */
export async function migrateSceneText(
  text: string,
  fileName: string,
  renames: readonly Rename[] = RENAMES,
): Promise<Migration> {
  // what is wrong is said with its place
  await parseSceneText(text, fileName);
  const yaml = await loadPackage("yaml", "Reading YAML", () => import("yaml"));
  const parsed = yaml.parseDocument(text, { version: "1.2", schema: "core", uniqueKeys: false });
  const edits: Edit[] = [];
  const changes: MigrationChange[] = [];

  function visit(node: unknown, where: string, path: string): void {
    if (yaml.isSeq(node)) node.items.forEach((item, i) => void visit(item, where, `${path}[${i}]`));
    if (!yaml.isMap(node)) return;
    const record = plainRecord(node as YAMLMap);
    for (const pair of (node as YAMLMap).items as Pair[]) {
      if (!yaml.isScalar(pair.key) || typeof pair.key.value !== "string") continue;
      const key = pair.key.value;
      const rename = renameOf(renames, where, record, key);
      const at = path === "" ? key : `${path}.${key}`;
      const { range } = pair.key;
      if (rename !== undefined && range) {
        const written = text.slice(range[0], range[1]);
        edits.push({ start: range[0], end: range[1], text: written.replace(key, rename.to) });
        changes.push({ path: at, from: key, to: rename.to });
      }
      const name = rename?.to ?? key;
      visit(pair.value, where === "" ? name : `${where}.${name}`, at);
    }
  }

  visit(parsed.contents, "", "");
  const format = changes.length > 0 ? formatEdit(text, parsed.contents as YAMLMap) : undefined;
  if (format !== undefined) edits.push(format);
  return { text: applied(text, edits), changes };
}

/** Keys and scalar values of a map. */
function plainRecord(map: YAMLMap): Record<string, unknown> {
  return Object.fromEntries(
    (map.items as Pair[]).map(({ key, value }) => [
      String((key as { value?: unknown } | null)?.value),
      (value as { value?: unknown } | null)?.value,
    ]),
  );
}

/** Sets `format` to the present one: in its place, or as the first key. */
function formatEdit(text: string, map: YAMLMap): Edit | undefined {
  const pairs = map.items as Pair[];
  const known = pairs.find(({ key }) => (key as { value?: unknown }).value === "format");
  const range = (known?.value as { range?: readonly [number, number, number] } | undefined)?.range;
  if (range) return { start: range[0], end: range[1], text: String(SCENE_FORMAT) };
  const start = (pairs[0]?.key as { range?: readonly [number, number, number] } | undefined)?.range?.[0];
  if (start === undefined) return undefined;
  const inBraces = (map as { flow?: boolean }).flow === true;
  const column = start - (text.lastIndexOf("\n", start - 1) + 1);
  const indent = " ".repeat(column);
  const entry = inBraces ? `"format": ${SCENE_FORMAT}, ` : `format: ${SCENE_FORMAT}\n${indent}`;
  return { start, end: start, text: entry };
}

function applied(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { start, end, text: put } of [...edits].sort((a, b) => b.start - a.start || b.end - a.end))
    result = result.slice(0, start) + put + result.slice(end);
  return result;
}
