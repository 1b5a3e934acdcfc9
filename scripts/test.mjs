// @ts-check
/**
 * `npm test`: format and lint, then tests in Node, tests in the browser and the types, all at the same time: a browser leaves half a machine of two
 * cores idle, and no test judges time. Every stage runs even if another one fails; what runs beside is shown when its turn comes, and the last line is
 * `N passed, N failed`. `npm test -- pattern` passes the pattern on to vitest.
 *
 * Before it stands a list of the files that took the most processor time.
 *
 * `npm run test:fast` (`--fast`) is for the working day: the same without browsers, and without the tests that vitest.config.ts lists as slow.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium, ensureDependencies, root, runMain } from "./setup.mjs";
import { binary, runNode, runStages, runVitest, single, stageEnvironment, startNode, startVitest } from "./stages.mjs";

const fast = process.argv.includes("--fast");
const filters = process.argv.slice(2).filter((word) => word !== "--fast");

/** Whether vitest would find a browser test under the given filters; without one no browser is needed. */
function hasBrowserTests() {
  const folder = join(root, "test", "browser");
  if (!existsSync(folder)) return false;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
  const patterns = filters.filter((filter) => !filter.startsWith("-"));
  return files.some((file) => patterns.length === 0 || patterns.some((p) => join(folder, file).includes(p)));
}

/** @returns {() => Promise<import("./stages.mjs").Count>} the end of the tests in the browser, which begin now */
function startBrowserTests() {
  if (!hasBrowserTests()) {
    return async () => {
      console.log("No browser tests match.");
      return { passed: 0, failed: 0, skipped: 0 };
    };
  }
  try {
    return startVitest(["--project=browser", ...filters], stageEnvironment({ CHROMIUM: ensureChromium() })).finish;
  } catch (error) {
    return () => Promise.reject(error); // without a browser, this stage fails and the other ones run
  }
}

function nodeTests() {
  const env = stageEnvironment(fast ? { STICTION_FAST: "1" } : {});
  return runVitest(["--project=node", "--project=node-alone", "--project=server", "--maxWorkers=2", ...filters], env);
}

await runMain(async () => {
  ensureDependencies();
  // TypeScript 7 checks in a third of the processor time of 6; the other one stays for tools that need its interface. Several threads would check
  // what they share several times, and the tests have work for every processor.
  const types = startNode([binary("typescript-native", "tsc"), "--noEmit", "--singleThreaded", "-p", "."]);
  const browserTests = fast ? undefined : startBrowserTests();
  await runStages({
    "format and lint": () => single(runNode([binary("@biomejs/biome", "biome"), "check", "--error-on-warnings"])),
    tests: nodeTests,
    types: () => single(types.finish()),
    ...(browserTests ? { "browser tests": browserTests } : {}),
  });
});
