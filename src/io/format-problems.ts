import type { Problem } from "../model/errors.js";
import type { Position } from "./text-error.js";

/** A path or message longer than this is cut: keys come from the file and may be of any length. */
const MAX_PATH = 120;
const MAX_MESSAGE = 400;

/**
 * One line per problem, with its place in the file when that is known:
 *
 *     file.yaml:12:7 bodies[1].mass: expected a finite number > 0 kg, got -1
 */
export function formatProblems(
  problems: readonly Problem[],
  fileName: string,
  locate?: (path: string) => Position | undefined,
): string[] {
  return problems.map((problem) => {
    const position = locate?.(unknownKey(problem) ?? problem.path);
    const place = position === undefined ? `${fileName}:` : `${fileName}:${position.line}:${position.column}`;
    const path = problem.path === "" ? "" : `${oneLine(problem.path, MAX_PATH)}: `;
    return `${place} ${path}${oneLine(problem.message, MAX_MESSAGE)}`;
  });
}

/** An unknown key is a problem of the object that has it; the reader wants to be led to the key. */
function unknownKey({ path, message }: Problem): string | undefined {
  const quoted = /^unknown key ("(?:[^"\\]|\\.)*")/.exec(message)?.[1];
  if (quoted === undefined) return undefined;
  try {
    const key = JSON.parse(quoted) as string;
    return path === "" ? key : `${path}.${key}`;
  } catch {
    return undefined;
  }
}

/** Without line breaks and other control characters, which would spoil a terminal, and not longer than `max`. */
export function oneLine(text: string, max: number): string {
  const cut = text.length > max ? `${text.slice(0, max)}…` : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
}
