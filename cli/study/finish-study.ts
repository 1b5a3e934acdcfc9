/** The end of a study: its table as files, and its summary for the reader. */
import {
  besidePublished,
  createRowRunner,
  designOf,
  type Row,
  type StudyParts,
  summarize,
  tableOf,
} from "stiction/studies";
import { formatCount, formatSeconds } from "../text/numbers.js";
import { print, printJson } from "../text/print.js";
import { style } from "../text/style.js";
import { formatTable } from "../text/table.js";
import { valueText } from "./live-table.js";
import type { RowLog } from "./row-log.js";
import type { StudyEnd } from "./run-study.js";
import type { StudyPackage } from "./study-package.js";
import { columnsOf, writeResults } from "./write-results.js";

interface Finished {
  readonly packed: StudyPackage;
  readonly parts: StudyParts;
  readonly log: RowLog;
  readonly end: StudyEnd;
  /** Duration of this part by the clock, s, and the runs made in it. */
  readonly seconds: number;
  readonly made: number;
  readonly json: boolean;
}

/** Combinations whose summary the terminal shows. */
const MAX_GROUPS = 40;

/** Writes the table and prints the summary. */
export async function finishStudy({ packed, parts, log, end, seconds, made, json }: Finished): Promise<void> {
  const design = designOf(packed.study);
  const names = createRowRunner(parts).metricNames;
  const files = await writeResults(log.folder, packed, columnsOf(packed, design, names), log.rows());
  const groups = await groupRows(packed, log.rows());
  const { parquet, csv } = files;
  if (json) {
    await printJson({
      study: packed.name,
      hash: packed.hash,
      end,
      runs: design.count,
      finished: log.done,
      seconds,
      parquet,
      csv,
      groups: groups.map(({ values, states, metrics }) => ({
        values,
        states,
        metrics: Object.fromEntries(names.map((name, k) => [name, summarize(metrics[k] ?? [])])),
      })),
    });
    return;
  }
  const { bold, dim } = style(process.stdout);
  print(`${bold(packed.study.title ?? packed.name)}  ${dim(`${packed.hash}`)}`);
  const units = names.map((name) => packed.study.metrics[name]?.unit ?? "");
  const listed = packed.study.factors.flatMap((_, i) => (design.sampled[i] ? [] : [i]));
  const titles = [
    ...listed.map((i) => design.names[i]),
    "runs",
    "states",
    ...names.flatMap((name, k) => [
      units[k] === "" || units[k] === "1" ? name : `${name} [${units[k]}]`,
      "± 95 %",
      "median",
    ]),
  ];
  const rows = groups.slice(0, MAX_GROUPS).map(({ values, count, states, metrics }) => [
    ...listed.map((i) => valueText(values[i])),
    formatCount(count),
    statesText(states),
    ...names.flatMap((_, k) => {
      const { mean, interval, median } = summarize(metrics[k] ?? []);
      return [finite(mean), finite((interval[1] - interval[0]) / 2), finite(median)];
    }),
  ]);
  for (const line of formatTable(
    titles.map((title) => ({ title, align: "right" as const })),
    rows,
    { indent: 2, titleStyle: dim },
  ))
    print(line);
  if (groups.length > MAX_GROUPS) print(dim(`  … and ${groups.length - MAX_GROUPS} more combinations: see ${csv}`));
  await printPublished(packed, names, log.rows(), dim);
  const rate = seconds > 0 && made > 0 ? `, ${formatCount(Math.round(made / seconds))} per second` : "";
  print(
    dim(
      `  ${formatCount(log.done)} of ${formatCount(design.count)} runs, ${formatCount(made)} of them now in ${formatSeconds(seconds)}${rate}`,
    ),
  );
  if (end !== "finished")
    print(dim(`  ${end === "budget" ? "the budget is spent" : "stopped"}; the same command goes on`));
  print(`  ${dim("table")}   ${parquet}, ${csv}`);
  print(`  ${dim("report")}  stiction study report ${log.folder}`);
}

/** Published values beside the medians of the runs that have one. */
async function printPublished(
  { study }: StudyPackage,
  names: readonly string[],
  rows: AsyncIterable<Row>,
  dim: (text: string) => string,
): Promise<void> {
  if (study.published.length === 0) return;
  const beside = besidePublished(await tableOf(study, names, rows));
  const lines = formatTable(
    ["published", "metric", "median of ours", "published", "runs"].map((title, k) => ({
      title: k === 0 ? "" : title,
      align: k < 2 ? ("left" as const) : ("right" as const),
    })),
    beside.map(({ where, metric, median, published, finished, runs }) => [
      where,
      metric,
      finite(median),
      finite(published),
      `${finished} of ${runs}`,
    ]),
    { indent: 2, titleStyle: dim },
  );
  for (const line of lines) print(line);
}

const finite = (x: number) => (Number.isFinite(x) ? valueText(x) : "–");

const statesText = (states: Readonly<Record<string, number>>) =>
  Object.entries(states)
    .map(([state, count]) => (state === "done" && Object.keys(states).length === 1 ? "done" : `${count} ${state}`))
    .join(", ");

/** The rows of one combination of lists and grids. */
export interface Group {
  readonly values: readonly unknown[];
  count: number;
  readonly states: Record<string, number>;
  /** By metric: the values of all rows that have one. */
  readonly metrics: number[][];
}

/** Rows by combination of what is not random. A run that failed is counted and has no metrics. */
export async function groupRows({ study }: StudyPackage, rows: AsyncIterable<Row> | Iterable<Row>): Promise<Group[]> {
  const { sampled } = designOf(study);
  const groups = new Map<string, Group>();
  for await (const row of rows) {
    const values = row.values.map((value, i) => (sampled[i] ? null : value));
    const key = JSON.stringify(values);
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { values, count: 0, states: {}, metrics: [] }));
    group.count++;
    group.states[row.state] = (group.states[row.state] ?? 0) + 1;
    for (const [k, value] of row.metrics.entries()) {
      group.metrics[k] ??= [];
      if (value !== null) group.metrics[k].push(value);
    }
  }
  return [...groups.values()];
}
