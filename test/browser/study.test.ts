/** The page of studies in a real browser: results are opened, shown by the report, and a run opens as a scene. */
import type { UntypedSpec } from "stiction";
import { createRowRunner, packRow, readStudy } from "stiction/studies";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { sealLine } from "../../cli/study/row-text.js";
import { TINY } from "../studies/support.js";
import { type Bench, openBench, openPage, sceneShown } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test("results are shown, and a click on a run opens its scene", async () => {
  const study = readStudy(parse(`title: A ball\n${TINY(3).replace("scene:", "scene:\n  name: tiny")}`));
  const spec = study.scene as UntypedSpec;
  const runner = createRowRunner({ study, source: { kind: "written", spec } });
  const head = {
    stiction: "study",
    version: "0.1.0",
    hash: "0123456789abcdef",
    package: { name: "tiny", study, scene: { kind: "written", spec } },
  };
  const lines = [head, ...[0, 1, 2, 3, 4, 5].map((row) => packRow(runner.run(row)))].map(sealLine);
  const file = (text: string) => ({ name: "rows.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });

  const { page, complaints } = await openPage(bench, "#/study");
  const chooser = page.locator("input[type=file]");
  await chooser.setInputFiles(file("nothing"));
  await page.getByText("These are not the results of a study.").waitFor();
  await chooser.setInputFiles(file(lines.join("")));
  const report = page.frameLocator("iframe[title='A ball']");
  await report.getByRole("heading", { name: "A ball" }).waitFor();
  await report.getByText("6 of 6 runs:", { exact: true }).waitFor();
  await report.locator("#parallel td", { hasText: /^4$/ }).click();
  await sceneShown(page, "tiny");
  expect(new URL(page.url()).hash).toBe("#/local");
  expect(await page.evaluate(() => globalThis.studio.scene.value?.source)).toMatchObject({
    kind: "spec",
    spec: { bodies: [{ velocity: [0, 0, runner.run(4).values[0]] }] },
  });
  expect(complaints).toEqual([]);
  await page.close();
});
