/**
 * JSON with places. `JSON.parse` makes the value; what it does not tell — where an error is (each engine words that
 * differently), keys that are there twice, how deep it goes — is found by a scan of our own, and a path is looked up by
 * skipping through the text again, so that a large scene costs no table of positions.
 */
import { isForbiddenKey, MAX_DEPTH, TextProblem } from "./text-error.js";
import type { TextEntry, TextNode } from "./text-node.js";

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANK = /[ \t\r\n]*/y;

/** Parses JSON; throws a `TextProblem` with the place of the first error. */
export function parseJsonText(text: string): { value: unknown; root: TextNode } {
  const end = checkValue(text, blank(text, 0), 0);
  const rest = blank(text, end);
  if (rest < text.length) throw new TextProblem(rest, `expected the end of the file, got ${glimpse(text, rest)}`);
  return { value: JSON.parse(text) as unknown, root: jsonNode(text, blank(text, 0)) };
}

/** Offset of the first character from `at` on that is not blank. */
function blank(text: string, at: number): number {
  BLANK.lastIndex = at;
  BLANK.test(text);
  return BLANK.lastIndex;
}

/** Where a token that begins at `at` ends, or −1. */
function match(token: RegExp, text: string, at: number): number {
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : -1;
}

/** Checks the value that begins at `at`; returns where it ends. */
function checkValue(text: string, at: number, depth: number): number {
  if (depth > MAX_DEPTH) throw new TextProblem(at, `nested more than ${MAX_DEPTH} levels deep`);
  const c = text[at];
  if (c === "{") return checkObject(text, at, depth);
  if (c === "[") return checkArray(text, at, depth);
  if (c === '"') return checkString(text, at);
  for (const word of ["true", "false", "null"]) if (text.startsWith(word, at)) return at + word.length;
  const end = match(NUMBER, text, at);
  if (end < 0 || /[\w.]/.test(text[end] ?? "")) {
    throw new TextProblem(at, `expected a JSON value, got ${glimpse(text, at)}`);
  }
  return end;
}

function checkString(text: string, at: number): number {
  const end = stringEnd(text, at);
  if (end < 0) throw new TextProblem(at, "this text is not closed on its line, or holds a wrong escape");
  return end;
}

/**
 * Where a text that begins at `at` ends, or −1. A loop, since a regular expression exhausts its stack on long texts.
 */
function stringEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) return i + 1;
    if (c < 0x20) return -1;
    if (c !== 0x5c) continue;
    const mark = text[++i];
    if (mark === "u" && /^[0-9a-fA-F]{4}$/.test(text.slice(i + 1, i + 5))) i += 4;
    else if (!'"\\/bfnrt'.includes(mark ?? "?")) return -1;
  }
  return -1;
}

function checkObject(text: string, open: number, depth: number): number {
  const seen = new Set<string>();
  let at = blank(text, open + 1);
  if (text[at] === "}") return at + 1;
  for (;;) {
    // key
    if (text[at] !== '"') throw new TextProblem(at, `expected a key in double quotes, got ${glimpse(text, at)}`);
    const end = checkString(text, at);
    const key = JSON.parse(text.slice(at, end)) as string;
    checkKey(key, seen, at);

    // value
    at = blank(text, end);
    if (text[at] !== ":") throw new TextProblem(at, `expected a colon, got ${glimpse(text, at)}`);
    at = blank(text, checkValue(text, blank(text, at + 1), depth + 1));
    if (text[at] === "}") return at + 1;
    if (text[at] !== ",") throw new TextProblem(at, `expected a comma or }, got ${glimpse(text, at)}`);
    at = blank(text, at + 1);
  }
}

function checkArray(text: string, open: number, depth: number): number {
  let at = blank(text, open + 1);
  if (text[at] === "]") return at + 1;
  for (;;) {
    at = blank(text, checkValue(text, at, depth + 1));
    if (text[at] === "]") return at + 1;
    if (text[at] !== ",") throw new TextProblem(at, `expected a comma or ], got ${glimpse(text, at)}`);
    at = blank(text, at + 1);
  }
}

/** Refuses a key that is there twice or is not for data. */
export function checkKey(key: string, seen: Set<string>, offset: number): void {
  if (isForbiddenKey(key)) throw new TextProblem(offset, `the key "${key}" is not allowed`);
  if (seen.has(key)) throw new TextProblem(offset, `the key ${JSON.stringify(key.slice(0, 40))} is there twice`);
  seen.add(key);
}

/** The next few characters, for an error message. */
function glimpse(text: string, at: number): string {
  if (at >= text.length) return "the end of the file";
  const word = /^[\w.+-]+/.exec(text.slice(at, at + 20))?.[0];
  return word ?? JSON.stringify(String.fromCodePoint(text.codePointAt(at)!));
}

/** A value of checked JSON by its offset; what is in it is found by scanning, when asked. */
function jsonNode(text: string, offset: number): TextNode {
  // found once: a file with thousands of mistakes asks thousands of times
  let entries: Map<string, TextEntry> | undefined;
  let items: TextNode[] | undefined;
  return {
    offset,
    entry(key) {
      if (text[offset] !== "{") return undefined;
      entries ??= new Map(Array.from(objectEntries(text, offset), (entry) => [entry.key, entry]));
      return entries.get(key);
    },
    item(index) {
      if (text[offset] !== "[") return undefined;
      items ??= listItems(text, offset);
      return items[index];
    },
  };
}

function listItems(text: string, open: number): TextNode[] {
  const items: TextNode[] = [];
  for (let at = blank(text, open + 1); text[at] !== "]"; at = afterComma(text, skipValue(text, at)))
    items.push(jsonNode(text, at));
  return items;
}

function* objectEntries(text: string, open: number): Generator<TextEntry> {
  let at = blank(text, open + 1);
  while (text[at] !== "}") {
    const end = stringEnd(text, at);
    const value = blank(text, blank(text, end) + 1);
    yield { key: JSON.parse(text.slice(at, end)) as string, offset: at, value: jsonNode(text, value) };
    at = afterComma(text, skipValue(text, value));
  }
}

function afterComma(text: string, at: number): number {
  const next = blank(text, at);
  return text[next] === "," ? blank(text, next + 1) : next;
}

/** Where a value of checked JSON ends: brackets are counted, texts jumped over. */
function skipValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const c = text[at];
    if (c === '"') at = stringEnd(text, at);
    else if (c === "{" || c === "[") {
      depth++;
      at++;
    } else if (c === "}" || c === "]") {
      depth--;
      at++;
    } else if (c === "," || c === ":" || /\s/.test(c)) at++;
    else at = Math.max(at + 1, match(/[\w.+-]+/y, text, at));
  } while (depth > 0);
  return at;
}
