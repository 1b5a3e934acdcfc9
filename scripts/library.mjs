// @ts-check
/** The published library and command-line tool, built into any folder; used by build.mjs and by the test of the package. */
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { bundleForRelease, sourcesOfTool } from "./bundle.mjs";
import { reduceDeclarations } from "./declarations.mjs";
import { mergeModules } from "./merge-modules.mjs";
import { root, SetupError } from "./setup.mjs";
import { binary, runNode } from "./stages.mjs";

/** Folders of the library. */
const FOLDERS = ["src", "scenes", "studies", "machines", "link", "historical"];

/**
 * The library: declarations by the native tsc, JavaScript by esbuild (see merge-modules.mjs), in `dist/src`,
 * `dist/scenes`, `dist/studies`, `dist/machines`, `dist/link` and `dist/historical`.
 * @param {string} dist @param {{ check?: boolean }} options without `check` types are written but not checked, which takes
 * two thirds of the time
 */
export async function buildLibrary(dist, { check = true } = {}) {
  for (const folder of FOLDERS) rmSync(join(dist, folder), { recursive: true, force: true });
  // beside other tests, threads would only take turns
  const flags = check ? [] : ["--noCheck", "--singleThreaded"];
  const declarations = runNode([
    binary("typescript-native", "tsc"),
    "-p",
    "tsconfig.build.json",
    "--outDir",
    dist,
    ...flags,
  ]);
  await mergeModules(dist, FOLDERS, await sourcesOfTool());
  if ((await declarations) !== 0) throw new SetupError("The library does not compile (see above).");
  trimDeclarations(dist);
}

/** Leaves the declarations that a program can reach. @param {string} dist */
function trimDeclarations(dist) {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const entries = Object.values(exports).flatMap(({ types }) =>
    types === undefined ? [] : [resolve(dist, "..", types)],
  );
  const named = new Set([...entries, ...entries.filter((file) => !file.endsWith("internals.d.ts")).flatMap(namedBy)]);
  reduceDeclarations(dist, FOLDERS, entries, named);
}

/** The declarations that a file imports. @param {string} file @returns {string[]} */
function namedBy(file) {
  const found = readFileSync(file, "utf8").matchAll(/(?:from|import\(|import|module) ?"(\.[^"]+)\.js"/g);
  return [...found].map(([, path]) => `${resolve(dirname(file), path)}.d.ts`);
}

/** The command-line tool by esbuild, in `dist/cli`. @param {string} dist */
export async function buildTool(dist) {
  rmSync(join(dist, "cli"), { recursive: true, force: true });
  await bundleForRelease(join(dist, "cli"));
  chmodSync(join(dist, "cli", "stiction.js"), 0o755);
}
