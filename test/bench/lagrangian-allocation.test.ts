/**
 * A warm step of the augmented Lagrangian allocates nothing, with either method. Each scene runs in a process of its own on a plain bundle: a test runner's
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

const QUICK = ["four-bar-windows", "slider-crank"];
/** Scenes with contact have a test of their own (compliant-allocation.test.ts): they are too stiff for the method index-1. */
const mechanisms = scenes.filter((scene) => {
  const { formulation, contact } = buildScene(scene);
  return contact === "none" && JSON.stringify(formulation ?? "").includes("augmented-lagrangian");
});
const names = process.env.STICTION_FULL ? mechanisms.map((scene) => scene.name) : QUICK;
const cases = names.flatMap((name) => ["index-3", "index-1"].map((method) => [name, method] as const));

/** Steps until V8 has compiled what runs once per step, and steps of a round. */
const WARM = 4000;
const STEPS = 500;
/**
 * Joints count their turns only once in a radian, so that what does this is compiled late: where a round is above the limit there are as many steps
 * again, and another look. A step that allocates does so however often one looks.
 */
const LOOKS = process.env.STICTION_FULL ? 40 : 12;

const program = `
  import { buildScene, compile, createData, step } from "stiction";
  import { sceneByName } from "stiction/scenes";
  const [name, method, spoil] = process.argv.slice(2);
  const spec = buildScene(sceneByName(name));
  const model = compile({ ...spec, formulation: { ...spec.formulation, method } });
  const data = createData(model);
  const kept = [];
  const run = (count) => { for (let k = 0; k < count; k++) { step(model, data); if (spoil) kept.push({ at: data.bodyPos[6] }); } };
  const grown = (work) => { globalThis.gc(); const before = process.memoryUsage().heapUsed; work(); return process.memoryUsage().heapUsed - before; };
  // what the measurement itself takes; a negative difference means that a collection came between, and says nothing
  const floor = Array.from({ length: 8 }, () => grown(() => {}));
  const least = (list) => Math.min(...list.filter((b) => b >= 0));
  let bytes = Infinity;
  for (let look = 0; look < (spoil ? 1 : ${LOOKS}) && bytes - least(floor) >= ${12 * 500}; look++) {
    run(${WARM});
    bytes = Math.min(bytes, least(Array.from({ length: 6 }, () => grown(() => run(${STEPS})))));
  }
  console.log(JSON.stringify({ bytes, floor: least(floor) }));
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
  expect(measure("slider-crank", "index-3", "spoil")).toBeGreaterThan(12 * STEPS);
}, 120_000);

test.each(cases)(
  "%s, %s: less than one boxed number per step when warm",
  (name, method) => {
    // a boxed number is 12 bytes; sensors that answer once in a while and the measurement itself are what is left
    expect(measure(name, method)).toBeLessThan(12 * STEPS);
  },
  600_000,
);
