// @ts-check
/** The published library and command-line tool, built into any folder; used by build.mjs and by the test of the package. */
import { chmodSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { bundleForRelease } from "./bundle.mjs";
import { root, SetupError } from "./setup.mjs";
import { binary, runNode } from "./stages.mjs";

/** Folders of the library; each has the files of its sources, so that a bundler drops those that nobody imports. */
const FOLDERS = ["src", "scenes", "machines", "link", "historical"];

/**
 * The library: declarations by the native tsc, JavaScript by esbuild without comments and maps, in `dist/src`,
 * `dist/scenes`, `dist/machines`, `dist/link` and `dist/historical`.
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
  await transpile(dist);
  if ((await declarations) !== 0) throw new SetupError("The library does not compile (see above).");
  dropUnreachable(dist);
}

/** @param {string} dist */
async function transpile(dist) {
  const { build } = await import("esbuild");
  const entryPoints = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(root, folder, name)),
  );
  await build({
    entryPoints,
    outdir: dist,
    outbase: root,
    format: "esm",
    target: "es2022",
    // names stay, so that a stack can be read
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: "error",
  });
}

/**
 * Removes declarations that no public entry leads to: two thirds of the files of a library are its own business.
 * @param {string} dist
 */
function dropUnreachable(dist) {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const seen = new Set(
    Object.values(exports).flatMap(({ types }) => (types === undefined ? [] : [resolve(dist, "..", types)])),
  );
  for (const file of seen) {
    for (const [, path] of readFileSync(file, "utf8").matchAll(/(?:from|import\(|import|module) ?"(\.[^"]+)\.js"/g))
      seen.add(`${resolve(dirname(file), path)}.d.ts`);
  }
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(dist, folder), { recursive: true, encoding: "utf8" })) {
      const file = join(dist, folder, name);
      if (name.endsWith(".d.ts") && !seen.has(file)) rmSync(file);
    }
  }
}

/** The command-line tool by esbuild, in `dist/cli`. @param {string} dist */
export async function buildTool(dist) {
  rmSync(join(dist, "cli"), { recursive: true, force: true });
  await bundleForRelease(join(dist, "cli"));
  chmodSync(join(dist, "cli", "stiction.js"), 0o755);
}
