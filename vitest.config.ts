import { defineConfig } from "vitest/config";
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
 * Tests that need a process of their own: they measure memory, change what the process has once (folder, streams, flags of V8), or look at the whole
 * repository. The other ones share a process per worker, which loads the library once instead of two hundred times.
 */
const ALONE = [
  "test/**/*allocation*.test.ts",
  "test/bench/**",
  "test/cli/**",
  "test/collision/{continuous-cast,continuous-sweep,footprint,query-ray}.test.ts",
  "test/data/layout-in-v8.test.ts",
  "test/docs/**",
  "test/geometry/{mesh-tree,mesh-tree-pairs,orientation,point-in-solid,ray-cast,scenery-trees,triangle-distance,triangle-intersect}.test.ts",
  "test/model/expression.test.ts",
  "test/studio/**",
];
const BROWSER = ["test/browser/**/*.test.ts"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    teardownTimeout: PATIENCE_MS,
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["test/**/*.test.ts"],
          exclude: [...BROWSER, ...ALONE],
          ...limits,
          pool: "forks",
          isolate: false,
          execArgv: ["--expose-gc"],
        },
      },
      {
        extends: true,
        test: {
          name: "node-alone",
          include: ALONE.map((pattern) => (pattern.endsWith("**") ? `${pattern}/*.test.ts` : pattern)),
          ...limits,
          pool: "forks",
          execArgv: ["--expose-gc"],
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
          env: { CHROMIUM: findChromium() ?? "" },
        },
      },
    ],
  },
});
