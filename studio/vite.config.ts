import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// A page isolated from others may share memory between its threads.
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export default defineConfig(({ command }) => ({
  root: here("."),
  base: "./",
  resolve: {
    // The `source` condition makes `import "stiction"` mean src/index.ts.
    conditions: ["source", "module", "browser", "development|production"],
    // Internal assertions are on while developing and off in the built studio.
    alias: command === "build" ? { "#validate": here("../src/math/validate-off.ts") } : {},
  },
  build: { outDir: here("../dist/studio"), emptyOutDir: true, target: "es2022" },
  worker: { format: "es" as const },
  server: { headers },
  preview: { headers },
}));
