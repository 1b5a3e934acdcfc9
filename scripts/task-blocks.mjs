// @ts-check
/** The steps of a page of docs/tasks: its fenced blocks, and how many lines a reader writes. */

/** @typedef {{ language: string, file: string, text: string, page: boolean }} Block */

/** Fenced blocks of a page, in order. @param {string} text @returns {Block[]} */
export function blocksOf(text) {
  const pattern = /^(<!-- no-run: browser -->\n)?```(\w+)(?: \[([\w.-]+)\])?\n([\s\S]*?)^```$/gm;
  return [...text.matchAll(pattern)].map(([, page, language, file, body], k) => ({
    language,
    file: file ?? `step-${k + 1}.${language}`,
    text: body,
    page: page !== undefined,
  }));
}

/** Lines that a reader writes: no empty ones, no comments. @param {readonly Block[]} blocks */
export function linesOf(blocks) {
  const counted = blocks.flatMap(({ text }) => text.split("\n")).map((line) => line.trim());
  return counted.filter((line) => line !== "" && !/^(\/\/|#|\/\*\*|<!--)/.test(line)).length;
}
