/** The five tasks say how many lines they take. That they work is tested with the other examples. */
import { expect, test } from "vitest";
import { blocksOf, linesOf } from "../../scripts/task-blocks.mjs";
import { readRepositoryFile } from "../support/tree.js";

const rows = [
  ...readRepositoryFile("docs/tasks/index.md").matchAll(/^\| \[.+?\]\(\.\/(\w+)\.md\).*\| (\d+) \| ([\d.]+) s \|$/gm),
];

test("there are five", () => expect(rows).toHaveLength(5));

test.each(rows.map(([, name, lines]) => [name, Number(lines)] as const))("%s takes %d lines", (name, lines) => {
  expect(linesOf(blocksOf(readRepositoryFile(`docs/tasks/${name}.md`)))).toBe(lines);
});
