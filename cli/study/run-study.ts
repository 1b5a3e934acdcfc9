/** Runs a study on the cores of this machine. */
import { availableParallelism } from "node:os";
import { createRowRunner, type Design, designOf, type Row, type StudyParts } from "stiction/studies";
import type { RowLog } from "./row-log.js";
import { runPool } from "./row-pool.js";
import { createRunningStatistics, type RunningStatistics } from "./running-statistics.js";
import type { StudyPackage } from "./study-package.js";

/** How a study ended. */
export type StudyEnd = "finished" | "interrupted" | "budget";

export interface RunOptions {
  readonly threads?: number;
  stopRequested(): boolean;
  onRows(rows: readonly Row[], statistics: RunningStatistics): void;
}

/** Cores that are used by default: all. */
export const defaultThreads = (): number => availableParallelism();

/** The rows of a study that are still to be made, in their order, within its budget. */
export function remainingRows(design: Design, log: RowLog, most: number): () => number | undefined {
  let row = 0;
  let given = log.done;
  return () => {
    while (row < design.count && log.has(row)) row++;
    if (row >= design.count || given >= most) return undefined;
    given++;
    return row++;
  };
}

/** Runs what is not in the log yet. */
export async function runStudy(
  packed: StudyPackage,
  parts: StudyParts,
  log: RowLog,
  options: RunOptions,
): Promise<StudyEnd> {
  const { study } = packed;
  const design = designOf(study);
  const statistics = createRunningStatistics(createRowRunner(parts).metricNames);
  const most = Math.min(design.count, study.budget?.runs ?? Number.POSITIVE_INFINITY);
  const begin = performance.now();
  let spent = false;
  const next = remainingRows(design, log, most);
  const overBudget = () => {
    const { time, errorOfMean } = study.budget ?? {};
    if (time !== undefined && (performance.now() - begin) / 1000 > time) spent = true;
    if (errorOfMean !== undefined && statistics.relativeError() < errorOfMean) spent = true;
    return spent;
  };
  const take = async (rows: readonly Row[]) => {
    const fresh = rows.filter((row) => log.add(row));
    for (const row of fresh) statistics.add(row);
    await log.flush();
    options.onRows(fresh, statistics);
  };
  await runPool(packed, {
    threads: Math.max(1, Math.min(options.threads ?? defaultThreads(), most - log.done)),
    design,
    next,
    take,
    stopRequested: () => options.stopRequested() || overBudget(),
  });
  if (options.stopRequested()) return "interrupted";
  return spent || log.done < design.count ? "budget" : "finished";
}
