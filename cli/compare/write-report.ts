/** Writes the folder of `compare --out`. */
import { join } from "node:path";
import { exactJson } from "stiction/io";
import { plotSvg } from "stiction/studies";
import { FailedError, systemReason } from "../errors.js";
import { makeFolders } from "../folders.js";
import { type OutputFile, openOutput, writeOutput } from "../output-file.js";
import type { TextTable } from "./columns.js";
import type { Axis, Cell } from "./grid.js";
import { type ReportHead, reportHtml, sensorPlots } from "./report.js";
import type { CellResult } from "./run-cell.js";

export interface ReportContent {
  readonly head: ReportHead;
  readonly tables: readonly TextTable[];
  readonly axes: readonly Axis[];
  readonly cells: readonly Cell[];
  readonly results: readonly CellResult[];
  readonly json: unknown;
}

export interface ReportFiles {
  /** Writes plots, page and results; returns the path of the page. */
  write(content: ReportContent): Promise<string>;
  /** Removes incomplete files. */
  discard(): Promise<void>;
}

/** Creates the folder and opens its files before anything runs, so that an unwritable folder is reported at once. */
export async function openReport(folder: string): Promise<ReportFiles> {
  await makeFolders(folder).catch((error) => {
    const reason = (error as NodeJS.ErrnoException).code === "EEXIST" ? "it is a file" : systemReason(error);
    throw new FailedError(`--out ${folder}: cannot write there: ${reason}; give another folder`, { cause: error });
  });
  const open: OutputFile[] = [];
  const discard = async () => {
    for (const file of open) await file.discard();
  };
  try {
    for (const name of ["report.html", "results.json"]) open.push(await openOutput(join(folder, name)));
  } catch (error) {
    await discard();
    throw error;
  }
  const [page, results] = open;
  const bytes = (text: string) => new TextEncoder().encode(text);
  return {
    discard,
    async write(content) {
      const plots = sensorPlots(content.axes, content.cells, content.results);
      for (const { file, plot } of plots) {
        const svg = plotSvg(plot, "plot", true);
        await writeOutput(join(folder, file), `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`);
      }
      await results.write(bytes(`${exactJson(content.json, 1)}\n`));
      await results.commit();
      await page.write(bytes(reportHtml(content.head, content.tables, plots)));
      await page.commit();
      return page.path;
    },
  };
}
