/**
 * Sobol's indices: the share of the variance of a metric that a random factor explains alone (first order), and with all
 * its interactions (total). From a design `saltelli`: rows A, B, and A with one column of B each.
 *
 *   S_i  = mean( f(B) (f(AB_i) − f(A)) ) / V        [Saltelli2010] table 2, b
 *   ST_i = mean( (f(A) − f(AB_i))² ) / (2 V)        [Saltelli2010] table 2, f (Jansen)
 */
import { createRandom } from "../design/random.js";

/** Indices of one factor, with the ends of their 95 % intervals. */
export interface SobolIndex {
  readonly first: number;
  readonly firstInterval: readonly [number, number];
  readonly total: number;
  readonly totalInterval: readonly [number, number];
}

/** Resamples of the bootstrap. */
const RESAMPLES = 200;

/**
 * Indices of `factors` random factors; `values` are those of the metric by point of the design. A sample one of whose
 * runs has no value is left out; undefined when fewer than four are left or the metric does not vary.
 */
export function sobolIndices(values: readonly (number | null)[], factors: number): SobolIndex[] | undefined {
  const width = factors + 2;
  const blocks: number[][] = [];
  for (let at = 0; at + width <= values.length; at += width) {
    const block = values.slice(at, at + width);
    if (block.every((value) => value !== null)) blocks.push(block as number[]);
  }
  if (blocks.length < 4) return undefined;
  const all = estimate(blocks, factors);
  if (all === undefined) return undefined;
  const random = createRandom(1);
  const resampled = Array.from({ length: RESAMPLES }, () => {
    const pick = blocks.map(() => blocks[Math.floor(random.next() * blocks.length)]);
    return estimate(pick, factors) ?? all;
  });
  return all.map(({ first, total }, i) => ({
    first,
    firstInterval: middle95(resampled.map((entry) => entry[i].first)),
    total,
    totalInterval: middle95(resampled.map((entry) => entry[i].total)),
  }));
}

function estimate(
  blocks: readonly (readonly number[])[],
  factors: number,
): { first: number; total: number }[] | undefined {
  const n = blocks.length;
  // values about their mean: the product in S_i is then far less noisy
  const mean = blocks.reduce((sum, [a, b]) => sum + a + b, 0) / (2 * n);
  const variance = blocks.reduce((sum, [a, b]) => sum + (a - mean) ** 2 + (b - mean) ** 2, 0) / (2 * n);
  if (!(variance > 1e-24 * mean * mean)) return undefined;
  return Array.from({ length: factors }, (_, i) => {
    let first = 0;
    let total = 0;
    for (const block of blocks) {
      const [a, b] = block;
      const ab = block[2 + i];
      first += (b - mean) * (ab - a);
      total += (a - ab) ** 2;
    }
    return { first: first / n / variance, total: total / (2 * n) / variance };
  });
}

function middle95(values: readonly number[]): readonly [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  return [sorted[Math.floor(0.025 * sorted.length)], sorted[Math.ceil(0.975 * sorted.length) - 1]];
}
