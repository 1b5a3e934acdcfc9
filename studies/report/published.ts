/** Published values beside ours. */
import { sampleQuantile } from "../analysis/statistics.js";
import type { ResultTable } from "./result-table.js";

/** A published value and what our runs give there. */
export interface Beside {
  readonly where: string;
  readonly metric: string;
  readonly published: number;
  /** Median of the runs that have a value; NaN without any. */
  readonly median: number;
  /** Runs that have a value, and all runs there. */
  readonly finished: number;
  readonly runs: number;
  readonly source: string;
}

/** Compares medians with what the study says others published. */
export function besidePublished(table: ResultTable): Beside[] {
  return table.study.published.map(({ metric: name, where = {}, value, source }) => {
    const metric = table.metrics.find((entry) => entry.name === name);
    const conditions = Object.entries(where).map(([factor, wanted]) => ({
      values: table.factors.find((entry) => entry.name === factor)?.values,
      wanted,
    }));
    const rows = [...table.row.keys()].filter((i) => conditions.every(({ values, wanted }) => values?.[i] === wanted));
    const found = rows.flatMap((i) => {
      const own = metric?.values[i];
      return own === null || own === undefined ? [] : [own];
    });
    return {
      where: Object.entries(where)
        .map(([factor, wanted]) => `${factor} = ${String(wanted)}`)
        .join(", "),
      metric: name,
      published: value,
      median: sampleQuantile(Float64Array.from(found).sort(), 0.5),
      finished: found.length,
      runs: rows.length,
      source,
    };
  });
}
