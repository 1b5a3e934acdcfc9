/**
 * The text of a scene after an edit that was made elsewhere: unchanged parts stay as written, comments included. A
 * value is replaced in place, and a new one goes to the end of its list; after a removal, the text around it is laid
 * out again.
 */
import type { Spec } from "stiction";
import type { Document, Node, YAMLMap, YAMLSeq } from "yaml";
import { isRecord } from "./paths.js";
import { LINE_WIDTH, type TextFormat } from "./scene-writer.js";

/** An original text and its scene. */
export interface WrittenScene {
  readonly text: string;
  readonly format: TextFormat;
  readonly spec: Spec;
}

/** Texts longer than this are rewritten instead, characters: it would be read twice for every edit. */
const LARGE = 1_000_000;

type Yaml = typeof import("yaml");

/** A difference between two scenes, at a node of the text. */
type Amendment =
  | { readonly kind: "replace"; readonly node: Node; readonly keys: readonly Key[]; readonly value: unknown }
  | { readonly kind: "add"; readonly to: YAMLMap | YAMLSeq; readonly key: string; readonly value: unknown }
  | { readonly kind: "remove"; readonly keys: readonly Key[] };

type Key = string | number;

/**
 * The written text with the values of `spec`; null if that is impossible and the scene has to be written from scratch.
 */
export async function amendedText({ text, format, spec: from }: WrittenScene, spec: Spec): Promise<string | null> {
  if (spec === from) return text;
  if (text.length > LARGE) return null;
  const yaml = await import("yaml");
  const { exactJson, parseSceneText } = await import("stiction/io");
  const plain = (scene: unknown) => JSON.parse(exactJson(scene)) as unknown;
  const document = yaml.parseDocument(text, { version: "1.2", schema: "core" });
  const to = plain(spec);
  const list = new Comparison(yaml).of(document.contents, plain(from), to);
  if (list === null) return null;
  const tries = [
    () => spliced(yaml, text, list, format),
    () => (format === "yaml" ? laidOut(yaml, document, list) : null),
  ];
  for (const attempt of tries) {
    try {
      const next = attempt();
      if (next === null) continue;
      const read = await parseSceneText(next, `scene.${format}`);
      if (sameScene(plain(read.spec), to)) return next;
    } catch {
      // such as an alias whose anchor has gone: the next attempt
    }
  }
  return null;
}

/** Finds differences and their positions in the text. */
class Comparison {
  private readonly yaml: Yaml;
  private readonly list: Amendment[] = [];

  constructor(yaml: Yaml) {
    this.yaml = yaml;
  }

  /** Null when the text has no place for a difference: behind an alias, say. */
  of(node: unknown, from: unknown, to: unknown): readonly Amendment[] | null {
    return this.compare(node, from, to, []) ? this.list : null;
  }

  private compare(node: unknown, from: unknown, to: unknown, keys: readonly Key[]): boolean {
    const { isAlias, isMap, isNode, isSeq } = this.yaml;
    if (sameScene(from, to)) return true;
    if (!isNode(node) || isAlias(node)) return false;
    if (isMap(node) && isRecord(from) && isRecord(to)) return this.compareMaps(node, from, to, keys);
    if (isSeq(node) && Array.isArray(from) && Array.isArray(to)) return this.compareLists(node, from, to, keys);
    this.list.push({ kind: "replace", node, keys, value: to });
    return true;
  }

  private compareMaps(
    node: YAMLMap,
    from: Record<string, unknown>,
    to: Record<string, unknown>,
    keys: readonly Key[],
  ): boolean {
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].every((key) => {
      const at = [...keys, key];
      if (!Object.hasOwn(from, key)) this.list.push({ kind: "add", to: node, key, value: to[key] });
      else if (!Object.hasOwn(to, key)) this.list.push({ kind: "remove", keys: at });
      else return this.compare(node.get(key, true), from[key], to[key], at);
      return true;
    });
  }

  /** Items keep their order: removed ones go, new ones are at the end. */
  private compareLists(node: YAMLSeq, from: readonly unknown[], to: readonly unknown[], keys: readonly Key[]): boolean {
    const gone: number[] = [];
    const same = matching(from, to);
    let next = 0;
    const compared = from.every((item, k) => {
      if (next < to.length && same(item, to[next])) return this.compare(node.items[k], item, to[next++], [...keys, k]);
      return gone.push(k) > 0;
    });
    for (const value of to.slice(next)) this.list.push({ kind: "add", to: node, key: "", value });
    // from the end, so that places hold
    for (const k of gone.reverse()) this.list.push({ kind: "remove", keys: [...keys, k] });
    return compared;
  }
}

/**
 * What makes an item of one list that of the other: its name, its place where the list has only grown, or all of it.
 */
function matching(from: readonly unknown[], to: readonly unknown[]): (a: unknown, b: unknown) => boolean {
  const named = [...from, ...to].every((item) => isRecord(item) && typeof item.name === "string");
  if (named) return (a, b) => (a as { name: string }).name === (b as { name: string }).name;
  return from.length <= to.length ? () => true : sameScene;
}

/** Changes the text at the places that differ and nowhere else; null when something is to be taken out. */
function spliced(yaml: Yaml, text: string, list: readonly Amendment[], format: TextFormat): string | null {
  const pieces: { start: number; end: number; text: string }[] = [];
  for (const change of list) {
    if (change.kind === "remove") return null;
    const piece = change.kind === "add" ? insertion(yaml, text, change, format) : replacement(change, format);
    if (!piece) return null;
    pieces.push(piece);
  }
  // from the end, so that positions stay valid; entries at the same position keep their order
  pieces.reverse().sort((a, b) => b.start - a.start);
  return pieces.reduce((next, piece) => next.slice(0, piece.start) + piece.text + next.slice(piece.end), text);
}

function replacement({ node, value }: Extract<Amendment, { kind: "replace" }>, format: TextFormat) {
  const { range } = node;
  return range ? { start: range[0], end: range[1], text: valueText(value, format) } : null;
}

/** Behind the last entry: on a separate line, or after a comma where the collection is in brackets. */
function insertion(
  yaml: Yaml,
  text: string,
  { to, key, value }: Extract<Amendment, { kind: "add" }>,
  format: TextFormat,
) {
  const end = to.items.length > 0 ? endOf(yaml, to) : null;
  if (!to.range || end === null) return null;
  const head = yaml.isMap(to) ? `${valueText(key, format)}: ` : "";
  if (to.flow) return { start: end, end, text: `, ${head}${valueText(value, format)}` };
  const indent = to.range[0] - (text.lastIndexOf("\n", to.range[0] - 1) + 1);
  const at = lineEnd(text, end, indent);
  const margin = `\n${" ".repeat(indent)}`;
  const last = to.items.at(-1);
  // as the items before it: a line for each key
  const lines = yaml.isMap(last) && !last.flow && isRecord(value) ? entryTexts(value, format) : [];
  const entry = lines.length > 0 ? lines.join(`${margin}  `) : head + valueText(value, format);
  return { start: at, end: at, text: `${margin}${yaml.isMap(to) ? "" : "- "}${entry}` };
}

/** Where the last value within a collection ends: a block includes the lines below it. */
function endOf(yaml: Yaml, collection: YAMLMap | YAMLSeq): number | null {
  const last = collection.items.at(-1);
  const node = yaml.isPair(last) ? last.value : last;
  if (yaml.isCollection(node) && !node.flow && node.items.length > 0) return endOf(yaml, node as YAMLMap | YAMLSeq);
  return yaml.isNode(node) && node.range ? node.range[1] : null;
}

/** The end of the line, and of comments below it that are indented more than `indent`. */
function lineEnd(text: string, from: number, indent: number): number {
  const lines = new RegExp(`[^\\n]*(?:\\n {${indent + 1},}#[^\\n]*)*`, "y");
  lines.lastIndex = from;
  lines.test(text);
  return lines.lastIndex;
}

/** A value on one line. */
function valueText(value: unknown, format: TextFormat): string {
  if (Array.isArray(value)) return `[${value.map((entry) => valueText(entry, format)).join(", ")}]`;
  if (isRecord(value)) {
    const entries = entryTexts(value, format);
    return entries.length > 0 ? `{ ${entries.join(", ")} }` : "{}";
  }
  if (Object.is(value, -0)) return "-0";
  const word = format === "yaml" && typeof value === "string" && /^[A-Za-z][\w-]*$/.test(value) && !WORDS.test(value);
  return word ? (value as string) : JSON.stringify(value);
}

function entryTexts(value: Record<string, unknown>, format: TextFormat): string[] {
  return Object.entries(value).map(([key, entry]) => `${valueText(key, format)}: ${valueText(entry, format)}`);
}

/** Words that are not strings in YAML, or were not in older versions. */
const WORDS = /^(true|false|null|yes|no|on|off|y|n)$/i;

/** The whole text from its nodes, which carry the comments. */
function laidOut(yaml: Yaml, document: Document.Parsed, list: readonly Amendment[]): string {
  const made = (value: unknown) => document.createNode(value, { flow: true });
  for (const change of list)
    if (change.kind === "replace") document.setIn(change.keys, made(change.value));
    else if (change.kind === "add" && yaml.isSeq(change.to)) change.to.add(made(change.value));
    else if (change.kind === "add") change.to.set(change.key, made(change.value));
  // last, since the places of the others are those of the text
  for (const change of list) if (change.kind === "remove") document.deleteIn(change.keys);
  return document.toString({ lineWidth: LINE_WIDTH, flowCollectionPadding: true });
}

/** Equal to the bit; undefined values count as absent. */
function sameScene(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, k) => sameScene(entry, b[k]));
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b);
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameScene(a[key], b[key]));
}
