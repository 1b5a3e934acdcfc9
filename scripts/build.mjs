// @ts-check
/**
 * `npm run build`: everything that is published, into dist. Parts whose source is not there are left out.
 *
 *   dist/src, dist/scenes, dist/historical   the library, by tsc
 *   dist/cli                                 the command-line tool, by esbuild
 *   dist/studio                              the web application, by vite
 *   dist/studio-package                      the same as the package stiction-studio
 *   dist/school-package                      the classroom as the package stiction-school
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildLibrary, buildTool } from "./library.mjs";
import { stageSchoolPackage } from "./school-package.mjs";
import { ensureDependencies, root, runMain, SetupError } from "./setup.mjs";
import { binary, runNode } from "./stages.mjs";
import { buildStudio } from "./studio.mjs";
import { stageStudioPackage } from "./studio-package.mjs";

const dist = join(root, "dist");

async function checkPackage() {
  const code = await runNode([binary("publint"), "--strict"]);
  if (code !== 0) throw new SetupError("publint found problems (see above).");
}

async function buildStudioAndPackage() {
  await buildStudio();
  stageStudioPackage(join(dist, "studio"), join(dist, "studio-package"));
}

/** The part, the source file without which it is left out, and how it is made. @type {[string, string, () => Promise<void>][]} */
const parts = [
  ["library", "src/index.ts", () => buildLibrary(dist)],
  ["command-line tool", "cli/stiction.ts", () => buildTool(dist)],
  ["studio", "studio/index.html", buildStudioAndPackage],
  ["school", "server/bin.ts", () => stageSchoolPackage(join(dist, "school-package"))],
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
