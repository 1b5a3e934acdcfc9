/** Sensors of a run over time, thinned, and how far two runs are apart. */
import { type Data, type Model, readSensor, sensorValues } from "stiction";
import { PREFIX } from "./metrics.js";

/** Sensors over time; `values` by sensor, then by time (s). */
export interface Curves {
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly time: readonly number[];
  readonly values: readonly (readonly number[])[];
}

export interface CurveRecorder {
  /** Looks at the state before the first step, and after each. */
  take(data: Data): void;
  end(data: Data): Curves;
}

/** Records the scene's own sensors at the start, at every so manieth step so that at most `points` fit, and at the end. */
export function createCurveRecorder(model: Model, points: number, steps: number): CurveRecorder {
  const { columns } = model.sensors;
  const own = columns.flatMap(({ name }, k) => (name.startsWith(PREFIX) ? [] : [k]));
  const every = Math.max(1, Math.ceil(steps / Math.max(1, points - 1)));
  const now = new Float64Array(columns.length);
  const time: number[] = [];
  const values: number[][] = own.map(() => []);
  let done = 0;
  let last = -1;
  const record = (data: Data) => {
    // before the first step nothing has been read yet
    if (done > 0) sensorValues(model, data, now);
    else for (const k of own) now[k] = readSensor(model, data, columns[k].name);
    time.push(data.clock[0]);
    own.forEach((k, i) => {
      values[i].push(now[k]);
    });
    last = done;
  };
  return {
    take(data) {
      if (done % every === 0) record(data);
      done++;
    },
    end(data) {
      done--;
      if (last !== done) record(data);
      return { names: own.map((k) => columns[k].name), units: own.map((k) => columns[k].unit), time, values };
    },
  };
}

/** Difference of a sensor from that of another run. */
export interface CurveDifference {
  /** Largest |x − x_ref| over the times that both have. */
  readonly max: number;
  /** x − x_ref at the last time that both have. */
  readonly end: number;
}

/**
 * Differences by sensor. Values of the reference are interpolated linearly, with an error of h² |ẍ| / 8, where h is the
 * time between its points; where the times agree nothing is interpolated.
 */
export function curveDifferences(curves: Curves, reference: Curves): Record<string, CurveDifference> {
  const out: Record<string, CurveDifference> = {};
  curves.names.forEach((name, k) => {
    const other = reference.names.indexOf(name);
    if (other < 0) return;
    let max = 0;
    let end = Number.NaN;
    let at = 0;
    curves.time.forEach((t, i) => {
      const slack = 1e-9 * Math.max(1, t);
      while (at < reference.time.length && reference.time[at] < t - slack) at++;
      if (at === reference.time.length) return;
      const b = reference.values[other][at];
      const near = at === 0 || Math.abs(reference.time[at] - t) <= slack;
      const a = near ? b : reference.values[other][at - 1];
      const share = near ? 1 : (t - reference.time[at - 1]) / (reference.time[at] - reference.time[at - 1]);
      end = curves.values[k][i] - (a + share * (b - a));
      // not Math.max: NaN is not a small difference
      if (!(Math.abs(end) <= max)) max = Math.abs(end);
    });
    if (!Number.isNaN(end) || Number.isNaN(max)) out[name] = { max, end };
  });
  return out;
}
