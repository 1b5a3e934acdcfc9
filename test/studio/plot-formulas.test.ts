/** Series computed from sensors, and the peaks of spectra. */

import { expect, test } from "vitest";
import { compileFormula } from "../../studio/plots/formula.js";
import { type PlotSpec, plotData, type Source } from "../../studio/plots/plot-data.js";
import { formulaName, formulaParts, isFormula, sensorsOf, shortName } from "../../studio/plots/series-name.js";
import { spectrum, spectrumPeaks } from "../../studio/plots/spectrum.js";
import { WINDOWS } from "../../studio/plots/windows.js";

const times = Float64Array.from({ length: 5 }, (_, k) => k / 4);
const columns: Readonly<Record<string, Float64Array>> = {
  "body/box/velocity.x": times.map((t) => 3 * t),
  "body/box/velocity.y": times.map((t) => 4 * t),
};
const source: Source = {
  name: "run",
  columns: Object.keys(columns).map((name) => ({ name, unit: "m/s" })),
  times: () => times,
  values: (name) => columns[name] ?? new Float64Array(0),
};
const plot: PlotSpec = {
  id: 1,
  kind: "time",
  title: "",
  series: [],
  x: "",
  window: "hann",
  log: false,
  logX: false,
  table: false,
};
const SPEED = formulaName("hypot([body/box/velocity.x], [body/box/velocity.y])", "m/s");

test("a formula over sensors is a series with its own unit and a short name", () => {
  expect(isFormula(SPEED)).toBe(true);
  expect(isFormula("body/box/velocity.x")).toBe(false);
  expect(sensorsOf(SPEED)).toEqual(Object.keys(columns));
  expect(formulaParts(formulaName("t", ""))).toEqual({ source: "t", unit: "1" });
  expect(shortName(SPEED)).toBe("hypot(box velocity x, box velocity y)");
  const { series } = plotData({ ...plot, series: [SPEED, "=2 * t + pi - pi {s}"] }, source);
  expect(series.map(({ unit }) => unit)).toEqual(["m/s", "s"]);
  // 3-4-5; products of quarters are exact
  expect([...series[0].values]).toEqual([...times].map((t) => 5 * t));
  expect([...series[1].values]).toEqual([...times].map((t) => 2 * t));
});

test("a sensor that the rows lack makes the series empty, not the plot", () => {
  const { series } = plotData({ ...plot, series: ["=[body/gone/velocity.x]", "body/box/velocity.x"] }, source);
  expect([...series[0].values].every(Number.isNaN)).toBe(true);
  expect([...series[1].values]).toEqual([...columns["body/box/velocity.x"]]);
});

test("mistakes are named, with the nearest word", () => {
  const compile = (name: string) => () => compileFormula(name, (sensor) => sensor in columns);
  expect(compile("=hypto(1, 2)")).toThrow(/did you mean "hypot"/);
  expect(compile("=2 *")).toThrow(/expected/);
  expect(compile("=")).toThrow(/empty/);
  expect(compile("=[body/box/speed]")).toThrow(/\[body\/box\/speed\]/);
});

test.each(WINDOWS)("window %s: the peaks of a sum of two sines and a mean are found between the bins", (window) => {
  // 1,000 rows of 10 ms: bins of 0.1 Hz; 7.03 and 20.57 Hz lie between them, 135 bins apart
  const at = Float64Array.from({ length: 1000 }, (_, k) => k / 100);
  const values = at.map((t) => 5 + 3 * Math.sin(2 * Math.PI * 7.03 * t) + Math.cos(2 * Math.PI * 20.57 * t));
  const { frequency, amplitude } = spectrum(at, values, window);
  const peaks = spectrumPeaks(frequency, amplitude, window, 2);
  expect(peaks).toHaveLength(2);
  // Without a window the side lobes of the mean at 70 bins are 2 · 5/(π · 70) = 0.045 and shift the peak by up to
  // 0.045/3 of the curvature of its lobe; a flat top is flat over a bin, so that its top lies anywhere there.
  const [inBins, part] = { hann: [0.005, 1e-3], "flat-top": [0.6, 2e-3], none: [0.02, 0.02] }[window];
  for (const [k, [f, a]] of [[7.03, 3] as const, [20.57, 1] as const].entries()) {
    expect(Math.abs(peaks[k].frequency - f) / 0.1).toBeLessThan(inBins);
    expect(Math.abs(peaks[k].amplitude / a - 1)).toBeLessThan(k === 0 ? part : 3 * part);
  }
});

test("a constant has no peak", () => {
  const at = Float64Array.from({ length: 100 }, (_, k) => k / 100);
  const { frequency, amplitude } = spectrum(
    at,
    at.map(() => 4),
    "hann",
  );
  expect(spectrumPeaks(frequency, amplitude, "hann", 3)).toEqual([]);
});
