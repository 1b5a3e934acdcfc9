// @ts-check
/**
 * `node scripts/tasks.mjs [task …]`: walks through docs/tasks as a reader does, in an empty folder with this repository as its package, and prints how many
 * lines each task takes and how long the machine works for it.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { root, runMain, SetupError } from "./setup.mjs";
import { blocksOf, linesOf } from "./task-blocks.mjs";

/** @typedef {import("./task-blocks.mjs").Block} Block */

/** @param {string} folder @param {string} program @param {readonly string[]} words */
function call(folder, program, words) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new SetupError(`${program} ${words.join(" ")}\n${stdout}${stderr}`);
}

/** Does what a block says. Code for a page is bundled, as a bundler of the reader would do. @param {string} folder @param {Block} block */
async function follow(folder, { language, file, text, page }) {
  if (language === "sh") {
    for (const line of text.split("\n").filter((l) => l.startsWith("npx stiction ")))
      call(folder, process.execPath, [join(root, "scripts/stiction.mjs"), ...line.split(" ").slice(2)]);
  } else if (page) {
    const { build } = await import("esbuild");
    await build({
      entryPoints: [join(folder, file)],
      bundle: true,
      conditions: ["source"],
      external: ["yaml"],
      format: "esm",
      outfile: join(folder, "page.js"),
      logLevel: "error",
    });
  } else if (language === "ts") {
    call(folder, process.execPath, ["--conditions=source", "--import", "tsx", file]);
  }
}

await runMain(async () => {
  const wanted = process.argv.slice(2);
  const names = readdirSync(join(root, "docs/tasks"))
    .map((name) => name.replace(".md", ""))
    .filter((name) => name !== "index");
  for (const name of wanted.length > 0 ? wanted : names) {
    const folder = mkdtempSync(join(tmpdir(), "stiction-task-"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(root, join(folder, "node_modules/stiction"), "dir");
    for (const other of ["three", "tsx"])
      symlinkSync(join(root, "node_modules", other), join(folder, "node_modules", other), "dir");
    const blocks = blocksOf(readFileSync(join(root, "docs/tasks", `${name}.md`), "utf8"));
    for (const { file, text } of blocks) writeFileSync(join(folder, file), text);
    const start = performance.now();
    for (const block of blocks) await follow(folder, block);
    const seconds = (performance.now() - start) / 1000;
    console.log(`${name}: ${linesOf(blocks)} lines, ${seconds.toFixed(1)} s`);
    rmSync(folder, { recursive: true, force: true });
  }
});
