/** The rows of a study by column, for analysis. */
import { designOf } from "../design/design.js";
import type { Curves } from "../run/curves.js";
import type { Row } from "../run/run-row.js";
import { factorName, type Study } from "../study-file.js";

/** Columns by run, in the order of the runs. */
export interface ResultTable {
  readonly study: Study;
  readonly row: readonly number[];
  /** By factor. */
  readonly factors: readonly {
    readonly name: string;
    readonly unit: string;
    readonly random: boolean;
    readonly values: unknown[];
  }[];
  /** By metric; null where a run has none. */
  readonly metrics: readonly { readonly name: string; readonly unit: string; readonly values: (number | null)[] }[];
  readonly state: readonly string[];
  readonly status: readonly string[];
  readonly message: readonly string[];
  /** s by the clock */
  readonly wall: readonly number[];
  /** Sensors over time, of the runs that kept them. */
  readonly curves: readonly (Curves | undefined)[];
}

/** Collects rows into columns. */
export async function tableOf(
  study: Study,
  metricNames: readonly string[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): Promise<ResultTable> {
  const { sampled } = designOf(study);
  const factors = study.factors.map((factor, i) => ({
    name: factorName(factor),
    unit: factor.unit,
    random: sampled[i],
    values: [] as unknown[],
  }));
  const metrics = metricNames.map((name) => ({
    name,
    unit: study.metrics[name]?.unit ?? "",
    values: [] as (number | null)[],
  }));
  const table = {
    row: [] as number[],
    state: [] as string[],
    status: [] as string[],
    message: [] as string[],
    wall: [] as number[],
    curves: [] as (Curves | undefined)[],
  };
  for await (const entry of rows) {
    table.row.push(entry.row);
    table.state.push(entry.state);
    table.status.push(entry.status);
    table.message.push(entry.message);
    table.wall.push(entry.wall);
    table.curves.push(entry.curves);
    factors.forEach((factor, i) => {
      factor.values.push(entry.values[i]);
    });
    metrics.forEach((metric, k) => {
      metric.values.push(entry.metrics[k] ?? null);
    });
  }
  return { study, factors, metrics, ...table };
}

/** Rows with equal values of all factors that are not random: index of the group of each row, and their values. */
export function combinations(table: ResultTable): {
  readonly of: readonly number[];
  readonly values: readonly (readonly unknown[])[];
} {
  const listed = table.factors.filter(({ random }) => !random);
  const found = new Map<string, number>();
  const values: unknown[][] = [];
  const of = table.row.map((_, i) => {
    const own = listed.map((factor) => factor.values[i]);
    const key = JSON.stringify(own);
    const known = found.get(key);
    if (known !== undefined) return known;
    found.set(key, values.length);
    return values.push(own) - 1;
  });
  return { of, values };
}

/** `way [m]` */
export const titleOf = ({ name, unit }: { readonly name: string; readonly unit: string }) =>
  unit === "" || unit === "1" ? name : `${name} [${unit}]`;
