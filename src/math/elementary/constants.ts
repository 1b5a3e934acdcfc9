/** Constants that the elementary functions share. */

/**
 * Index in the two 32-bit words of a double of sign, exponent and the upper 20 fraction bits; and of the lower 32
 * fraction bits.
 */
export const HIGH = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0;
export const LOW = 1 - HIGH;

/** Veltkamp's constant 2²⁷ + 1: c = S·x, hi = c − (c − x) has 26 bits, so products of halves are exact. [Dekker1971] */
export const SPLIT = 134217729;

/** 2⁵⁴: brings subnormal numbers into the normal range. */
export const TWO_54 = 18014398509481984;

/** Adding and subtracting 1.5 · 2⁵² rounds a number below 2⁵¹ to the nearest integer, ties to even. */
export const ROUND = 6755399441055744;

/**
 * Powers of two: POWERS[n + 1074] = 2ⁿ for −1074 ≤ n ≤ 1023. Writing one word of a double and reading the whole back
 * stalls the processor's store forwarding; a table does not (exp: 26 → 21 ns).
 */
export const POWERS = /* @__PURE__ */ powersOfTwo();
/** Index of 2⁰ in `POWERS`. */
export const ZEROTH = 1074;

function powersOfTwo(): Float64Array {
  const table = new Float64Array(2098);
  table[0] = Number.MIN_VALUE;
  for (let k = 1; k < table.length; k++) table[k] = 2 * table[k - 1];
  return table;
}
