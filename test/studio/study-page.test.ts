/** The page of studies: it reads what the tool writes, and the scene of a run gives that run's bits. */
import { compileUntyped, createData, stateHash, step, type UntypedSpec } from "stiction";
import { createRowRunner, packRow, readStudy, studyReport, tableOf } from "stiction/studies";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { sealLine } from "../../cli/study/row-text.js";
import { readResults, reportOf, sceneOfRun } from "../../studio/pages/study/results.js";
import { pageOf } from "../../studio/route.js";
import { TINY } from "../studies/support.js";

const study = readStudy(parse(TINY(3)));
const spec = study.scene as UntypedSpec;
const rows = [0, 1, 2, 3, 4, 5].map((row) => createRowRunner({ study, source: { kind: "written", spec } }).run(row));
const head = { stiction: "study", version: "0.1.0", hash: "0123456789abcdef", metrics: Object.keys(study.metrics) };
const packed = { name: "tiny", study, scene: { kind: "written", spec } };
const log = [{ ...head, package: packed }, ...[...rows].reverse().map(packRow)].map(sealLine).join("");

describe("the log of a study", () => {
  test("is read in the order of its runs, also while it grows", () => {
    expect(readResults(log).rows).toEqual(rows);
    expect(readResults(log.slice(0, -30)).rows).toEqual(rows.slice(1));
    expect(readResults(`${log}${sealLine(packRow(rows[2]))}`).rows).toEqual(rows);
  });

  test("that is damaged, or none, is refused in one sentence", () => {
    const lines = log.split("\n");
    lines[3] = lines[3].slice(0, 40);
    expect(() => readResults(lines.join("\n"))).toThrow("Line 4 cannot be read: the file is damaged.");
    expect(() => readResults("")).toThrow("These are not the results of a study.");
    expect(() => readResults(sealLine({ stiction: "recording" }))).toThrow("These are not the results of a study.");
  });

  test("gives the page of the tool", async () => {
    const made = { name: "tiny", hash: head.hash, program: "Stiction 0.1.0", date: "", planned: 6 };
    expect(await reportOf(readResults(log))).toBe(studyReport(made, await tableOf(study, head.metrics, rows)).html);
  });

  test("gives the scene of each run, which makes its bits again", async () => {
    const results = readResults(log);
    for (const row of rows) {
      const model = compileUntyped(await sceneOfRun(results, row.row));
      const data = createData(model);
      for (let k = 0; k < row.steps; k++) step(model, data);
      expect(stateHash(data)).toBe(row.hash);
    }
    await expect(sceneOfRun(results, 6)).rejects.toThrow("There is no run 6; the study has 6, counted from 0.");
    await expect(sceneOfRun(results, Number.NaN)).rejects.toThrow("There is no run");
  });

  test("of a shipped scene finds it, that of a program says that it cannot", async () => {
    const shipped = readStudy({
      study: 1,
      scene: "pendulum",
      factors: [{ path: "timestep", values: [0.001, 0.002] }],
      metrics: { t: { final: "t" } },
    });
    const of = (scene: unknown) => readResults(sealLine({ ...head, package: { name: "p", study: shipped, scene } }));
    expect(await sceneOfRun(of({ kind: "shipped", name: "pendulum" }), 1)).toMatchObject({ timestep: 0.002 });
    await expect(sceneOfRun(of({ kind: "module", path: "x.ts" }), 0)).rejects.toThrow("made by a program");
  });
});

test("its address", () =>
  expect(["#/study", "#/studies", "#/study/x"].map(pageOf)).toEqual(["study", "gallery", "gallery"]));
