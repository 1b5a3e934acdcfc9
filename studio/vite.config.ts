import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// A page isolated from others may share memory between its threads.
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

// A slow machine need not be told that it is slow.
const checks = { bundlerTimings: false };

export default defineConfig(({ command }) => ({
  root: here("."),
  base: "./",
  oxc: { jsx: { runtime: "automatic" as const, importSource: "preact" } },
  resolve: {
    // The `source` condition makes `import "stiction"` mean src/index.ts.
    conditions: ["source", "module", "browser", "development|production"],
    // Internal assertions are on while developing and off in the built studio.
    alias: command === "build" ? { "#validate": here("../src/math/validate-off.ts") } : {},
  },
  build: {
    outDir: here("../dist/studio"),
    emptyOutDir: true,
    target: "es2022",
    // three.js is asked for after the rest of the page has been drawn, and changes less often than the studio.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      checks,
      output: { codeSplitting: { groups: [{ name: "three", test: /node_modules[\\/]three[\\/]/ }] } },
    },
  },
  worker: { format: "es" as const, rolldownOptions: { checks } },
  server: { headers, fs: { allow: [here("..")] } },
  preview: { headers },
}));
