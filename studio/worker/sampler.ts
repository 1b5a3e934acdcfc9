import { type Data, type Model, sensorValues } from "stiction";

/** Points that a plot of the whole run gets. */
const POINTS = 2000;

/** Collects rows of [time, columns…] at equal steps, until they are taken. */
export class Sampler {
  private readonly model: Model;
  private readonly columns: readonly number[];
  private readonly values: Float64Array;
  private rows: Float64Array;
  private count = 0;
  /** Steps from row to row. */
  readonly every: number;

  constructor(model: Model, columns: readonly number[]) {
    this.model = model;
    this.columns = columns;
    this.values = new Float64Array(model.sensors.columns.length);
    this.every = Math.max(1, Math.round(model.spec.duration / POINTS / model.options.timestep));
    this.rows = new Float64Array(64 * this.width);
  }

  get width(): number {
    return this.columns.length + 1;
  }

  clear(): void {
    this.count = 0;
  }

  /** Adds the present values at time `time`. */
  add(data: Data, time: number): void {
    const { rows, columns, width } = this;
    sensorValues(this.model, data, this.values);
    const at = this.count * width;
    rows[at] = time;
    for (let k = 0; k < columns.length; k++) rows[at + 1 + k] = this.values[columns[k]];
    if (++this.count * width === rows.length) {
      this.rows = new Float64Array(2 * rows.length);
      this.rows.set(rows);
    }
  }

  /** The rows since the last call, in an array of their own; null when there are none. */
  take(): Float64Array | null {
    if (this.count === 0) return null;
    const taken = this.rows.slice(0, this.count * this.width);
    this.count = 0;
    return taken;
  }
}
