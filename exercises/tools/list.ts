import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseManifest } from "../manifest.js";
import { shippedExercises } from "../shipped.js";

/** Prints the shipped exercises. */
export function listExercises(json: boolean): void {
  const rows = shippedExercises().map(({ folder }) => {
    const file = join(folder, "exercise.yaml");
    const { id, title, summary, machine, duration, passMark } = parseManifest(readFileSync(file, "utf8"), file);
    return { id, title, summary, machine, duration, passMark, folder };
  });
  if (json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else {
    const width = Math.max(...rows.map(({ id }) => id.length));
    for (const { id, summary } of rows) process.stdout.write(`${id.padEnd(width)}  ${summary}\n`);
  }
}
