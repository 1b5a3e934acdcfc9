/** Runs a row of earlier results again, from the results alone. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createRowRunner, designOf } from "stiction/studies";
import { EXIT, FailedError, InputError } from "../errors.js";
import { print, printJson } from "../text/print.js";
import { style } from "../text/style.js";
import { version } from "../version.js";
import { valueText } from "./live-table.js";
import { currentPackage, type StudyPackage, unpackStudy } from "./study-package.js";

/** A row of a table of results, by column. */
type Cells = Readonly<Record<string, unknown>>;

/** `stiction study rerun`: exit code 1 if the bits differ. */
export async function rerunCommand(results: string, row: number, json: boolean): Promise<number> {
  const path = (await stat(results).catch(() => undefined))?.isDirectory() ? join(results, "results.parquet") : results;
  const { packed, cells } = await readRow(path, row);
  const runner = createRowRunner(await unpackStudy(packed));
  const design = designOf(packed.study);
  const again = runner.runValues({
    ...design.run(row),
    values: design.names.map((name, i) => originalValue(cells[name], design.run(row).values[i])),
    seed: Number(cells.seed),
  });
  const same = again.hash === cells.hash;
  if (json) await printJson({ row, same, before: cells.hash, now: again.hash, version: packed.version, result: again });
  else {
    const { dim, red, green } = style(process.stdout);
    print(`run ${row}  ${again.state}${again.message === "" ? "" : `: ${again.message}`}`);
    for (const [k, name] of runner.metricNames.entries()) print(`  ${name}  ${valueText(again.metrics[k])}`);
    print(
      same
        ? green(`  the same bits (${again.hash})`)
        : red(`  other bits: ${again.hash}, before ${String(cells.hash)}`) +
            (packed.version === version ? "" : dim(` (made by version ${packed.version}, this is ${version})`)),
    );
  }
  return same ? EXIT.ok : EXIT.failed;
}

/** Numbers stand in the table as they were; other values stand there as text. */
const originalValue = (cell: unknown, made: unknown) => (typeof cell === "number" ? cell : made);

async function readRow(path: string, row: number): Promise<{ packed: StudyPackage; cells: Cells }> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import("hyparquet");
  const file = await asyncBufferFromFile(path).catch(() => {
    throw new InputError(`cannot read ${path}: no such file; expected the results.parquet of a study`);
  });
  const metadata = await parquetMetadataAsync(file).catch(() => {
    throw new InputError(`${path}: not a Parquet file, or cut short`);
  });
  const text = metadata.key_value_metadata?.find(({ key }) => key === "stiction.study")?.value;
  if (text === undefined) throw new InputError(`${path}: not the results of a study`);
  const packed = currentPackage(JSON.parse(text) as StudyPackage);
  const total = Number(metadata.num_rows);
  // rows of a study that was stopped have gaps, so the number of a row is looked up
  for (let rowStart = 0; rowStart < total; rowStart += 100_000) {
    const rowEnd = Math.min(total, rowStart + 100_000);
    const numbers = await parquetReadObjects({ file, metadata, columns: ["row"], rowStart, rowEnd });
    const at = numbers.findIndex((cells) => cells.row === row);
    if (at < 0) continue;
    const [cells] = await parquetReadObjects({ file, metadata, rowStart: rowStart + at, rowEnd: rowStart + at + 1 });
    if (cells === undefined) throw new FailedError(`${path}: run ${row} cannot be read`);
    return { packed, cells };
  }
  throw new InputError(`${path}: has no run ${row}; it has ${total} runs from 0 on`);
}
