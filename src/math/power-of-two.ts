/** The largest power of two up to n, at least 1. */
export function powerOfTwo(n: number): number {
  let power = 1;
  while (2 * power <= n) power *= 2;
  return power;
}
