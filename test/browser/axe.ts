/** axe-core in a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

interface Axe {
  run(
    root: Document | { include: Element[] },
    options: { resultTypes: string[]; runOnly?: { type: "rule"; values: string[] } },
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

declare global {
  var axe: Axe;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe-core objects to, one line each: by all of its rules, or by those of `rules`; in the whole page, or in the parts that a selector finds, for
 * what has changed since the whole page was looked at.
 */
export async function violations(page: Page, rules?: readonly string[], parts?: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ values, selector }) => {
      const options = { resultTypes: ["violations"], ...(values && { runOnly: { type: "rule" as const, values } }) };
      const include = selector === undefined ? null : [...document.querySelectorAll(selector)];
      if (include?.length === 0) return [`nothing is at ${selector}`];
      const { violations } = await axe.run(include ? { include } : document, options);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    },
    { values: rules && [...rules], selector: parts },
  );
}
