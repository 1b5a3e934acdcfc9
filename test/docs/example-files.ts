/** TypeScript blocks of the manual as files, so that they can be run, type-checked and imported. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../support/tree.js";
import type { Block } from "./markdown.js";

const folder = join(root, ".cache", `docs-${process.pid}`);

/** Where a block is written. Blocks of one page share a folder, so that they can import each other. */
export function fileOf(block: Block): string {
  return join(folder, block.page.replaceAll(/[/.]/g, "-"), block.file ?? `line-${block.line}.ts`);
}

export function writeExamples(blocks: readonly Block[]): void {
  for (const block of blocks) {
    mkdirSync(dirname(fileOf(block)), { recursive: true });
    writeFileSync(fileOf(block), block.text);
  }
}

export function removeExamples(): void {
  rmSync(folder, { recursive: true, force: true });
}
