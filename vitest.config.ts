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
const limits = { testTimeout: HANG_MS, hookTimeout: HANG_MS, teardownTimeout: PATIENCE_MS };

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
          exclude: ["test/browser/**"],
          ...limits,
          expect: { poll: { timeout: PATIENCE_MS } },
          pool: "forks",
          execArgv: ["--expose-gc"],
        },
      },
      {
        // Tests that drive a real Chromium through playwright-core, one at a time. They read its path from
        // process.env.CHROMIUM.
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          ...limits,
          pool: "forks",
          fileParallelism: false,
          expect: { poll: { timeout: PATIENCE_MS } },
          env: { CHROMIUM: findChromium() ?? "" },
        },
      },
    ],
  },
});
