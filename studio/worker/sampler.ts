import { type Data, type Model, sensorValues } from "stiction";
import type { SensorEntry } from "./protocol.js";
import type { LiveColumn } from "./services/service.js";

/** Points that a plot of the whole run gets. */
const POINTS = 2000;

/** Collects rows of [time, columns…] at equal steps, until they are taken. */
export class Sampler {
  private readonly model: Model;
  private readonly columns: readonly number[];
  private readonly live: readonly LiveColumn[];
  /** Columns that were requested later. */
  private watched: readonly LiveColumn[] = [];
  private readonly values: Float64Array;
  private rows: Float64Array;
  private count = 0;
  /** Steps from row to row. */
  readonly every: number;

  constructor(model: Model, columns: readonly number[], live: readonly LiveColumn[] = []) {
    this.model = model;
    this.live = live;
    this.columns = columns;
    this.values = new Float64Array(model.sensors.columns.length);
    this.every = Math.max(1, Math.round(model.spec.duration / POINTS / model.options.timestep));
    this.rows = new Float64Array(64 * this.width);
  }

  get width(): number {
    return this.columns.length + this.live.length + this.watched.length + 1;
  }

  /** The columns after time, in their order. */
  get entries(): SensorEntry[] {
    const sensors = this.columns.map((k) => this.model.sensors.columns[k]);
    return [...sensors, ...this.live, ...this.watched].map(({ name, unit }) => ({ name, unit }));
  }

  get names(): string[] {
    return this.entries.slice(0, this.columns.length + this.live.length).map(({ name }) => name);
  }

  /** Other columns behind those of the scene from now on; rows that were not taken are dropped. */
  watch(columns: readonly LiveColumn[]): void {
    this.watched = columns;
    this.rows = new Float64Array(64 * this.width);
    this.count = 0;
  }

  clear(): void {
    this.count = 0;
  }

  /** Adds the present values at time `time`. */
  add(data: Data, time: number): void {
    const { rows, columns, live, watched, width } = this;
    sensorValues(this.model, data, this.values);
    const at = this.count * width;
    rows[at] = time;
    for (let k = 0; k < columns.length; k++) rows[at + 1 + k] = this.values[columns[k]];
    for (let k = 0; k < live.length; k++) rows[at + 1 + columns.length + k] = live[k].read();
    const behind = at + 1 + columns.length + live.length;
    for (let k = 0; k < watched.length; k++) rows[behind + k] = watched[k].read();
    if (++this.count * width === rows.length) {
      this.rows = new Float64Array(2 * rows.length);
      this.rows.set(rows);
    }
  }

  /** The rows since the last call, in a new array; null when there are none. */
  take(): Float64Array | null {
    if (this.count === 0) return null;
    const taken = this.rows.slice(0, this.count * this.width);
    this.count = 0;
    return taken;
  }
}
