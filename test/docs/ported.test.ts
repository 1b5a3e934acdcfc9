/** Scenes that the manual ports from other engines run in both, and move as their page says. */
import { format } from "node:util";
import { afterAll, expect, test, vi } from "vitest";
import { fileOf, removeExamples, writeExamples } from "./example-files.js";
import { blocksOf, pages } from "./markdown.js";

const PORTED = /^docs\/tutorials\/from-.+\.md$/;
const blocks = pages()
  .filter((page) => PORTED.test(page))
  .flatMap((page) => blocksOf(page))
  .filter(({ language }) => language === "ts");
writeExamples(blocks);
afterAll(removeExamples);

const last = blocks.filter(({ text }) => text.includes("// → "));

test("three engines have a page", () => expect(last).toHaveLength(3));

test.each(last.map((block) => [block.page, block] as const))(
  "%s: both engines print what the page says",
  async (_, block) => {
    const printed: string[] = [];
    const spy = vi.spyOn(console, "log").mockImplementation((...args) => void printed.push(format(...args)));
    try {
      await import(/* @vite-ignore */ fileOf(block));
    } finally {
      spy.mockRestore();
    }
    expect(printed).toEqual([...block.text.matchAll(/\/\/ → (.+)$/gm)].map((match) => match[1]));
    // the arm swings alike everywhere: within two steps of the closed form
    const times = printed.map((line) => Number(/([\d.]+) s$/.exec(line)?.[1]));
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(2 / 240);
  },
);
