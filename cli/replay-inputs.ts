/** `stiction replay` of a record of inputs, as `link --record` writes it. */
import { open, readFile } from "node:fs/promises";
import { SpecError } from "stiction";
import { exactJson, formatProblems } from "stiction/io";
import { isInputLog, readInputLog, replayInputs } from "stiction/link";
import { EXIT, InputError, systemReason } from "./errors.js";
import { formatCount } from "./text/numbers.js";
import { warn } from "./text/print.js";
import { cachingItems } from "./tree-files.js";

/** Whether a file begins like a record of inputs; a file that cannot be read is none. */
export async function isInputFile(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file
      .read(Buffer.alloc(64), 0, 64, 0)
      .catch(() => ({ buffer: Buffer.alloc(0), bytesRead: 0 }));
    return isInputLog(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Shows a record of inputs and simulates it again; returns the exit code. */
export async function replayInputFile(
  path: string,
  { simulate, json, quiet }: { simulate: boolean; json?: boolean; quiet?: boolean },
): Promise<number> {
  const text = await readFile(path, "utf8").catch((error) => {
    throw new InputError(`cannot read ${path}: ${systemReason(error)}`);
  });
  try {
    const record = readInputLog(text);
    if (record.end === undefined) warn(`${path} was cut off after ${record.inputs.length} inputs`);
    const replayed = simulate ? replayInputs(record, cachingItems()) : undefined;
    const { scene, inputs, end } = record;
    const report = { path, scene, inputs: inputs.length, end, hash: replayed?.hash, agrees: replayed?.agrees };
    if (json) process.stdout.write(`${exactJson(report, 2)}\n`);
    else {
      if (!quiet) process.stdout.write(`${path}: ${scene}, ${formatCount(inputs.length)} inputs\n`);
      if (replayed !== undefined) process.stdout.write(`${verdict(replayed.agrees, replayed.steps)}\n`);
    }
    return end !== undefined && replayed?.agrees !== false ? EXIT.ok : EXIT.failed;
  } catch (error) {
    if (error instanceof SpecError) throw new InputError(formatProblems(error.problems, path));
    if (error instanceof RangeError) throw new InputError(`${path}: ${error.message}`);
    throw error;
  }
}

function verdict(agrees: boolean | undefined, steps: number): string {
  if (agrees === undefined)
    return `${formatCount(steps)} steps were simulated again; the record has no end to compare with`;
  return agrees
    ? `simulated again: ${formatCount(steps)} steps, the same state bit for bit`
    : `simulated again: ${formatCount(steps)} steps, another state`;
}
