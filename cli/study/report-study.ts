/** `stiction study report`: the page of a study from its log. */
import { dirname, join } from "node:path";
import { createRowRunner, designOf, type Row, studyReport, tableOf } from "stiction/studies";
import { InputError, systemReason } from "../errors.js";
import { openOutput, writeOutput } from "../output-file.js";
import { formatCount } from "../text/numbers.js";
import { print } from "../text/print.js";
import { program } from "../version.js";
import { LOG, readLog } from "./row-log.js";
import { type StudyPackage, unpackStudy } from "./study-package.js";

/** Reads the log of a folder, which may still grow, and writes its page. */
export async function reportCommand(
  folder: string,
  options: { readonly out?: string; readonly svg?: boolean; readonly quiet?: boolean },
): Promise<void> {
  const path = join(folder, LOG);
  let packed: StudyPackage | undefined;
  const rows = new Map<number, Row>();
  await readLog(path, {
    header: (header) => {
      packed = header.package;
    },
    row: (row) => {
      if (!rows.has(row.row)) rows.set(row.row, row);
    },
  }).catch((error) => {
    if (error instanceof InputError) throw error;
    throw new InputError(`${folder}: no results of a study there: ${systemReason(error)}`);
  });
  if (packed === undefined) throw new InputError(`${path}: not the log of a study`);
  const { metricNames } = createRowRunner(await unpackStudy(packed));
  const sorted = [...rows.values()].sort((a, b) => a.row - b.row);
  const table = await tableOf(packed.study, metricNames, sorted);
  const { html, figures } = studyReport(
    {
      name: packed.name,
      hash: packed.hash,
      program,
      date: new Date().toISOString().slice(0, 10),
      planned: designOf(packed.study).count,
    },
    table,
  );
  const out = options.out ?? join(folder, "report.html");
  const page = await openOutput(out);
  await page.write(new TextEncoder().encode(html));
  await page.commit();
  if (options.svg) for (const { file, svg } of figures) await writeOutput(join(dirname(out), file), `${svg}\n`);
  if (options.quiet !== true) print(`${out}  ${formatCount(table.row.length)} runs, ${figures.length} plots`);
}
