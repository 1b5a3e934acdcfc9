import { HIGH, POWERS, TWO_54, ZEROTH } from "./constants.js";

/** Argument of the plain forms; meaningless between calls. */
const argument = new Float64Array(2);

/** A sum of two doubles; meaningless between calls. */
const pair = new Float64Array(2);

/** One number as two 32-bit words and as a double. */
const words = new Uint32Array(2);
const bits = new Float64Array(words.buffer);

/**
 * Natural logarithm and log(1 + x).
 *
 *   x = 2^k (1 + f),  √½ ≤ 1 + f < √2,   s = f/(2 + f),   log(1 + f) = f − (f²/2 − s (f²/2 + s² L(s²)))
 *
 * L is a polynomial of degree 7, the minimax fit (Remez) to (log((1+s)/(1−s)) − 2s)/s³ with weight s²: 2⁻⁶⁰.
 * k·LN2_HIGH is exact.
 * Sources: [fdlibm] for the arrangement of the sum; [Muller2016] ch. 3 and 11.
 */

const SMALLEST_NORMAL = 2.2250738585072014e-308;
/** High word of √½; subtracting it from the exponent makes k and the fraction fall out by shifts. */
const SQRT_HALF_HIGH = 0x3fe6a09e;

/**
 * a[i] ← k ln 2 + log(1 + f) + c for f, c in `pair`.
 * The constants are local because V8 loads and checks a module-level number each time it is used.
 */
function logOfFraction(a: Float64Array, i: number, k: number): void {
  const LN2_HIGH = 0.6931471805598903;
  const LN2_LOW = 5.497923018708371e-14;
  const L0 = 0.6666666666666666;
  const L1 = 0.40000000000006253;
  const L2 = 0.2857142856908448;
  const L3 = 0.22222222647006556;
  const L4 = 0.18181775648790507;
  const L5 = 0.15387091487016383;
  const L6 = 0.13250101697525532;
  const L7 = 0.13251478587347956;
  const f = pair[0];
  const s = f / (2 + f);
  const z = s * s;
  const z2 = z * z;
  const z4 = z2 * z2;
  const l = z * (L0 + z * L1 + z2 * (L2 + z * L3) + z4 * (L4 + z * L5 + z2 * (L6 + z * L7)));
  const h = 0.5 * f * f;
  a[i] = k * LN2_HIGH - (h - (s * (h + l) + (k * LN2_LOW + pair[1])) - f);
}

/** a[i] ← log a[i]. */
export function logAt(a: Float64Array, i: number): void {
  let x = a[i];
  let extra = 0;
  if (!(x >= SMALLEST_NORMAL)) {
    if (!(x > 0)) {
      a[i] = x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
      return;
    }
    x *= TWO_54;
    extra = -54;
  } else if (x === Number.POSITIVE_INFINITY) return;
  bits[0] = x;
  const e = (words[HIGH] - SQRT_HALF_HIGH) >> 20;
  const k = e + extra;
  pair[0] = x * POWERS[ZEROTH - e] - 1;
  pair[1] = 0;
  logOfFraction(a, i, k);
}

/** a[i] ← log(1 + a[i]). */
export function log1pAt(a: Float64Array, i: number): void {
  const x = a[i];
  if (!(x > -1)) {
    a[i] = x === -1 ? Number.NEGATIVE_INFINITY : Number.NaN;
    return;
  }
  // Below 2⁻⁵⁴ the result rounds to x.
  if (Math.abs(x) < 5.551115123125783e-17 || x === Number.POSITIVE_INFINITY) return;
  // u = 1 + x rounded, and the part of x that was lost: 1 + x = u + lost exactly.
  const u = 1 + x;
  const b = u - 1;
  const lost = 1 - (u - b) + (x - b);
  bits[0] = u;
  const k = (words[HIGH] - SQRT_HALF_HIGH) >> 20;
  // In [√½, √2) the fraction is x itself; elsewhere log(u + lost) = log u + lost/u.
  pair[0] = k === 0 ? x : u * POWERS[ZEROTH - k] - 1;
  pair[1] = k === 0 ? 0 : lost / u;
  logOfFraction(a, i, k);
}

/** Natural logarithm. Within 1 ulp; log 0 = −∞, NaN below zero. */
export function log(x: number): number {
  argument[0] = x;
  logAt(argument, 0);
  return argument[0];
}

/** log(1 + x), accurate near zero. Within 1 ulp. */
export function log1p(x: number): number {
  argument[0] = x;
  log1pAt(argument, 0);
  return argument[0];
}
