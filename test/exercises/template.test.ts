/** The example of the authoring guide is what `stiction exercise new` writes, and it runs. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { readDriver } from "../../exercises/driver.js";
import { runHeadless } from "../../exercises/headless.js";
import { loadExercise } from "../../exercises/load.js";
import { parseManifest } from "../../exercises/manifest.js";
import { checkExercise, newExercise } from "../../exercises/tools/index.js";
import { readRepositoryFile } from "../support/tree.js";

const dir = mkdtempSync(join(tmpdir(), "exercise-"));
const folder = join(dir, "my-exercise");
let said = "";
beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((text) => {
      said += text;
      return true;
    });
  await newExercise("my-exercise", dir);
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

test.each(["exercise.yaml", "script.ts"])("the guide shows %s as it is", (name) => {
  expect(readRepositoryFile("docs/guide/exercises.md")).toContain(readFileSync(join(folder, name), "utf8").trimEnd());
});

test("its reference driver passes", async () => {
  const driver = readDriver(parse(readFileSync(join(folder, "reference.yaml"), "utf8")), "reference.yaml");
  const { grade, progress } = await runHeadless(await loadExercise(folder), { driver });
  expect(grade?.passed).toBe(true);
  expect(progress).toBe(1);
});

test("a mistake in each of its files is found by check, with its place", async () => {
  const change = async (name: string, from: string, to: string) => {
    const path = join(folder, name);
    const before = readFileSync(path, "utf8");
    expect(before).toContain(from);
    writeFileSync(path, before.replace(from, to));
    said = "";
    const code = await checkExercise(folder, false);
    writeFileSync(path, before);
    expect(code).toBe(2);
    return said;
  };
  expect(await change("exercise.yaml", "passMark:", "pasMark:")).toMatch(
    /exercise\.yaml:10:1 unknown key "pasMark"; did you mean "passMark"\?/,
  );
  expect(await change("exercise.yaml", "guide/boom/position", "guide/bom/position")).toMatch(/did you mean "boom"/);
  expect(await change("script.ts", "now.sensors;", "now.sensor;")).toMatch(/script\.ts:15:\d+ TypeError/);
  expect(await change("script.ts", "tipZ } =", "tipZZ: tipZ } =")).toMatch(
    /script\.ts:\d+:\d+ .*no sensor "tipZZ"; did you mean "tipZ"\?/,
  );
  expect(await change("script.ts", "most: 60", "most: 50")).toMatch(/expected 100 points together, got 90/);
});

test.each([
  ["id: [", /x\.yaml:\d+:\d+ /],
  ["id: UPPER", /x\.yaml:1:1 id: expected small letters/],
  ["passMark: 200", /x\.yaml:1:1 passMark: /],
  ["marks: { a: { at: [1], radius: 1 } }", /marks\.a\.at/],
])("a manifest with %s is refused with its place", (text, expected) => {
  expect(() => parseManifest(text, "x.yaml")).toThrow(expected);
});
