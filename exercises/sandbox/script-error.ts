import { SourceMap } from "node:module";

/** What a script threw. */
export interface ThrownError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** Helpers and the entry of the bundle: a mistake that shows there was made where they were called. */
const OURS = /(^|\/)exercises\/script\/|^<entry>$|(^|\/)stiction-school\//;

/** One line for the author: file, line and column of the source, and what was wrong in plain words. */
export function describeScriptError({ name, message, stack }: ThrownError, map: string, exceeded: boolean): string {
  const place = findPlace(stack, map);
  return `${place === undefined ? "" : `${place} `}${wording(name, message, exceeded)}`;
}

function wording(name: string, message: string, exceeded: boolean): string {
  if (exceeded) return "the script took too long: is there a loop that does not end?";
  if (message === "out of memory") return "the script used more memory than it may";
  if (message === "stack overflow")
    return "the script's calls are nested too deeply: does a function call itself without end?";
  if (/RegExp are not supported|RegExp/.test(message) && name === "SyntaxError")
    return "regular expressions are not available to scripts; use includes, startsWith or split";
  if (/'Date' is not defined/.test(message)) return "there is no Date in scripts; the time of the exercise is now.time";
  if (/'RegExp' is not defined/.test(message)) return "there are no regular expressions in scripts";
  if (/'(fetch|XMLHttpRequest|WebSocket|require|process|setTimeout|setInterval)' is not defined/.test(message))
    return `${message}: scripts have no network, no files, no processes and no timers of the machine`;
  if (message === "") return name === "" ? "the script threw something that is no error" : name;
  return name === "" || name === "Error" ? message : `${name}: ${message}`;
}

/** The first line of the stack that is the author's, as file:line:column. */
function findPlace(stack: string, map: string): string | undefined {
  if (map === "") return undefined;
  const source = new SourceMap(JSON.parse(map));
  for (const [, line, column] of stack.matchAll(/script\.js:(\d+)(?::(\d+))?/g)) {
    const entry = source.findEntry(Number(line) - 1, Number(column ?? 1) - 1);
    if (!("originalSource" in entry) || OURS.test(entry.originalSource)) continue;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  }
  return undefined;
}
