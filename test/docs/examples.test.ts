/**
 * Every code block of the README and the manual runs.
 *
 *   ts          a module of its own that imports from "stiction"; a line `// → text` says what is printed, and all that is
 *               printed must be said. A block headed [file.ts] can be imported by later blocks of its page.
 *   yaml, json  a scene, which must compile; or a study, an optimisation, an identification, the manifest of an
 *               exercise, told apart by their keys, which the tool must accept; or a file of Compose or Kubernetes,
 *               which must parse
 *   sh          lines that call stiction run through the command line
 *   python      runs where there is a Python, in the folder of its page's command lines; `# → text` says what is printed
 *
 * `<!-- no-run: reason -->` above a block leaves it out.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { format } from "node:util";
import { compile, type UntypedSpec } from "stiction";
import { checkStudy, readIdentify, readOptimise, readStudy, type Study } from "stiction/studies";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { parse as parseYaml } from "yaml";
import { createProgram } from "../../cli/program.js";
import { parseManifest } from "../../exercises/manifest.js";
import { root } from "../support/tree.js";
import { fileOf, removeExamples, writeExamples } from "./example-files.js";
import { type Block, blocksOf, pages } from "./markdown.js";

const blocks = pages().flatMap((page) => blocksOf(page));
const of = (...languages: string[]) => blocks.filter((block) => languages.includes(block.language));

// files that blocks name are there for scripts and command lines of their page
writeExamples(blocks.filter(({ language, file }) => language === "ts" || file !== undefined));
afterAll(removeExamples);

/** A line that calls the tool. */
const CALL = /^(npm run stiction -- |npx stiction |stiction )/m;

const label = (block: Block) => `${block.page}:${block.line}`;
const squeeze = (text: string) => text.replaceAll(/\s+/g, " ").trim();

describe("TypeScript", () => {
  const examples = of("ts");

  test.each(examples.filter((block) => !block.skip).map((block) => [label(block), block] as const))(
    "%s runs and prints what it says",
    async (_, block) => {
      const printed: string[] = [];
      const spy = vi.spyOn(console, "log").mockImplementation((...args) => void printed.push(format(...args)));
      try {
        await import(/* @vite-ignore */ fileOf(block));
      } finally {
        spy.mockRestore();
      }
      const said = [...block.text.matchAll(/\/\/ → (.+)$/gm)].map((match) => match[1]);
      expect(printed.flatMap((text) => text.split("\n")).map(squeeze)).toEqual(said.map(squeeze));
    },
  );

  test("all of them type-check under the settings of the repository", () => {
    // An example may name what it does not use. TypeScript 7 checks in a third of the processor time of 6.
    const config = join(dirname(fileOf(examples[0])), "tsconfig.json");
    const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false, types: ["node"], pretty: false };
    const settings = {
      extends: join(root, "tsconfig.json"),
      compilerOptions,
      include: [],
      files: examples.map(fileOf),
    };
    writeFileSync(config, JSON.stringify(settings));
    const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript-native/package.json")), "bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [compiler, "--singleThreaded", "-p", config], {
      cwd: root,
      encoding: "utf8",
    });
    const told = stdout.split("\n").flatMap((line) => {
      const [, file, at, message] = /^(\S+)\((\d+),\d+\): error (.+)$/.exec(line) ?? [];
      const block = examples.find((example) => file !== undefined && fileOf(example) === resolve(root, file));
      return block ? [`${block.page}:${block.line + Number(at)} ${message}`] : [];
    });
    expect(told, stdout).toEqual([]);
    expect(status, stdout).toBe(0);
  });
});

/** Runs one command line of the manual in this process; returns its exit code and what it printed. */
async function runTool(line: string): Promise<{ code: number; text: string }> {
  const words = line.replace(/^(npm run stiction -- |npx stiction |stiction )/, "").match(/"[^"]*"|\S+/g) ?? [];
  let text = "";
  const take = (part: string | Uint8Array) => {
    text += String(part);
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write").mockImplementation(take));
  const before = process.exitCode;
  try {
    process.exitCode = undefined;
    await createProgram().parseAsync(["node", "stiction", ...words.map((word) => word.replaceAll('"', ""))]);
    return { code: Number(process.exitCode ?? 0), text };
  } catch (error) {
    return { code: 2, text: `${text}${error}` };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

describe("command lines", () => {
  const here = process.cwd();
  afterEach(() => process.chdir(here));
  const commands = of("sh").filter(({ skip, text }) => !skip && CALL.test(text));

  test.each(commands.map((block) => [label(block), block] as const))("%s runs", async (_, block) => {
    // commands of one page share a folder, so that one can use what another wrote
    const folder = dirname(fileOf(block));
    mkdirSync(folder, { recursive: true });
    process.chdir(folder);
    for (const line of block.text.split("\n")) {
      if (!CALL.test(line)) continue;
      const { code, text } = await runTool(line.replace(/ +#.*$/, ""));
      expect(code, `${line}\n${text}`).toBe(0);
    }
  });
});

/** Where the machine has a Python. */
const python = spawnSync("python3", ["--version"]).status === 0;

describe.runIf(python)("Python", () => {
  test.each(of("python").map((block) => [label(block), block] as const))("%s prints what it says", (_, block) => {
    const { stdout, stderr } = spawnSync("python3", ["-c", block.text], {
      cwd: dirname(fileOf(block)),
      encoding: "utf8",
    });
    const said = [...block.text.matchAll(/# → (.+)$/gm)].map((match) => match[1]);
    expect(stdout.trim().split("\n"), stderr).toEqual(said);
  });
});

/** What a block of data is, by its keys, and the check that the tool makes of it. */
const FORMATS: readonly { readonly key: string; readonly check: (content: unknown, text: string) => unknown }[] = [
  { key: "study", check: (content) => checkStudyBlock(readStudy(content)) },
  { key: "optimise", check: (content) => readOptimise(content) },
  { key: "identify", check: (content) => readIdentify(content) },
  { key: "passMark", check: (_, text) => parseManifest(text, "exercise.yaml") },
  // files of other programs: parsing is all that can be done here
  { key: "services", check: () => {} },
  { key: "apiVersion", check: () => {} },
];

/** A study whose scene stands in the block is checked as a whole: paths, sensors and events. */
function checkStudyBlock(study: Study): void {
  if (typeof study.scene === "object")
    checkStudy({ study, source: { kind: "written", spec: study.scene as UntypedSpec } });
}

describe("data", () => {
  const parsed = of("yaml", "json").flatMap((block) => {
    const content = parseYaml(block.text);
    const format = FORMATS.find(({ key }) => key in content);
    return format === undefined && block.skip !== undefined ? [] : [{ block, content, format }];
  });

  test.each(parsed.map((entry) => [label(entry.block), entry] as const))("%s is accepted", (_, entry) => {
    const { block, content, format } = entry;
    expect(() => (format === undefined ? compile(content) : format.check(content, block.text))).not.toThrow();
  });
});
