import { defineConfig } from "vitest/config";

// The `source` condition makes `import "stiction"` mean src/index.ts, so tests need no build.
const conditions = ["source", "import", "module", "default"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    pool: "forks",
    execArgv: ["--expose-gc"],
  },
});
