/** Rows `| id | quantity | promised | measured |` of the README and the manual are those that the experiments measure, digit by digit. */
import { describe, expect, test } from "vitest";
import { measured, promised } from "../../docs/tools/measured.js";
import { experiments, type Row, rowIds, runExperiments, SOURCES } from "../../proof/index.js";
import { readRepositoryFile } from "../support/tree.js";
import { pages } from "./markdown.js";

const SOURCE = SOURCES.join("|");
const LINE = new RegExp(`^\\| \`((?:${SOURCE})\\.[\\w.-]+)\` \\| (.+) \\| (.+) \\| (.+) \\|$`, "gm");
const lines = pages().flatMap((page) => [...readRepositoryFile(page).matchAll(LINE)]);
const ids = new Set(lines.map(([, id]) => id));
const wanted = experiments.filter((experiment) => rowIds(experiment).some((id) => ids.has(id)));

async function measureAll(): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for await (const row of runExperiments(wanted)) rows.set(row.id, row);
  return rows;
}

describe("accuracy tables", async () => {
  const rows = await measureAll();

  test("has rows", () => expect(lines.length).toBeGreaterThan(5));

  test.each(lines.map(([, id, ...cells]) => [id, cells] as const))("%s", (id, cells) => {
    const row = rows.get(id);
    expect(row?.pass, id).toBe(true);
    const unit = row?.unit === "1" ? "" : ` ${row?.unit}`;
    expect(cells).toEqual([row?.quantity, promised(row as Row) + unit, measured(row as Row) + unit]);
  });
});
