/** Numbers, lists and options that pages write out are those of the registries, so that no page falls behind. */
import { complementarity, defaultItems } from "stiction";
import { scenes } from "stiction/scenes";
import { expect, test } from "vitest";
import { createProgram } from "../../cli/program.js";
import { experiments } from "../../proof/index.js";
import { readRepositoryFile } from "../support/tree.js";
import { blocksOf, pages } from "./markdown.js";

const WORDS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five".split(
    " ",
  );
const numberOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : WORDS.indexOf(text.toLowerCase()));
const size = (registry: object) => Object.keys(registry).length;

/** What pages count: the words after the number, and the number of the registries. */
const COUNTED: readonly (readonly [string, number])[] = [
  ["formulations", size(defaultItems.formulations)],
  ["joint types", size(defaultItems.joints)],
  ["kinds of joint", size(defaultItems.joints)],
  ["normal laws", size(defaultItems.contactLaws)],
  ["friction laws", size(defaultItems.frictionLaws)],
  ["complementarity solvers", complementarity.solverNames.length],
  ["shipped scenes", scenes.length],
];

test.each(COUNTED)("pages that count %s are right", (what, count) => {
  const pattern = new RegExp(`(?<!over |more than )\\b([a-z]+(?:-[a-z]+)?|\\d+) ${what}\\b`, "gi");
  const found = [
    "README.md",
    "docs/index.md",
    "docs/guide/index.md",
    "docs/start/index.md",
    "docs/start/studio.md",
  ].flatMap((page) =>
    [...readRepositoryFile(page).matchAll(pattern)].map(([text, number]) => ({ page, text, number })),
  );
  const wrong = found.filter(({ number }) => numberOf(number) >= 0 && numberOf(number) !== count);
  expect(wrong.map(({ page, text }) => `${page}: "${text}", there are ${count}`)).toEqual([]);
});

test("the number of experiments is the last full hundred", () => {
  const hundred = 100 * Math.floor(experiments.length / 100);
  for (const page of ["README.md", "docs/index.md"]) {
    const told = [...readRepositoryFile(page).matchAll(/over (\d+) experiments/gi)].map((match) => Number(match[1]));
    expect(told.length, page).toBeGreaterThan(0);
    expect(new Set(told), page).toEqual(new Set([hundred]));
  }
});

/** First cells of the first table under a heading; one cell may have several names. */
function tableUnder(page: string, heading: string): string[] {
  const section =
    readRepositoryFile(page)
      .split(/^## /m)
      .find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const table = /(?:^\|.*\n)+/m.exec(section)?.[0] ?? "";
  const rows = [...table.matchAll(/^\| ((?:`[\w-]+`(?:, )?)+)[^|]* \|/gm)];
  return rows.flatMap(([, cell]) => [...cell.matchAll(/`([\w-]+)`/g)].map((match) => match[1]));
}

test.each([
  ["docs/guide/joints.md", "Kinds", Object.keys(defaultItems.joints)],
  ["docs/guide/contact-laws.md", "Normal laws", Object.keys(defaultItems.contactLaws)],
  ["docs/guide/contact-laws.md", "Friction laws", Object.keys(defaultItems.frictionLaws)],
  ["docs/guide/complementarity-solvers.md", "Solvers", [...complementarity.solverNames]],
  ["README.md", "What it does", Object.keys(defaultItems.formulations)],
])("%s: the table of %s has every kind", (page, heading, kinds) => {
  expect([...new Set(tableUnder(page, heading))].sort()).toEqual([...kinds].sort());
});

/** Options of scripts and programs that are not the tool. */
const OTHERS = [
  "--dev",
  "--open",
  "--new",
  "--full",
  "--measure",
  "--conditions",
  "--import",
  "--version",
  "--help",
  "--reference",
];

test("options that pages name exist", () => {
  const program = createProgram();
  // a command may have commands of its own: `stiction exercise run --watch`
  const known = [...program.commands, ...program.commands.flatMap(({ commands }) => commands)].flatMap(({ options }) =>
    options.map(({ long }) => long ?? ""),
  );
  const named = pages()
    .filter((page) => !page.startsWith("docs/reference/"))
    .flatMap((page) =>
      [...readRepositoryFile(page).matchAll(/`(?:stiction [^`]*)?(--[a-z][a-z-]+)/g)].map(([, option]) => ({
        page,
        option,
      })),
    );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ option }) => !known.includes(option) && !OTHERS.includes(option))).toEqual([]);
});

test("commands that pages call exist", () => {
  const program = createProgram();
  const known = program.commands.map((command) => command.name());
  const called = pages().flatMap((page) =>
    blocksOf(page)
      .filter(({ language }) => language === "sh")
      .flatMap(({ text }) => [...text.matchAll(/^(?:npm run stiction -- |npx stiction |stiction )([a-z]+)/gm)])
      .map(([, command]) => ({ page, command })),
  );
  expect(called.length).toBeGreaterThan(20);
  expect(called.filter(({ command }) => !known.includes(command))).toEqual([]);
});
