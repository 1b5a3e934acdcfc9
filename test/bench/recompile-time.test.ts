/** Recompiling a machine-sized model is quick; measured in a separate process on the plain bundle, as published. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/tree.js";

// a time: for the full run, on a machine that has nothing else to do
test.runIf(process.env.STICTION_FULL)("a body is added to a running model of 50 within 5 ms", () => {
  const job = JSON.stringify({ scene: "recompile", engine: "stiction" });
  const args = ["--expose-gc", join(root, "scripts", "stiction.mjs"), "bench-worker", job];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const reply = JSON.parse(stdout);
  if (!reply.ok) throw new Error(`${reply.reason}\n${stderr}`);
  // requirement 5 ms of CPU (observed 2.7 ms on a loaded machine); three times that here, for caches and clock are shared
  expect(reply.figures.medianMs).toBeLessThan(15);
});
