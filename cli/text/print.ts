import { style } from "./style.js";

/** A line to stdout. Not console.log: tests and pipes read the stream. */
export function print(line = ""): void {
  process.stdout.write(`${line}\n`);
}

/** A warning to stderr, one line. */
export function warn(text: string): void {
  process.stderr.write(`${style(process.stderr).yellow("warning:")} ${text}\n`);
}

/** An object as JSON to stdout, with every number at full precision. */
export async function printJson(value: unknown): Promise<void> {
  const { exactJson } = await import("stiction/io");
  print(exactJson(value, 2));
}
