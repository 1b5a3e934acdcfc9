/** What finding a scene path in a text needs to know of a parsed value: where it stands and what is in it. */
export interface TextNode {
  /** Where the value begins. */
  readonly offset: number;
  /** Keys of a map with their places and values; undefined for anything else. */
  entries(): Iterable<TextEntry> | undefined;
  /** Element of a list; undefined for anything else, and past its end. */
  item(index: number): TextNode | undefined;
}

export interface TextEntry {
  readonly key: string;
  readonly offset: number;
  readonly value: TextNode;
}

/**
 * Where `bodies[1].shapes[0].radius` stands: the offset of its key, or of the element of a list. Where the path leads
 * on to something that is not there (a missing key), the nearest ancestor that is.
 */
export function locateOffset(root: TextNode, path: string): number {
  let node: TextNode | undefined = root;
  let offset = root.offset;
  let rest = path;
  while (rest !== "" && node !== undefined) {
    const index = /^\[(\d+)\]/.exec(rest);
    if (index !== null) {
      node = node.item(Number(index[1]));
      rest = rest.slice(index[0].length);
      if (node !== undefined) offset = node.offset;
      continue;
    }
    if (rest.startsWith(".")) rest = rest.slice(1);
    const entry = longestEntry(node, rest);
    node = entry?.value;
    if (entry === undefined) break;
    offset = entry.offset;
    rest = rest.slice(entry.key.length);
  }
  return offset;
}

/** The key that the rest of the path begins with; the longest one, since a key may hold dots. */
function longestEntry(node: TextNode, rest: string): TextEntry | undefined {
  let best: TextEntry | undefined;
  for (const entry of node.entries() ?? []) {
    const { key } = entry;
    if (!rest.startsWith(key) || (best !== undefined && key.length <= best.key.length)) continue;
    const after = rest[key.length];
    if (after === undefined || after === "." || after === "[") best = entry;
  }
  return best;
}
