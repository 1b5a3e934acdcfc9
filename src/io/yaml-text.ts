/**
 * YAML 1.2 with places, through the `yaml` package. The value is built from its nodes here rather than by the package,
 * since a scene may come from anywhere: aliases are counted as they are expanded, keys that are there twice, keys that
 * are no texts, unknown tags and further documents are refused, each with its place.
 */
import type { Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { checkKey } from "./json-text.js";
import { loadPackage } from "./package.js";
import { MAX_DEPTH, TextProblem } from "./text-error.js";
import type { TextEntry, TextNode } from "./text-node.js";

/** Values that aliases may add to what is written out; a chain of ten aliases of ten is 10^10 and refused at once. */
const MAX_ALIAS_VALUES = 200_000;

type Yaml = typeof import("yaml");

/** Parses one YAML document; throws a `TextProblem` with the place of the first error. */
export async function parseYamlText(text: string): Promise<{ value: unknown; root: TextNode }> {
  const yaml = await loadPackage("yaml", "Reading YAML", () => import("yaml"));
  // Its own search for keys that are there twice compares each with each: 30,000 keys take seconds.
  const options = {
    version: "1.2",
    schema: "core",
    merge: false,
    uniqueKeys: false,
    logLevel: "silent",
    prettyErrors: false,
  } as const;
  const documents = yaml.parseAllDocuments(text, options) as Document.Parsed[];
  if (documents.length === 0) return { value: null, root: emptyNode };
  const [first, second] = documents;
  const wrong = first.errors[0] ?? first.warnings[0];
  if (wrong !== undefined) throw new TextProblem(wrong.pos[0], sentence(wrong.message));
  if (second !== undefined) throw new TextProblem(second.range[0], "expected one document, got a second one");
  const { contents } = first;
  if (contents === null) return { value: null, root: emptyNode };
  const anchors = anchorsOf(yaml, first);
  const builder: Builder = { yaml, anchors, open: new Set(), spent: 0, insideAlias: 0 };
  return { value: build(builder, contents, 0), root: yamlNode(yaml, anchors, contents) };
}

const emptyNode: TextNode = { offset: 0, entry: () => undefined, item: () => undefined };

/** The package's message as the end of a sentence of ours. */
function sentence(message: string): string {
  if (message.includes("Maximum call stack")) return `nested more than ${MAX_DEPTH} levels deep`;
  const line = message.split("\n")[0].replace(/\s+/g, " ");
  return `YAML: ${line.slice(0, 200)}`;
}

/** The node that each alias means: the last one of that name before it. */
function anchorsOf(yaml: Yaml, parsed: Document.Parsed): Map<Node, Node> {
  const named = new Map<string, Node>();
  const found = new Map<Node, Node>();
  yaml.visit(parsed, {
    Node(_key, node) {
      if (yaml.isAlias(node)) {
        const target = named.get(node.source);
        if (target === undefined)
          throw new TextProblem(start(node), `the alias *${node.source} has no anchor before it`);
        found.set(node, target);
      } else if ((node as { anchor?: string }).anchor !== undefined) {
        named.set((node as { anchor: string }).anchor, node as Node);
      }
    },
  });
  return found;
}

interface Builder {
  readonly yaml: Yaml;
  readonly anchors: ReadonlyMap<Node, Node>;
  /** Nodes around the present one, to see an alias that leads back into itself. */
  readonly open: Set<Node>;
  /** Values made by aliases so far. */
  spent: number;
  insideAlias: number;
}

function start(node: unknown): number {
  return (node as { range?: readonly number[] | null } | null)?.range?.[0] ?? 0;
}

/** Node → value. */
function build(builder: Builder, node: Node | null, depth: number): unknown {
  const { yaml } = builder;
  if (node === null) return null;
  if (depth > MAX_DEPTH) throw new TextProblem(start(node), `nested more than ${MAX_DEPTH} levels deep`);
  if (builder.insideAlias > 0 && ++builder.spent > MAX_ALIAS_VALUES) {
    throw new TextProblem(start(node), `aliases stand for more than ${MAX_ALIAS_VALUES} values`);
  }
  if (yaml.isAlias(node)) {
    const target = builder.anchors.get(node)!;
    if (builder.open.has(target))
      throw new TextProblem(start(node), `the alias *${node.source} leads back into itself`);
    builder.insideAlias++;
    const value = build(builder, target, depth);
    builder.insideAlias--;
    return value;
  }
  if (yaml.isScalar(node)) return scalarValue(node);
  builder.open.add(node);
  const value = yaml.isMap(node) ? buildMap(builder, node, depth) : buildList(builder, node as YAMLSeq, depth);
  builder.open.delete(node);
  return value;
}

function scalarValue(node: Scalar): unknown {
  const { value } = node;
  if (typeof value === "bigint") return Number(value);
  if (value !== null && typeof value === "object")
    throw new TextProblem(start(node), `expected a plain value, got ${node.tag ?? "a tag"}`);
  return value ?? null;
}

function buildMap(builder: Builder, node: YAMLMap, depth: number): Record<string, unknown> {
  const seen = new Set<string>();
  const value: Record<string, unknown> = {};
  for (const pair of node.items as Pair<Node, Node | null>[]) {
    const key = keyText(builder.yaml, pair);
    checkKey(key, seen, start(pair.key));
    value[key] = build(builder, pair.value, depth + 1);
  }
  return value;
}

function buildList(builder: Builder, node: YAMLSeq, depth: number): unknown[] {
  return (node.items as Node[]).map((item) => {
    // `[a: 1]` writes a pair as an element: a map of one
    if (builder.yaml.isPair(item))
      throw new TextProblem(start(item.key), "expected a list of values, got a pair; put it in braces");
    return build(builder, item, depth + 1);
  });
}

/** A key as text; numbers and words may be keys, lists and maps may not. */
function keyText(yaml: Yaml, pair: Pair<Node, Node | null>): string {
  const { key } = pair;
  if (!yaml.isScalar(key) || key.value === null || typeof key.value === "object") {
    throw new TextProblem(start(key), "expected a word as key");
  }
  return String(key.value);
}

/** A node for `locateOffset`. An alias stands where it is written, but what is in it stands at its anchor. */
function yamlNode(yaml: Yaml, anchors: ReadonlyMap<Node, Node>, node: Node | null): TextNode {
  if (node === null) return emptyNode;
  const target = anchors.get(node) ?? node;
  // found once: a file with thousands of mistakes asks thousands of times
  let entries: Map<string, TextEntry> | undefined;
  const items = new Map<number, TextNode>();
  return {
    offset: start(node),
    entry(key) {
      if (!yaml.isMap(target)) return undefined;
      entries ??= new Map(Array.from(mapEntries(yaml, anchors, target), (entry) => [entry.key, entry]));
      return entries.get(key);
    },
    item(index) {
      if (!yaml.isSeq(target) || index >= target.items.length) return undefined;
      const known = items.get(index) ?? yamlNode(yaml, anchors, target.items[index] as Node);
      items.set(index, known);
      return known;
    },
  };
}

function* mapEntries(yaml: Yaml, anchors: ReadonlyMap<Node, Node>, node: YAMLMap): Generator<TextEntry> {
  for (const pair of node.items as Pair<Node, Node | null>[]) {
    yield { key: keyText(yaml, pair), offset: start(pair.key), value: yamlNode(yaml, anchors, pair.value) };
  }
}
