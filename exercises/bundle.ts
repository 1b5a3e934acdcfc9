/** A script with all that it imports, in one piece that the sandbox runs. */
import { existsSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Message, Plugin } from "esbuild";
import { ExerciseError } from "./errors.js";
import type { ScriptBundle } from "./types.js";

/** Name under which scripts import the helpers. */
export const SCRIPT_API = "stiction-school/script";

const HERE = dirname(fileURLToPath(import.meta.url));

/** The helpers: sources in the tree, modules where they were built. */
const API = ["script/index.ts", "script/index.js"].map((path) => resolve(HERE, path));
const HARDEN = ["script/harden.ts", "script/harden.js"].map((path) => resolve(HERE, path));
const RUNTIME = ["script/runtime.ts", "script/runtime.js"].map((path) => resolve(HERE, path));
const present = (paths: readonly string[]) => paths.find((path) => existsSync(path)) ?? paths[0];

const BUILT_IN = new Set(builtinModules);

/** Resolves the helpers, and refuses what a sandbox does not have. */
const resolveHelpers: Plugin = {
  name: "helpers",
  setup(build) {
    build.onResolve({ filter: /^bounds$/, namespace: "file" }, ({ importer }) =>
      importer.endsWith("<entry>") || importer === "" ? { path: "bounds", namespace: "bounds" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "bounds" }, () => ({
      contents: `import { harden } from ${JSON.stringify(present(HARDEN))};\nharden();`,
      resolveDir: HERE,
    }));
    build.onResolve({ filter: /^stiction-school\/script$/ }, () => ({ path: present(API) }));
    build.onResolve({ filter: /^(node:.*|[a-z_/]+)$/ }, ({ path }) => {
      if (!path.startsWith("node:") && !BUILT_IN.has(path)) return undefined;
      return { errors: [{ text: `"${path}" is part of Node: a script has no files, no network and no processes` }] };
    });
    build.onResolve({ filter: /^(https?:|data:|file:)/ }, ({ path }) => ({
      errors: [{ text: `"${path}": a script imports files of its folder and installed packages, nothing by address` }],
    }));
  },
};

/** Bundles a script with esbuild. Throws an ExerciseError with file, line and column of every mistake. */
export async function bundleScript(file: string): Promise<ScriptBundle> {
  const { build } = await import("esbuild");
  const folder = dirname(file);
  // modules run in this order: bounds first, then the author's
  const entry = `import "bounds";
import { start } from ${JSON.stringify(present(RUNTIME))};
import * as script from ${JSON.stringify(file)};
globalThis.exercise = start(script.default);`;
  const result = await build({
    stdin: { contents: entry, resolveDir: folder, sourcefile: "<entry>", loader: "js" },
    plugins: [resolveHelpers],
    absWorkingDir: folder,
    outfile: "script.js",
    bundle: true,
    write: false,
    format: "iife",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    charset: "utf8",
    sourcemap: "external",
    sourcesContent: false,
    metafile: true,
    logLevel: "silent",
    // settings of a tsconfig.json around the folder must not change what a script does
    tsconfigRaw: { compilerOptions: { strict: true } },
  }).catch((error: { errors?: Message[] }) => {
    if (!Array.isArray(error.errors)) throw error;
    throw new ExerciseError(error.errors.map((message) => describeMessage(message, folder)));
  });
  const text = (ending: string) => result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
  const files = Object.keys(result.metafile.inputs)
    .filter((path) => !/^(<entry>|bounds:)/.test(path))
    .map((path) => resolve(folder, path));
  return { code: text("script.js"), map: text("script.js.map"), files };
}

function describeMessage({ text, location }: Message, folder: string): string {
  if (location === null) return text;
  const file = relative(process.cwd(), resolve(folder, location.file));
  return `${file}:${location.line}:${location.column + 1} ${text}`;
}
