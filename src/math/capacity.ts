/** Work arrays that grow to the largest size requested and are reused, so that a warm step allocates nothing. */

/** `array`, or a larger copy with a capacity of at least `n` entries. */
export function ensureCapacityF64(array: Float64Array, n: number): Float64Array {
  if (n <= array.length) return array;
  const larger = new Float64Array(Math.max(n, 2 * array.length));
  larger.set(array);
  return larger;
}

/** `array`, or a larger copy with a capacity of at least `n` entries. */
export function ensureCapacityI32(array: Int32Array, n: number): Int32Array {
  if (n <= array.length) return array;
  const larger = new Int32Array(Math.max(n, 2 * array.length));
  larger.set(array);
  return larger;
}

/** `array`, or a larger copy with a capacity of at least `n` entries. */
export function ensureCapacityU8(array: Uint8Array, n: number): Uint8Array {
  if (n <= array.length) return array;
  const larger = new Uint8Array(Math.max(n, 2 * array.length));
  larger.set(array);
  return larger;
}
