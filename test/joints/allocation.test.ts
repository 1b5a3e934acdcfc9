/** Rows and updates of every kind of joint, in a separate process on a plain bundle: a test runner's wrappers keep functions from being inlined. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALL_BYTES, CALL_LIMIT } from "../judges/allocation.js";
import { root } from "../support/tree.js";
import { jointItems } from "./samples.js";

const folder = mkdtempSync(join(tmpdir(), "stiction-joints-"));
const outfile = join(folder, "joints.mjs");
beforeAll(() =>
  build({
    stdin: {
      contents: `
        import { createData } from "stiction";
        import { updateJoints, writeJointRows } from "./src/joints/system.js";
        import { allocatedBytes } from "./test/judges/allocation.js";
        import { sampleModel, samples } from "./test/joints/samples.js";
        const spoil = process.argv[2] === "spoil";
        const types = JSON.parse(process.argv[3]);
        const kept = [];
        const bytes = {};
        for (const type of types) {
          const all = samples.filter((sample) => sample.type === type).map((sample) => {
            const model = sampleModel(sample);
            return { model, data: createData(model) };
          });
          const run = () => {
            for (let n = 0; n < 1000; n++) for (let k = 0; k < all.length; k++) {
              writeJointRows(all[k].model, all[k].data);
              updateJoints(all[k].model, all[k].data);
              if (spoil) kept.push({ n }, { n }, { n });
            }
          };
          for (let n = 0; n < 3; n++) run();
          bytes[type] = allocatedBytes(run, ${900 * CALL_LIMIT} * all.length, spoil ? 0 : undefined) / all.length;
        }
        console.log(JSON.stringify(bytes));`,
      resolveDir: root,
      loader: "ts",
    },
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    outfile,
    logLevel: "error",
  }),
);
afterAll(() => rmSync(folder, { recursive: true }));

/** Bytes of 1,000 rows and updates of each kind. */
function measure(mode: "plain" | "spoil", types: readonly string[]): Record<string, number> {
  const flags = ["--expose-gc", "--no-concurrent-recompilation", outfile, mode, JSON.stringify(types)];
  const { stdout, stderr, status } = spawnSync(process.execPath, flags, { encoding: "utf8", env: {} });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

test("rows and updates of every kind of joint make less than 256 bytes a call once warm", () => {
  const types = Object.keys(jointItems.joints);
  const bytes = Object.entries(measure("plain", types));
  expect(bytes.length).toBe(types.length);
  expect(bytes.filter(([, count]) => count > 1000 * CALL_LIMIT)).toEqual([]);
});

test("the judge finds three objects that are kept per call", () => {
  expect(measure("spoil", ["hinge"]).hinge).toBeGreaterThan(1000 * CALL_BYTES);
});
