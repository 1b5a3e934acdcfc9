/**
 * Plugin of the build: workers are entries of the same graph as the page, so that page, simulation, proof and statics
 * share the files of the library. Vite builds every worker apart, with a copy of the library in each.
 */
import { basename, dirname, resolve } from "node:path";
import type { Plugin } from "vite";

const WORKER = /new Worker\(new URL\("([^"]+)", import\.meta\.url\)/g;

export function workersInGraph(): Plugin {
  return {
    name: "workers-in-graph",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      // the loader of chunks asks the document for what it has; a worker has none
      if (id.includes("vite/preload-helper")) {
        const guarded = code.replace(
          "deps && deps.length > 0",
          'deps && deps.length > 0 && typeof document !== "undefined"',
        );
        if (guarded === code) this.error("vite's preload helper has changed: see workers-in-graph.ts");
        return { code: guarded, map: null };
      }
      if (!/\.tsx?$/.test(id) || !code.includes("new Worker(new URL(")) return null;
      const found = code.replaceAll(WORKER, (_, path: string) => {
        const file = resolve(dirname(id), path);
        const reference = this.emitFile({ type: "chunk", id: file, name: basename(path, ".ts") });
        return `new Worker(import.meta.ROLLUP_FILE_URL_${reference}`;
      });
      return { code: found, map: null };
    },
  };
}
