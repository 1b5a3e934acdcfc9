/**
 * Bytes that warm steps allocate, and bytes that they leave behind. Each scene runs in a separate process on a plain bundle, as published: a test runner's
 * wrappers keep functions from being inlined and so box numbers.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../support/tree.js";

/**
 * Garbage that a warm step may make, bytes. The purpose is that collections neither pause a simulation nor become frequent: at 1 kB per step and
 * 1,000 steps a second the young generation (16 MB) fills every 16 s and is collected in about a millisecond.
 */
export const STEP_BYTES = 1024;
/** Bytes per step that may be left after a collection. One boxed number that is kept would be 12, with its place in a list 16. */
export const LEFT_BYTES = 8;
/** Steps of a round. */
const STEPS = 200;
/** Rounds at most. What runs seldom is compiled late, and boxes numbers until then. A step that allocates does so however often one looks. */
const ROUNDS = process.env.STICTION_FULL === "1" ? 200 : 70;
/**
 * Processes at most. What V8 inlines follows from when its compiler's thread had time: of one scene, warm steps made 380 B, 550 B, 840 B and, once on a busy
 * machine, more than allowed for 40,000 steps. A step that allocates by itself does so in every process.
 */
const PROCESSES = 3;
/** Rounds where a step is spoilt on purpose, which shows in each of them. */
const SPOILT_ROUNDS = 8;
/** Rounds over which bytes that are left are watched: their median counts, for V8 drops code that has not run for a while, whereas a leak shows in every round. */
const WATCHED = 5;

export interface AllocationCase {
  readonly scene: string;
  /** Parameters of the scene. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Entries of the formulation that differ from the scene's. */
  readonly formulation?: Readonly<Record<string, unknown>>;
}

/** Bytes per step. */
export interface Allocation {
  /** Of the best round. */
  readonly garbage: number;
  /** Median of the last rounds. */
  readonly left: number;
}

export interface AllocationJudge {
  /** `spoil` keeps one number per step or makes 100 numbers of garbage per step. `steps` lengthens a round. */
  measure(which: AllocationCase, options?: { spoil?: "keep" | "litter"; steps?: number }): Allocation;
  close(): void;
}

const isSmall = ({ garbage, left }: Allocation) => garbage < STEP_BYTES && left < LEFT_BYTES;

/** Bundles the program that measures. */
export async function createAllocationJudge(): Promise<AllocationJudge> {
  const folder = mkdtempSync(join(tmpdir(), "stiction-allocation-"));
  const outfile = join(folder, "allocation.mjs");
  const contents = `
    import { buildScene, compile, createData, step } from "stiction";
    import { sceneByName } from "stiction/scenes";
    const { which, spoil, steps } = JSON.parse(process.argv[2]);
    const { formulation, ...rest } = buildScene(sceneByName(which.scene), which.params ?? {});
    const type = typeof formulation === "string" ? { type: formulation } : formulation;
    const model = compile({ ...rest, formulation: which.formulation ? { ...type, ...which.formulation } : formulation });
    const data = createData(model);
    const kept = [];
    const litter = new Array(100);
    const run = () => {
      for (let k = 0; k < steps; k++) {
        step(model, data);
        if (spoil === "keep") kept.push({ at: data.time });
        if (spoil === "litter") for (let i = 0; i < 100; i++) litter[i] = { at: data.time + i };
      }
    };
    const used = () => process.memoryUsage().heapUsed;
    let garbage = Infinity;
    let left = Infinity;
    const lefts = [];
    const rounds = spoil ? ${SPOILT_ROUNDS} : ${ROUNDS};
    for (let k = 0; k < rounds && (spoil || !(garbage < ${STEP_BYTES} && left < ${LEFT_BYTES})); k++) {
      globalThis.gc();
      const before = used();
      run();
      const after = used();
      globalThis.gc();
      // a negative difference means that a collection came between: too much garbage, or none of the round's
      if (after >= before) garbage = Math.min(garbage, (after - before) / steps);
      lefts.push((used() - before) / steps);
      if (k + 1 >= ${WATCHED}) left = lefts.slice(-${WATCHED}).sort((a, b) => a - b)[${Math.floor(WATCHED / 2)}];
    }
    console.log(JSON.stringify({ garbage, left }));
  `;
  await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    outfile,
    logLevel: "error",
  });
  return {
    measure(which, { spoil, steps = STEPS } = {}) {
      // a young generation that a round of litter does not fill, so that no collection hides it
      const flags = ["--expose-gc", "--max-semi-space-size=128", "--min-semi-space-size=128"];
      const args = [...flags, outfile, JSON.stringify({ which, spoil, steps })];
      let best: Allocation = { garbage: Number.POSITIVE_INFINITY, left: Number.POSITIVE_INFINITY };
      for (let tried = 0; tried < (spoil ? 1 : PROCESSES) && !isSmall(best); tried++) {
        const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
        if (status !== 0) throw new Error(stderr);
        const { garbage, left } = JSON.parse(stdout);
        const found = { garbage: garbage ?? Number.POSITIVE_INFINITY, left: left ?? Number.POSITIVE_INFINITY };
        // never the garbage of one process with what another one left
        if (tried === 0 || isSmall(found)) best = found;
      }
      return best;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
