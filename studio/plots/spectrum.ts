/**
 * Amplitude spectrum of a series: a sine A sin(2πft) gives a peak A at f, a constant c gives |c| at 0.
 *
 *   A(f_k) = c_k |Σ_n w_n x_n exp(−2πi k n/M)| / Σ_n w_n,   f_k = k / (M Δt),   c_0 = 1, else 2
 *
 * The series is padded with zeros to M ≥ 8 N, so that f is never farther than 1/16 of a bin 1/(N Δt) from a computed
 * one.
 */
import type { WindowName } from "./windows.js";

/** Coefficients of cosine sums w_n = Σ_m (−1)^m a_m cos(2πmn/N); flat top after ISO 18431-2. */
const COSINES: Readonly<Record<WindowName, readonly number[]>> = {
  hann: [0.5, 0.5],
  "flat-top": [
    1 / 4.63867187,
    1.93261719 / 4.63867187,
    1.28613281 / 4.63867187,
    0.38769531 / 4.63867187,
    0.03222656 / 4.63867187,
  ],
  none: [1],
};

/** Rows that are used at most: the last ones. */
export const MOST_ROWS = 8192;
const PADDING = 8;

export interface Spectrum {
  /** Hz */
  readonly frequency: Float64Array;
  /** In the unit of the series. */
  readonly amplitude: Float64Array;
}

/** The spectrum of `values` at `times` (s, ascending); empty when there are fewer than eight known rows. */
export function spectrum(times: Float64Array, values: Float64Array, window: WindowName): Spectrum {
  const { x, dt } = equidistant(times, values);
  const n = x.length;
  if (n < 8 || !(dt > 0)) return { frequency: new Float64Array(0), amplitude: new Float64Array(0) };
  let size = 1;
  while (size < PADDING * n) size *= 2;
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  let sum = 0;
  for (let k = 0; k < n; k++) {
    const w = windowAt(window, k, n);
    re[k] = w * x[k];
    sum += w;
  }
  fft(re, im);
  const half = size / 2;
  const frequency = Float64Array.from({ length: half }, (_, k) => k / (size * dt));
  const amplitude = Float64Array.from({ length: half }, (_, k) => ((k === 0 ? 1 : 2) * Math.hypot(re[k], im[k])) / sum);
  return { frequency, amplitude };
}

export interface Peak {
  /** Hz */
  readonly frequency: number;
  /** In the unit of the series. */
  readonly amplitude: number;
}

/** Half width of the main lobe, bins. */
const MAIN_LOBE: Readonly<Record<WindowName, number>> = { none: 1, hann: 2, "flat-top": 5 };
/** Largest side lobe `d` bins from a peak, d ≥ 5, as a part of the peak. */
const SIDE_LOBE: Readonly<Record<WindowName, (d: number) => number>> = {
  none: (d) => 1 / (Math.PI * d),
  hann: (d) => 1 / (Math.PI * d * (d * d - 1)),
  "flat-top": () => 1e-3,
};

/**
 * The highest peaks of a spectrum, highest first, without the mean: maxima over ± 5 bins 1/(N Δt), at least twice as
 * high as the side lobes of the mean and of higher peaks there. Between computed frequencies the logarithm of the
 * amplitude is taken for a parabola.
 */
export function spectrumPeaks(
  frequency: Float64Array,
  amplitude: Float64Array,
  window: WindowName,
  most: number,
): Peak[] {
  const maxima: number[] = [];
  const lobe = MAIN_LOBE[window] * PADDING;
  for (let k = lobe + 1; k < amplitude.length - 1; k++) if (isMaximum(amplitude, k)) maxima.push(k);
  maxima.sort((i, j) => amplitude[j] - amplitude[i]);
  const heights = [{ at: 0, amplitude: 2 * (amplitude[0] ?? 0) }];
  for (const k of maxima) {
    if (heights.length > most) break;
    const lobes = heights.reduce((sum, other) => {
      const bins = Math.max(NEAR_BINS, Math.abs(k - other.at) / PADDING);
      return sum + other.amplitude * SIDE_LOBE[window](bins);
    }, 0);
    if (amplitude[k] > 2 * lobes) heights.push({ at: k, amplitude: amplitude[k] });
  }
  return heights.slice(1).map(({ at }) => parabolaTop(frequency, amplitude, at));
}

/** Bins on either side over which a peak is the highest: no main lobe is wider. */
const NEAR_BINS = 5;

function isMaximum(amplitude: Float64Array, at: number): boolean {
  const value = amplitude[at];
  if (!(value > amplitude[at - 1]) || !(value >= amplitude[at + 1])) return false;
  const reach = NEAR_BINS * PADDING;
  const end = Math.min(amplitude.length, at + reach + 1);
  // the mean itself is counted once, its lobe twice
  for (let k = Math.max(1, at - reach); k < end; k++) if (amplitude[k] > value) return false;
  return true;
}

/** The top of the parabola through the logarithms of three neighbours. */
function parabolaTop(frequency: Float64Array, amplitude: Float64Array, k: number): Peak {
  const [a, b, c] = [k - 1, k, k + 1].map((i) => Math.log(Math.max(amplitude[i], Number.MIN_VALUE)));
  const bend = a - 2 * b + c;
  const shift = bend < 0 ? (0.5 * (a - c)) / bend : 0;
  return {
    frequency: frequency[k] + shift * (frequency[k] - frequency[k - 1]),
    amplitude: Math.exp(b - 0.25 * (a - c) * shift),
  };
}

function windowAt(name: WindowName, k: number, n: number): number {
  return COSINES[name].reduce((sum, a, m) => sum + (m % 2 ? -a : a) * Math.cos((2 * Math.PI * m * k) / n), 0);
}

/** The last known rows at equal distances; where the step changed, rows are interpolated linearly. */
function equidistant(times: Float64Array, values: Float64Array): { x: Float64Array; dt: number } {
  let from = Math.max(0, values.length - MOST_ROWS);
  while (from < values.length && !Number.isFinite(values[from])) from++;
  let to = from;
  while (to < values.length && Number.isFinite(values[to])) to++;
  const t = times.subarray(from, to);
  const v = values.subarray(from, to);
  const n = t.length;
  const dt = n > 1 ? (t[n - 1] - t[0]) / (n - 1) : 0;
  const even = t.every((time, k) => Math.abs(time - (t[0] + k * dt)) <= 1e-3 * dt);
  if (even) return { x: v, dt };
  let row = 0;
  const x = Float64Array.from({ length: n }, (_, k) => {
    const at = t[0] + k * dt;
    while (row < n - 2 && t[row + 1] < at) row++;
    const part = (at - t[row]) / (t[row + 1] - t[row]);
    return v[row] + Math.max(0, Math.min(1, part)) * (v[row + 1] - v[row]);
  });
  return { x, dt };
}

/** Fast Fourier transform in place, forward, not scaled; the length is a power of two. Cooley and Tukey, radix 2. */
export function fft(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
  }
  const cosine = Float64Array.from({ length: n / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / n));
  const sine = Float64Array.from({ length: n / 2 }, (_, k) => -Math.sin((2 * Math.PI * k) / n));
  for (let length = 2; length <= n; length *= 2) {
    const half = length / 2;
    const stride = n / length;
    for (let start = 0; start < n; start += length) {
      for (let k = 0; k < half; k++) {
        const c = cosine[k * stride];
        const s = sine[k * stride];
        const a = start + k;
        const b = a + half;
        const br = re[b] * c - im[b] * s;
        const bi = re[b] * s + im[b] * c;
        re[b] = re[a] - br;
        im[b] = im[a] - bi;
        re[a] += br;
        im[a] += bi;
      }
    }
  }
}
