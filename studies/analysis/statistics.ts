/** Summaries of samples, and intervals of confidence. */
import { normalQuantile } from "../design/random.js";

/** Count, centre and spread of a sample. */
export interface Summary {
  readonly count: number;
  readonly mean: number;
  /** Standard deviation of the sample (n − 1). */
  readonly deviation: number;
  readonly min: number;
  readonly max: number;
  readonly median: number;
  /** 25 % and 75 % quantiles. */
  readonly quartiles: readonly [number, number];
  /** 95 % interval of the mean by Student's t; NaN below two values. */
  readonly interval: readonly [number, number];
}

/** Summary of a list of numbers; values that are not finite are left out. */
export function summarize(values: Iterable<number>): Summary {
  const sorted = Float64Array.from([...values].filter(Number.isFinite)).sort();
  const n = sorted.length;
  let mean = 0;
  for (let k = 0; k < n; k++) mean += (sorted[k] - mean) / (k + 1);
  let squares = 0;
  for (const x of sorted) squares += (x - mean) ** 2;
  const deviation = n > 1 ? Math.sqrt(squares / (n - 1)) : Number.NaN;
  const half = n > 1 ? (studentQuantile(0.975, n - 1) * deviation) / Math.sqrt(n) : Number.NaN;
  return {
    count: n,
    mean: n > 0 ? mean : Number.NaN,
    deviation,
    min: n > 0 ? sorted[0] : Number.NaN,
    max: n > 0 ? sorted[n - 1] : Number.NaN,
    median: sampleQuantile(sorted, 0.5),
    quartiles: [sampleQuantile(sorted, 0.25), sampleQuantile(sorted, 0.75)],
    interval: [mean - half, mean + half],
  };
}

/** Quantile of a sorted sample by linear interpolation (R's type 7). */
export function sampleQuantile(sorted: Float64Array, share: number): number {
  const n = sorted.length;
  if (n === 0) return Number.NaN;
  const at = share * (n - 1);
  const low = Math.floor(at);
  const high = Math.min(n - 1, low + 1);
  return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
}

/**
 * Quantile of Student's t with `freedom` degrees: by Newton's iteration on the distribution function, from the normal
 * quantile. Relative error below 1e-10 for one degree and more.
 */
export function studentQuantile(share: number, freedom: number): number {
  if (share < 0.5) return -studentQuantile(1 - share, freedom);
  if (freedom === 1) return Math.tan(Math.PI * (share - 0.5));
  if (freedom === 2) return (2 * share - 1) * Math.sqrt(2 / (4 * share * (1 - share)));
  let t = normalQuantile(share);
  // Cornish and Fisher's first terms bring it near
  t += (t ** 3 + t) / (4 * freedom);
  for (let k = 0; k < 50; k++) {
    const step = (studentCdf(t, freedom) - share) / studentDensity(t, freedom);
    t -= step;
    if (Math.abs(step) < 1e-13 * Math.abs(t)) break;
  }
  return t;
}

/** Density of Student's t. */
function studentDensity(t: number, v: number): number {
  const log = logGamma((v + 1) / 2) - logGamma(v / 2) - 0.5 * Math.log(v * Math.PI);
  return Math.exp(log - ((v + 1) / 2) * Math.log1p((t * t) / v));
}

/** P(T ≤ t) for t ≥ 0: 1 − ½ I_x(v/2, ½), x = v/(v + t²). */
function studentCdf(t: number, v: number): number {
  return 1 - 0.5 * incompleteBeta(v / (v + t * t), v / 2, 0.5);
}

/** Regularised incomplete beta function I_x(a, b), by its continued fraction (Lentz). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let h = d;
  for (let m = 1; m < 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return (front * h) / a;
}

/** ln Γ(x) for x > 0, by Lanczos' series (g = 7, nine terms), relative error 1e-15. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const t = x - 1 + 7.5;
  let sum = LANCZOS[0];
  for (let k = 1; k < LANCZOS.length; k++) sum += LANCZOS[k] / (x - 1 + k);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

const LANCZOS = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];
