/**
 * Allocation measured in a process of its own, on a plain bundle as it is published: a test runner's module wrappers keep functions from
 * being inlined, and its own work allocates, too.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../support/tree.js";

/**
 * Bytes that each case allocates once it is warm. `file` (relative to the repository) exports `cases`, an object of functions, and may export
 * `enough`, the bytes at which measuring may end.
 */
export async function allocationsOf(file: string): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "stiction-"));
  try {
    const outfile = join(folder, "cases.mjs");
    await build({
      stdin: {
        contents: [
          `import { cases, enough } from ${JSON.stringify(`./${file}`)};`,
          `import { allocatedBytes } from "./test/judges/allocation.js";`,
          // the compiler is to have seen all of them before it decides for one
          "for (let k = 0; k < 2; k++) for (const run of Object.values(cases)) run();",
          "const bytes = {};",
          "for (const [name, run] of Object.entries(cases)) bytes[name] = allocatedBytes(run, enough);",
          "console.log(JSON.stringify(bytes));",
        ].join("\n"),
        resolveDir: root,
        loader: "ts",
      },
      bundle: true,
      platform: "node",
      format: "esm",
      conditions: ["source"],
      outfile,
      logLevel: "error",
    });
    // compiled in place: else other work on the machine may delay the compiler's thread
    const args = ["--expose-gc", "--no-concurrent-recompilation", outfile];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
