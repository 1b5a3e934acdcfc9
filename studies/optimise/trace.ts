/** A recorded trace, and the residuals of a scene against it. */
import {
  applySetting,
  compileUntyped,
  createData,
  readSensor,
  SpecError,
  sensorValues,
  step,
  type UntypedSpec,
} from "stiction";
import { createSpecBuilder, type SceneSource } from "../run/scene-source.js";
import type { Study } from "../study-file.js";

/** Columns over time. */
export interface Trace {
  /** s, ascending. */
  readonly time: Float64Array;
  readonly columns: ReadonlyMap<string, Float64Array>;
}

/** Reads a CSV text whose first column is the time; units in brackets belong to a name but need not be given. */
export function parseTrace(text: string, label: string): Trace {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const wrong = (line: number, message: string) =>
    new SpecError([{ path: "trace", message: `${label}:${line}: ${message}` }]);
  if (lines.length < 3) throw wrong(1, "expected a line of names and at least two rows");
  const names = cells(lines[0]).map((name) => name.replace(/\s*\[[^\]]*\]\s*$/, "").trim());
  const rows = lines.slice(1).map((line, k) => {
    const row = cells(line).map((cell) => (cell.trim() === "" ? Number.NaN : Number(cell)));
    if (row.length !== names.length) throw wrong(k + 2, `expected ${names.length} cells, got ${row.length}`);
    if (!Number.isFinite(row[0])) throw wrong(k + 2, "expected a time in the first column");
    return row;
  });
  const time = Float64Array.from(rows, (row) => row[0]);
  for (let k = 1; k < time.length; k++)
    if (!(time[k] > time[k - 1])) throw wrong(k + 2, "expected times in ascending order");
  return {
    time,
    columns: new Map(names.slice(1).map((name, c) => [name, Float64Array.from(rows, (row) => row[c + 1])])),
  };
}

const cells = (line: string) => line.split(/[,;\t]/).map((cell) => cell.replace(/^"|"$/g, ""));

/** What is compared: a column and a formula of sensors. */
export interface Compared {
  readonly column: string;
  readonly sensor: string;
  readonly deviation: number;
}

/** Runs a scene with the values of a point and compares it with a trace. */
export interface TraceModel {
  /** (model − data)/deviation of every cell that has a value, column by column. */
  residuals(values: readonly number[]): Float64Array;
  /** Values of the compared sensors at the times of the trace. */
  series(values: readonly number[]): Float64Array[];
}

const PREFIX = "fit-";

/** Prepares the comparison; `study` has a factor for each value. Throws a SpecError for columns that the trace lacks. */
export function createTraceModel(
  source: SceneSource,
  study: Study,
  trace: Trace,
  fit: readonly Compared[],
): TraceModel {
  const builder = createSpecBuilder(source, study);
  const problems = fit.flatMap(({ column }, k) => {
    if (trace.columns.has(column)) return [];
    return [
      {
        path: `fit[${k}].column`,
        message: `the trace has no column "${column}"; it has ${[...trace.columns.keys()].join(", ")}`,
      },
    ];
  });
  if (problems.length > 0) throw new SpecError(problems);
  const end = trace.time[trace.time.length - 1];
  const prepare = (values: readonly number[]): UntypedSpec => {
    const spec = applySetting(builder.spec({ row: 0, values, repetition: 0, seed: 0 }), "duration", end);
    const own = (spec as { readonly sensors?: readonly unknown[] }).sensors ?? [];
    return {
      ...spec,
      sensors: [...own, ...fit.map(({ sensor }, k) => ({ name: PREFIX + k, expression: sensor }))],
    } as UntypedSpec;
  };
  const series = (values: readonly number[]) => simulate(prepare(values), trace.time, fit.length);
  return {
    series,
    residuals(values) {
      const found = series(values);
      const out: number[] = [];
      fit.forEach(({ column, deviation }, c) => {
        const data = trace.columns.get(column) as Float64Array;
        data.forEach((value, k) => {
          if (!Number.isNaN(value)) out.push((found[c][k] - value) / deviation);
        });
      });
      return Float64Array.from(out);
    },
  };
}

/** Values of the added sensors at given times, linear within a step. */
function simulate(spec: UntypedSpec, times: Float64Array, count: number): Float64Array[] {
  const model = compileUntyped(spec);
  const data = createData(model);
  const { columns } = model.sensors;
  const at = Array.from({ length: count }, (_, k) => columns.findIndex(({ name }) => name === PREFIX + k));
  const out = at.map(() => new Float64Array(times.length).fill(Number.NaN));
  let before = Float64Array.from(columns, ({ name }) => readSensor(model, data, name));
  let after = new Float64Array(columns.length);
  let begin = data.clock[0];
  let k = 0;
  const limit = Math.ceil(times[times.length - 1] / model.options.timestep) + 2;
  for (let done = 0; k < times.length && done < limit; done++) {
    step(model, data);
    sensorValues(model, data, after);
    const end = data.clock[0];
    for (; k < times.length && times[k] <= end + 1e-9; k++) {
      const share = Math.max(0, (times[k] - begin) / (end - begin));
      at.forEach((column, c) => {
        out[c][k] = before[column] + share * (after[column] - before[column]);
      });
    }
    [before, after] = [after, before];
    begin = end;
  }
  return out;
}
