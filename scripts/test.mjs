// @ts-check
/**
 * `npm test`: format and lint, tests in Node with the types checked at the same time, tests in the browser. Every stage runs even if an earlier one
 * fails; the last line is `N passed, N failed`. `npm test -- pattern` passes the pattern on to vitest.
 *
 * `npm run test:fast` (`--fast`) is for the working day: the same without browsers, and without the tests of SLOW.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium, ensureDependencies, root, runMain } from "./setup.mjs";
import { binary, runNode, runStages, runVitest, single, stageEnvironment, startNode } from "./stages.mjs";

/** Random scenes, mutants, allocation, experiments, other engines, all shipped scenes, every example of the manual: what takes long and seldom fails alone. */
const SLOW = [
  "test/**/*allocation*.test.ts",
  "test/**/*fuzz*.test.ts",
  "test/bench/**",
  "test/cli/{commands,compare,tree-files}.test.ts",
  "test/collision/narrow-*.test.ts",
  "test/contact/compliant/{every-law,mechanics}.test.ts",
  "test/contact/complementarity/poses.test.ts",
  "test/contact/rim/**",
  "test/data/data.test.ts",
  "test/docs/examples.test.ts",
  "test/io/{mutated-scenes,recording}.test.ts",
  "test/physics/experiments*.test.ts",
  "test/regress/energy-lost-next-to-an-overflow.test.ts",
  "test/scenes/{assembly,footprints,scenes,soft-contact,teaching}.test.ts",
  "test/studio/{history,proof-curves,proof-engines}.test.ts",
];

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

async function browserTests() {
  if (!hasBrowserTests()) {
    console.log("No browser tests match.");
    return { passed: 0, failed: 0, skipped: 0 };
  }
  const env = stageEnvironment({ CHROMIUM: ensureChromium() });
  return runVitest(["--project=browser", ...filters], env);
}

function nodeTests() {
  const excluded = fast ? SLOW.map((pattern) => `--exclude=${pattern}`) : [];
  return runVitest(["--project=node", "--project=node-alone", "--maxWorkers=2", ...excluded, ...filters]);
}

await runMain(async () => {
  ensureDependencies();
  const cache = ["--incremental", "--tsBuildInfoFile", join(root, ".cache", "tsbuildinfo")];
  const types = startNode([binary("typescript", "tsc"), "--noEmit", "-p", ".", ...cache]);
  await runStages({
    "format and lint": () => single(runNode([binary("@biomejs/biome", "biome"), "check", "--error-on-warnings"])),
    tests: nodeTests,
    types: () => single(types.finish()),
    ...(fast ? {} : { "browser tests": browserTests }),
  });
});
