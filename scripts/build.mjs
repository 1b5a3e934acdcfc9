// @ts-check
/**
 * `npm run build`: everything that is published, into dist. Parts whose source is not there are left out.
 *
 *   dist/src, dist/scenes, dist/historical   the library, by tsc
 *   dist/cli                                 the command-line tool, by esbuild
 *   dist/studio                              the web application, by vite
 */
import { chmodSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundleForRelease } from "./bundle.mjs";
import { ensureDependencies, root, runMain, SetupError } from "./setup.mjs";
import { binary, runNode } from "./stages.mjs";
import { buildStudio } from "./studio.mjs";

const dist = join(root, "dist");

async function buildLibrary() {
  for (const folder of ["src", "scenes", "historical"]) rmSync(join(dist, folder), { recursive: true, force: true });
  const code = await runNode([binary("typescript", "tsc"), "-p", "tsconfig.build.json"]);
  if (code !== 0) throw new SetupError("The library does not compile (see above).");
}

async function buildTool() {
  rmSync(join(dist, "cli"), { recursive: true, force: true });
  const file = join(dist, "cli", "stiction.js");
  await bundleForRelease(file);
  chmodSync(file, 0o755);
}

async function checkPackage() {
  const code = await runNode([binary("publint"), "--strict"]);
  if (code !== 0) throw new SetupError("publint found problems (see above).");
}

/** The part, the source file without which it is left out, and how it is made. @type {[string, string, () => Promise<void>][]} */
const parts = [
  ["library", "src/index.ts", buildLibrary],
  ["command-line tool", "cli/stiction.ts", buildTool],
  ["studio", "studio/index.html", buildStudio],
];

await runMain(async () => {
  ensureDependencies();
  for (const [name, entry, build] of parts) {
    if (!existsSync(join(root, entry))) {
      console.log(`${name}: left out, there is no ${entry}`);
      continue;
    }
    const start = performance.now();
    await build();
    console.log(`${name}: built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
  if (parts.every(([, entry]) => existsSync(join(root, entry)))) await checkPackage();
});
