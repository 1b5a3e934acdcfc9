/**
 * Doubles as integers over one power of two, and quotients of integers as doubles, both without loss beyond one
 * rounding.
 */

/** One number as 64 bits and as a double. */
const bits = BigUint64Array.of(0n);
const number = new Float64Array(bits.buffer);

/** value = integer × 2^exponent, the exponent the same for all. */
export interface CommonIntegers {
  readonly integers: readonly bigint[];
  readonly exponent: number;
}

/** All numbers times one power of two, the smallest that makes integers of them. */
export function commonIntegers(values: Float64Array): CommonIntegers {
  const mantissas: bigint[] = [];
  const exponents: number[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const x of values) {
    number[0] = x;
    const e = Number((bits[0] >> 52n) & 0x7ffn);
    const fraction = bits[0] & 0xfffffffffffffn;
    let mantissa = e === 0 ? fraction : fraction | 0x10000000000000n;
    let exponent = (e === 0 ? 1 : e) - 1075;
    if (mantissa !== 0n) {
      // without trailing zeros, so that lattices become small integers
      for (; (mantissa & 0xffn) === 0n; exponent += 8) mantissa >>= 8n;
      for (; (mantissa & 1n) === 0n; exponent++) mantissa >>= 1n;
      if (exponent < lowest) lowest = exponent;
    }
    mantissas.push(x < 0 ? -mantissa : mantissa);
    exponents.push(exponent);
  }
  if (lowest === Number.POSITIVE_INFINITY) lowest = 0;
  const integers = mantissas.map((m, i) => (m === 0n ? 0n : m << BigInt(exponents[i] - lowest)));
  return { integers, exponent: lowest };
}

/** n/d × 2^exponent, rounded to the nearest double (d > 0); so the order of two quotients is never turned over. */
export function roundedQuotient(n: bigint, d: bigint, exponent: number): number {
  if (n === 0n) return 0;
  const size = n < 0n ? -n : n;
  // at least 66 bits of quotient, the last one set when something was left over: it cannot lie on a tie
  const shift = Math.max(0, 70 + bitLength(d) - bitLength(size));
  const scaled = size << BigInt(shift);
  let q = scaled / d;
  if (q * d !== scaled) q |= 1n;
  const value = scaleByPower(Number(q), exponent - shift);
  return n < 0n ? -value : value;
}

/** Number of binary digits, up to three more. */
function bitLength(x: bigint): number {
  return 4 * x.toString(16).length;
}

/** x × 2^e, in steps that do not overflow. */
function scaleByPower(x: number, e: number): number {
  let value = x;
  let rest = e;
  for (; rest > 1000; rest -= 1000) value *= powerOfTwo(1000);
  for (; rest < -1000; rest += 1000) value *= powerOfTwo(-1000);
  return value * powerOfTwo(rest);
}

/** 2^e for −1022 ≤ e ≤ 1023. */
function powerOfTwo(e: number): number {
  bits[0] = BigInt(e + 1023) << 52n;
  return number[0];
}
