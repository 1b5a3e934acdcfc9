/** Reading Markdown pages as the tests of the documentation need it: fenced blocks and links. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readRepositoryFile, root } from "../support/tree.js";

/** Folders under docs/ whose pages are made by a program. */
const MADE = /^docs\/(api|generated|\.vitepress)\//;

/** README and every page that a person wrote, as paths from the root. */
export function pages(): string[] {
  const found = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".md") && !MADE.test(name));
  return ["README.md", ...found.sort()];
}

/** A fenced block. */
export interface Block {
  readonly page: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  /** File name in the info string, as in ```ts [bungee.ts], by which later blocks of the page import it. */
  readonly file: string | undefined;
  readonly text: string;
  /** Why it is not run: from `<!-- no-run: reason -->` above it, with nothing or blank lines between. */
  readonly skip: string | undefined;
}

/** Every fenced block of a page, in order. */
export function blocksOf(page: string, text = readRepositoryFile(page)): Block[] {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; i++) {
    const open = /^(`{3,})(\w*)(?: +\[([\w.-]+)\])? *$/.exec(lines[i]);
    if (open === null) {
      if (lines[i].startsWith("```"))
        throw new Error(`${page}:${i + 1}: a fence that the tests cannot read: ${lines[i]}`);
      continue;
    }
    const end = lines.findIndex((line, k) => k > i && line === open[1]);
    if (end < 0) throw new Error(`${page}:${i + 1}: the block has no end`);
    blocks.push({
      page,
      line: i + 1,
      language: open[2],
      file: open[3],
      text: lines.slice(i + 1, end).join("\n"),
      skip: /^<!-- no-run: (.+) -->$/.exec(lines.slice(0, i).findLast((line) => line.trim() !== "") ?? "")?.[1],
    });
    i = end;
  }
  return blocks;
}

/** What a page points at within the repository: targets of links, pictures and includes, with their line. */
export function targetsOf(page: string, text = readRepositoryFile(page)): { line: number; target: string }[] {
  const found: { line: number; target: string }[] = [];
  let fenced = false;
  text.split("\n").forEach((content, i) => {
    if (content.startsWith("```")) fenced = !fenced;
    if (fenced) return;
    const prose = content.replaceAll(/`[^`]*`/g, "");
    for (const pattern of [
      /\]\(([^)\s]+)\)/g,
      /<!-- ?@include: *([^\s>]+?) *-->/g,
      /(?<!<stiction-scene :?)(?:src|href)="([^"]+)"/g,
      /^ *link: (\S+)$/g,
    ]) {
      for (const match of prose.matchAll(pattern)) found.push({ line: i + 1, target: match[1] });
    }
  });
  return found.filter(({ target }) => !/^[a-z]+:/.test(target));
}

/** Shipped scenes that a page shows: `<stiction-scene src="pendulum?…">`, outside of code. */
export function liveScenesOf(page: string, text = readRepositoryFile(page)): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "");
  return [...prose.matchAll(/^<stiction-scene src="([\w-]+)(?:\?[^"]*)?"/gm)].map((match) => match[1]);
}

/** Anchors of a page's headings, as the site makes them. */
export function anchorsOf(page: string, text = readRepositoryFile(page)): string[] {
  return [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, title]) =>
    title
      .replaceAll("`", "")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, ""),
  );
}
