/** How a metric changes with one factor, over all the others. */
import { type Summary, summarize } from "./statistics.js";

/** A metric at one level of a factor. */
export interface EffectLevel {
  /** The value of the factor, or the middle of a bin of a random one. */
  readonly value: unknown;
  readonly summary: Summary;
}

/** Bins of a random factor, with equally many runs in each. */
const BINS = 6;

/** Means of `metric` by the values of a factor; a random factor is cut into bins. Both lists are by run. */
export function mainEffect(
  factor: readonly unknown[],
  metric: readonly (number | null)[],
  random: boolean,
): EffectLevel[] {
  const pairs = factor.flatMap((value, i) => (metric[i] === null ? [] : [{ value, y: metric[i] as number }]));
  if (!random) {
    const levels = new Map<string, { value: unknown; ys: number[] }>();
    for (const { value, y } of pairs) {
      const key = JSON.stringify(value);
      const level = levels.get(key) ?? { value, ys: [] };
      level.ys.push(y);
      levels.set(key, level);
    }
    return [...levels.values()].map(({ value, ys }) => ({ value, summary: summarize(ys) }));
  }
  const sorted = pairs.sort((a, b) => Number(a.value) - Number(b.value));
  const bins = Math.min(BINS, Math.floor(sorted.length / 2));
  return Array.from({ length: bins }, (_, k) => {
    const part = sorted.slice(Math.floor((k * sorted.length) / bins), Math.floor(((k + 1) * sorted.length) / bins));
    const middle = part.reduce((sum, { value }) => sum + Number(value), 0) / part.length;
    return { value: middle, summary: summarize(part.map(({ y }) => y)) };
  });
}
