import { HIGH, LOW, POWERS, ROUND, SPLIT, ZEROTH } from "./constants.js";

/** One number as two 32-bit words and as a double. */
const words = new Uint32Array(2);
const bits = new Float64Array(words.buffer);

/**
 * Argument reduction for sine, cosine and tangent:
 *
 *   x = n π/2 + y₀ + y₁,   |y₀ + y₁| ≤ π/4 (1 + 2⁻²⁰),   |y₁| ≤ ½ ulp(y₀)
 *
 * with a relative error of y₀ + y₁ below 2⁻⁶⁸ for every finite double x, so the functions stay accurate next to
 * multiples of π/2 and for huge arguments. Two methods: Cody and Waite's three-part π/2 below 2²⁰ π/2, and Payne and
 * Hanek's multiplication by the needed digits of 2/π above, or where Cody–Waite cancels too much.
 * Sources: [CodyWaite1980]; [PayneHanek1983]; [Muller2016] ch. 11.
 */

/** 2²⁰ π/2, rounded down: above it Cody–Waite would lose exactness. */
const MEDIUM = 1647099;

const HALF_PI_HIGH = 1.5707963267948966;
const HALF_PI_LOW = 6.123233995736766e-17;

/** 2/π = Σ digit[j] 2^(−24 (j + 1)): 1 344 bits, enough for the exponent 1023 with 180 guard bits. */
const DIGITS = new Int32Array([
  0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb, 0xc561b7,
  0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c,
  0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11,
  0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7,
  0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b, 0x6babf0, 0xcfbc20, 0x9af436, 0x1da9e3, 0x91615e,
  0xe61b08,
]);

/**
 * Digits kept of the product: truncation ≤ 2^(51 + 1 − 24·9) = 2⁻¹⁶⁴, and no double comes closer than 2⁻⁶² to n π/2.
 */
const KEPT = 9;
const BASE = 16777216;
const PER_BASE = 1 / BASE;
const product = new Int32Array(KEPT + 3);

/** Reduces a[i]; writes y₀, y₁ to `pair` and returns n mod 4 as 0…3. Not finite gives NaN. */
export function reduceAt(a: Float64Array, i: number, pair: Float64Array): number {
  const x = a[i];
  const ax = Math.abs(x);
  if (ax < MEDIUM) {
    // π/2 = P1 + P2 + P3, P1 and P2 with 33 bits: n·P1 and n·P2 are exact for |n| ≤ 2²⁰.
    const TWO_OVER_PI = 0.6366197723675814;
    const P1 = 1.5707963267341256;
    const P2 = 6.077100506303966e-11;
    const P3 = 2.0222662487959506e-21;
    // Below 2⁻³⁰ the error n · 2⁻¹¹⁹ + 2⁻¹⁰⁷ of the three-part π/2 is no longer negligible compared with y₀.
    const CANCELLED = 9.313225746154785e-10;
    const n = x * TWO_OVER_PI + ROUND - ROUND;
    const t = x - n * P1;
    const w = n * P2;
    // TwoSum of t and −w, then the last part of π/2, then renormalize.
    const s = t - w;
    const b = s - t;
    const e = t - (s - b) - (w + b);
    const tail = e - n * P3;
    const y = s + tail;
    if (Math.abs(y) > CANCELLED) {
      pair[0] = y;
      pair[1] = s - y + tail;
      return n & 3;
    }
  }
  if (!(ax < Number.POSITIVE_INFINITY)) {
    pair[0] = Number.NaN;
    pair[1] = 0;
    return 0;
  }
  return reduceHuge(a, i, pair);
}

/** Payne–Hanek: |x| = m 2^e with m an integer of 53 bits; the digits of m · 2^e · 2/π that are not multiples of 4. */
function reduceHuge(a: Float64Array, i: number, pair: Float64Array): number {
  bits[0] = a[i];
  const high = words[HIGH];
  const low = words[LOW];
  const e = ((high >>> 20) & 0x7ff) - 1075;

  // m = m₂ 2⁴⁸ + m₁ 2²⁴ + m₀.
  const top = (high & 0xfffff) | 0x100000;
  const m0 = low & 0xffffff;
  const m1 = (low >>> 24) | ((top & 0xffff) << 8);
  const m2 = top >>> 16;

  // Digit d of the product weighs 2^(e − 24 (d + 1)); those of weight ≥ 4 only add whole turns and are left out.
  const first = Math.floor((e - 2) / 24);
  const q = e - 24 * (first + 1);
  let carry = 0;
  for (let k = KEPT - 1; k >= 0; k--) {
    const d = first + k;
    const t0 = d >= 0 ? DIGITS[d] : 0;
    const t1 = d >= -1 ? DIGITS[d + 1] : 0;
    const t2 = d >= -2 ? DIGITS[d + 2] : 0;
    const sum = m0 * t0 + m1 * t1 + m2 * t2 + carry;
    carry = Math.floor(sum * PER_BASE);
    product[k] = sum - carry * BASE;
  }

  // Whole quarter turns sit in the upper two digits (48 bits, weight 2^(q − 24) each, −22 ≤ q ≤ 1).
  const unit = POWERS[ZEROTH + 24 - q];
  const head = product[0] * BASE + product[1];
  let n = Math.floor(head / unit);
  let rest = head - n * unit;
  // Round to nearest: a fraction of ½ or more becomes its complement to the next quarter turn, digit by digit, exactly.
  let sign = 1;
  if (rest * 2 >= unit) {
    n += 1;
    sign = -1;
    let borrow = 0;
    for (let k = KEPT - 1; k >= 2; k--) {
      const digit = -product[k] - borrow;
      borrow = digit < 0 ? 1 : 0;
      product[k] = digit + borrow * BASE;
    }
    rest = unit - rest - borrow;
  }
  const restHigh = Math.floor(rest * PER_BASE);
  product[0] = restHigh;
  product[1] = rest - restHigh * BASE;

  // The fraction as an unevaluated sum f₀ + f₁ of at least 96 bits, from its first digit that is not zero.
  let lead = 0;
  while (lead < KEPT - 3 && product[lead] === 0) lead++;
  const scale = POWERS[ZEROTH + q - 24 * (lead + 1)];
  const a0 = (product[lead] * BASE + product[lead + 1]) * scale;
  const a1 = (product[lead + 2] * BASE + product[lead + 3]) * (scale * PER_BASE * PER_BASE);
  const a2 = (product[lead + 4] * BASE + product[lead + 5]) * (scale * PER_BASE * PER_BASE * PER_BASE * PER_BASE);
  const f0 = a0 + a1;
  const f1 = a0 - f0 + a1 + a2;

  // y = (f₀ + f₁) · π/2, with f₀ · high(π/2) exact.
  const p = f0 * HALF_PI_HIGH;
  let c = SPLIT * f0;
  const fh = c - (c - f0);
  const fl = f0 - fh;
  c = SPLIT * HALF_PI_HIGH;
  const hh = c - (c - HALF_PI_HIGH);
  const hl = HALF_PI_HIGH - hh;
  const error = fh * hh - p + fh * hl + fl * hh + fl * hl;
  const tail = error + (f0 * HALF_PI_LOW + f1 * HALF_PI_HIGH);
  const y = p + tail;
  const negative = high >>> 31 === 1;
  if (negative) sign = -sign;
  pair[0] = sign * y;
  pair[1] = sign * (p - y + tail);
  return (negative ? -n : n) & 3;
}
