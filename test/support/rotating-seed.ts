import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./tree.js";

/**
 * A number in [0, range) that changes with the sources of the library and with nothing else: each version of the code gets another sample of the seeds
 * of the full set, and the same version always the same.
 */
export function rotatingSeed(range: number): number {
  const hash = createHash("sha256");
  const folder = join(root, "src");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  for (const name of names.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest().readUInt32LE(0) % range;
}
