import { HIGH, POWERS, SPLIT, TWO_54, ZEROTH } from "./constants.js";
import { expOfPair } from "./exponential.js";

/** Argument of the plain forms; meaningless between calls. */
const argument = new Float64Array(2);

/** A sum of two doubles; meaningless between calls. */
const pair = new Float64Array(2);

/** One number as two 32-bit words and as a double. */
const words = new Uint32Array(2);
const bits = new Float64Array(words.buffer);

/**
 * Power x^y = e^(y log x), with the logarithm and the product as unevaluated sums of two doubles.
 *
 *   x = 2^k m,  √½ ≤ m < √2,   s = (m − 1)/(m + 1),   z = s²,
 *   log m = 2 s + s z (2/3 + z (2/5 + z Q(z)))
 *
 * Everything but z Q(z) is carried to about 100 bits, so log x has a relative error near 2⁻⁶⁹ and the exponent y log x
 * (at most 745) an absolute error near 2⁻⁵⁹, so that the rounding of the result dominates.
 * Sources: [Dekker1971] for the exact products; [Muller2016] ch. 2, 3 and 11; [fdlibm] for the special cases.
 */

const SMALLEST_NORMAL = 2.2250738585072014e-308;
const SQRT_HALF_HIGH = 0x3fe6a09e;

/** Results beyond these exponents are ±∞ or ±0 whatever the rounding. */
const OVERFLOW = 709.8;
const UNDERFLOW = -745.2;

/** a[i] ← a[i]^a[i+1], special cases as in ECMAScript (1^±∞ and (−1)^±∞ are NaN). */
export function powAt(a: Float64Array, i: number): void {
  const base = a[i];
  const y = a[i + 1];

  // Exact answers first; x² and √x are correctly rounded.
  if (y === 0) {
    a[i] = 1;
    return;
  }
  if (y === 1) return;
  if (y === 2) {
    a[i] = base * base;
    return;
  }
  if (!(Math.abs(y) < Number.POSITIVE_INFINITY) || Number.isNaN(base)) {
    const size = Math.abs(base);
    if (Number.isNaN(y) || Number.isNaN(base) || size === 1) a[i] = Number.NaN;
    else a[i] = size > 1 === y > 0 ? Number.POSITIVE_INFINITY : 0;
    return;
  }
  // A negative base needs an integer exponent; the sign follows its parity.
  const size = Math.abs(base);
  let sign = 1;
  const whole = y === Math.floor(y);
  const odd = whole && Math.abs(y) < 9007199254740992 && Math.floor(y / 2) * 2 !== y;
  if (base === 0 || size === Number.POSITIVE_INFINITY) {
    const grows = size > 1 === y > 0;
    const r = grows ? Number.POSITIVE_INFINITY : 0;
    bits[0] = base;
    a[i] = odd && words[HIGH] >>> 31 === 1 ? -r : r;
    return;
  }
  if (base < 0) {
    if (!whole) {
      a[i] = Number.NaN;
      return;
    }
    if (odd) sign = -1;
  } else if (y === 0.5) {
    a[i] = Math.sqrt(base);
    return;
  }
  if (size === 1) {
    a[i] = sign;
    return;
  }

  if (size < SMALLEST_NORMAL) {
    bits[0] = size * TWO_54;
    logOfBits(-54);
  } else {
    bits[0] = size;
    logOfBits(0);
  }
  const lh = pair[0];
  const ll = pair[1];
  const p = y * lh;
  if (!(p < OVERFLOW)) {
    a[i] = sign * Number.POSITIVE_INFINITY;
    return;
  }
  if (p < UNDERFLOW) {
    a[i] = sign * 0;
    return;
  }
  // Here |y| < 745 · 2⁵³, so the splitting cannot overflow.
  let c = SPLIT * y;
  const yh = c - (c - y);
  const yl = y - yh;
  c = SPLIT * lh;
  const hh = c - (c - lh);
  const hl = lh - hh;
  pair[0] = p;
  pair[1] = yh * hh - p + yh * hl + yl * hh + yl * hl + y * ll;
  expOfPair(pair, a, i);
  if (sign < 0) a[i] = -a[i];
}

/** pair ← log(x 2^extra) for the normal number x > 0 in `bits`, x 2^extra ≠ 1. */
function logOfBits(extra: number): void {
  const TWO_THIRDS = 0.6666666666666666;
  const TWO_THIRDS_LOW = 3.700743415417188e-17;
  const TWO_FIFTHS = 0.4;
  const TWO_FIFTHS_LOW = -2.2204460492503132e-17;
  const Q0 = 0.2857142857142852;
  const Q1 = 0.22222222222253155;
  const Q2 = 0.18181818174400236;
  const Q3 = 0.15384616337941973;
  const Q4 = 0.13333260779343054;
  const Q5 = 0.11768077957071517;
  const Q6 = 0.10432504699027946;
  const Q7 = 0.10947825713827633;

  // ln 2 = HIGH + MIDDLE + LOW, the first two with 32 bits: k·HIGH and k·MIDDLE are exact.
  const LN2_HIGH = 0.6931471803691238;
  const LN2_MIDDLE = 1.9082149288430703e-10;
  const LN2_LOW = 4.275175589747649e-20;

  const shift = (words[HIGH] - SQRT_HALF_HIGH) >> 20;
  const k = extra + shift;
  const m = bits[0] * POWERS[ZEROTH - shift];

  // s + t = (m − 1)/(m + 1): numerator exact, denominator d + e exact.
  const f = m - 1;
  const d = m + 1;
  const e = m - (d - 1);
  const s = f / d;
  let c = SPLIT * s;
  const sh = c - (c - s);
  const sl = s - sh;
  c = SPLIT * d;
  const dh = c - (c - d);
  const dl = d - dh;
  const sd = s * d;
  const t = (f - sd - (sh * dh - sd + sh * dl + sl * dh + sl * dl) - s * e) / d;

  // z + w = (s + t)².
  const z = s * s;
  const w = sh * sh - z + 2 * sh * sl + sl * sl + 2 * s * t;
  c = SPLIT * z;
  const zh = c - (c - z);
  const zl = z - zh;

  // 2/5 + z Q(z), then times z plus 2/3, then times z, then times s plus 2 s.
  const z2 = z * z;
  const g = z * (Q0 + z * Q1 + z2 * (Q2 + z * Q3) + z2 * z2 * (Q4 + z * Q5 + z2 * (Q6 + z * Q7)));
  const u = TWO_FIFTHS + g;
  const uLow = TWO_FIFTHS - u + g + TWO_FIFTHS_LOW;
  let p = z * u;
  c = SPLIT * u;
  let ah = c - (c - u);
  let al = u - ah;
  let pLow = zh * ah - p + zh * al + zl * ah + zl * al + (z * uLow + w * u);
  const v = TWO_THIRDS + p;
  const vLow = TWO_THIRDS - v + p + (pLow + TWO_THIRDS_LOW);
  p = z * v;
  c = SPLIT * v;
  ah = c - (c - v);
  al = v - ah;
  pLow = zh * ah - p + zh * al + zl * ah + zl * al + (z * vLow + w * v);
  const q = s * p;
  c = SPLIT * p;
  ah = c - (c - p);
  al = p - ah;
  const qLow = sh * ah - q + sh * al + sl * ah + sl * al + (s * pLow + t * p);
  const two = 2 * s;
  const l = two + q;
  const lLow = two - l + q + (qLow + 2 * t);

  // k ln 2 + l: TwoSum with the exact leading part, the rest added to the tail.
  const k0 = k * LN2_HIGH;
  const k1 = k * LN2_MIDDLE;
  const r0 = k0 + l;
  const b0 = r0 - k0;
  const e0 = k0 - (r0 - b0) + (l - b0);
  const r1 = r0 + k1;
  const b1 = r1 - r0;
  const e1 = r0 - (r1 - b1) + (k1 - b1);
  const tail = e0 + e1 + (lLow + k * LN2_LOW);
  const sum = r1 + tail;
  pair[0] = sum;
  pair[1] = r1 - sum + tail;
}

/** x^y. Within 1 ulp; special cases as ECMAScript's `Math.pow`. */
export function pow(x: number, y: number): number {
  argument[0] = x;
  argument[1] = y;
  powAt(argument, 0);
  return argument[0];
}
