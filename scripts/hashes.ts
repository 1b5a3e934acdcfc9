/**
 * State hashes of every shipped scene, in its own formulation and in each other one that takes it:
 *
 *     node --conditions=source --import tsx scripts/hashes.ts            compares with test/scenes/hashes.json
 *     node --conditions=source --import tsx scripts/hashes.ts --write    writes that file (known runs keep their steps) and
 *                                                                        hashes-short.json
 *     … scripts/hashes.ts --only rim,stack                               scenes whose name contains one of these; others keep their rows
 *
 * A change that is meant to leave the physics alone leaves every hash equal to the bit. hashes-short.json has the first steps of each scene in its own
 * formulation: `npm test` compares these, `npm run verify:full` all.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { scenes } from "stiction/scenes";
import { type HashRow, hashRun } from "../test/scenes/scene-hashes.js";

const FILE = new URL("../test/scenes/hashes.json", import.meta.url);
const SHORT_FILE = new URL("../test/scenes/hashes-short.json", import.meta.url);
const FORMULATIONS = ["own", "forces", "impulse", "augmented-lagrangian", "complementarity"];
/** Seconds of computing per run when the file is written; steps between the least and the most. */
const BUDGET = { own: 0.6, other: 0.15 };
const STEPS = { own: [10, 400], other: [3, 60] };
/** Steps of the short record. */
const SHORT_STEPS = 3;

function run(name: string, formulation: string, steps: number | undefined): HashRow | undefined {
  if (steps !== undefined) return hashRun(name, formulation, (k) => k < steps);
  const kind = formulation === "own" ? "own" : "other";
  const [least, most] = STEPS[kind];
  let from = Number.NaN;
  return hashRun(name, formulation, (k) => {
    if (k === 0) from = performance.now();
    return k < most && (k < least || performance.now() - from < 1000 * BUDGET[kind]);
  });
}

function record(file: URL, rows: Readonly<Record<string, HashRow>>): void {
  const lines = Object.entries(rows).map(([key, row]) => `  ${JSON.stringify(key)}: ${JSON.stringify(row)}`);
  writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`);
  console.log(`${lines.length} runs written`);
}

const write = process.argv.includes("--write");
const short = process.argv.includes("--short");
const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1].split(",") : [""];
const known: Record<string, HashRow> = JSON.parse(readFileSync(FILE, "utf8"));
const found: Record<string, HashRow> = {};
const begun: Record<string, HashRow> = {};
let differing = 0;
let runs = 0;
for (const { name } of scenes) {
  if (!only.some((part) => name.includes(part))) continue;
  if (write) begun[name] = run(name, "own", SHORT_STEPS) as HashRow;
  if (short) continue;
  for (const formulation of FORMULATIONS) {
    const key = `${name} ${formulation}`;
    if (!write && !known[key]) continue;
    const row = run(name, formulation, known[key]?.steps);
    runs++;
    if (row) found[key] = row;
    if (!write && JSON.stringify(row) !== JSON.stringify(known[key])) {
      differing++;
      console.log(`${key}: ${JSON.stringify(row)} instead of ${JSON.stringify(known[key])}`);
    }
  }
}
if (write) {
  const all = !process.argv.includes("--only");
  const beginnings: Record<string, HashRow> = JSON.parse(readFileSync(SHORT_FILE, "utf8"));
  record(SHORT_FILE, all ? begun : { ...beginnings, ...begun });
  if (!short) record(FILE, all ? found : { ...known, ...found });
} else {
  console.log(`${runs - differing} of ${runs} equal`);
  process.exitCode = differing > 0 ? 1 : 0;
}
