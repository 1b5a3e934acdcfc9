// @ts-check
/**
 * `npm run docs`: the API reference (typedoc, as Markdown into docs/api) and the documentation site (vitepress, into
 * docs/.vitepress/dist). `--dev` serves the site and follows changes of the pages.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureDependencies, root, runMain, SetupError } from "./setup.mjs";
import { binary, runNode } from "./stages.mjs";

const dev = process.argv.includes("--dev");

/** Public entry points, one page group each. */
const ENTRIES = [
  "src/index.ts",
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
}

await runMain(async () => {
  ensureDependencies();
  await writeReference();
  if (!existsSync(join(root, "docs", "index.md"))) {
    console.log("Site: left out, there is no docs/index.md");
    return;
  }
  // live scenes of the tutorials
  const { buildEmbed } = await import("./embed.mjs");
  await buildEmbed(join(root, "docs", "public"));
  const code = await runNode([binary("vitepress"), dev ? "dev" : "build", "docs"]);
  if (code !== 0) throw new SetupError("vitepress failed (see above).");
});
