/**
 * Parts of the manual that programs write. docs/reference derives from declarations and is committed; docs/generated is
 * measured when the site is built.
 *
 *     npx tsx --conditions=source docs/tools/generate.ts --reference    # writes docs/reference only
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { experiments } from "../../proof/index.js";
import { accuracyPage, sparseTable, ulpTable } from "./measured.js";
import { referencePages, scenePages } from "./reference.js";
import { readVerifyRecord } from "./verify-record.js";

/** Parts that are measured rather than declared; experiments as they were last recorded. */
export function measuredPages(): Readonly<Record<string, string>> {
  return {
    "accuracy.md": accuracyPage(experiments, readVerifyRecord()),
    "sparse.md": sparseTable(),
    "ulp.md": ulpTable(),
  };
}

/** Writes the parts; the folder holds nothing else. */
export function writePages(folder: string, parts: Readonly<Record<string, string>>): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(parts)) writeFileSync(join(folder, name), `${text}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writePages(join(import.meta.dirname, "..", "reference"), referencePages());
  if (!process.argv.includes("--reference")) {
    const generated = join(import.meta.dirname, "..", "generated");
    writePages(generated, { ...measuredPages(), "scenes.json": JSON.stringify(scenePages()) });
  }
}
