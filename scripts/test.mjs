// @ts-check
/**
 * `npm test`: format and lint, types, tests in Node, tests in the browser. Every stage runs even if an earlier one fails;
 * the last line is `N passed, N failed`. `npm test -- pattern` passes the pattern on to vitest.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium, ensureDependencies, root, runMain } from "./setup.mjs";
import { binary, runNode, runStages, runVitest, single, stageEnvironment } from "./stages.mjs";

const filters = process.argv.slice(2);

/** Whether vitest would find a browser test under the given filters; without one no browser is needed. */
function hasBrowserTests() {
  const folder = join(root, "test", "browser");
  if (!existsSync(folder)) return false;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
  const patterns = filters.filter((filter) => !filter.startsWith("-"));
  return files.some((file) => patterns.length === 0 || patterns.some((p) => join(folder, file).includes(p)));
}

async function browserTests() {
  if (!hasBrowserTests()) {
    console.log("No browser tests match.");
    return { passed: 0, failed: 0, skipped: 0 };
  }
  const env = stageEnvironment({ CHROMIUM: ensureChromium() });
  return runVitest(["--project=browser", ...filters], env);
}

await runMain(async () => {
  ensureDependencies();
  await runStages({
    "format and lint": () => single(runNode([binary("@biomejs/biome", "biome"), "check", "--error-on-warnings"])),
    types: () => single(runNode([binary("typescript", "tsc"), "--noEmit", "-p", "."])),
    tests: () => runVitest(["--project=node", "--maxWorkers=2", ...filters]),
    "browser tests": browserTests,
  });
});
