/** What finding a scene path in a text needs to know of a parsed value: where it stands and what is in it. */
export interface TextNode {
  /** Where the value begins. */
  readonly offset: number;
  /** A key of a map with its place and value; undefined for anything else. */
  entry(key: string): TextEntry | undefined;
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
  for (let end = rest.length; end >= 0; end--) {
    const after = rest[end];
    if (after !== undefined && after !== "." && after !== "[") continue;
    const entry = node.entry(rest.slice(0, end));
    if (entry !== undefined) return entry;
  }
  return undefined;
}
