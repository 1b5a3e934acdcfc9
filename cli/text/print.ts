import { style } from "./style.js";

/** A line to stdout. Not console.log: tests and pipes read the stream. */
export function print(line = ""): void {
  process.stdout.write(`${line}\n`);
}

/** A warning to stderr, one line. */
export function warn(text: string): void {
  process.stderr.write(`${style(process.stderr).yellow("warning:")} ${text}\n`);
}

/** Warnings that are printed before the rest is counted. */
const MAX_WARNINGS = 10;

/** Warnings to stderr, each once, the first ten of them. */
export function warnAll(texts: readonly string[]): void {
  const unique = [...new Set(texts)];
  for (const text of unique.slice(0, MAX_WARNINGS)) warn(text);
  if (unique.length > MAX_WARNINGS) warn(`… and ${unique.length - MAX_WARNINGS} more`);
}

/** An object as JSON to stdout, with every number at full precision. */
export async function printJson(value: unknown): Promise<void> {
  const { exactJson } = await import("stiction/io");
  print(exactJson(value, 2));
}
