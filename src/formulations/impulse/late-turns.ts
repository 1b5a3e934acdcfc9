/** Most further turns over the contacts of islands that sweeps have not solved to their tolerance. */
export const MOST_TURNS = 512;

/** After so many further turns residuals are measured at every fourth only. */
export const EACH_TURN = 4;
export const MEASURED = 4;

/** After so many of them friction takes short steps, which end where it opposes the slip. */
export const SHORT_TURNS = 32;

/** `count` entries of a list from `first`, in place, in the opposite order. */
export function reverse(list: Int32Array, first: number, count: number): void {
  for (let i = first, j = first + count - 1; i < j; i++, j--) {
    const entry = list[i];
    list[i] = list[j];
    list[j] = entry;
  }
}
