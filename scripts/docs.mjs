// @ts-check
/**
 * `npm run docs`: the API reference (typedoc, as Markdown into docs/api) and the documentation site (vitepress, into
 * docs/.vitepress/dist). Figures of experiments are those of docs/tools/verify-record.json, with their day and machine;
 * `--measure` takes them again, which lasts half an hour. `--dev` serves the site and follows changes of the pages.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withoutValidatorTypes } from "./api-text.mjs";
import { ensureDependencies, root, runMain, SetupError } from "./setup.mjs";
import { binary, runNode } from "./stages.mjs";

const dev = process.argv.includes("--dev");
const measure = process.argv.includes("--measure");

/** A line before a part and its time after it. @param {string} what @param {() => Promise<unknown>} work */
async function announced(what, work) {
  const start = performance.now();
  console.log(`${what} …`);
  await work();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
}

async function measureAgain() {
  const code = await runNode(["--conditions=source", "--import", "tsx", "docs/tools/verify-record.ts"]);
  if (code !== 0) throw new SetupError("the experiments failed (see above).");
}

/** Public entry points, one page group each. */
const ENTRIES = [
  "src/index.ts",
  "src/core.ts",
  "src/io/index.ts",
  "scenes/index.ts",
  "machines/index.ts",
  "link/index.ts",
  "link/node/index.ts",
  "historical/index.ts",
];

async function writeReference() {
  const entries = ENTRIES.filter((file) => existsSync(join(root, file)));
  if (entries.length === 0) {
    console.log(`API reference: left out, there is none of ${ENTRIES.join(", ")}`);
    return;
  }
  const options = ["--plugin", "typedoc-plugin-markdown", "--out", "docs/api", "--readme", "none", "--hideBreadcrumbs"];
  // No revision and no machine path in the pages: the same sources give the same text.
  const stable = ["--disableGit", "--disableSources", "--logLevel", "Warn", "--tsconfig", "tsconfig.json"];
  const code = await runNode([binary("typedoc"), ...options, ...stable, ...entries]);
  if (code !== 0) throw new SetupError("typedoc failed (see above).");
  const folder = join(root, "docs", "api");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((n) => n.endsWith(".md"))) {
    const file = join(folder, name);
    writeFileSync(file, withoutValidatorTypes(readFileSync(file, "utf8")));
  }
}

await runMain(async () => {
  ensureDependencies();
  if (measure) await announced("Experiments", measureAgain);
  await announced("API reference", writeReference);
  if (!existsSync(join(root, "docs", "index.md"))) {
    console.log("Site: left out, there is no docs/index.md");
    return;
  }
  await announced(dev ? "Site, until Ctrl+C" : "Site", async () => {
    // live scenes of the tutorials
    const { buildEmbed } = await import("./embed.mjs");
    await buildEmbed(join(root, "docs", "public"));
    const code = await runNode([binary("vitepress"), dev ? "dev" : "build", "docs"]);
    if (code !== 0) throw new SetupError("vitepress failed (see above).");
  });
});
