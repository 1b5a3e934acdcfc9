/**
 * Every code block of the README and the manual runs.
 *
 *   ts          a module of its own that imports from "stiction"; a line `// → text` says what is printed, and all that is
 *               printed must be said. A block headed [file.ts] can be imported by later blocks of its page.
 *   yaml, json  a scene, which must compile
 *   sh          lines that call stiction run through the command line
 *
 * `<!-- no-run: reason -->` above a block leaves it out.
 */
import { join } from "node:path";
import { format } from "node:util";
import { compile } from "stiction";
import ts from "typescript";
import { afterAll, describe, expect, test, vi } from "vitest";
import { parse as parseYaml } from "yaml";
import { root } from "../support/tree.js";
import { fileOf, removeExamples, writeExamples } from "./example-files.js";
import { type Block, blocksOf, pages } from "./markdown.js";

const blocks = pages().flatMap((page) => blocksOf(page));
const of = (...languages: string[]) => blocks.filter((block) => languages.includes(block.language));

writeExamples(of("ts"));
afterAll(removeExamples);

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
    const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
    // An example may name what it does not use.
    const program = ts.createProgram(examples.map(fileOf), {
      ...options,
      noUnusedLocals: false,
      noUnusedParameters: false,
    });
    const own = ts.getPreEmitDiagnostics(program).filter((found) => found.file?.fileName.includes("/.cache/docs-"));
    const told = own.map(({ file, start, messageText }) => {
      const block = examples.find((example) => fileOf(example) === file?.fileName) as Block;
      const { line } = ts.getLineAndCharacterOfPosition(file as ts.SourceFile, start ?? 0);
      return `${block.page}:${block.line + line + 1} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
    expect(told).toEqual([]);
  });
});

describe("scenes", () => {
  test.each(of("yaml", "json").map((block) => [label(block), block] as const))("%s compiles", (_, block) => {
    expect(() => compile(parseYaml(block.text))).not.toThrow();
  });
});
