/** Further turns over the contacts of islands that sweeps have not solved to their tolerance. */
export const LATE_TURNS = {
  /** Most of them. */
  most: 512,
  /** After so many residuals are measured at every fourth only. */
  each: 4,
  measured: 4,
  /** After so many friction takes short steps, which end where it opposes the slip. */
  short: 32,
} as const;

/** `count` entries of a list from `first`, in place, in the opposite order. */
export function reverse(list: Int32Array, first: number, count: number): void {
  for (let i = first, j = first + count - 1; i < j; i++, j--) {
    const entry = list[i];
    list[i] = list[j];
    list[j] = entry;
  }
}
