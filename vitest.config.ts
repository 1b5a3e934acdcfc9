import { defineConfig } from "vitest/config";
import { findChromium } from "./scripts/setup.mjs";

// The `source` condition makes `import "stiction"` mean src/index.ts, so tests need no build.
const conditions = ["source", "import", "module", "default"];

// Full counts take longer than the quick ones by design; see scripts/verify-full.mjs.
const testTimeout = process.env.STICTION_FULL ? 30 * 60_000 : 60_000;

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["test/**/*.test.ts"],
          exclude: ["test/browser/**"],
          testTimeout,
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
          testTimeout,
          hookTimeout: 120_000,
          pool: "forks",
          fileParallelism: false,
          // a second, the default, is too short where two cores draw pictures by software
          expect: { poll: { timeout: 15_000 } },
          env: { CHROMIUM: findChromium() ?? "" },
        },
      },
    ],
  },
});
