/** Ranges of a table that take part: from[k] … to[k] − 1 for each k below `count`. */
export interface Extent {
  count: number;
  from: Int32Array;
  to: Int32Array;
}

/** All of a table of n rows. */
export function wholeExtent(n: number): Extent {
  return { count: n > 0 ? 1 : 0, from: Int32Array.of(0), to: Int32Array.of(n) };
}

/** The rows below n that do not rest. Writes: extent. */
export function writeExtent(extent: Extent, n: number, rests: (i: number) => boolean, first = 0): void {
  let count = 0;
  let open = -1;
  for (let i = first; i <= n; i++) {
    const takesPart = i < n && !rests(i);
    if (takesPart && open < 0) open = i;
    if (takesPart || open < 0) continue;
    if (count === extent.from.length) {
      extent.from = grown(extent.from);
      extent.to = grown(extent.to);
    }
    extent.from[count] = open;
    extent.to[count++] = i;
    open = -1;
  }
  extent.count = count;
}

function grown(list: Int32Array): Int32Array {
  const larger = new Int32Array(2 * list.length);
  larger.set(list);
  return larger;
}

/** to[…] ← from[…] within the extent. */
export function copyExtent({ count, from, to }: Extent, source: Float64Array, target: Float64Array, stride = 1): void {
  for (let s = 0; s < count; s++) {
    const begin = stride * from[s];
    const end = stride * to[s];
    if (end - begin > SHORT) target.set(source.subarray(begin, end), begin);
    else for (let i = begin; i < end; i++) target[i] = source[i];
  }
}

/** Below so many numbers a loop is faster than a view, and makes no garbage. */
const SHORT = 4096;

/** x[…] ← 0 within the extent. */
export function clearExtent({ count, from, to }: Extent, x: Float64Array, stride = 1): void {
  for (let s = 0; s < count; s++) x.fill(0, stride * from[s], stride * to[s]);
}
