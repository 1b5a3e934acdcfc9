/**
 * Writes test/api-report.json: names and kinds of everything that `stiction` exports, namespaces with their members.
 *
 *     node --conditions=source --import tsx scripts/api-report.ts
 */
import { writeFileSync } from "node:fs";
import { kindsOf } from "../test/support/api-kinds.js";

writeFileSync(
  new URL("../test/api-report.json", import.meta.url),
  `${JSON.stringify(kindsOf(await import("stiction")), null, 2)}\n`,
);
