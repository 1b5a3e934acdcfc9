/**
 * The last recorded run of all experiments, docs/tools/verify-record.json. `npm run docs -- --measure` takes it again;
 * without that the site is built from the record, in a minute instead of half an hour.
 *
 *     node --conditions=source --import tsx docs/tools/verify-record.ts [part of an id …]
 *
 * With arguments only those experiments are run, and the other rows stay as they are.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { machineLine, thisMachine } from "../../bench/machine.js";
import { version } from "../../cli/version.js";
import { experiments, type Row, rowIds, runExperiments } from "../../proof/index.js";

export interface VerifyRecord {
  /** Day of the last measurement, as 2026-11-18. */
  readonly date: string;
  readonly machine: string;
  readonly version: string;
  readonly rows: readonly Row[];
}

const FILE = new URL("./verify-record.json", import.meta.url);
const NUMBERS = ["expected", "tolerance", "measured", "seconds"];

export function readVerifyRecord(): VerifyRecord {
  // numbers that JSON lacks are written as words
  return JSON.parse(readFileSync(FILE, "utf8"), (key, value) =>
    NUMBERS.includes(key) && typeof value === "string" ? Number(value) : value,
  );
}

async function measure(parts: readonly string[]): Promise<void> {
  const chosen = experiments.filter(({ id }) => parts.length === 0 || parts.some((part) => id.includes(part)));
  const rows = new Map<string, Row>();
  if (parts.length > 0 && existsSync(FILE)) for (const row of readVerifyRecord().rows) rows.set(row.id, row);
  for (const [k, experiment] of chosen.entries()) {
    process.stderr.write(`${k + 1} of ${chosen.length}: ${experiment.id}\n`);
    for await (const row of runExperiments([experiment])) rows.set(row.id, { ...row, seconds: 0 });
  }
  const order = experiments.flatMap(rowIds).flatMap((id) => rows.get(id) ?? []);
  const record: VerifyRecord = {
    date: new Date().toISOString().slice(0, 10),
    machine: machineLine(thisMachine()),
    version,
    rows: order,
  };
  const text = JSON.stringify(record, (_key, value) =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value,
  );
  // a line per row, so that a change is a change of lines
  writeFileSync(FILE, `${text.replaceAll('},{"id"', '},\n{"id"').replace('"rows":[', '"rows":[\n')}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await measure(process.argv.slice(2));
