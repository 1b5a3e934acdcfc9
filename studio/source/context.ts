/** Position of a cursor in a scene file, found in incomplete texts. */

/** A map or list around the cursor, from the outside in. */
export interface Level {
  /** The key in the map around it, or the index in the list around it; "" for the scene itself. */
  readonly key: string | number;
  /** Keys next to the cursor, with the text of plain values. */
  readonly entries: ReadonlyMap<string, string>;
}

export interface Context {
  readonly levels: readonly Level[];
  /** The key whose value is being written; null where a key is. */
  readonly value: string | null;
  /** What is written of the word, and where it begins. */
  readonly word: string;
  readonly from: number;
}

export function contextAt(text: string, offset: number, format: "yaml" | "json"): Context {
  return format === "json" ? flowContext(text, 0, offset, [], true) : yamlContext(text, offset);
}

interface Line {
  readonly indent: number;
  /** Columns of `- ` marks before the content. */
  readonly dashes: readonly number[];
  readonly key: string | null;
  readonly value: string;
  readonly start: number;
}

const KEY = /^(?:"([^"]*)"|'([^']*)'|([^\s:#{}[\],&*!|>'"%@`-][^:#]*?|-[^\s:][^:#]*?))\s*:(?=\s|$)\s*(.*)$/;

/** Content of a line of block YAML: `- type: box` has its key two columns in. */
function readLine(text: string, start: number): Line | null {
  let indent = text.length - text.trimStart().length;
  const dashes: number[] = [];
  let rest = text.slice(indent);
  if (rest === "" || rest.startsWith("#")) return null;
  for (let mark = /^-(\s+|$)/.exec(rest); mark; mark = /^-(\s+|$)/.exec(rest)) {
    dashes.push(indent);
    indent += Math.max(2, mark[0].length);
    rest = rest.slice(mark[0].length);
  }
  const pair = KEY.exec(rest);
  if (!pair) return { indent, dashes, key: null, value: rest, start };
  return { indent, dashes, key: pair[1] ?? pair[2] ?? pair[3], value: pair[4].replace(/\s+#.*$/, "").trim(), start };
}

/** Block YAML by its indentation; inside braces and brackets as in JSON. */
function yamlContext(text: string, offset: number): Context {
  const lines: (Line | null)[] = [];
  let current = 0;
  let start = 0;
  for (const line of text.split("\n")) {
    if (start <= offset) current = lines.length;
    lines.push(readLine(line.replace(/\r$/, ""), start));
    start += line.length + 1;
  }
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const written = text.slice(lineStart, offset);
  // a flow collection that began on this line or on one before it
  const opening = flowStart(text, lines, current, offset);
  if (opening) {
    const levels = blockLevels(lines, opening.line, opening.indent, opening.key !== null);
    return flowContext(
      text,
      opening.at,
      offset,
      opening.key === null ? levels : [...levels, { key: opening.key, entries: new Map() }],
      false,
    );
  }
  const here = readLine(written, lineStart);
  const indent = here ? here.indent : written.length;
  const levels = blockLevels(lines, current, indent, true, here ?? undefined);
  if (here && here.key !== null) {
    const word = /[^\s"']*$/.exec(written)?.[0] ?? "";
    return {
      levels,
      value: here.key,
      word: here.value === "" ? "" : word,
      from: here.value === "" ? offset : offset - word.length,
    };
  }
  const word = here ? here.value : "";
  return { levels, value: null, word, from: offset - word.length };
}

/** The maps and lists around a line, by smaller and smaller indentation. */
function blockLevels(lines: readonly (Line | null)[], at: number, indent: number, own: boolean, here?: Line): Level[] {
  const levels: Level[] = [];
  let column = indent;
  let row = at;
  const line = here ?? lines[at];
  let dashes = [...(line?.dashes ?? [])];
  let first = own;
  for (;;) {
    const entries = new Map<string, string>();
    if (first || levels.length > 0) collect(lines, row, column, entries);
    first = true;
    // is this map an item of a list?
    const mark = dashes.pop();
    const item = mark !== undefined ? { row, mark } : itemAbove(lines, row, column);
    if (item) {
      levels.unshift({ key: indexOf(lines, item.row, item.mark), entries });
      column = item.mark;
      row = item.row;
      dashes = mark !== undefined ? dashes : (lines[row]?.dashes.filter((d) => d < item.mark) ?? []);
      const parent = parentOf(lines, row, column, true);
      if (!parent) return [{ key: "", entries: new Map() }, ...levels];
      levels.unshift({ key: parent.key ?? "", entries: new Map() });
      ({ row, column } = { row: parent.row, column: parent.indent });
      dashes = [...(lines[row]?.dashes ?? [])];
      continue;
    }
    const parent = column > 0 ? parentOf(lines, row, column, false) : null;
    if (!parent) {
      levels.unshift({ key: "", entries });
      return levels;
    }
    levels.unshift({ key: parent.key ?? "", entries });
    ({ row, column } = { row: parent.row, column: parent.indent });
    dashes = [...(lines[row]?.dashes ?? [])];
  }
}

/** Keys of the map that a column of a line belongs to. */
function collect(lines: readonly (Line | null)[], row: number, column: number, entries: Map<string, string>): void {
  const add = (line: Line | null | undefined) => {
    if (line && line.key !== null && line.indent === column) entries.set(line.key, plain(line.value));
  };
  for (let k = row; k >= 0; k--) {
    const line = lines[k];
    if (!line) continue;
    if (line.indent < column && k !== row) break;
    add(line);
    if (line.dashes.length > 0 && line.indent === column) break; // the item begins here
  }
  for (let k = row + 1; k < lines.length; k++) {
    const line = lines[k];
    if (!line) continue;
    if (line.indent < column || (line.dashes.length > 0 && line.indent <= column)) break;
    add(line);
  }
}

/** The line above whose dash begins the item that a column belongs to. */
function itemAbove(lines: readonly (Line | null)[], row: number, column: number): { row: number; mark: number } | null {
  for (let k = row - 1; k >= 0; k--) {
    const line = lines[k];
    if (!line || line.indent > column) continue;
    if (line.indent === column && line.dashes.length > 0) return { row: k, mark: line.dashes.at(-1) as number };
    if (line.indent < column) return null;
  }
  return null;
}

/** The line above whose key contains a column; a list may be at the column of its key. */
function parentOf(lines: readonly (Line | null)[], row: number, column: number, list: boolean) {
  for (let k = row; k >= 0; k--) {
    const line = lines[k];
    if (!line || (k === row && line.dashes.length === 0)) continue;
    const within = line.indent < column || (list && line.indent === column && line.dashes.length === 0);
    if (within && line.key !== null && (k !== row || line.indent < column))
      return { row: k, indent: line.indent, key: line.key };
  }
  return null;
}

function indexOf(lines: readonly (Line | null)[], row: number, mark: number): number {
  let index = 0;
  for (let k = row - 1; k >= 0; k--) {
    const line = lines[k];
    if (!line) continue;
    if (line.dashes.includes(mark)) index++;
    else if (line.indent <= mark) break;
  }
  return index;
}

function plain(value: string): string {
  return value.replace(/^["']|["']$/g, "");
}

/** The flow collection that is open at the cursor, if any: where it begins and under which key. */
function flowStart(text: string, lines: readonly (Line | null)[], current: number, offset: number) {
  for (let row = current; row >= 0 && row > current - 200; row--) {
    const line = lines[row];
    if (!line) continue;
    const at = line.value === "" ? -1 : text.indexOf(line.value, line.start);
    if ((line.value[0] === "{" || line.value[0] === "[") && at >= 0 && at < offset && depthAt(text, at, offset) > 0)
      return { at, line: row, indent: line.indent, key: line.key };
    if (row < current && line.key !== null) return null; // flow collections are not broken over other keys
  }
  return null;
}

function depthAt(text: string, from: number, to: number): number {
  let depth = 0;
  for (const { type } of tokens(text, from, to)) {
    if (type === "{" || type === "[") depth++;
    else if (type === "}" || type === "]") depth--;
    if (depth === 0) return 0;
  }
  return depth;
}

interface Token {
  readonly type: "{" | "}" | "[" | "]" | "," | ":" | "word";
  readonly text: string;
  readonly from: number;
}

function* tokens(text: string, from: number, to: number): Generator<Token> {
  const pattern = /"(?:[^"\\]|\\.)*"?|'[^']*'?|[{}[\],]|:(?=[\s"'{[\d-]|$)|[^\s{}[\],:"']+(?::[^\s{}[\],"']+)*/g;
  pattern.lastIndex = from;
  for (let found = pattern.exec(text); found && found.index < to; found = pattern.exec(text)) {
    const part = text.slice(found.index, Math.min(to, found.index + found[0].length));
    const type = "{}[],:".includes(part) ? (part as Token["type"]) : "word";
    yield { type, text: part, from: found.index };
  }
}

/** JSON, or the flow style of YAML, from where a collection begins. `quoted`: keys are in quotes. */
function flowContext(text: string, start: number, offset: number, outer: readonly Level[], quoted: boolean): Context {
  interface Open {
    readonly map: boolean;
    readonly entries: Map<string, string>;
    readonly key: string | number;
    pending: string | null;
    value: string | null;
    index: number;
  }
  const stack: Open[] = [];
  let word: Token | null = null;
  const settle = (top: Open | undefined) => {
    if (top?.map && top.value !== null && word) top.entries.set(top.value, plain(word.text));
  };
  for (const token of tokens(text, start, offset)) {
    const top = stack.at(-1);
    if (token.type === "{" || token.type === "[") {
      const key = top === undefined ? "" : top.map ? (top.value ?? "") : top.index;
      stack.push({ map: token.type === "{", entries: new Map(), key, pending: null, value: null, index: 0 });
      word = null;
    } else if (token.type === "}" || token.type === "]") {
      settle(top);
      stack.pop();
      word = null;
    } else if (token.type === ",") {
      settle(top);
      if (top) {
        top.index++;
        top.value = null;
      }
      word = null;
    } else if (token.type === ":") {
      if (top?.map && word) top.value = plain(word.text);
      word = null;
    } else word = token;
  }
  const top = stack.at(-1);
  const inner = stack.map(({ key, entries, map }, k) => ({
    key: k === 0 && outer.length > 0 ? (outer.at(-1)?.key ?? "") : key,
    entries: map ? entries : new Map<string, string>(),
  }));
  const levels =
    outer.length > 0 && inner.length > 0
      ? [...outer.slice(0, -1), ...inner]
      : inner.length > 0
        ? inner
        : [{ key: "", entries: new Map<string, string>() }];
  const touching = word !== null && word.from + word.text.length === offset ? word : null;
  const value = top?.map ? top.value : top ? "" : null;
  const written = touching ? touching.text.replace(quoted ? /^"/ : /^["']/, "") : "";
  return { levels, value, word: written, from: offset - written.length };
}
