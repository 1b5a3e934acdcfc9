/**
 * The quick set of `stiction verify`, one test per experiment; with STICTION_FULL=1 the whole set. A run takes one in two of the short experiments and
 * one in eight of the long ones, others for each version of the sources; `stiction verify` runs them all. Several files take a share each, so that workers
 * can run them at the same time.
 */
import { expect, test } from "vitest";
import { experiments, type Row, rowId, runExperiment } from "../../proof/index.js";
import proof from "../../studio/pages/proof/build-proof.json" with { type: "json" };
import { rotatingSeed } from "../support/rotating-seed.js";

const full = process.env.STICTION_FULL === "1";

/** Those that took more than a second when the proof page was last written: 45 of 280, and more than half of the time of all. */
const LONG: readonly string[] = proof.rows.filter(({ seconds }) => seconds > 1).map(({ id }) => id);
/** One in this many of them runs in the quick set, and of the other ones. */
const EVERY = { long: 8, short: 2 };
const first = rotatingSeed(EVERY.long);
const chosen = full ? experiments : quickSet();

function quickSet() {
  const quick = experiments.filter((experiment) => !experiment.full);
  const long = quick.filter(({ id }) => LONG.includes(id));
  const short = quick.filter(({ id }) => !LONG.includes(id));
  const inTurn = new Set([
    ...long.filter((_, k) => k % EVERY.long === first),
    ...short.filter((_, k) => k % EVERY.short === first % EVERY.short),
  ]);
  return quick.filter((experiment) => inTurn.has(experiment));
}

const describeRow = ({ id, quantity, expected, tolerance, measured, error }: Row) =>
  `${id}: ${quantity}: expected ${expected} ± ${tolerance}, measured ${measured}${error === undefined ? "" : ` (${error})`}`;

/** Declares the tests of every `parts`-th experiment, beginning with number `part`. */
export function testExperiments(part: number, parts: number): void {
  if (part === 0) {
    test("experiments that take long are among those that run", () => {
      const ids = experiments.filter((experiment) => !experiment.full).map(({ id }) => String(id));
      expect(LONG.filter((id) => !ids.includes(id))).toEqual([]);
    });
  }
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
