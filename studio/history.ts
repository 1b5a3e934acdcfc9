/** Rows kept for plots. Older ones are dropped, so that memory stays flat however long a scene runs. */
const KEPT = 20_000;

/** Sensor values over time, as columns that a plot can read without copying. */
export class History {
  /** Column 0 is time, s. */
  private columns: Float64Array[] = [];
  private start = 0;
  private end = 0;
  /** Grows with every change. */
  version = 0;

  /** Allocates `width` sensors and time, and clears all rows. */
  open(width: number): void {
    this.columns = Array.from({ length: width + 1 }, () => new Float64Array(2 * KEPT));
    this.clear();
  }

  /**
   * Other columns behind time: each was column `from[k]` (0: the first after time), or is new (−1) and not known in old
   * rows.
   */
  arrange(from: readonly number[]): void {
    const time = this.columns[0] ?? new Float64Array(2 * KEPT);
    const old = (k: number) => (k < 0 ? undefined : this.columns[k + 1]);
    const sensors = from.map((k) => old(k) ?? new Float64Array(2 * KEPT).fill(Number.NaN));
    this.columns = [time, ...sensors];
    this.version++;
  }

  clear(): void {
    this.start = 0;
    this.end = 0;
    this.version++;
  }

  get length(): number {
    return this.end - this.start;
  }

  /** Appends rows of [time, sensor 0, sensor 1, …]. */
  append(rows: Float64Array): void {
    const width = this.columns.length;
    for (let at = 0; at + width <= rows.length; at += width) {
      if (this.end === 2 * KEPT) this.compact();
      for (let k = 0; k < width; k++) this.columns[k][this.end] = rows[at + k];
      this.end++;
      this.start = Math.max(this.start, this.end - KEPT);
    }
    this.version++;
  }

  /** The row nearest to a time, or −1. */
  rowAt(time: number): number {
    return nearest(this.column(0), time);
  }

  /** Forgets the rows after a time, s. */
  cut(time: number): void {
    while (this.end > this.start && this.columns[0][this.end - 1] > time) this.end--;
    this.version++;
  }

  /** The kept part of a column (0: time); valid until the next change. */
  column(k: number): Float64Array {
    return this.columns[k]?.subarray(this.start, this.end) ?? new Float64Array(0);
  }

  /** The newest value of a column, or NaN. */
  latest(k: number): number {
    return this.end > this.start ? this.columns[k][this.end - 1] : Number.NaN;
  }

  /** Moves the kept rows to the front: once in `KEPT` rows. */
  private compact(): void {
    for (const column of this.columns) column.copyWithin(0, this.start, this.end);
    this.end -= this.start;
    this.start = 0;
  }
}

/** Index of the number nearest to `value` in an ascending list; −1 when it is empty. */
export function nearest(list: Float64Array, value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1;
    else high = middle;
  }
  if (list.length === 0) return -1;
  return low > 0 && (low === list.length || value - list[low - 1] <= list[low] - value) ? low - 1 : low;
}
