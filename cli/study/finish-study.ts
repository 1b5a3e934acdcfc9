/** The end of a study: its table as files, and its summary for the reader. */
import {
  besidePublished,
  createRowRunner,
  designOf,
  fromReference,
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
  /** Whether the folder stays when the command ends. */
  readonly kept: boolean;
}

/** Combinations whose summary the terminal shows. */
const MAX_GROUPS = 40;

/** Writes the table and prints the summary. */
export async function finishStudy(finished: Finished): Promise<void> {
  const { packed, parts, log, end, seconds, made, json, kept } = finished;
  const { study } = packed;
  const design = designOf(study);
  const names = createRowRunner(parts).metricNames;
  const { parquet, csv } = await writeResults(log.folder, packed, columnsOf(packed, design, names), log.rows());
  const groups = await groupRows(packed, log.rows());
  const files = kept ? { parquet, csv } : {};
  if (json) {
    const head = { study: packed.name, hash: packed.hash, end, runs: design.count, finished: log.done, seconds };
    await printJson({
      ...head,
      ...files,
      groups: groups.map(({ values, states, metrics }) => ({
        values,
        states,
        metrics: Object.fromEntries(names.map((name, k) => [name, summarize(metrics[k] ?? [])])),
      })),
      ...(study.curves > 0 ? { rows: await listOf(log.rows()) } : {}),
    });
    return;
  }
  const { bold, dim } = style(process.stdout);
  print(`${bold(study.title ?? packed.name)}  ${dim(`${packed.hash}`)}`);
  printGroups(packed, names, groups, dim);
  if (groups.length > MAX_GROUPS)
    print(dim(`  … and ${groups.length - MAX_GROUPS} more combinations${kept ? `: see ${csv}` : ""}`));
  await printPublished(packed, names, log.rows(), dim);
  await printDifferences(packed, names, log.rows(), dim);
  const rate = seconds > 0 && made > 0 ? `, ${formatCount(Math.round(made / seconds))} per second` : "";
  print(
    dim(
      `  ${formatCount(log.done)} of ${formatCount(design.count)} runs, ${formatCount(made)} of them now in ${formatSeconds(seconds)}${rate}`,
    ),
  );
  if (end !== "finished")
    print(dim(`  ${end === "budget" ? "the budget is spent" : "stopped"}${kept ? "; the same command goes on" : ""}`));
  if (!kept) return;
  print(`  ${dim("table")}   ${parquet}, ${csv}`);
  print(`  ${dim("report")}  stiction study report ${log.folder}`);
}

async function listOf(rows: AsyncIterable<Row>): Promise<Row[]> {
  const list: Row[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

/** A line for each combination: of several runs mean, interval and median, of single runs their values. */
function printGroups(
  { study }: StudyPackage,
  names: readonly string[],
  groups: readonly Group[],
  dim: (text: string) => string,
): void {
  const design = designOf(study);
  const single = groups.every(({ count }) => count === 1);
  const listed = study.factors.flatMap((_, i) => (design.sampled[i] ? [] : [i]));
  const metrics = [...names.keys()].filter(
    (k) => !single || groups.some((group) => (group.metrics[k] ?? []).length > 0),
  );
  const shown = metrics.slice(0, single ? MAX_COLUMNS : metrics.length);
  const title = (k: number) => withUnit(names[k], study.metrics[names[k]]?.unit ?? "");
  const titles = single
    ? [...listed.map((i) => design.names[i]), ...shown.map(title), "wall", "status"]
    : [
        ...listed.map((i) => design.names[i]),
        "runs",
        "states",
        ...shown.flatMap((k) => [title(k), "± 95 %", "median"]),
      ];
  const rows = groups.slice(0, MAX_GROUPS).map((group) => {
    const values = listed.map((i) => valueText(group.values[i]));
    if (single)
      return [
        ...values,
        ...shown.map((k) => valueText(group.metrics[k]?.[0])),
        formatSeconds(group.first.wall),
        outcome(group.first),
      ];
    const figures = shown.flatMap((k) => {
      const { mean, interval, median } = summarize(group.metrics[k] ?? []);
      return [finite(mean), finite((interval[1] - interval[0]) / 2), finite(median)];
    });
    return [...values, formatCount(group.count), statesText(group.states), ...figures];
  });
  const columns = titles.map((text) => ({
    title: text,
    align: text === "status" ? ("left" as const) : ("right" as const),
  }));
  for (const line of formatTable(columns, rows, { indent: 2, titleStyle: dim })) print(line);
  if (metrics.length > shown.length) print(dim(`  ${metrics.length - shown.length} more metrics: see --json or --out`));
}

/** Metrics that the terminal shows of single runs; the report has all. */
const MAX_COLUMNS = 10;

const withUnit = (name: string, unit: string) => (unit === "" || unit === "1" ? name : `${name} [${unit}]`);

/** Outcome of a run in a few words: `ok`, `3 × notConverged`, `failed: …`. */
function outcome({ state, message, status }: Row): string {
  const words = status
    .split(" ")
    .filter(Boolean)
    .map((entry) => entry.replace(/^(.*):(\d+)$/, "$2 × $1"));
  if (state !== "done") words.unshift(message === "" ? state : `${state}: ${message}`);
  return words.join("; ") || "ok";
}

/** Sensors whose differences the terminal shows. */
const MAX_SENSORS = 5;

/** Largest differences of sensors over time from the runs that the study names as its reference. */
async function printDifferences(
  { study }: StudyPackage,
  names: readonly string[],
  rows: AsyncIterable<Row>,
  dim: (text: string) => string,
): Promise<void> {
  if (study.reference === undefined) return;
  const apart = fromReference(await tableOf(study, names, rows));
  const sensors = [...new Set(apart.flatMap((entry) => Object.keys(entry.sensors)))].slice(0, MAX_SENSORS);
  const lines = formatTable(
    ["largest difference from the reference", ...sensors].map((title, k) => ({
      title,
      align: k === 0 ? ("left" as const) : ("right" as const),
    })),
    apart.map(({ label, isReference, sensors: own }) => [
      label,
      ...sensors.map((name) => (isReference ? "reference" : valueText(own[name]?.max))),
    ]),
    { indent: 2, titleStyle: dim },
  );
  for (const line of lines) print(line);
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
  readonly first: Row;
}

/** Rows by combination of what is not random. A run that failed is counted and has no metrics. */
export async function groupRows({ study }: StudyPackage, rows: AsyncIterable<Row> | Iterable<Row>): Promise<Group[]> {
  const { sampled } = designOf(study);
  const groups = new Map<string, Group>();
  for await (const row of rows) {
    const values = row.values.map((value, i) => (sampled[i] ? null : value));
    const key = JSON.stringify(values);
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { values, count: 0, states: {}, metrics: [], first: row }));
    group.count++;
    group.states[row.state] = (group.states[row.state] ?? 0) + 1;
    for (const [k, value] of row.metrics.entries()) {
      group.metrics[k] ??= [];
      if (value !== null) group.metrics[k].push(value);
    }
  }
  return [...groups.values()];
}
