/** Lists that are written by hand in the manual leave nothing out. */
import { STATUS } from "stiction";
import { expect, test } from "vitest";
import { createProgram } from "../../cli/program.js";
import { readRepositoryFile } from "../support/tree.js";
import { pages } from "./markdown.js";

/** First cells of the tables of a page that are code, without their backquotes, by column. */
const cells = (page: string, pattern: RegExp) =>
  [...readRepositoryFile(page).matchAll(pattern)].map((match) => match[1]);

test("docs/guide/errors.md has every status bit, in order", () => {
  const expected = Object.entries(STATUS).sort(([, a], [, b]) => a - b);
  const listed = cells("docs/guide/errors.md", /^\| \d+ \| `(\w+)` \|/gm);
  expect(listed).toEqual(expected.map(([name]) => name));
  expect(cells("docs/guide/errors.md", /^\| (\d+) \| `/gm)).toEqual(expected.map(([, bit]) => `${Math.log2(bit)}`));
});

test("docs/start/command-line.md has every command", () => {
  const program = createProgram();
  const names = program
    .createHelp()
    .visibleCommands(program)
    .map((command) => command.name());
  expect(cells("docs/start/command-line.md", /^\| `(\w+)` \|/gm).sort()).toEqual(names.sort());
});

test("every page of start, tutorials, tasks, guide, reference and theory is in the sidebar", () => {
  const config = readRepositoryFile("docs/.vitepress/config.ts");
  const linked = [...config.matchAll(/"(\/[\w/-]*)"\)/g)].map((match) => match[1]);
  const wanted = pages()
    .filter((page) => /^docs\/(start|tutorials|tasks|guide|reference|theory)\//.test(page))
    .map((page) => page.replace(/^docs/, "").replace(/(index)?\.md$/, ""));
  expect(wanted.length).toBeGreaterThan(15);
  expect(wanted.filter((page) => !linked.includes(page))).toEqual([]);
});
