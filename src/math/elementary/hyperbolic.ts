import { expm1Pair, expOfPair } from "./exponential.js";

/** Argument of the plain forms; meaningless between calls. */
const argument = new Float64Array(2);

/** A sum of two doubles; meaningless between calls. */
const pair = new Float64Array(2);

/**
 * Hyperbolic functions from t = e^|x| − 1, kept as an unevaluated sum of two doubles:
 *
 *   sinh x = ½ (t + t/(1 + t)),   cosh x = 1 + ½ t²/(1 + t),   tanh x = u/(2 + u),  u = e^(2|x|) − 1
 *
 * Sources: [fdlibm]; [Muller2016] ch. 11.
 */

/** Below this, 2⁻²⁸, sinh x and tanh x round to x. */
const TINY = 3.725290298461914e-9;
/** Above this e^−|x| is below half an ulp of e^|x|. */
const LARGE = 22;
/** Largest x with finite ½ e^x. */
const OVERFLOW = 710.4758600739439;
const LN2_HIGH = 0.6931471805598903;
const LN2_LOW = 5.497923018708371e-14;

/** a[i] ← ½ e^|a[i]| = e^(|a[i]| − ln 2), without overflow on the way. */
function halfExpAt(a: Float64Array, i: number): void {
  const x = Math.abs(a[i]);
  if (x > OVERFLOW) {
    a[i] = Number.POSITIVE_INFINITY;
    return;
  }
  const y = x - LN2_HIGH;
  pair[0] = y;
  pair[1] = x - y - LN2_HIGH - LN2_LOW;
  expOfPair(pair, a, i);
}

/** a[i] ← sinh a[i]. */
export function sinhAt(a: Float64Array, i: number): void {
  const x = a[i];
  const size = Math.abs(x);
  if (!(size >= TINY)) return;
  let y: number;
  if (size < LARGE) {
    a[i] = size;
    expm1Pair(a, i, pair);
    const t = pair[0];
    const low = pair[1];
    const d = 1 + t;
    const b = d - 1;
    const dLow = 1 - (d - b) + (t - b);
    const q = t / d;
    y = 0.5 * (t + (q + (low + (low / d - q * dLow) / d)));
  } else {
    halfExpAt(a, i);
    y = a[i];
  }
  a[i] = x < 0 ? -y : y;
}

/** a[i] ← cosh a[i]. */
export function coshAt(a: Float64Array, i: number): void {
  const size = Math.abs(a[i]);
  if (!(size >= TINY)) {
    a[i] = size < TINY ? 1 : Number.NaN;
    return;
  }
  if (size < LARGE) {
    a[i] = size;
    expm1Pair(a, i, pair);
    const t = pair[0];
    const low = pair[1];
    if (size < 0.35) {
      a[i] = 1 + (t * t) / (2 * (1 + t));
      return;
    }
    // ½ (e + 1/e) with e = 1 + t + low.
    const e = 1 + t;
    const eLow = 1 - e + t + low;
    a[i] = 0.5 * (e + (1 / e + (eLow - eLow / (e * e))));
    return;
  }
  halfExpAt(a, i);
}

/** a[i] ← tanh a[i]. */
export function tanhAt(a: Float64Array, i: number): void {
  const x = a[i];
  const size = Math.abs(x);
  if (!(size >= TINY)) return;
  let y = 1;
  if (size < LARGE) {
    a[i] = 2 * size;
    expm1Pair(a, i, pair);
    const t = pair[0];
    const low = pair[1];
    // t/(2 + t), numerator and denominator corrected: d(t/(2 + t)) = 2 dt/(2 + t)².
    const d = 2 + t;
    const b = d - 2;
    const dLow = 2 - (d - b) + (t - b);
    y = t / d;
    y += (2 * low) / (d * d) - (y * dLow) / d;
  }
  a[i] = x < 0 ? -y : y;
}

/** Hyperbolic sine. */
export function sinh(x: number): number {
  argument[0] = x;
  sinhAt(argument, 0);
  return argument[0];
}

/** Hyperbolic cosine. */
export function cosh(x: number): number {
  argument[0] = x;
  coshAt(argument, 0);
  return argument[0];
}

/** Hyperbolic tangent. */
export function tanh(x: number): number {
  argument[0] = x;
  tanhAt(argument, 0);
  return argument[0];
}
