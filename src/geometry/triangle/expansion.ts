/**
 * Exact arithmetic on expansions: a number is held as a sum of doubles that do not overlap, smallest first, so sums and
 * products lose nothing [Shewchuk1997]. Zero components are dropped, so integers and other short numbers stay short and
 * fast. All operands live in typed arrays, since doubles that are passed to a function are boxed; every function
 * returns the number of components it wrote. Exact as long as nothing overflows or underflows (see `COORDINATE_LIMIT`).
 */

/** 2²⁷ + 1: splits a double into two halves of at most 26 bits each [Dekker1971]. */
const SPLITTER = 134217729;

/** out = a[i] − b[j] exactly: one or two components (none when equal). */
export function difference(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array): number {
  const x = a[i];
  const y = b[j];
  const high = x - y;
  const back = x - high;
  const low = x - (high + back) + (back - y);
  let n = 0;
  if (low !== 0) out[n++] = low;
  if (high !== 0) out[n++] = high;
  return n;
}

/**
 * out = e + f. Merges the components by size and carries upwards [Shewchuk1997, fig. 8]. `out` must be another array,
 * with room for en + fn components.
 */
export function sum(e: Float64Array, en: number, f: Float64Array, fn: number, out: Float64Array): number {
  if (en === 0) return copy(f, fn, out);
  if (fn === 0) return copy(e, en, out);
  let i = 0;
  let j = 0;
  let n = 0;
  // q is the carry, always the largest so far
  let q = Math.abs(f[0]) > Math.abs(e[0]) ? e[i++] : f[j++];
  while (i < en || j < fn) {
    const next = j >= fn || (i < en && Math.abs(f[j]) > Math.abs(e[i])) ? e[i++] : f[j++];
    const total = q + next;
    const part = total - q;
    const low = q - (total - part) + (next - part);
    q = total;
    if (low !== 0) out[n++] = low;
  }
  if (q !== 0) out[n++] = q;
  return n;
}

/** out = e · s[k]. `out` must be another array, with room for 2 en components [Shewchuk1997, fig. 13]. */
function scale(e: Float64Array, en: number, s: Float64Array, k: number, out: Float64Array): number {
  const b = s[k];
  if (en === 0 || b === 0) return 0;
  let c = SPLITTER * b;
  const bHigh = c - (c - b);
  const bLow = b - bHigh;
  let n = 0;
  let q = 0;
  for (let i = 0; i < en; i++) {
    // product = high + low exactly
    const a = e[i];
    c = SPLITTER * a;
    const aHigh = c - (c - a);
    const aLow = a - aHigh;
    const high = a * b;
    const low = aLow * bLow - (high - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
    if (i === 0) {
      if (low !== 0) out[n++] = low;
      q = high;
      continue;
    }
    // q + low, then the carry onto high
    const t = q + low;
    const part = t - q;
    const rest = q - (t - part) + (low - part);
    if (rest !== 0) out[n++] = rest;
    q = high + t;
    const rest2 = t - (q - high);
    if (rest2 !== 0) out[n++] = rest2;
  }
  if (q !== 0) out[n++] = q;
  return n;
}

/** Changes the sign of e. */
export function negate(e: Float64Array, en: number): void {
  for (let i = 0; i < en; i++) e[i] = -e[i];
}

/** out = e · f; `one` and `two` are scratch. All of them with room for 2 en fn components, and all different. */
export function product(
  e: Float64Array,
  en: number,
  f: Float64Array,
  fn: number,
  out: Float64Array,
  one: Float64Array,
  two: Float64Array,
): number {
  let n = 0;
  for (let j = 0; j < fn; j++) {
    const m = scale(e, en, f, j, one);
    const t = sum(out, n, one, m, two);
    n = copy(two, t, out);
  }
  return n;
}

/** Sign of e: that of its largest component. */
export function sign(e: Float64Array, en: number): number {
  if (en === 0) return 0;
  return e[en - 1] > 0 ? 1 : -1;
}

function copy(e: Float64Array, en: number, out: Float64Array): number {
  for (let i = 0; i < en; i++) out[i] = e[i];
  return en;
}
