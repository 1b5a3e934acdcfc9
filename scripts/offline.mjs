// @ts-check
/** Writes dist/studio/service-worker.js: what is stored for working without a network, and under which version. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "./setup.mjs";

const NAME = "service-worker.js";
/** Larger files, and other engines (`peers`), are stored when they are first used, not ahead. */
const MAX_BYTES = 2_000_000;
/** Not part of the studio itself. */
const OTHERS = [NAME, "stiction-scene.js", "index.html"];

/** @param {string} folder where the built studio is */
export function writeServiceWorker(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile() && !OTHERS.includes(name))
    .map((name) => name.replaceAll(sep, "/"))
    .filter((name) => !name.startsWith("peers/"))
    .sort();
  const hash = createHash("sha256");
  for (const name of [...files, "index.html"]) hash.update(name).update(readFileSync(join(folder, name)));
  const version = hash.digest("hex").slice(0, 16);
  const stored = files.filter((name) => statSync(join(folder, name)).size <= MAX_BYTES);
  const source = readFileSync(join(root, "studio", "offline", "worker.js"), "utf8")
    .replace("__VERSION__", version)
    .replace('["__FILES__"]', JSON.stringify(stored));
  writeFileSync(join(folder, NAME), source);
}
