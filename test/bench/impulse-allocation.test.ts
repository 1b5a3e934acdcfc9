/**
 * A warm step of the impulse formulation allocates nothing. Each scene runs in a process of its own on a plain bundle: a test runner's
 * wrappers keep functions from being inlined and so box numbers, and scenes that follow each other unsettle what V8 has compiled.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { buildScene } from "stiction";
import { scenes } from "stiction/scenes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../support/tree.js";

const QUICK = ["card-house", "dominoes", "conveyor", "ragdoll-planar"];
const impulse = scenes.filter((scene) => JSON.stringify(buildScene(scene).formulation ?? "").includes("impulse"));
const names = process.env.STICTION_FULL ? impulse.map((scene) => scene.name) : QUICK;

/** Steps until V8 has compiled what runs once per step, and steps of a round. */
const WARM = 6000;
const STEPS = 500;

const program = `
  import { buildScene, compile, createData, step } from "stiction";
  import { sceneByName } from "stiction/scenes";
  const [name, spoil] = process.argv.slice(2);
  const model = compile(buildScene(sceneByName(name)));
  const data = createData(model);
  const kept = [];
  const run = (count) => { for (let k = 0; k < count; k++) { step(model, data); if (spoil) kept.push({ at: data.bodyPos[6] }); } };
  const grown = (work) => { globalThis.gc(); const before = process.memoryUsage().heapUsed; work(); return process.memoryUsage().heapUsed - before; };
  run(${WARM});
  const rounds = Array.from({ length: 8 }, () => grown(() => run(${STEPS})));
  // what the measurement itself takes; a negative difference means that a collection came between, and says nothing
  const floor = Array.from({ length: 8 }, () => grown(() => {}));
  const least = (list) => Math.min(...list.filter((b) => b >= 0));
  console.log(JSON.stringify({ bytes: least(rounds), floor: least(floor) }));
`;

let folder: string;
let bundle: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "stiction-allocation-"));
  bundle = join(folder, "allocation.mjs");
  await build({
    stdin: { contents: program, resolveDir: root, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    outfile: bundle,
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function measure(...args: string[]): number {
  const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", bundle, ...args], { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  const { bytes, floor } = JSON.parse(stdout);
  return bytes - floor;
}

test("the judge finds one boxed number per step", () => {
  expect(measure("card-house", "spoil")).toBeGreaterThan(12 * STEPS);
}, 120_000);

test.each(names)(
  "%s allocates less than one boxed number per step when warm",
  (name) => {
    // a boxed number is 12 bytes; sensors that answer once in a while and the measurement itself are what is left
    expect(measure(name)).toBeLessThan(12 * STEPS);
  },
  600_000,
);
