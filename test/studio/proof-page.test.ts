/** The proof page's parts that need no browser. */
import { describe, expect, test } from "vitest";
import { experiments, resultHash, rowIds, runExperiment, SAMPLE, selectExperiments } from "../../proof/index.js";
import { areaOf, listedIds } from "../../studio/pages/proof/areas.js";
import {
  commandFor,
  difference,
  digitsFor,
  limitText,
  partOfLimit,
  scaleFor,
  trackOf,
  withUnit,
} from "../../studio/pages/proof/numbers.js";
import { reportHtml, reportJson } from "../../studio/pages/proof/report.js";
import { proofSummary } from "../../studio/pages/proof/summary.js";
import { pageOf } from "../../studio/route.js";
import type { ProofReply, Row, RowEntry } from "../../studio/worker/proof-protocol.js";
import { answerProof, describe as describeExperiment } from "../../studio/worker/proof-service.js";

describe("the proof of this build", () => {
  const { run, full, hold, checks, checksHold } = proofSummary();

  test("lists the experiments that exist, and no others (node scripts/proof-summary.mjs --new)", () => {
    const listed = (entries: typeof run) => entries.map(({ id, checks: n }) => `${id} ${n}`).sort();
    const there = (inFull: boolean) =>
      experiments
        .filter((e) => (e.full ?? false) === inFull)
        .map((e) => `${e.id} ${rowIds(e).length}`)
        .sort();
    expect(listed(run)).toEqual(there(false));
    expect(listed(full)).toEqual(there(true));
  });

  test("says which are in part, which scene they run, and counts", () => {
    for (const entry of [...run, ...full]) {
      const experiment = experiments.find((e) => e.id === entry.id);
      expect([entry.id, entry.partial ?? false, entry.scene]).toEqual([
        experiment?.id,
        experiment?.partial !== undefined,
        experiment?.scene,
      ]);
    }
    expect(hold).toBe(run.filter(({ pass }) => pass).length);
    expect(checks - checksHold).toBe(run.flatMap(({ failed = [] }) => failed).length);
  });
});

describe("areas", () => {
  test("name experiments that exist, each once", () => {
    const ids = listedIds();
    expect(new Set(ids).size).toBe(ids.length);
    const missing = ids.filter((id) => !experiments.some((e) => e.id === id || e.id.startsWith(`${id}.`)));
    // rows of the manifests without an experiment yet may stand in a range
    expect(missing.filter((id) => !/^(luaces|gribel|moisio|vilela|williams)\./.test(id))).toEqual([]);
  });

  test("of some experiments", () => {
    expect(["luaces.v21.long", "own.peg-poses.ridge", "iftomm.a04", "williams.v7", "own.peg"].map(areaOf)).toEqual([
      "friction",
      "exact",
      "mechanisms",
      "exact",
      "conforming",
    ]);
  });
});

test("the address of the page", () => {
  expect(["#/proof", "#/proof/own.bounce", "#/proofs", "#/"].map(pageOf)).toEqual([
    "proof",
    "proof",
    "gallery",
    "gallery",
  ]);
});

test("the command that reproduces an experiment selects its rows and no others", () => {
  const all = experiments.map(({ id }) => id);
  for (const experiment of experiments) {
    const command = commandFor(experiment.id, experiment.full ?? false, all);
    const [, pattern, exact, full] = /^stiction verify (\S+)( --exact)?( --full)?$/.exec(command) ?? [];
    const { wanted } = selectExperiments(experiments, pattern, full !== undefined, exact !== undefined);
    expect([...wanted].sort(), command).toEqual(rowIds(experiment).sort());
  }
});

const row = (change: Partial<RowEntry>): RowEntry => ({
  id: "a.b",
  quantity: "q",
  unit: "m",
  expected: 2,
  tolerance: 0.5,
  comparison: "within",
  origin: "o",
  ...change,
});

describe("numbers of the table", () => {
  test.each([
    [withUnit(0.00251, "m"), "2.51 mm"],
    [withUnit(9.999999e-7, "m/s"), "1.00 µm/s"],
    [withUnit(3e-12, "m"), "3.00e−12 m"],
    [withUnit(0.5, "kg"), "0.500 kg"],
    [withUnit(0, "m"), "0 m"],
    [withUnit(4, "1"), "4"],
    [difference(1.5, 2, "m"), "−500 mm"],
    [difference(2, 1.5, "1"), "+0.500"],
    [limitText(row({}), 2), "± 500 mm"],
    [limitText(row({ comparison: "at-most", tolerance: 0 }), 2), "≤ 2.00 m"],
    [limitText(row({ comparison: "at-least", tolerance: 0 }), 0.9), "≥ 900 mm"],
    [limitText(row({ tolerance: 0 }), 2), "="],
    [scaleFor(3e-11, "m").unit, "pm"],
    [scaleFor(0.01, "m").unit, "mm"],
    [scaleFor(2, "m").unit, "m"],
    [scaleFor(2e-5, "1").unit, "1e−6"],
  ])("%s", (text, expected) => {
    expect(text).toBe(expected);
  });

  test("digits follow the tolerance", () => {
    expect([digitsFor(1, 1e-3), digitsFor(100, 1e-3), digitsFor(1, 1e-14), digitsFor(0, 1)]).toEqual([4, 6, 9, 4]);
  });
});

describe("the tolerance track", () => {
  test("two-sided: centre, edges of the band, beyond", () => {
    const at = (measured: number) => trackOf(row({}), 2, measured)?.tick;
    expect([at(2), at(2.5), at(1.5), at(9), at(-9)]).toEqual([0.5, 0.875, 0.125, 1, 0]);
    expect(trackOf(row({}), 2, 2)).toMatchObject({ from: 0.125, to: 0.875, centre: 0.5 });
  });

  test("one-sided: the tick is in the band exactly when the row holds", () => {
    const most = row({ comparison: "at-most", tolerance: 0 });
    const least = row({ comparison: "at-least", tolerance: 0 });
    for (const value of [0.1, 1, 1.9, 2, 2.1, 2.5]) {
      const [a, b] = [trackOf(most, 2, value), trackOf(least, 2, value)];
      expect(a && a.tick <= a.to, `${value} at most 2`).toBe(value <= 2);
      expect(b && b.tick >= b.from, `${value} at least 2`).toBe(value >= 2);
    }
  });

  test("nothing where nothing was measured, and an exact value has no width", () => {
    expect(trackOf(row({}), 2, Number.NaN)).toBeNull();
    expect(trackOf(row({}), null, 1)).toBeNull();
    expect(trackOf(row({ tolerance: 0 }), 2, 2)?.tick).toBe(0.5);
    expect(trackOf(row({ tolerance: 0 }), 2, 2.0001)?.tick).toBe(1);
  });
});

describe("the part of a limit that is used", () => {
  test("two-sided, at most, at least: 1 at the limit; nothing where there is no such part", () => {
    const most = row({ comparison: "at-most", tolerance: 0 });
    const least = row({ comparison: "at-least", tolerance: 0 });
    // the tolerance of `row` is 0.5
    expect([2, 2.25, 1.5, 3].map((value) => partOfLimit(row({}), 2, value))).toEqual([0, 0.5, 1, 2]);
    expect([0, 1, 2, 3].map((value) => partOfLimit(most, 2, value))).toEqual([0, 0.5, 1, 1.5]);
    expect([4, 2, 1].map((value) => partOfLimit(least, 2, value))).toEqual([0.5, 1, 2]);
    expect(partOfLimit(row({ tolerance: 0 }), 2, 2)).toBeNull();
    expect(partOfLimit(row({}), 2, Number.NaN)).toBeNull();
    expect(partOfLimit(row({}), null, 2)).toBeNull();
  });
});

describe("the worker's part", () => {
  const replies = async (id: string, curve: boolean) => {
    const all: ProofReply[] = [];
    await answerProof({ type: "run", id, curve, full: false }, (reply) => all.push(reply));
    return all;
  };

  test("lists every experiment; expected values that need a run are left open", async () => {
    const all: ProofReply[] = [];
    await answerProof({ type: "list" }, (reply) => all.push(reply));
    const [listed] = all;
    if (listed?.type !== "listed") throw new Error("no list");
    expect(listed.experiments.map(({ id }) => id)).toEqual(experiments.map(({ id }) => id));
    const bounce = listed.experiments.find(({ id }) => id === "gribel.v06");
    expect(bounce?.rows.map(({ expected }) => expected === null)).toEqual([false, true, false, true, false, false]);
    expect(bounce?.curve?.exact.length).toBe(1201 * SAMPLE.size);
    expect(bounce?.pair?.test).toBe("bounce");
  });

  test("sends rows as they come, then their hash, then the curve", async () => {
    const all = await replies("own.free-fall", true);
    const rows = all.flatMap((reply) => (reply.type === "row" ? [reply.row] : []));
    expect(rows.map(({ id }) => id)).toEqual(rowIds(experiments[0]));
    const measured: Row[] = [];
    for await (const one of runExperiment(experiments[0])) measured.push(one);
    expect(all[rows.length]).toEqual({ type: "measured", id: "own.free-fall", hash: resultHash(measured) });
    expect(all[rows.length + 1]?.type).toBe("samples");
    expect(all.at(-1)).toEqual({ type: "finished", id: "own.free-fall" });
  });

  test("without a curve there are no samples, and an unknown id only finishes", async () => {
    expect((await replies("own.free-fall", false)).some(({ type }) => type === "samples")).toBe(false);
    expect(await replies("own.no-such", false)).toEqual([{ type: "finished", id: "own.no-such" }]);
  });

  test("slip bands of the closed form of Bowden and Leben: 15 s to 17.436 s first, one period later again", () => {
    const experiment = experiments.find(({ id }) => id === "luaces.v21");
    const slips = experiment && describeExperiment(experiment).curve?.slips;
    // to the 42 s / 1200 of the samples
    [15, 17.4355, 26.8029, 29.2384, 38.6057, 41.0413].forEach((t, k) => {
      expect(Math.abs((slips?.[k] ?? 0) - t)).toBeLessThan(2 * 0.035);
    });
    expect(slips?.length).toBe(6);
  });
});

describe("the report", () => {
  const measured: Row = {
    ...row({ quantity: "a < b", expected: 2 }),
    source: "own",
    expected: 2,
    measured: 2.25,
    pass: true,
    seconds: 0.1,
  };
  const entry = { ...describeExperiment(experiments[0]), title: "<T>" };
  const all = [{ entry, rows: [measured], hash: "0123456789abcdef" }];

  test("JSON has full precision and the counts of verify", () => {
    const report = JSON.parse(reportJson(all));
    expect(report).toMatchObject({ passed: 1, failed: 0 });
    expect(report.experiments[0]).toMatchObject({ id: "own.free-fall", hash: "0123456789abcdef", rows: [measured] });
  });

  test("HTML stands alone and is escaped", () => {
    const page = reportHtml(all, "en");
    expect(page).toContain("&lt;T&gt;");
    expect(page).toContain("a &lt; b");
    expect(page).toContain("2.25");
    expect(page).not.toMatch(/<script|src=|href=/);
  });
});
