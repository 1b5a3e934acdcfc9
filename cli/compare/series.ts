/** Sensors over time: recorded while a cell runs, compared with those of another, thinned for the report. */
import { COUNTER, type Data, type Model, sensorValues } from "stiction";
import type { Recorder } from "stiction/io";

/** Points of a line in the report. */
export const MAX_POINTS = 500;

/** Rows of [sensor values] at `time`, s. */
export interface Series {
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly time: readonly number[];
  /** By sensor, then by time. */
  readonly values: readonly (readonly number[])[];
}

/** Records sensors at the start, at every `every`-th step and, by `close`, at the end. */
export function createSeriesRecorder(model: Model, every: number): Recorder & { readonly series: Series } {
  const { columns } = model.sensors;
  const row = new Float64Array(columns.length);
  const time: number[] = [];
  const values: number[][] = columns.map(() => []);
  let last = -1;
  const take = (data: Data) => {
    last = data.counter[COUNTER.steps];
    sensorValues(model, data, row);
    time.push(data.clock[0]);
    for (let k = 0; k < row.length; k++) values[k].push(row[k]);
  };
  return {
    series: { names: columns.map(({ name }) => name), units: columns.map(({ unit }) => unit), time, values },
    record(data) {
      const step = data.counter[COUNTER.steps];
      if (step !== last && step % every === 0) take(data);
    },
    events() {},
    waiting: 0,
    flush: async () => {},
    async close(data) {
      if (data.counter[COUNTER.steps] !== last) take(data);
      return { steps: last, time: data.clock[0], hash: "", profile: "f64" };
    },
  };
}

/** At most `points` rows, evenly spread, with the first and the last. */
export function thin(series: Series, points = MAX_POINTS): Series {
  const n = series.time.length;
  if (n <= points) return series;
  const rows = Array.from({ length: points }, (_, i) => Math.round((i * (n - 1)) / (points - 1)));
  const pick = (list: readonly number[]) => rows.map((i) => list[i]);
  return { ...series, time: pick(series.time), values: series.values.map(pick) };
}

/** Difference of a sensor from that of the reference. */
export interface Difference {
  /** Largest |x − x_ref| over the times that both have. */
  readonly max: number;
  /** x − x_ref at the last time that both have. */
  readonly end: number;
}

/**
 * Differences by sensor name. Values of the reference are interpolated linearly, with an error of h² |ẍ| / 8, where h
 * is the step of the reference; where the times agree nothing is interpolated.
 */
export function differences(series: Series, reference: Series): Record<string, Difference> {
  const out: Record<string, Difference> = {};
  series.names.forEach((name, k) => {
    const other = reference.names.indexOf(name);
    if (other < 0) return;
    let max = 0;
    let end = Number.NaN;
    let at = 0;
    series.time.forEach((t, i) => {
      const slack = 1e-9 * Math.max(1, t);
      while (at < reference.time.length && reference.time[at] < t - slack) at++;
      if (at === reference.time.length) return;
      const b = reference.values[other][at];
      const near = at === 0 || Math.abs(reference.time[at] - t) <= slack;
      const a = near ? b : reference.values[other][at - 1];
      const share = near ? 1 : (t - reference.time[at - 1]) / (reference.time[at] - reference.time[at - 1]);
      end = series.values[k][i] - (a + share * (b - a));
      // not Math.max: NaN is not a small difference
      if (!(Math.abs(end) <= max)) max = Math.abs(end);
    });
    if (!Number.isNaN(end) || Number.isNaN(max)) out[name] = { max, end };
  });
  return out;
}
