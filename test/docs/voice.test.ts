/**
 * Prose that people read is plain technical English: phrases that readers had to decode do not come back, reasons and sources
 * stand where notes outside the repository stood, and comments fit into the width of the code.
 */
import { describe, expect, test } from "vitest";
import { readRepositoryFile, repositoryFiles } from "../support/tree.js";

/** A phrase that is not used, and the words that replace it. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(is|are|was|were|be|been|being) told\b/i, "is reported, receives"],
  [/\b(unless|as|if) told\b/i, "by default, as given"],
  [/\banew\b/i, "again, re-…"],
  [/\b(at|in) hand\b/i, "current"],
  [/\bwhoever\b/i, "the caller"],
  [/\bissues? \d/i, "the reason"],
  [/\bspecs?('s)?\s+(§|\d|row|table|section|of the)/i, "the thesis with chapter, equation or table"],
  [/\b(the|its) spec's\b|\b(of|by) (the|its) spec\b/i, "the thesis, or the reason"],
];

/** Longest line of a comment, as of code (biome.json). */
const WIDTH = 120;

const PROSE = /^(README|CONTRIBUTING|ARCHITECTURE)\.md$|^docs\/(?!progress\/|api\/|generated\/).*\.md$/;
const CODE = /^(cli|studio|scenes|proof|bench|docs|src|historical)\/.*\.tsx?$/;

/** Lines of a file that hold a phrase, as "path:line phrase → replacement". */
function phrases(path: string, text: string): string[] {
  return text
    .split("\n")
    .flatMap((line, i) =>
      PHRASES.flatMap(([phrase, instead]) =>
        phrase.test(line) ? [`${path}:${i + 1} "${phrase.exec(line)?.[0]}": write ${instead}`] : [],
      ),
    );
}

/** Lines of comments that are too long. */
function wide(path: string, text: string): string[] {
  return text
    .split("\n")
    .flatMap((line, i) =>
      line.length > WIDTH && /^\s*(\/\/|\/?\*)/.test(line) && !line.includes("biome-ignore")
        ? [`${path}:${i + 1} ${line.length} columns`]
        : [],
    );
}

describe("voice", () => {
  const files = repositoryFiles();
  const code = files.filter((path) => CODE.test(path));

  test("pages, texts and comments avoid the listed phrases", () => {
    const found = [...files.filter((path) => PROSE.test(path)), ...code].flatMap((path) =>
      phrases(path, readRepositoryFile(path)),
    );
    expect(found).toEqual([]);
  });

  test(`comments are at most ${WIDTH} columns wide`, () => {
    expect(code.flatMap((path) => wide(path, readRepositoryFile(path)))).toEqual([]);
  });

  test("the patterns find what they are there to find", () => {
    const bad = ["the caller is told", "built anew", "0 unless told", "row at hand", "whoever asks", "issue 4: 1 %"];
    for (const text of [...bad, "spec §7.1", "the spec's figure", "spec row V08"]) {
      expect(phrases("a.md", text), text).toHaveLength(1);
    }
    expect(phrases("a.md", "a new body on the other hand, told from a Spec of 2 bodies; `spec: {}`")).toEqual([]);
    expect(wide("a.ts", `// ${"x".repeat(120)}`)).toHaveLength(1);
    expect(wide("a.ts", `const text = "${"x".repeat(120)}"; // end`)).toEqual([]);
  });
});
