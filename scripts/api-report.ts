/**
 * Writes test/api-report.json and test/api-report-studies.json: names and kinds of everything that `stiction` and
 * `stiction/studies` export, namespaces with their members.
 *
 *     node --conditions=source --import tsx scripts/api-report.ts
 */
import { writeFileSync } from "node:fs";
import { kindsOf } from "../test/support/api-kinds.js";

for (const [file, module] of [
  ["api-report.json", await import("stiction")],
  ["api-report-studies.json", await import("stiction/studies")],
] as const)
  writeFileSync(new URL(`../test/${file}`, import.meta.url), `${JSON.stringify(kindsOf(module), null, 2)}\n`);
