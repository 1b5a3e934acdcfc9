// @ts-check
/**
 * `node scripts/tasks.mjs [--package stiction.tgz] [task …]`: walks through docs/tasks as a reader does, in an empty
 * folder, and prints how many lines each task takes and how long the machine works for it. The package is this
 * repository's sources, or a tarball that is installed. Other packages are there only where the page, or the page of
 * the tutorials before it, says that they are installed.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { root, runMain, SetupError } from "./setup.mjs";
import { blocksOf, linesOf } from "./task-blocks.mjs";

/** @typedef {import("./task-blocks.mjs").Block} Block */

/** @param {string} folder @param {string} program @param {readonly string[]} words */
function call(folder, program, words) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new SetupError(`${program} ${words.join(" ")}\n${stdout}${stderr}`);
}

/** What stands for npx and for npm's registry. @typedef {{ stiction: string, node: readonly string[], conditions: string[] }} Setup */

/** Makes packages of this repository's node_modules available. @param {string} folder @param {readonly string[]} names */
function provide(folder, names) {
  for (const name of names) {
    const target = join(folder, "node_modules", name);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(root, "node_modules", name), target, "dir");
  }
}

/** Packages beside ours that a text tells to install. @param {string} text @returns {string[]} */
function asked(text) {
  const lines = [...text.matchAll(/^npm install (.+)$/gm)];
  return lines.flatMap(([, names]) => names.split(" ")).filter((name) => name !== "stiction");
}

/** @param {string} folder @param {string | undefined} tarball @returns {Setup} */
function install(folder, tarball) {
  writeFileSync(join(folder, "package.json"), '{ "name": "task", "type": "module" }');
  if (tarball === undefined) {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(root, join(folder, "node_modules/stiction"), "dir");
    provide(folder, ["tsx"]);
    const source = "--conditions=source";
    return { stiction: join(root, "scripts/stiction.mjs"), node: [source, "--import", "tsx"], conditions: ["source"] };
  }
  const needed = ["zod", "robust-predicates"].map((name) => join(root, "node_modules", name));
  const flags = ["--silent", "--offline", "--install-links", "--ignore-scripts", "--no-audit", "--no-fund"];
  call(folder, "npm", ["install", ...flags, tarball, ...needed]);
  provide(folder, asked(readFileSync(join(root, "docs/tutorials/index.md"), "utf8")));
  return { stiction: join(folder, "node_modules/.bin/stiction"), node: ["--import", "tsx"], conditions: [] };
}

/** Does what a block says. Code for a page is bundled, as a bundler of the reader would do. @param {string} folder @param {Block} block @param {Setup} setup */
async function follow(folder, { language, file, text, page }, { stiction, node, conditions }) {
  if (language === "sh") {
    for (const line of text.split("\n").map((l) => l.replace(/ +#.*/, ""))) {
      if (line.startsWith("npx stiction ")) call(folder, process.execPath, [stiction, ...line.split(" ").slice(2)]);
      provide(folder, asked(line));
    }
  } else if (page) {
    const { build } = await import("esbuild");
    await build({
      entryPoints: [join(folder, file)],
      bundle: true,
      conditions,
      // loaded when they are needed, and they are not
      external: ["yaml", "@mcap/core", "@foxglove/schemas"],
      format: "esm",
      outfile: join(folder, "page.js"),
      logLevel: "error",
    });
  } else if (language === "ts") {
    call(folder, process.execPath, [...node, file]);
  }
}

await runMain(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { package: { type: "string" } } });
  const tarball = values.package === undefined ? undefined : resolve(values.package);
  const names = readdirSync(join(root, "docs/tasks"))
    .map((name) => name.replace(".md", ""))
    .filter((name) => name !== "index");
  for (const name of positionals.length > 0 ? positionals : names) {
    const folder = mkdtempSync(join(tmpdir(), "stiction-task-"));
    const setup = install(folder, tarball);
    const blocks = blocksOf(readFileSync(join(root, "docs/tasks", `${name}.md`), "utf8"));
    for (const { file, text } of blocks) writeFileSync(join(folder, file), text);
    const start = performance.now();
    for (const block of blocks) await follow(folder, block, setup);
    const seconds = (performance.now() - start) / 1000;
    console.log(`${name}: ${linesOf(blocks)} lines, ${seconds.toFixed(1)} s`);
    rmSync(folder, { recursive: true, force: true });
  }
});
