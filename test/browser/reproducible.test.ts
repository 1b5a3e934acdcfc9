/** The same bits in the browser as in Node. */
import { build } from "esbuild";
import { buildScene, COUNTER, compile, createData, type Scene, stateHash, step } from "stiction";
import { scenes } from "stiction/scenes";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as elementary from "../../src/math/elementary.js";
import { type Functions, hashElementary } from "../judges/elementary-hash.js";
import { type Bench, galleryShown, newPage, openBench, openPage } from "./studio-page.js";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
});

/** Scenes in a row of which one is run in quick form. */
const EVERY = process.env.STICTION_FULL ? 1 : 23;
const STEPS = process.env.STICTION_FULL ? 1000 : 30;

/** Hashes one step before the last of `count` steps and after it, in this process. */
function hashesInNode(scene: Scene, count: number): { before: string; after: string } {
  const model = compile(buildScene(scene));
  const data = createData(model);
  for (let k = 0; k < count - 1; k++) step(model, data);
  const before = stateHash(data);
  step(model, data);
  expect(data.counter[COUNTER.steps]).toBe(count);
  return { before, after: stateHash(data) };
}

test(`${EVERY === 1 ? "shipped scenes have" : `one in ${EVERY} of the shipped scenes has`} the same state after ${STEPS} steps`, async () => {
  // on the first page, which has no view: the worker alone is looked at
  const { page } = await openPage(bench, "", { reducedMotion: "reduce" });
  await galleryShown(page);
  expect(scenes.length).toBeGreaterThan(0);
  for (const scene of scenes.filter((_, k) => k % EVERY === 0)) {
    const found = await page.evaluate(
      async ([name, count]) => {
        await studio.open({ kind: "shipped", name, params: {} });
        await studio.simulation.step(count);
        return studio.simulation.hash();
      },
      [scene.name, STEPS] as const,
    );
    expect(found.steps, scene.name).toBe(STEPS);
    const { before, after } = hashesInNode(scene, STEPS);
    expect(found.hash, scene.name).toBe(after);
    // one step less is another state: the hash does see the motion
    expect(found.hash, scene.name).not.toBe(before);
  }
  await page.close();
});

test("the elementary functions return the same bits", async () => {
  const count = process.env.STICTION_FULL ? 200_000 : 10_000;
  const entry = `
    import * as elementary from "./src/math/elementary.ts";
    import { hashElementary } from "./test/judges/elementary-hash.ts";
    globalThis.result = hashElementary(elementary, ${count});`;
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    write: false,
    format: "iife",
    conditions: ["source"],
    target: "es2022",
  });
  const page = await newPage(bench);
  await page.addScriptTag({ content: outputFiles[0].text });
  const found = await page.evaluate(() => (globalThis as unknown as { result: Record<string, string> }).result);
  expect(Object.keys(found).length).toBeGreaterThan(10);
  expect(found).toEqual(hashElementary(elementary as unknown as Functions, count));
  await page.close();
});
