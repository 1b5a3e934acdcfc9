/**
 * A random scene of joined bodies gained energy without end after one solution had overflowed.
 *
 * Energy of motion was kept in one sum with stored energy: next to a huge number the rest was lost to round-off.
 *
 * The scene runs in a separate process: under the wrappers of the test runner its Newton iterations take five times as long.
 */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../support/tree.js";

test("random scene 2502 keeps its energy bounded", () => {
  const program =
    'import("./test/physics/fuzz-trouble.ts").then(({ trouble }) => console.log("found", trouble(2502)));';
  const flags = ["--conditions=source", "--import", "tsx", "--input-type=module", "--eval", program];
  const { stdout, stderr } = spawnSync(process.execPath, flags, { cwd: root, encoding: "utf8" });
  expect(stdout.trim(), stderr).toBe("found undefined");
});
