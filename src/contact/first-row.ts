/**
 * First row of memory of shapes a and b, by bisection. `key` has four numbers per row, the shapes first; rows are
 * sorted by them, and there are `rows[0]` of them.
 */
export function firstRow(key: Uint32Array, rows: Uint32Array, a: number, b: number): number {
  let low = 0;
  let high = rows[0];
  while (low < high) {
    const mid = (low + high) >> 1;
    if (key[4 * mid] < a || (key[4 * mid] === a && key[4 * mid + 1] < b)) low = mid + 1;
    else high = mid;
  }
  return low;
}
