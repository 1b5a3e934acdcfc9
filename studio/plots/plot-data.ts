/** What a plot shows, as numbers: for the picture, the table and the files. */
import { ExpressionError } from "stiction";
import type { SensorEntry } from "../worker/protocol.js";
import { compileFormula } from "./formula.js";
import { formulaParts, isFormula } from "./series-name.js";
import { spectrum } from "./spectrum.js";
import type { WindowName } from "./windows.js";

export type PlotKind = "time" | "phase" | "spectrum" | "difference";

/** A plot as the user has it. Sensors are named, so that it survives another run of the scene. */
export interface PlotSpec {
  readonly id: number;
  readonly kind: PlotKind;
  /** Empty: after its sensors. */
  readonly title: string;
  readonly series: readonly string[];
  /** The sensor along x of a phase portrait. */
  readonly x: string;
  readonly window: WindowName;
  readonly log: boolean;
  /** Logarithmic axis of frequency. */
  readonly logX: boolean;
  readonly table: boolean;
}

/** Where values come from: the run, or a recording. */
export interface Source {
  readonly name: string;
  readonly columns: readonly SensorEntry[];
  /** s, ascending. */
  times(): Float64Array;
  /** Values of a sensor at those times; empty when it is not known. */
  values(name: string): Float64Array;
}

export interface PlotSeries {
  readonly name: string;
  readonly unit: string;
  readonly values: Float64Array;
}

export interface PlotData {
  /** `time`, `frequency`, or the name of a sensor. */
  readonly xName: string;
  readonly xUnit: string;
  readonly x: Float64Array;
  readonly series: readonly PlotSeries[];
}

/** The numbers of a plot. `other` is the reference of a difference. */
export function plotData(spec: PlotSpec, source: Source, other: Source | null = null): PlotData {
  const unitOf = (name: string) =>
    isFormula(name) ? formulaParts(name).unit : (source.columns.find((column) => column.name === name)?.unit ?? "");
  const times = source.times();
  const valuesOf = (name: string) => padded(seriesValues(source, name), times.length);
  if (spec.kind === "spectrum") {
    const spectra = spec.series.map((name) => ({ name, ...spectrum(times, valuesOf(name), spec.window) }));
    const longest = spectra
      .map(({ frequency }) => frequency)
      .reduce((a, b) => (b.length > a.length ? b : a), new Float64Array(0));
    const series = spectra.map(({ name, amplitude }) => ({
      name,
      unit: unitOf(name),
      values: padded(amplitude, longest.length),
    }));
    return { xName: "frequency", xUnit: "Hz", x: longest, series };
  }
  if (spec.kind === "difference") {
    const series = spec.series.map((name) => {
      const values = other
        ? difference(times, valuesOf(name), other.times(), seriesValues(other, name))
        : new Float64Array(0);
      return { name, unit: unitOf(name), values: padded(values, times.length) };
    });
    return { xName: "time", xUnit: "s", x: times, series };
  }
  const series = spec.series.map((name) => ({ name, unit: unitOf(name), values: valuesOf(name) }));
  if (spec.kind === "phase") return { xName: spec.x, xUnit: unitOf(spec.x), x: valuesOf(spec.x), series };
  return { xName: "time", xUnit: "s", x: times, series };
}

/** Values of a sensor or of a formula over sensors; empty when the source does not have them. */
export function seriesValues(source: Source, name: string): Float64Array {
  if (!isFormula(name)) return source.values(name);
  const known = new Set(source.columns.map((column) => column.name));
  try {
    return compileFormula(name, (sensor) => known.has(sensor)).evaluate(source.times(), (sensor) =>
      source.values(sensor),
    );
  } catch (error) {
    // a recording may lack a sensor that the run has
    if (error instanceof ExpressionError) return new Float64Array(0);
    throw error;
  }
}

/**
 * a − b at the times of a: exact where both have the time, else b on a straight line between its rows; NaN outside
 * them.
 */
export function difference(ta: Float64Array, a: Float64Array, tb: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(ta.length).fill(Number.NaN);
  if (b.length === 0) return out;
  // rows that agree to a millionth of their distance are the same row
  const slack = tb.length > 1 ? (1e-6 * (tb[tb.length - 1] - tb[0])) / (tb.length - 1) : 0;
  let near = 0;
  for (let k = 0; k < ta.length; k++) {
    while (near < tb.length - 1 && Math.abs(tb[near + 1] - ta[k]) <= Math.abs(tb[near] - ta[k])) near++;
    const gap = ta[k] - tb[near];
    if (Math.abs(gap) <= slack) out[k] = a[k] - b[near];
    else {
      const next = gap > 0 ? near + 1 : near - 1;
      if (next < 0 || next >= tb.length) continue;
      out[k] = a[k] - (b[near] + ((b[next] - b[near]) * gap) / (tb[next] - tb[near]));
    }
  }
  return out;
}

/** Exactly `length` numbers; unknown ones at the end are NaN. */
function padded(values: Float64Array, length: number): Float64Array {
  if (values.length === length) return values;
  const out = new Float64Array(length).fill(Number.NaN);
  out.set(values.subarray(0, length));
  return out;
}
