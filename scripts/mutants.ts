/**
 * Finds a mutant (test/physics/mutants.ts) for each quick experiment that makes it fail, and records it:
 *
 *     node --conditions=source --import tsx scripts/mutants.ts            experiments that the table lacks or whose mutant no longer does it
 *     node --conditions=source --import tsx scripts/mutants.ts --all      all of them anew, the cheapest mutant for each
 *     … scripts/mutants.ts gribel own.free-fall                           experiments whose id begins so
 *
 * Where the table has mutants by row, chosen by hand for what the row claims, they are kept, and judged by the test.
 * `npm test` runs the recorded mutants only; `npm run verify:full` tries every mutant on every row.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { type Experiment, experiments, runExperiment } from "../proof/index.js";
import { mutants } from "../test/physics/mutants.js";

const FILE = new URL("../test/physics/experiment-mutants.json", import.meta.url);
/** A search for a cheaper mutant ends when the best one takes less CPU time than this, s. */
const CHEAP = 0.3;

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** CPU time until a row fails, s; undefined when none does. */
async function timeToFail(experiment: Experiment, name: string): Promise<number | undefined> {
  const start = cpuSeconds();
  for await (const row of runExperiment(experiment, mutants[name])) {
    if (!row.pass && !experiment.rows[row.id.slice(experiment.id.length + 1)]?.timed) return cpuSeconds() - start;
  }
  return undefined;
}

async function find(experiment: Experiment, first: string | undefined): Promise<string | undefined> {
  // those that did it for others are likely to do it here
  const names = Object.keys(mutants).sort((a, b) => Number(b === first) - Number(a === first));
  let best: { name: string; time: number } | undefined;
  for (const name of names) {
    const time = await timeToFail(experiment, name);
    if (time !== undefined && time < (best?.time ?? Number.POSITIVE_INFINITY)) best = { name, time };
    if (best && (best.time < CHEAP || !all)) break;
  }
  return best?.name;
}

const all = process.argv.includes("--all");
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
/** A mutant, or by row those that were chosen for its claim. */
type Found = string | Readonly<Record<string, string>>;
let known: Record<string, Found> = {};
try {
  known = JSON.parse(readFileSync(FILE, "utf8"));
} catch {
  // the first time
}
const quick = experiments.filter((experiment) => !experiment.full);
const table: Record<string, Found> = {};
for (const experiment of quick) {
  const { id } = experiment;
  const asked = wanted.length === 0 || wanted.some((word) => id.startsWith(word));
  const before = known[id];
  const name = asked && typeof before !== "object" ? await find(experiment, before) : before;
  if (name === undefined) {
    console.error(`${id}: no mutant makes it fail`);
    process.exitCode = 1;
    continue;
  }
  if (name !== known[id]) console.log(`${id}: ${name}`);
  table[id] = name;
  writeFileSync(FILE, `${JSON.stringify(table, null, 2)}\n`);
}
writeFileSync(FILE, `${JSON.stringify(table, null, 2)}\n`);
console.log(`${Object.keys(table).length} of ${quick.length} experiments have a mutant`);
