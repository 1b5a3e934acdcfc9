// @ts-check
/**
 * `npm run verify:full`: every test in Node and in the browser with its full counts (STICTION_FULL=1), then every experiment of
 * `stiction verify --full`. Takes hours rather than minutes; the last line is `N passed, N failed`. `npm run verify:full -- pattern`
 * limits the tests.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium, ensureDependencies, root, runMain } from "./setup.mjs";
import { runNode, runStages, runVitest, single, stageEnvironment } from "./stages.mjs";

const filters = process.argv.slice(2);

await runMain(async () => {
  ensureDependencies();
  const env = stageEnvironment({ STICTION_FULL: "1" });
  await runStages({
    "tests in full": () =>
      runVitest(["--project=node", "--project=node-alone", "--project=server", "--maxWorkers=2", ...filters], env),
    "browser tests in full": () => runVitest(["--project=browser", ...filters], { ...env, CHROMIUM: ensureChromium() }),
    experiments: () => {
      if (existsSync(join(root, "cli", "stiction.ts"))) {
        return single(runNode([join("scripts", "stiction.mjs"), "verify", "--full"], env));
      }
      console.log("Left out: there is no cli/stiction.ts.");
      return Promise.resolve({ passed: 0, failed: 0, skipped: 1 });
    },
  });
});
