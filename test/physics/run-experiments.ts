/**
 * The quick set of `stiction verify`, one test per experiment; with STICTION_FULL=1 the whole set. Several files take a share each, so that workers can run
 * them at the same time.
 */
import { expect, test } from "vitest";
import { experiments, type Row, rowId, runExperiment } from "../../proof/index.js";

const full = process.env.STICTION_FULL === "1";
const chosen = experiments.filter((experiment) => full || !experiment.full);

const describeRow = ({ id, quantity, expected, tolerance, measured, error }: Row) =>
  `${id}: ${quantity}: expected ${expected} ± ${tolerance}, measured ${measured}${error === undefined ? "" : ` (${error})`}`;

/** Declares the tests of every `parts`-th experiment, beginning with number `part`. */
export function testExperiments(part: number, parts: number): void {
  const share = chosen.filter((_, k) => k % parts === part);
  test.each(share.map((experiment) => [experiment.id, experiment] as const))("%s", async (_id, experiment) => {
    const failed: string[] = [];
    let rows = 0;
    for await (const row of runExperiment(experiment, { full })) {
      rows++;
      // a time is judged by `stiction verify` and the full run: this machine may be busy
      const timed = Object.entries(experiment.rows).some(
        ([key, { timed }]) => timed && rowId(experiment, key) === row.id,
      );
      if (!Number.isFinite(row.expected) || (!row.pass && (full || !timed))) failed.push(describeRow(row));
    }
    expect(failed).toEqual([]);
    expect(rows).toBe(Object.keys(experiment.rows).length);
  });
}
