/**
 * An experiment that cannot fail proves nothing. Each quick one is run with the spoiled physics that the table records for it; in the full run every
 * mutant is tried, and every single row must be failed by some of them, except for those listed with the reason.
 */
import { expect, test } from "vitest";
import { type Experiment, experiments, rowIds, runExperiment } from "../../proof/index.js";
import table from "./experiment-mutants.json" with { type: "json" };
import { mutants } from "./mutants.js";

const full = process.env.STICTION_FULL === "1";

/** Rows that no mutant of a single body's motion or mass can spoil. */
const IMMUNE: Readonly<Record<string, string>> = {
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

async function failingRows(experiment: Experiment, name: string, stopAtFirst: boolean): Promise<string[]> {
  const failed: string[] = [];
  for await (const row of runExperiment(experiment, mutants[name])) {
    const key = row.id.slice(experiment.id.length + 1);
    // in the quick set a time proves nothing: the machine may be busy
    if (!row.pass && !(stopAtFirst && experiment.rows[key]?.timed)) failed.push(row.id);
    if (stopAtFirst && failed.length > 0) break;
  }
  return failed;
}

/** The mutant that made each experiment fail when the table was last written (scripts/mutants.ts). */
const recorded: Readonly<Record<string, string | undefined>> = table;

test.each(experiments.filter((e) => !e.full).map((e) => [e.id, recorded[e.id], e] as const))(
  "%s fails when %s",
  async (id, name, experiment) => {
    const refresh = `node --conditions=source --import tsx scripts/mutants.ts ${id}`;
    expect(Object.keys(mutants), `the table has no mutant for ${id}: ${refresh}`).toContain(name);
    const failed = await failingRows(experiment, name as string, true);
    expect(failed, `it no longer makes ${id} fail; find another one: ${refresh}`).not.toEqual([]);
  },
);

test.runIf(full)("every row can fail", async () => {
  const failed = new Set<string>();
  for (const name of Object.keys(mutants)) {
    for (const experiment of experiments) for (const id of await failingRows(experiment, name, false)) failed.add(id);
  }
  const immune = experiments.flatMap(rowIds).filter((id) => !failed.has(id));
  expect(immune).toEqual(Object.keys(IMMUNE));
});
