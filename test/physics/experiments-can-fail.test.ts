/**
 * An experiment that cannot fail proves nothing. Each quick one is run with the spoiled physics that the table records
 * for it: one mutant that makes any row fail, or mutants by row, where a row has a claim that only a fault of its own
 * kind refutes. The quick set takes one in twenty of them, others for each version of the sources. In the full run all of
 * them run, every mutant is tried, and every single row must be failed by some of them, except for those listed with the
 * reason.
 */
import { expect, test } from "vitest";
import { type Experiment, experiments, rowId, rowIds, runExperiment } from "../../proof/index.js";
import { rotatingSeed } from "../support/rotating-seed.js";
import table from "./experiment-mutants.json" with { type: "json" };
import { mutants } from "./mutants.js";

const full = process.env.STICTION_FULL === "1";

/** Rows that no mutant of a single body's motion or mass can spoil. */
const IMMUNE: Readonly<Record<string, string>> = {
  "own.time-base.slow-motion": "frames are counted, whatever the motion",
  "own.time-base.scale": "the same",
  "own.time-base.backwards": "the same",
  "own.time-base.stall": "the same",
  "iftomm.a02-speed.time": "time: spoiled physics is no slower",
  "gribel.v43.bytes": "memory does not depend on motion; a body that is not removed would show",
  "gribel.v43.joint-bytes": "the same for joints",
  "luaces.v13.step": "time: spoiled physics is no slower",
  "vilela.t-16.block-mesh": "time: spoiled physics is no slower",
  "vilela.t-16.disk-mesh": "time: spoiled physics is no slower",
  "vilela.t-16.cylinder-mesh": "time: spoiled physics is no slower",
  "vilela.t-16.block-spheres": "time: spoiled physics is no slower",
  "vilela.t-16.disk-spheres": "time: spoiled physics is no slower",
  "vilela.t-16.cylinder-spheres": "time: spoiled physics is no slower",
  "williams.v16.time": "time: spoiled physics is no slower",
  "williams.v26.identity": "an identity of the assembly, whatever the motion",
};

/** Ids of the rows that fail: all of them, or until `enough` says so. */
async function failingRows(experiment: Experiment, name: string, enough?: (failed: string[]) => boolean) {
  const failed: string[] = [];
  for await (const row of runExperiment(experiment, mutants[name])) {
    const key = row.id.slice(experiment.id.length + 1);
    // in the quick set a time proves nothing: the machine may be busy
    if (!row.pass && !(enough && experiment.rows[key]?.timed)) failed.push(row.id);
    if (enough?.(failed)) break;
  }
  return failed;
}

/** What made each experiment fail when the table was last written (scripts/mutants.ts): a mutant, or one for each row. */
const recorded: Readonly<Record<string, string | Readonly<Record<string, string>> | undefined>> = table;

/** An experiment and its mutant; the rows that this has to fail, where they are told. */
const cases = experiments
  .filter((e) => !e.full)
  .flatMap((experiment): (readonly [string, string, Experiment, readonly string[]])[] => {
    const found = recorded[experiment.id];
    if (typeof found !== "object") return [[experiment.id, found ?? "?", experiment, []]];
    return [...new Set(Object.values(found))].map((name) => {
      const keys = Object.keys(found).filter((key) => found[key] === name);
      const ids = keys.map((key) => rowId(experiment, key));
      return [ids.join(", "), name, experiment, ids];
    });
  });

/** One in this many runs in the quick set. */
const EVERY = full ? 1 : 20;
const first = rotatingSeed(EVERY);

test("the table has a mutant for every experiment", () => {
  const wrong = cases.filter(([, name]) => !(name in mutants)).map(([, , { id }]) => id);
  expect(wrong, "find one: node --conditions=source --import tsx scripts/mutants.ts <id>").toEqual([]);
});

test.each(cases.filter((_, k) => k % EVERY === first))("%s fails when %s", async (_, name, experiment, rows) => {
  const refresh = `node --conditions=source --import tsx scripts/mutants.ts ${experiment.id}`;
  if (rows.length === 0) {
    const failed = await failingRows(experiment, name, (ids) => ids.length > 0);
    expect(failed, `it no longer makes ${experiment.id} fail; find another one: ${refresh}`).not.toEqual([]);
  } else {
    const failed = await failingRows(experiment, name, (ids) => rows.every((id) => ids.includes(id)));
    expect(failed).toEqual(expect.arrayContaining([...rows]));
  }
});

test.runIf(full)("every row can fail", async () => {
  const failed = new Set<string>();
  for (const name of Object.keys(mutants)) {
    for (const experiment of experiments) for (const id of await failingRows(experiment, name)) failed.add(id);
  }
  const immune = experiments.flatMap(rowIds).filter((id) => !failed.has(id));
  expect(immune).toEqual(Object.keys(IMMUNE));
});
