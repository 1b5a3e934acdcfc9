// @ts-check
/** The published library and command-line tool, built into any folder; used by build.mjs and by the test of the package. */
import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundleForRelease } from "./bundle.mjs";
import { SetupError } from "./setup.mjs";
import { binary, runNode } from "./stages.mjs";

/**
 * The library by the native tsc: JavaScript, declarations and maps, in `dist/src`, `dist/scenes` and `dist/historical`.
 * @param {string} dist @param {{ check?: boolean }} options without `check` types are written but not checked, which takes
 * two thirds of the time
 */
export async function buildLibrary(dist, { check = true } = {}) {
  for (const folder of ["src", "scenes", "machines", "link", "historical"])
    rmSync(join(dist, folder), { recursive: true, force: true });
  // beside other tests, threads would only take turns
  const flags = check ? [] : ["--noCheck", "--singleThreaded"];
  const code = await runNode([
    binary("typescript-native", "tsc"),
    "-p",
    "tsconfig.build.json",
    "--outDir",
    dist,
    ...flags,
  ]);
  if (code !== 0) throw new SetupError("The library does not compile (see above).");
}

/** The command-line tool by esbuild, in `dist/cli`. @param {string} dist */
export async function buildTool(dist) {
  rmSync(join(dist, "cli"), { recursive: true, force: true });
  await bundleForRelease(join(dist, "cli"));
  chmodSync(join(dist, "cli", "stiction.js"), 0o755);
}
