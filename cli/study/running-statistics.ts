/** Means of metrics while a study runs, in constant memory (Welford). */
import { type Row, studentQuantile } from "stiction/studies";

/** Mean of a metric so far. */
export interface RunningMean {
  readonly name: string;
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
}

export interface RunningStatistics {
  add(row: Row): void;
  readonly failed: number;
  readonly means: readonly RunningMean[];
  /** Half width of the 95 % interval of the first metric's mean over that mean. */
  relativeError(): number;
}

export function createRunningStatistics(names: readonly string[]): RunningStatistics {
  const means = names.map((name) => ({ name, count: 0, mean: 0, squares: 0, deviation: Number.NaN }));
  let failed = 0;
  return {
    add(row) {
      if (row.state === "failed") failed++;
      row.metrics.forEach((value, k) => {
        const entry = means[k];
        if (value === null || entry === undefined) return;
        entry.count++;
        const delta = value - entry.mean;
        entry.mean += delta / entry.count;
        entry.squares += delta * (value - entry.mean);
        entry.deviation = entry.count > 1 ? Math.sqrt(entry.squares / (entry.count - 1)) : Number.NaN;
      });
    },
    get failed() {
      return failed;
    },
    means,
    relativeError() {
      const first = means[0];
      // three values say nothing about a spread
      if (first === undefined || first.count < 10) return Number.POSITIVE_INFINITY;
      const half = (studentQuantile(0.975, first.count - 1) * first.deviation) / Math.sqrt(first.count);
      return half / Math.abs(first.mean);
    },
  };
}
