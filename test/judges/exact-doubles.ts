/** Doubles as integers over one power of two, for judges that decide signs exactly. */

/** All numbers times one power of two (the smallest that makes them integers). */
export function toIntegers(numbers: ArrayLike<number>): bigint[] {
  const parts = Array.from(numbers, split);
  const exponent = Math.min(...parts.filter((p) => p.mantissa !== 0n).map((p) => p.exponent), 0);
  return parts.map((p) => (p.mantissa === 0n ? 0n : p.mantissa << BigInt(p.exponent - exponent)));
}

/** x = mantissa · 2^exponent exactly. */
function split(x: number): { mantissa: bigint; exponent: number } {
  const bits = new BigUint64Array(Float64Array.of(x).buffer)[0];
  const e = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = e === 0 ? fraction : fraction | 0x10000000000000n;
  return { mantissa: bits >> 63n ? -mantissa : mantissa, exponent: (e === 0 ? 1 : e) - 1075 };
}

/** Sign of (a − d) · ((b − d) × (c − d)) of four points packed in twelve doubles, and its value. */
export function exactOrient(v: ArrayLike<number>): bigint {
  const x = toIntegers(v);
  const d = (i: number, k: number) => x[3 * i + k] - x[9 + k];
  return (
    d(0, 0) * (d(1, 1) * d(2, 2) - d(1, 2) * d(2, 1)) +
    d(0, 1) * (d(1, 2) * d(2, 0) - d(1, 0) * d(2, 2)) +
    d(0, 2) * (d(1, 0) * d(2, 1) - d(1, 1) * d(2, 0))
  );
}

export function signOf(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}
