/** The quick set of `stiction verify`, one test per experiment; with STICTION_FULL=1 the whole set. */
import { expect, test } from "vitest";
import { experiments, type Row, rowId, runExperiment } from "../../proof/index.js";

const full = process.env.STICTION_FULL === "1";
const chosen = experiments.filter((experiment) => full || !experiment.full);

const describeRow = ({ id, quantity, expected, tolerance, measured, error }: Row) =>
  `${id}: ${quantity}: expected ${expected} ± ${tolerance}, measured ${measured}${error === undefined ? "" : ` (${error})`}`;

test.each(chosen.map((experiment) => [experiment.id, experiment] as const))("%s", async (_id, experiment) => {
  const failed: string[] = [];
  let rows = 0;
  for await (const row of runExperiment(experiment, { full })) {
    rows++;
    // a time is judged by `stiction verify` and the full run: this machine may be busy
    const timed = Object.entries(experiment.rows).some(
      ([key, { timed }]) => timed && rowId(experiment, key) === row.id,
    );
    if (!row.pass && (full || !timed)) failed.push(describeRow(row));
  }
  expect(failed).toEqual([]);
  expect(rows).toBe(Object.keys(experiment.rows).length);
});
