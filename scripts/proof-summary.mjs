// @ts-check
/**
 * Writes studio/pages/proof/build-proof.json, the proof of this build that the gallery and the proof page show before anything has run in
 * the browser: per experiment whether its rows hold (`stiction verify --json`), and about how long it takes.
 *
 *   node scripts/proof-summary.mjs          runs everything (a minute and a half of processor time)
 *   node scripts/proof-summary.mjs --new    runs only what the file does not list yet, and drops what is gone
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

const file = join(root, "studio", "pages", "proof", "build-proof.json");
/** Times are told as one of these, s, so that the file changes with the code and not with the weather. */
const TIMES = [1, 3, 10, 30, 100];

/** @typedef {{ id: string, experiment: string, full: boolean, partial: string | null, scene: string | null }} ListedRow */
/** @typedef {{ id: string, pass: boolean, seconds: number }} MeasuredRow */
/** @typedef {{ id: string, pass?: boolean, checks: number, failed?: string[], partial?: true, scene?: string, seconds?: number }} Entry */

/** @param {string[]} args */
function verify(args) {
  const { status, stdout, error } = spawnSync(
    process.execPath,
    [join(root, "scripts", "stiction.mjs"), "verify", "--json", ...args],
    { encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "inherit"] },
  );
  if (error) throw error;
  // 1: some row fails, which is a result
  if (status !== 0 && status !== 1) throw new Error(`stiction verify ended with ${status}`);
  return JSON.parse(stdout);
}

/** @type {ListedRow[]} */
const listed = verify(["--list"]).rows;
const ids = [...new Set(listed.map(({ experiment }) => experiment))];
/** @type {Map<string, Entry>} */
const known = new Map();
if (process.argv.includes("--new") && existsSync(file)) {
  for (const entry of JSON.parse(readFileSync(file, "utf8")).rows) known.set(entry.id, entry);
}

/** @param {string} id */
const rowsOf = (id) => listed.filter(({ experiment }) => experiment === id);
/** Whether a known entry still tells the truth about what there is. @param {string} id */
const isKnown = (id) => known.get(id)?.checks === rowsOf(id).length;

const missing = ids.filter((id) => !isKnown(id) && !rowsOf(id)[0].full);
/** @type {Map<string, MeasuredRow>} */
const measured = new Map();
for (const pattern of missing.length > 20 ? [""] : missing) {
  /** @type {MeasuredRow[]} */
  const rows = verify(pattern === "" ? [] : [pattern, "--exact"]).rows;
  for (const row of rows) measured.set(row.id, row);
}

/** @param {string} id @returns {Entry} */
function entryOf(id) {
  const rows = rowsOf(id);
  const { full, partial, scene } = rows[0];
  const before = known.get(id);
  const about = {
    ...(partial === null ? {} : { partial: /** @type {const} */ (true) }),
    ...(scene === null ? {} : { scene }),
  };
  if (full) return { id, checks: rows.length, ...about };
  if (before !== undefined && isKnown(id)) return before;
  const results = rows.flatMap((row) => measured.get(row.id) ?? []);
  const failed = results.filter(({ pass }) => !pass).map((row) => row.id);
  const seconds = results.reduce((sum, row) => sum + row.seconds, 0);
  return {
    id,
    pass: failed.length === 0 && results.length === rows.length,
    checks: rows.length,
    ...(failed.length === 0 ? {} : { failed }),
    ...about,
    seconds: TIMES.find((limit) => seconds <= limit) ?? 300,
  };
}

const entries = ids.map(entryOf);
const run = entries.filter(({ pass }) => pass !== undefined);
const full = entries.filter(({ pass }) => pass === undefined);
/** @param {Entry[]} list */
const lines = (list) => `[\n${list.map((entry) => `    ${JSON.stringify(entry)}`).join(",\n")}\n  ]`;
writeFileSync(file, `{\n  "rows": ${lines(run)},\n  "full": ${lines(full)}\n}\n`);
spawnSync(process.execPath, [
  join(root, "node_modules", "@biomejs", "biome", "bin", "biome"),
  "format",
  "--write",
  file,
]);
console.log(`${run.filter(({ pass }) => pass).length} of ${run.length} experiments hold, ${missing.length} were run`);
