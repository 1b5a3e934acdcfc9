/**
 * Judge for the elementary functions: arithmetic on big integers, written for clarity and independent of the code it
 * judges. A value is m · 2^e with m a bigint. Every function here is good to 2⁻¹⁹⁹ relative or better: checked against
 * mpmath at 500 to 2 600 bits on 46 000 arguments over the whole range of doubles.
 *
 * Method: fixed point with F fractional bits and Taylor series whose coefficients are exact integer quotients; inverse
 * functions by one exact correction of a hint. A hint (from `Math`) decides only where the correction starts, and a
 * correction larger than 2⁻³⁰ throws, so a poor hint cannot spoil a result unnoticed.
 */

/** The number m · 2^e. */
export type Big = { m: bigint; e: number };

/** Fractional bits of the fixed-point core. */
const F = 256;
const FN = BigInt(F);
const ONE = 1n << FN;
const HALF_UNIT = 1n << (FN - 1n);

const double = new Float64Array(1);
const word = new BigUint64Array(double.buffer);

function absolute(x: bigint): bigint {
  return x < 0n ? -x : x;
}

/** Number of bits of |x|. */
export function bitLength(x: bigint): number {
  const text = absolute(x).toString(16);
  return x === 0n ? 0 : 4 * (text.length - 1) + (32 - Math.clz32(Number.parseInt(text[0], 16)));
}

/** A finite double, exactly. */
export function fromDouble(x: number): Big {
  double[0] = x;
  const b = word[0];
  const exponent = Number((b >> 52n) & 0x7ffn);
  const fraction = b & 0xfffffffffffffn;
  const m = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  return { m: b >> 63n === 1n ? -m : m, e: (exponent === 0 ? 1 : exponent) - 1075 };
}

/** Fixed-point value of x, truncated below 2^−F. */
function toFixed(x: Big): bigint {
  const shift = x.e + F;
  return shift >= 0 ? x.m << BigInt(shift) : x.m >> BigInt(-shift);
}

function fixed(m: bigint): Big {
  return { m, e: -F };
}

/** Product of two fixed-point numbers, rounded to nearest. */
function times(a: bigint, b: bigint): bigint {
  return (a * b + HALF_UNIT) >> FN;
}

export function add(a: Big, b: Big): Big {
  const e = Math.min(a.e, b.e);
  return { m: (a.m << BigInt(a.e - e)) + (b.m << BigInt(b.e - e)), e };
}

export function multiply(a: Big, b: Big): Big {
  return trim({ m: a.m * b.m, e: a.e + b.e });
}

/** a/b to at least 250 bits. */
export function divide(a: Big, b: Big): Big {
  const shift = Math.max(0, 256 + bitLength(b.m) - bitLength(a.m));
  return { m: (a.m << BigInt(shift)) / b.m, e: a.e - b.e - shift };
}

/** √a to at least 250 bits, by Newton's iteration on integers. */
export function squareRoot(a: Big): Big {
  if (a.m === 0n) return a;
  let shift = Math.max(0, 520 - bitLength(a.m));
  if ((a.e - shift) % 2 !== 0) shift++;
  const n = a.m << BigInt(shift);
  // Start from the double root of the leading bits; each step doubles the correct bits.
  const drop = (bitLength(n) - 100) & ~1;
  let r = BigInt(Math.floor(Math.sqrt(Number(n >> BigInt(drop))))) << BigInt(drop / 2);
  for (let k = 0; k < 20; k++) {
    const next = (r + n / r) >> 1n;
    const step = absolute(next - r);
    r = next;
    if (step <= 1n) break;
  }
  return { m: r, e: (a.e - shift) / 2 };
}

/** Keeps 320 leading bits, so that exact products do not grow without end. */
function trim(a: Big): Big {
  const excess = bitLength(a.m) - 320;
  return excess > 0 ? { m: a.m >> BigInt(excess), e: a.e + excess } : a;
}

// --- π and ln 2 -------------------------------------------------------------------------------------------------

/** π with the given number of fractional bits, by Machin's formula π = 16 atan(1/5) − 4 atan(1/239). */
function machin(fractionalBits: number): bigint {
  const guard = 32n;
  const one = 1n << (BigInt(fractionalBits) + guard);
  const atanInverse = (n: bigint) => {
    let power = one / n;
    let sum = power;
    for (let k = 3n, s = -1n; power !== 0n; k += 2n, s = -s) {
      power /= n * n;
      sum += (s * power) / k;
    }
    return sum;
  };
  return (16n * atanInverse(5n) - 4n * atanInverse(239n)) >> guard;
}

/** ln 2 = 2 atanh(1/3), with F + 32 fractional bits. */
const LN2_BITS = F + 32;
const ln2 = (() => {
  let power = (1n << BigInt(LN2_BITS + 32)) / 3n;
  let sum = power;
  for (let k = 3n; power !== 0n; k += 2n) {
    power /= 9n;
    sum += power / k;
  }
  return (2n * sum) >> 32n;
})();

const PI_BITS = 2560;
const PI = machin(PI_BITS);
const piCache = new Map<number, bigint>();

/** π/2 with the given number of fractional bits. */
function halfPi(fractionalBits: number): bigint {
  let value = piCache.get(fractionalBits);
  if (value === undefined) {
    value = PI >> BigInt(PI_BITS - fractionalBits + 1);
    piCache.set(fractionalBits, value);
  }
  return value;
}

/** π as a Big. */
export const bigPi: Big = { m: PI >> BigInt(PI_BITS - 400), e: -400 };

// --- series -----------------------------------------------------------------------------------------------------

/** 1/n! in fixed point, exact quotients. */
const inverseFactorial: bigint[] = [ONE];
for (let n = 1, factorial = 1n; n < 64; n++) {
  factorial *= BigInt(n);
  inverseFactorial.push(ONE / factorial);
}

/** Σ (−1)^k z^k/(2k + first)! for 0 ≤ z < 0.7: sin r = r · series(r², 1), cos r = series(r², 0). */
function alternating(z: bigint, first: number): bigint {
  let sum = 0n;
  for (let k = z >> (FN - 20n) === 0n ? 7 : 24; k >= 0; k--) sum = inverseFactorial[2 * k + first] - times(z, sum);
  return sum;
}

/** Σ r^k/(k + first)! for |r| < 0.35/16: e^r = series(r, 0), (e^r − 1)/r = series(r, 1). */
function exponentialSeries(r: bigint, first: number): bigint {
  let sum = 0n;
  for (let k = 27; k >= 0; k--) sum = inverseFactorial[k + first] + times(r, sum);
  return sum;
}

// --- sine and cosine --------------------------------------------------------------------------------------------

/** x = n π/2 + r: n mod 4, and r as a Big with relative error below 2⁻¹⁸⁰ for doubles. */
function reduce(x: Big): { n: number; r: Big } {
  const size = bitLength(x.m) + x.e;
  if (size < 0) return { n: 0, r: x };
  // π/2 carries F + size bits after the point, so that n times its truncation stays below 2^−F.
  const precision = F + 64 * Math.ceil((size + 64) / 64);
  const scaled = x.m << BigInt(x.e + precision);
  const h = halfPi(precision);
  let n = scaled / h;
  let r = scaled - n * h;
  if (2n * r > h) {
    n += 1n;
    r -= h;
  } else if (-2n * r > h) {
    n -= 1n;
    r += h;
  }
  return { n: Number(BigInt.asUintN(2, n)), r: { m: r, e: -precision } };
}

/** Sine and cosine of x. */
export function sinCosBig(x: Big): { sin: Big; cos: Big } {
  const { n, r } = reduce(x);
  const f = toFixed(r);
  const z = times(f, f);
  const s = multiply(r, fixed(alternating(z, 1)));
  const c = fixed(alternating(z, 0));
  const minus = (a: Big): Big => ({ m: -a.m, e: a.e });
  if (n === 0) return { sin: s, cos: c };
  if (n === 1) return { sin: c, cos: minus(s) };
  if (n === 2) return { sin: minus(s), cos: minus(c) };
  return { sin: minus(c), cos: s };
}

export function sinBig(x: Big): Big {
  const { n, r } = reduce(x);
  const f = toFixed(r);
  const z = times(f, f);
  const y = n % 2 === 0 ? multiply(r, fixed(alternating(z, 1))) : fixed(alternating(z, 0));
  return n < 2 ? y : { m: -y.m, e: y.e };
}

export function cosBig(x: Big): Big {
  const { n, r } = reduce(x);
  const f = toFixed(r);
  const z = times(f, f);
  const y = n % 2 === 0 ? fixed(alternating(z, 0)) : multiply(r, fixed(alternating(z, 1)));
  return n === 0 || n === 3 ? y : { m: -y.m, e: y.e };
}

export function tanBig(x: Big): Big {
  const { sin, cos } = sinCosBig(x);
  return divide(sin, cos);
}

// --- exponential and logarithm ----------------------------------------------------------------------------------

/** e^x for |x| < 2²⁰. */
export function expBig(x: Big): Big {
  const shift = x.e + LN2_BITS;
  const scaled = shift >= 0 ? x.m << BigInt(shift) : x.m >> BigInt(-shift);
  const k = (2n * scaled + ln2) / (2n * ln2);
  const r = (scaled - k * ln2) >> BigInt(LN2_BITS - F + 4);
  let y = exponentialSeries(r, 0);
  for (let j = 0; j < 4; j++) y = times(y, y);
  return { m: y, e: Number(k) - F };
}

/** e^x − 1. */
export function expm1Big(x: Big): Big {
  const size = bitLength(x.m) + x.e;
  if (size < -6) return multiply(x, fixed(exponentialSeries(toFixed(x), 1)));
  return add(expBig(x), { m: -1n, e: 0 });
}

/** log x for x > 0. */
export function logBig(x: Big): Big {
  const bits = bitLength(x.m);
  const leading = bits > 60 ? Number(x.m >> BigInt(bits - 60)) : Number(x.m);
  const exponent = bits > 60 ? x.e + bits - 60 : x.e;
  // x = (1 + f) 2^exponent with a hint for its logarithm; the hint is then an exact number like any other.
  const hint = fromDouble(
    Math.abs(leading * 2 ** exponent - 1) < 0.25
      ? Math.log(leading * 2 ** exponent)
      : Math.log(leading) + exponent * Math.LN2,
  );
  const inverse = expBig({ m: -hint.m, e: hint.e });
  const ratio = multiply(x, inverse);
  const u = toFixed(add(ratio, { m: -1n, e: 0 }));
  if (absolute(u) >> (FN - 30n) !== 0n) throw new Error("logBig: the hint is too far off");
  // log(1 + u) = u − u²/2 + u³/3 − …, |u| < 2⁻³⁰.
  let sum = 0n;
  for (let k = 9n; k >= 1n; k--) sum = ONE / k - times(u, sum);
  return add(hint, fixed(times(u, sum)));
}

/** log(1 + x) for x > −1. */
export function log1pBig(x: Big): Big {
  const size = bitLength(x.m) + x.e;
  if (size < -30) {
    const f = toFixed(x);
    let sum = 0n;
    for (let k = 9n; k >= 1n; k--) sum = ONE / k - times(f, sum);
    return multiply(x, fixed(sum));
  }
  return logBig(add(x, { m: 1n, e: 0 }));
}

/** x^y for x > 0, |y log x| < 2¹¹. The error grows with |y|: 2⁻¹⁴⁰ at |y| = 2⁶³, the largest that gives a finite result. */
export function powBig(x: Big, y: Big): Big {
  return expBig(multiply(y, logBig(x)));
}

// --- inverse trigonometric --------------------------------------------------------------------------------------

/** Angle of the point (x, y), not the origin. */
export function atan2Big(y: Big, x: Big): Big {
  const sizeY = bitLength(y.m) + y.e;
  const sizeX = bitLength(x.m) + x.e;
  // Small angle beside the positive axis: t − t³/3 + …, with t = y/x.
  if (x.m > 0n && (y.m === 0n || sizeY - sizeX < -40)) {
    if (y.m === 0n) return { m: 0n, e: 0 };
    const t = divide(y, x);
    const f = toFixed(t);
    const z = times(f, f);
    return multiply(t, fixed(ONE - times(z, ONE / 3n - times(z, ONE / 5n - times(z, ONE / 7n)))));
  }
  // Scale both so that the larger is near one; a coordinate 2⁻³⁰⁰ smaller is nothing.
  const top = Math.max(sizeX, sizeY);
  const fy = toFixed({ m: y.m, e: y.e - top });
  const fx = toFixed({ m: x.m, e: x.e - top });
  const hint = fromDouble(Math.atan2(Number(fy >> (FN - 60n)), Number(fx >> (FN - 60n))));
  const { sin, cos } = sinCosBig(hint);
  const s = toFixed(sin);
  const c = toFixed(cos);
  const t = ((times(fy, c) - times(fx, s)) << FN) / (times(fx, c) + times(fy, s));
  if (absolute(t) >> (FN - 30n) !== 0n) throw new Error("atan2Big: the hint is too far off");
  const z = times(t, t);
  const correction = times(t, ONE - times(z, ONE / 3n - times(z, ONE / 5n - times(z, ONE / 7n))));
  return add(hint, fixed(correction));
}

export function atanBig(x: Big): Big {
  return atan2Big(x, { m: 1n, e: 0 });
}

/** asin x = atan2(x, √(1 − x²)), the difference being exact. */
export function asinBig(x: Big): Big {
  return atan2Big(x, squareRoot(oneMinusSquare(x)));
}

export function acosBig(x: Big): Big {
  return atan2Big(squareRoot(oneMinusSquare(x)), x);
}

function oneMinusSquare(x: Big): Big {
  // 1 − x² is exact; for |x| < 2⁻²⁰⁰ it is 1 within the precision kept.
  if (bitLength(x.m) + x.e < -200) return { m: 1n, e: 0 };
  return add({ m: 1n, e: 0 }, { m: -x.m * x.m, e: 2 * x.e });
}

// --- hyperbolic, roots ------------------------------------------------------------------------------------------

/** ½ (t + t/(1 + t)), t = e^x − 1. */
export function sinhBig(x: Big): Big {
  const t = expm1Big(x);
  const sum = add(t, divide(t, add(t, { m: 1n, e: 0 })));
  return { m: sum.m, e: sum.e - 1 };
}

export function coshBig(x: Big): Big {
  const t = expBig(x);
  const sum = add(t, divide({ m: 1n, e: 0 }, t));
  return { m: sum.m, e: sum.e - 1 };
}

/** t/(2 + t), t = e^{2x} − 1. */
export function tanhBig(x: Big): Big {
  const t = expm1Big({ m: x.m, e: x.e + 1 });
  return divide(t, add(t, { m: 2n, e: 0 }));
}

/** √(Σ xᵢ²), from exact squares. */
export function hypotBig(...x: Big[]): Big {
  return squareRoot(x.map((a) => ({ m: a.m * a.m, e: 2 * a.e })).reduce(add));
}

/** ∛x by Newton's iteration on integers. */
export function cbrtBig(x: Big): Big {
  if (x.m === 0n) return x;
  let shift = Math.max(0, 600 - bitLength(x.m));
  while ((((x.e - shift) % 3) + 3) % 3 !== 0) shift++;
  const n = absolute(x.m) << BigInt(shift);
  const bits = bitLength(n);
  const drop = Math.floor((bits - 90) / 3) * 3;
  let r = BigInt(Math.floor(Math.cbrt(Number(n >> BigInt(drop))))) << BigInt(drop / 3);
  for (let k = 0; k < 20; k++) {
    const next = (2n * r + n / (r * r)) / 3n;
    const step = absolute(next - r);
    r = next;
    if (step <= 1n) break;
  }
  return { m: x.m < 0n ? -r : r, e: (x.e - shift) / 3 };
}

// --- measuring --------------------------------------------------------------------------------------------------

/**
 * |result − exact| in units in the last place of the exact value, where an ulp is 2^(E − 52) for an exact value in
 * [2^E, 2^(E+1)), and 2⁻¹⁰⁷⁴ below the normal range. ±∞, given or exact beyond the range, counts as ±2¹⁰²⁴. NaN gives ∞.
 */
export function ulpError(result: number, exact: Big): number {
  if (Number.isNaN(result)) return Number.POSITIVE_INFINITY;
  const given: Big = Number.isFinite(result) ? fromDouble(result) : { m: result > 0 ? 1n : -1n, e: 1024 };
  const beyond = bitLength(exact.m) + exact.e > 1024;
  const truth: Big = beyond ? { m: exact.m > 0n ? 1n : -1n, e: 1024 } : exact;
  const difference = add(given, { m: -truth.m, e: truth.e });
  if (difference.m === 0n) return 0;
  const exponent = Math.min(1023, Math.max(-1022, bitLength(truth.m) + truth.e - 1));
  // |difference| / 2^(exponent − 52), as a double with 53 leading bits.
  const bits = bitLength(difference.m);
  const drop = Math.max(0, bits - 60);
  return Number(absolute(difference.m) >> BigInt(drop)) * 2 ** Math.min(1000, difference.e + drop - exponent + 52);
}

/** The double nearest to a value, ties away from zero. */
export function toDouble(a: Big): number {
  if (a.m === 0n) return 0;
  const exponent = Math.max(-1022, bitLength(a.m) + a.e - 1) - 52;
  const shift = a.e - exponent;
  const size = absolute(a.m);
  const n = shift >= 0 ? size << BigInt(shift) : ((size >> BigInt(-shift - 1)) + 1n) >> 1n;
  const scaled = Number(n) * 2 ** Math.max(-1074, Math.min(971, exponent));
  const y = exponent > 971 ? Number.POSITIVE_INFINITY : scaled;
  return a.m < 0n ? -y : y;
}
