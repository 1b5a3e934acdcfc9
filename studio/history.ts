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

  /** Makes room for `width` sensors beside time, and forgets all rows. */
  open(width: number): void {
    this.columns = Array.from({ length: width + 1 }, () => new Float64Array(2 * KEPT));
    this.clear();
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
