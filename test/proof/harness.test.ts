/** The harness itself: judging, selecting, the manifest, and the registry. */
import { readdirSync, readFileSync } from "node:fs";
import { sceneByName } from "stiction/scenes";
import { describe, expect, test } from "vitest";
import {
  atLeast,
  atMost,
  defineExperiment,
  type Experiment,
  error,
  experiments,
  manifest,
  manifestId,
  missingRows,
  near,
  nearestId,
  type Row,
  rowIds,
  runExperiment,
  runExperiments,
  SOURCES,
  selectExperiments,
} from "../../proof/index.js";

async function rowsOf(experiment: Experiment): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of runExperiment(experiment)) rows.push(row);
  return rows;
}

describe("judging", () => {
  const measured = (values: Record<string, number>) =>
    defineExperiment({
      id: "own.trial",
      title: "trial",
      reference: "none",
      rows: {
        near: near("a", "m", 2, 0.1, "given"),
        zero: error("b", "m", 0.1, "given"),
        below: atMost("c", "m", 1, "given"),
        above: atLeast("d", "m", 1, "given"),
      },
      *measure() {
        for (const [key, value] of Object.entries(values))
          yield [key as "near" | "zero" | "below" | "above", value] as const;
      },
    });

  test("within, at most, at least", async () => {
    const good = await rowsOf(measured({ near: 2.09, zero: -0.1, below: 1, above: 1 }));
    expect(good.map((row) => row.pass)).toEqual([true, true, true, true]);
    const bad = await rowsOf(measured({ near: 2.11, zero: 0.11, below: 1.01, above: 0.99 }));
    expect(bad.map((row) => row.pass)).toEqual([false, false, false, false]);
  });

  test("what is no number fails", async () => {
    const nan = Number.NaN;
    const rows = await rowsOf(measured({ near: nan, zero: nan, below: nan, above: nan }));
    expect(rows.map((row) => row.pass)).toEqual([false, false, false, false]);
    expect((await rowsOf(measured({ near: Number.POSITIVE_INFINITY })))[0].pass).toBe(false);
  });

  test("rows have the declared form", async () => {
    const [row] = await rowsOf(measured({ near: 2, zero: 0, below: 0, above: 2 }));
    expect(row).toMatchObject({
      id: "own.trial.near",
      source: "own",
      quantity: "a",
      expected: 2,
      tolerance: 0.1,
      measured: 2,
    });
    expect(row.seconds).toBeGreaterThanOrEqual(0);
  });

  test("a row that is not measured fails, and so does one that is not declared", async () => {
    const left = await rowsOf(measured({ near: 2 }));
    expect(left.map((row) => [row.id, row.pass])).toEqual([
      ["own.trial.near", true],
      ["own.trial.zero", false],
      ["own.trial.below", false],
      ["own.trial.above", false],
    ]);
    expect(left[1].error).toContain("without measuring");
    expect(
      (await rowsOf(measured({ other: 1 }))).every((row) => !row.pass && row.error?.includes("not declared")),
    ).toBe(true);
  });

  test("an experiment that throws gives rows that fail with its words", async () => {
    const broken = defineExperiment({
      id: "own.broken",
      title: "broken",
      reference: "none",
      rows: { "": near("a", "m", 0, 1, "given") },
      // biome-ignore lint/correctness/useYield: it throws before
      *measure() {
        throw new Error("no such luck");
      },
    });
    expect(await rowsOf(broken)).toMatchObject([{ id: "own.broken", pass: false, error: "no such luck" }]);
  });
});

describe("the registry", () => {
  test("every file of experiments/ is in the index", () => {
    const index = readFileSync(new URL("../../proof/index.ts", import.meta.url), "utf8");
    const files = readdirSync(new URL("../../proof/experiments", import.meta.url));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !index.includes(`./experiments/${file.replace(/\.ts$/, ".js")}`))).toEqual([]);
  });

  test("runs in a browser: nothing imports node", () => {
    const folder = new URL("../../proof/", import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const imports = files.flatMap((file) =>
      [...readFileSync(new URL(file, folder), "utf8").matchAll(/from "([^"]+)"/g)].map((match) => match[1]),
    );
    expect(
      imports.filter((name) => !/^(\.\.?\/|stiction$|stiction\/(scenes|machines|io|historical|internals)$)/.test(name)),
    ).toEqual([]);
  });

  test("ids are unique and well formed, values finite, origins stated", () => {
    const ids = experiments.flatMap(rowIds);
    expect(ids.filter((id, k) => ids.indexOf(id) !== k)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z]+(\.[a-z0-9][a-z0-9-]*)+$/.test(id))).toEqual([]);
    for (const experiment of experiments) {
      expect(SOURCES).toContain(experiment.source);
      expect(experiment.reference.length).toBeGreaterThan(20);
      if (experiment.scene !== undefined) expect(sceneByName(experiment.scene)).toBeDefined();
      for (const [key, row] of Object.entries(experiment.rows)) {
        // a value that a reference computes is looked at where the experiment runs (test/physics/run-experiments.ts)
        const finite = typeof row.expected === "function" || Number.isFinite(row.expected);
        expect([experiment.id, key, finite, row.tolerance >= 0]).toEqual([experiment.id, key, true, true]);
        expect(row.origin.length, `${experiment.id} ${key}: "${row.origin}"`).toBeGreaterThan(5);
      }
    }
  });
});

describe("selecting", () => {
  test("part of an id, a pattern, an experiment", () => {
    const ids = (pattern: string) => [...selectExperiments(experiments, pattern, false).wanted];
    expect(ids("")).toEqual(experiments.filter((e) => !e.full).flatMap(rowIds));
    expect(ids("own.free-fall.height")).toEqual(["own.free-fall.height"]);
    expect(ids("own.*.energy").every((id) => /^own\..*\.energy$/.test(id))).toBe(true);
    expect(ids("iftomm.a01").length).toBeGreaterThan(5);
    expect(ids("gribel.v?6.mass")).toEqual(["gribel.v16.mass"]);
    expect(ids("nothing-like-this")).toEqual([]);
  });

  test("slow experiments need --full", () => {
    const slow = [{ ...experiments[0], full: true }];
    expect(selectExperiments(slow, "height", false)).toMatchObject({
      experiments: [],
      needFull: ["own.free-fall.height"],
    });
    expect(selectExperiments(slow, "height", true).experiments).toHaveLength(1);
  });

  test("only the rows asked for are given out", async () => {
    const { experiments: chosen, wanted } = selectExperiments(experiments, "moisio.v32", false);
    const rows: Row[] = [];
    for await (const row of runExperiments(chosen, { wanted })) rows.push(row);
    expect(rows.map((row) => row.id)).toEqual(["moisio.v32"]);
  });

  test("the nearest id to a wrong one", () => {
    const ids = experiments.flatMap(rowIds);
    expect(nearestId("own.freefall.height", ids)).toBe("own.free-fall.height");
    expect(nearestId("flipping-body.enrgy-60", ids)).toBe("own.flipping-body.energy-60");
    expect(nearestId("§§§", ids)).toBeUndefined();
  });
});

describe("the manifest", () => {
  test("holds every number of the manifests once", () => {
    const count = (source: string, letter: RegExp) =>
      manifest.filter((row) => row.source === source && letter.test(row.number)).length;
    expect(count("gribel", /^V\d\d$/)).toBe(43);
    expect(count("luaces", /^V\d\d$/)).toBe(42);
    expect(count("luaces", /^S\d\d$/)).toBe(13);
    expect(count("luaces", /^H\d\d$/)).toBe(25);
    expect(count("williams", /^V\d+$/)).toBe(28);
    expect(count("moisio", /^V\d\d$/)).toBe(34);
    expect(count("vilela", /^T-\d\d$/)).toBe(19);
    const ids = manifest.map(manifestId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("tells what is missing, and what is there in part", () => {
    const gaps = missingRows(experiments);
    const ids = gaps.map(({ row }) => manifestId(row));
    expect(ids).toContain("luaces.h18");
    expect(ids).not.toContain("moisio.v32");
    expect(gaps.find(({ row }) => manifestId(row) === "gribel.v17")?.partial).toContain("two points of a pair");
    expect(missingRows([])).toHaveLength(manifest.length);
  });

  test("an id with a number that no spec has is a slip", () => {
    const numbered = experiments.map((e) => e.id).filter((id) => /^(gribel|luaces|williams|moisio|vilela)\./.test(id));
    const known = new Set(manifest.map(manifestId));
    // x… are scenarios of the excavator, which the manifest does not number
    const slips = numbered.filter(
      (id) => !id.startsWith("luaces.x") && !known.has(id.split(".").slice(0, 2).join(".")),
    );
    expect(slips).toEqual([]);
  });
});
