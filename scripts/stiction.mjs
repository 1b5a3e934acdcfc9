// @ts-check
/**
 * `npm run stiction -- …`: the command-line tool from source, without a build. Its bundle is kept in .cache and made anew
 * when a source file changed. Runs in this very process, so exit codes, signals and standard input are the tool's own.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureDependencies, root, runMain, SetupError } from "./setup.mjs";

const SOURCES = [
  "cli",
  "src",
  "scenes",
  "studies",
  "machines",
  "link",
  "live",
  "import",
  "export",
  "historical",
  "proof",
  "bench",
  "server",
  "scripts",
];

/** Bundles of earlier sources are kept this long: a command that has just started may still be about to read one. */
const KEEP_MS = 600_000;

/** Changes whenever a source file does. */
function fingerprint() {
  const hash = createHash("sha256").update(readFileSync(join(root, "package.json")));
  for (const folder of SOURCES.map((name) => join(root, name)).filter(existsSync)) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      if (!/\.(ts|mjs|json)$/.test(name)) continue;
      const { mtimeMs, size } = statSync(join(folder, name));
      hash.update(`${folder}/${name} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** The bundle for the present sources. @param {boolean} validate @returns {Promise<string>} */
async function currentBundle(validate) {
  const folder = join(root, ".cache", "cli");
  const file = join(folder, `${validate ? "checked" : "plain"}-${fingerprint()}.mjs`);
  if (existsSync(file)) return file;
  if (!existsSync(join(root, "cli", "stiction.ts"))) throw new SetupError("There is no cli/stiction.ts to run.");

  const { bundleForRepository } = await import("./bundle.mjs");
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder).map((other) => join(folder, other))) {
    if (Date.now() - statSync(old).mtimeMs > KEEP_MS) rmSync(old, { force: true });
  }
  try {
    await bundleForRepository(file, { validate });
  } catch (error) {
    if (!(error instanceof Error && "errors" in error)) throw error;
    throw new SetupError("The command-line tool does not compile (see above)."); // esbuild has printed why
  }
  return file;
}

await runMain(async () => {
  ensureDependencies();
  // A benchmark measures what is published, where internal assertions are off.
  const validate = !process.argv[2]?.startsWith("bench");
  const bundle = await currentBundle(validate);
  process.setSourceMapsEnabled(true);
  process.argv[1] = fileURLToPath(import.meta.url);
  process.env.STICTION_BUNDLE = pathToFileURL(bundle).href; // what threads of the tool load
  await import(pathToFileURL(bundle).href);
});
