/** Numbers behind the plots: spectra against closed forms, files in full precision, differences. */

import { describe, expect, test } from "vitest";
import { History, nearest } from "../../studio/history.js";
import { csvOf, span, svgOf } from "../../studio/plots/export.js";
import { difference, type PlotSpec, plotData, type Source } from "../../studio/plots/plot-data.js";
import { KEPT_SCENES, rememberedPlots, rememberPlots, withKnownSensors } from "../../studio/plots/remembered.js";
import { shortName } from "../../studio/plots/series-name.js";
import { fft, MOST_ROWS, spectrum } from "../../studio/plots/spectrum.js";
import { WINDOWS, type WindowName } from "../../studio/plots/windows.js";
import { clockText, decimalsOf, fitting, ticks } from "../../studio/time/scale.js";

const rows = (n: number, f: (t: number) => number, dt = 0.01) => {
  const times = Float64Array.from({ length: n }, (_, k) => k * dt);
  return [times, times.map(f)] as const;
};

/** Place and height of the largest peak between two frequencies. */
function peak({ frequency, amplitude }: ReturnType<typeof spectrum>, from = 0, to = Infinity): [number, number] {
  let best = -1;
  frequency.forEach((f, k) => {
    if (f >= from && f <= to && (best < 0 || amplitude[k] > amplitude[best])) best = k;
  });
  return [frequency[best], amplitude[best]];
}

describe("the transform", () => {
  test("is the sum that it stands for", () => {
    const n = 16;
    const x = Float64Array.from({ length: n }, (_, k) => Math.sin(k * k) + 0.3 * k);
    const y = Float64Array.from({ length: n }, (_, k) => Math.cos(3 * k));
    const [re, im] = [x.slice(), y.slice()];
    fft(re, im);
    for (let m = 0; m < n; m++) {
      let [a, b] = [0, 0];
      for (let k = 0; k < n; k++) {
        const angle = (-2 * Math.PI * m * k) / n;
        a += x[k] * Math.cos(angle) - y[k] * Math.sin(angle);
        b += x[k] * Math.sin(angle) + y[k] * Math.cos(angle);
      }
      // sums of sixteen terms of size ten: rounding below 1e-13
      expect(re[m]).toBeCloseTo(a, 12);
      expect(im[m]).toBeCloseTo(b, 12);
    }
  });
});

describe("the spectrum", () => {
  test.each(WINDOWS)("window %s: a sine of amplitude A at f gives a peak A at f", (window: WindowName) => {
    // 1024 rows of 10 ms: bins of 0.09766 Hz. f = 40 bins lies on one; there the sum is exact up to the image at −f.
    const bin = 1 / (1024 * 0.01);
    const [times, values] = rows(1024, (t) => 2.5 * Math.sin(2 * Math.PI * 40 * bin * t + 0.7));
    const [f, a] = peak(spectrum(times, values, window));
    // without a window the image at −f has side lobes of 1/(π · 80 bins) at f
    // a flat top is flat over ± half a bin, with a ripple of 0.01 dB: the peak may be anywhere on it
    const image = { none: 0.005, hann: 1e-5, "flat-top": 1.2e-3 }[window];
    expect(Math.abs(f - 40 * bin)).toBeLessThanOrEqual((window === "flat-top" ? bin / 2 : bin / 16) + 1e-12);
    expect(Math.abs(a / 2.5 - 1)).toBeLessThan(image);
  });

  test.each([
    // largest loss between computed frequencies, at 1/16 of a bin: sinc(δ) without window, sinc(δ)/(1 − δ²) for Hann
    ["none", 1 - Math.sin(Math.PI / 16) / (Math.PI / 16) + 0.005],
    ["hann", 1 - Math.sin(Math.PI / 16) / (Math.PI / 16) / (1 - 1 / 256) + 1e-4],
    ["flat-top", 1.2e-3],
  ] as const)("window %s: between bins nothing is lost but its scallop", (window, loss) => {
    for (const part of [0.1, 0.25, 0.4375, 0.5, 0.71]) {
      const frequency = (60 + part) / (777 * 0.004);
      const [times, values] = rows(777, (t) => 1e-3 * Math.cos(2 * Math.PI * frequency * t), 0.004);
      const [f, a] = peak(spectrum(times, values, window));
      expect(Math.abs(f - frequency) * 777 * 0.004).toBeLessThan(window === "flat-top" ? 0.6 : 0.1);
      expect(Math.abs(a / 1e-3 - 1)).toBeLessThan(loss);
    }
  });

  test("a mean and two sines, each with its own amplitude", () => {
    const [times, values] = rows(
      2000,
      (t) => 5 + 3 * Math.sin(2 * Math.PI * 7 * t) + 0.01 * Math.sin(2 * Math.PI * 20 * t),
    );
    const found = spectrum(times, values, "hann");
    expect(found.amplitude[0]).toBeCloseTo(5, 3);
    expect(peak(found, 5, 9)[1]).toBeCloseTo(3, 2);
    // observed 3.8e-6 at most
    expect(peak(found, 18, 22)[1]).toBeCloseTo(0.01, 4);
    // observed 0.0012 at most
    expect(peak(found, 18, 22)[0]).toBeCloseTo(20, 1);
  });

  test("of rows at unequal distances, of unknown ones, of too few and of many", () => {
    const times = Float64Array.from({ length: 3000 }, (_, k) => (k < 1500 ? 0.001 * k : 1.5 + 0.002 * (k - 1500)));
    const values = times.map((t) => 4 * Math.sin(2 * Math.PI * 3 * t));
    const [f, a] = peak(spectrum(times, values, "hann"));
    expect(f).toBeCloseTo(3, 1);
    expect(a).toBeCloseTo(4, 1);
    values.fill(Number.NaN, 0, 100);
    // observed 6.0e-4 at most
    expect(peak(spectrum(times, values, "flat-top"))[1]).toBeCloseTo(4, 1);
    expect(spectrum(times.subarray(0, 5), values.subarray(0, 5), "hann").frequency.length).toBe(0);
    const [many, series] = rows(20_000, (t) => Math.sin(2 * Math.PI * 5 * t));
    expect(spectrum(many, series, "hann").frequency.length).toBe(4 * MOST_ROWS);
  });
});

const PLOT: PlotSpec = {
  id: 1,
  kind: "time",
  title: "",
  series: ["a", "b"],
  x: "",
  window: "hann",
  log: false,
  logX: false,
  table: false,
};
const source = (times: Float64Array, columns: Record<string, Float64Array>, unit = "m"): Source => ({
  name: "test",
  columns: Object.keys(columns).map((name) => ({ name, unit })),
  times: () => times,
  values: (name) => columns[name] ?? new Float64Array(0),
});

describe("files", () => {
  const times = Float64Array.of(0, 0.1, 0.1 + 0.2);
  const a = Float64Array.of(1 / 3, -0, 1e-310);
  const b = Float64Array.of(Number.MAX_VALUE, Number.NaN, -Math.PI);

  test("CSV carries every bit", () => {
    const text = csvOf(plotData(PLOT, source(times, { a, b })));
    const [head, ...lines] = text.trimEnd().split("\n");
    expect(head).toBe("time (s),a (m),b (m)");
    const numbers = lines.map((line) => line.split(",").map((cell) => (cell === "" ? Number.NaN : Number(cell))));
    numbers.forEach((row, k) => {
      [times[k], a[k], b[k]].forEach((value, i) => {
        expect(Object.is(row[i], value)).toBe(true);
      });
    });
    expect(lines[1].split(",")[2]).toBe(""); // not a number
  });

  test("a name with a comma or a quote stays one cell", () => {
    const named = { ...PLOT, series: ['x, "y"'] };
    expect(csvOf(plotData(named, source(times, { 'x, "y"': a }))).split("\n")[0]).toBe('time (s),"x, ""y"" (m)"');
  });

  test("SVG has the curve where its numbers are", () => {
    const t = Float64Array.of(0, 1, 2);
    const data = plotData({ ...PLOT, series: ["a"] }, source(t, { a: Float64Array.of(0, 10, 5) }));
    const style = {
      title: "A <b>",
      width: 720,
      height: 400,
      background: "#000",
      line: "#111",
      text: "#fff",
      faint: "#888",
      colors: ["#5ab1f5"],
      dashes: [[]],
      log: false,
      logX: false,
      x: null,
    };
    const svg = svgOf(data, style);
    const points = [...(/<path d="([^"]*)"/.exec(svg)?.[1] ?? "").matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(
      ([, x, y]) => [Number(x), Number(y)],
    );
    // frame: x from 58 to 706, y from 366 to 46; limits of y are −0.5 and 10.5
    expect(points.map(([x]) => x)).toEqual([58, 382, 706]);
    const y = (value: number) => 366 - ((value + 0.5) / 11) * 320;
    points.forEach(([, at], k) => {
      expect(at).toBeCloseTo(y([0, 10, 5][k]), 1);
    });
    expect(svg).toContain("A &lt;b&gt;");
    expect(svgOf(data, { ...style, log: true })).toContain("<path"); // zero has no place there, the others do
  });
});

describe("what is plotted", () => {
  test("a sensor against another", () => {
    const t = Float64Array.of(0, 1);
    const data = plotData(
      { ...PLOT, kind: "phase", x: "a", series: ["b"] },
      source(t, { a: Float64Array.of(3, 1), b: Float64Array.of(4, 5) }),
    );
    expect([data.xName, data.xUnit, [...data.x], [...data.series[0].values]]).toEqual(["a", "m", [3, 1], [4, 5]]);
  });

  test("a difference is exact at common times, on straight lines between, unknown outside", () => {
    const ta = Float64Array.of(0, 0.5, 1, 2, 3);
    const tb = Float64Array.of(0, 1, 2);
    const found = difference(ta, Float64Array.of(1, 1, 1, 1, 1), tb, Float64Array.of(0, 4, 0.1));
    expect([...found]).toEqual([1, -1, -3, 0.9, Number.NaN]);
  });

  test("a sensor that a source does not have is unknown", () => {
    const t = Float64Array.of(0, 1);
    expect([...plotData({ ...PLOT, series: ["none"] }, source(t, {})).series[0].values]).toEqual([
      Number.NaN,
      Number.NaN,
    ]);
  });

  test.each([
    ["body/box/angularMomentum.x", "box angular momentum x"],
    ["system/all/energy", "energy"],
    ["own", "own"],
  ])("%s is called %s", (name, short) => {
    expect(shortName(name)).toBe(short);
  });
});

describe("rows", () => {
  test("columns can be added; old rows do not know them", () => {
    const history = new History();
    history.open(2);
    history.append(Float64Array.of(0, 10, 20, 1, 11, 21));
    history.arrange([1, -1, 0]);
    history.append(Float64Array.of(2, 22, 7, 12));
    expect([0, 1, 2, 3].map((k) => [...history.column(k)])).toEqual([
      [0, 1, 2],
      [20, 21, 22],
      [Number.NaN, Number.NaN, 7],
      [10, 11, 12],
    ]);
    history.cut(1);
    expect([...history.column(0)]).toEqual([0, 1]);
    expect(history.rowAt(0.6)).toBe(1);
  });

  test("the nearest of a list", () => {
    const list = Float64Array.of(1, 2, 4);
    expect([-5, 1.4, 1.5, 1.6, 3.5, 9].map((value) => nearest(list, value))).toEqual([0, 0, 0, 1, 2, 2]);
    expect(nearest(new Float64Array(0), 3)).toBe(-1);
  });
});

describe("times on a line", () => {
  test("round ticks", () => {
    expect(ticks(5, 10)).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]);
    expect(ticks(0.3, 3)).toEqual([0, 0.1, 0.2, 0.3]);
    expect(ticks(20, 10).at(-1)).toBe(20);
    expect(ticks(0, 5)).toEqual([0]);
  });

  test("decimals that ticks need", () => {
    expect([20, 2.5, 1, 0.25, 0.1, 0.002, 0.1 + 0.2, 1e-9].map(decimalsOf)).toEqual([0, 1, 0, 2, 1, 3, 1, 9]);
  });

  test("clock", () => {
    expect([0, 12.435, 75.0004, 3661.5].map(clockText)).toEqual(["00:00.000", "00:12.435", "01:15.000", "1:01:01.500"]);
  });

  test("labels that would overlap are left out", () => {
    const labels = [0, 10, 100, 195].map((at) => ({ at, text: "abc" }));
    expect(fitting(labels, 6, 200).map(({ at }) => at)).toEqual([0, 100]);
  });

  test("limits", () => {
    expect(span([[3, Number.NaN, 5]])).toEqual([3, 5]);
    expect(span([[]])).toEqual([0, 1]);
    expect(span([[2, 2]])).toEqual([1.8, 2.2]);
  });
});

describe("plots of a scene", () => {
  const shelfOf = () => {
    const items = new Map<string, string>();
    return {
      items,
      shelf: () => ({
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => void items.set(key, value),
      }),
    };
  };
  const plot = (series: string[], change: Partial<PlotSpec> = {}): PlotSpec => ({
    id: 7,
    kind: "time",
    title: "",
    series,
    x: "",
    window: "hann",
    log: false,
    logX: false,
    table: false,
    ...change,
  });

  test("are remembered by its name, without those of two runs, until they are forgotten", () => {
    const { shelf } = shelfOf();
    expect(rememberedPlots(shelf, "a")).toBeNull();
    const kept = plot(["x", "y"], { kind: "spectrum", window: "none", log: true });
    rememberPlots(shelf, "a", [kept, plot(["x"], { kind: "difference" })]);
    rememberPlots(shelf, "b", []);
    const { id, ...stored } = kept;
    expect(rememberedPlots(shelf, "a")).toEqual([stored]);
    expect(rememberedPlots(shelf, "b")).toEqual([]);
    rememberPlots(shelf, "a", null);
    expect(rememberedPlots(shelf, "a")).toBeNull();
    expect(rememberedPlots(shelf, "b")).toEqual([]);
  });

  test("of fifty scenes are kept, those that were changed last", () => {
    const { shelf } = shelfOf();
    for (let k = 0; k < KEPT_SCENES + 5; k++) {
      rememberPlots(shelf, `scene ${k}`, [plot([`s${k}`])]);
      rememberPlots(shelf, "always", [plot(["s"])]);
    }
    expect(rememberedPlots(shelf, "scene 5")).toBeNull();
    expect(rememberedPlots(shelf, "scene 6")?.[0].series).toEqual(["s6"]);
    expect(rememberedPlots(shelf, "always")).not.toBeNull();
  });

  test("that someone else has written there, or that cannot be kept, do no harm", () => {
    const { shelf, items } = shelfOf();
    rememberPlots(shelf, "a", [plot(["x"])]);
    const [key] = items.keys();
    const good = items.get(key) ?? "";
    for (const bad of [
      "{",
      "5",
      '[["a"]]',
      '[["a",[{"kind":"pie"}]]]',
      good.replace('"x"', "3"),
      good.replace("hann", "box"),
    ]) {
      items.set(key, bad);
      expect(rememberedPlots(shelf, "a") ?? []).toEqual([]);
    }
    const forbidden = () => {
      throw new Error("no storage here");
    };
    rememberPlots(forbidden, "a", [plot(["x"])]);
    expect(rememberedPlots(forbidden, "a")).toBeNull();
  });

  test("lose the sensors that are gone", () => {
    const plots = [
      plot(["a", "gone"]),
      plot(["gone"]),
      plot([]),
      plot(["a"], { kind: "phase", x: "gone" }),
      plot(["b"], { kind: "phase", x: "a" }),
    ];
    const left = withKnownSensors(plots, (name) => name !== "gone");
    expect(left.map(({ series, x }) => [series, x])).toEqual([
      [["a"], ""],
      [[], ""],
      [["b"], "a"],
    ]);
  });
});
