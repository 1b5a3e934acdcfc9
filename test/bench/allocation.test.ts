/**
 * A thousand warm steps allocate nothing, and recompiling a machine-sized model is quick. Both are measured in a process of their
 * own on the plain bundle, as published: a test runner's module wrappers keep functions from being inlined, and so box numbers.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildScene } from "stiction";
import { scenes } from "stiction/scenes";
import { expect, test } from "vitest";
import { root } from "../support/tree.js";

function probe(scene: string): Record<string, number> {
  const job = JSON.stringify({ scene, engine: "stiction" });
  const args = ["--expose-gc", join(root, "scripts", "stiction.mjs"), "bench-worker", job];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 120_000 });
  const reply = JSON.parse(stdout);
  if (!reply.ok) throw new Error(`${reply.reason}\n${stderr}`);
  return reply.figures;
}

test("a thousand warm steps of each shipped scene allocate nothing", () => {
  const { "empty loop": floor, ...bytes } = probe("allocation");
  // what the measurement itself allocates: the object that holds the result
  expect(floor).toBeGreaterThanOrEqual(0);
  expect(floor).toBeLessThan(2048);
  // the probe takes the scenes that forces move; for the others see impulse-allocation.test.ts
  const forces = scenes.filter((scene) =>
    ["", '"forces"'].includes(JSON.stringify(buildScene(scene).formulation ?? "")),
  );
  for (const scene of forces)
    expect(Object.keys(bytes).filter((key) => key.startsWith(`${scene.name}/`))).not.toEqual([]);
  // one number boxed in a thousand steps would be 12 bytes
  const allocating = Object.entries(bytes).filter(([, size]) => size > floor + 8);
  expect(allocating).toEqual([]);
}, 120_000);

test("a body is added to a running model of 50 within 5 ms", () => {
  const { medianMs } = probe("recompile");
  // requirement 5 ms of CPU (observed 2.7 ms on a loaded machine); three times that here, for caches and clock are shared
  expect(medianMs).toBeLessThan(15);
}, 120_000);
