/** Rows and updates of every kind of joint, each in a process of its own, as a scene with that kind runs them: a test runner's wrappers keep functions from being inlined. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALL_BYTES } from "../judges/allocation.js";
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
        const [type, spoil] = process.argv.slice(2);
        const kept = [];
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
        console.log(allocatedBytes(run, ${900 * CALL_BYTES}));`,
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

function measure(...args: string[]): number {
  const flags = ["--expose-gc", "--no-concurrent-recompilation", outfile, ...args];
  const { stdout, stderr, status } = spawnSync(process.execPath, flags, { encoding: "utf8", env: {} });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

test.each(Object.keys(jointItems.joints))(
  "rows and updates of %s allocate less than two boxed numbers a call once warm",
  (type) => {
    // 1,000 calls: one boxed number per call would be 12 kB
    expect(measure(type)).toBeLessThan(4096);
  },
);

test("the judge finds three objects that are kept per call", () => {
  expect(measure("hinge", "spoil")).toBeGreaterThan(1000 * CALL_BYTES);
});
