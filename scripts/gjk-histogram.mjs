// @ts-check
/**
 * `node scripts/gjk-histogram.mjs [pairs]`: runs GJK and EPA on a million seeded convex pairs and writes the histogram of their
 * iterations into docs/guide/collision.md, between its two marks.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureDependencies, root, runMain } from "./setup.mjs";

const BEGIN = "<!-- begin gjk-histogram -->";
const END = "<!-- end gjk-histogram -->";

await runMain(async () => {
  ensureDependencies();
  const { build } = await import("esbuild");
  const folder = mkdtempSync(join(tmpdir(), "stiction-"));
  try {
    const outfile = join(folder, "gjk-histogram.mjs");
    await build({
      entryPoints: [join(root, "test", "collision", "gjk-histogram.ts")],
      bundle: true,
      platform: "node",
      format: "esm",
      conditions: ["source"],
      outfile,
      logLevel: "error",
    });
    const { gjkHistograms, histogramPage } = await import(pathToFileURL(outfile).href);
    const page = histogramPage(gjkHistograms(Number(process.argv[2] ?? 1_000_000)));
    const file = join(root, "docs", "guide", "collision.md");
    const text = readFileSync(file, "utf8");
    const [from, to] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
    if (to < from) throw new Error(`${file} lacks the marks ${BEGIN} and ${END}`);
    writeFileSync(file, `${text.slice(0, from)}\n\n${page}\n\n${text.slice(to)}`);
    console.log(page);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
