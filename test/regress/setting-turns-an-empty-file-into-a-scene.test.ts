// `stiction run empty.yaml --duration 1` simulated nothing and succeeded; with a list in the file it blamed `--duration`.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileUntyped } from "stiction";
import { afterAll, expect, test } from "vitest";
import { InputError } from "../../cli/errors.js";
import { compileScene } from "../../cli/scene-settings.js";

const folder = mkdtempSync(join(tmpdir(), "stiction-settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["", "got null"],
  ["# only a comment\n", "got null"],
  ["~\n", "got null"],
  ["7\n", "got 7"],
  ["words\n", 'got "words"'],
  ["- bodies\n", 'got ["bodies"]'],
  ["\0\0\0", "expected"],
])("a file with %j is refused with its place, whatever is set", async (text, got) => {
  const file = join(folder, "scene.yaml");
  writeFileSync(file, text);
  for (const options of [{}, { duration: 0.5 }, { set: ["gravity.z=-3"] }, { dt: 0.002 }]) {
    const refused = await compileScene(file, options).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(InputError);
    expect((refused as Error).message).toMatch(/scene\.yaml:1:1 expected an object/);
    expect((refused as Error).message).toContain(got);
  }
});

test("a quaternion of three numbers is refused in words", () => {
  expect(() => compileUntyped({ bodies: [{ name: "a", mass: 1, orientation: [0, 0, 1] }] })).toThrow(
    "bodies[0].orientation: expected a list of 4, got [0, 0, 1]",
  );
});
