import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { findChromium } from "./scripts/setup.mjs";
import { PATIENCE_MS } from "./test/support/patience.js";

// The `source` condition makes `import "stiction"` mean src/index.ts, so tests need no build.
const conditions = ["source", "import", "module", "default"];

/**
 * Only a test that hangs reaches this limit, and so ends with its name; how fast the machine is must not matter. The slowest test of the
 * quick set takes seconds. Full counts take hours by design (scripts/verify-full.mjs).
 */
const HANG_MS = (process.env.STICTION_FULL ? 24 : 1) * 3_600_000;
const limits = { testTimeout: HANG_MS, hookTimeout: HANG_MS, expect: { poll: { timeout: PATIENCE_MS } } };

/**
 * Tests that need a process of their own: they measure the memory of this process, change flags of V8, or load other engines. The other ones share
 * a process per worker, which loads the library once instead of three hundred times (two seconds of processor time each).
 */
const ALONE = [
  "test/bench/{bench,engines}.test.ts",
  "test/collision/{broad,narrow,planar,query}-allocation.test.ts",
  "test/collision/{continuous-cast,continuous-sweep,footprint,query-ray}.test.ts",
  "test/data/layout-in-v8.test.ts",
  "test/docs/ported.test.ts",
  "test/geometry/{mesh-tree,mesh-tree-pairs,orientation,point-in-solid,ray-cast,scenery-trees,triangle-distance,triangle-intersect}.test.ts",
  "test/math/{elementary,sparse}-allocation.test.ts",
  "test/model/expression.test.ts",
];
/**
 * Node loads the modules itself, with types stripped by tsx: under Vite's module runner every use of an import is a call of a getter, and the inner
 * loops of the library take half as long again.
 */
const native = {
  execArgv: ["--expose-gc", "--conditions=source", "--import", "tsx"],
  experimental: { viteModuleRunner: false, nodeLoader: false },
};
/** Left out of `npm run test:fast`: random scenes, mutants, allocation, experiments, other engines, all shipped scenes, every example of the manual: what takes long and seldom fails alone. */
const SLOW = [
  "test/**/*allocation*.test.ts",
  "test/**/*fuzz*.test.ts",
  "test/bench/**",
  "test/cli/{commands,compare,tree-files}.test.ts",
  "test/collision/narrow-*.test.ts",
  "test/contact/compliant/{every-law,mechanics}.test.ts",
  "test/contact/complementarity/poses.test.ts",
  "test/contact/rim/**",
  "test/data/data.test.ts",
  "test/docs/examples.test.ts",
  "test/io/{mutated-scenes,recording}.test.ts",
  "test/physics/experiments*.test.ts",
  "test/regress/energy-lost-next-to-an-overflow.test.ts",
  "test/package/install.test.ts",
  "test/scenes/{assembly,footprints,scenes,soft-contact,strict,teaching}.test.ts",
  "test/studio/{history,proof-curves,proof-engines}.test.ts",
];
/** Begun first, so that no worker is left with one of them at the end. A fresh clone knows no times, and vitest would go by the size of files. */
const LONG = [
  "test/physics/experiments",
  "test/bench/step-allocation",
  "test/package/install",
  "test/docs/examples",
  "test/bench/bench.test",
  "test/regress/energy-lost",
  "test/collision/narrow-curved",
  "test/io/mutated-scenes",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.includes(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const left = process.env.STICTION_FAST ? SLOW : [];
const BROWSER = ["test/browser/**/*.test.ts"];
/**
 * Tests of the classroom's server. Conditions reach Node's `require` too, and under `import` the packages of PostgreSQL, which are CommonJS, get
 * modules that they cannot use; so this project has the one condition that it needs.
 */
const SERVER = ["test/server/**/*.test.ts"];
const sourceOnly = { resolve: { conditions: ["source"] }, ssr: { resolve: { conditions: ["source"] } } };

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    teardownTimeout: PATIENCE_MS,
    sequence: { sequencer: LongestFirst },
    setupFiles: ["./test/support/processor-time.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["test/**/*.test.ts"],
          exclude: [...BROWSER, ...SERVER, ...ALONE, ...left],
          ...limits,
          ...native,
          pool: "forks",
          isolate: false,
          // one project after the other: a process that is shared ends when a file that wants its own is next
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "node-alone",
          include: ALONE,
          exclude: left,
          ...limits,
          ...native,
          pool: "forks",
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...sourceOnly,
        test: {
          name: "server",
          include: SERVER,
          setupFiles: ["./test/support/processor-time.ts"],
          ...limits,
          ...native,
          pool: "forks",
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Tests that drive a real Chromium through playwright-core. They share one browser and one server (studio-page.ts), and read the path of Chromium
        // from process.env.CHROMIUM.
        extends: true,
        test: {
          name: "browser",
          include: BROWSER,
          ...limits,
          pool: "forks",
          isolate: false,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          env: { CHROMIUM: findChromium() ?? "" },
        },
      },
    ],
  },
});
