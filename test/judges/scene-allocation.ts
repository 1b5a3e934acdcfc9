/**
 * What a warm step allocates, in bytes. Each scene runs in a process of its own on a plain bundle: a test runner's wrappers keep functions from
 * being inlined and so box numbers, and scenes that follow each other unsettle what V8 has compiled.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../support/tree.js";

/** A boxed number has 12 bytes. Sensors that answer once in a while and the measurement itself are what may be left. */
export const BOXED = 12;
/** Steps of a round. */
export const STEPS = 500;

export interface AllocationOptions {
  /** Source of the scene to compile, from `name` and `choice`: an expression that may use buildScene and sceneByName. */
  readonly spec: string;
  /** Steps until V8 has compiled what runs once per step. */
  readonly warm: number;
  /** Where a round is above the limit there are as many steps again, and another look: what runs seldom is compiled late. A step that allocates does so however often one looks. */
  readonly looks: number;
}

export interface AllocationJudge {
  /** Bytes of a round of STEPS steps beyond what measuring takes; `spoil` keeps one number per step. */
  measure(name: string, choice: string, spoil?: boolean): number;
  close(): void;
}

/** Bundles the program that measures. */
export async function createAllocationJudge({ spec, warm, looks }: AllocationOptions): Promise<AllocationJudge> {
  const folder = mkdtempSync(join(tmpdir(), "stiction-allocation-"));
  const outfile = join(folder, "allocation.mjs");
  const contents = `
    import { buildScene, compile, createData, step } from "stiction";
    import { sceneByName } from "stiction/scenes";
    const [name, choice, spoil] = process.argv.slice(2);
    const model = compile(${spec});
    const data = createData(model);
    const kept = [];
    const run = (count) => { for (let k = 0; k < count; k++) { step(model, data); if (spoil) kept.push({ at: data.bodyPos[6] }); } };
    const grown = (work) => { globalThis.gc(); const before = process.memoryUsage().heapUsed; work(); return process.memoryUsage().heapUsed - before; };
    // a negative difference means that a collection came between, and says nothing
    const least = (list) => Math.min(...list.filter((b) => b >= 0));
    const floor = least(Array.from({ length: 8 }, () => grown(() => {})));
    let bytes = Infinity;
    for (let look = 0; look < (spoil ? 1 : ${looks}) && bytes - floor >= ${BOXED * STEPS}; look++) {
      run(${warm});
      bytes = Math.min(bytes, least(Array.from({ length: 8 }, () => grown(() => run(${STEPS})))));
    }
    console.log(JSON.stringify(bytes - floor));
  `;
  await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    outfile,
  });
  return {
    measure(name, choice, spoil = false) {
      const args = ["--expose-gc", outfile, name, choice, ...(spoil ? ["spoil"] : [])];
      const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
      if (stdout === "") throw new Error(stderr);
      return JSON.parse(stdout);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
