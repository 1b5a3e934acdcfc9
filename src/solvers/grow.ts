/** Work arrays that grow with what is asked of them and are then used again, so that a warm step allocates nothing. */

/** `array`, or a larger copy with room for `n` entries. */
export function roomF64(array: Float64Array, n: number): Float64Array {
  if (n <= array.length) return array;
  const larger = new Float64Array(Math.max(n, 2 * array.length));
  larger.set(array);
  return larger;
}

/** `array`, or a larger copy with room for `n` entries. */
export function roomI32(array: Int32Array, n: number): Int32Array {
  if (n <= array.length) return array;
  const larger = new Int32Array(Math.max(n, 2 * array.length));
  larger.set(array);
  return larger;
}
