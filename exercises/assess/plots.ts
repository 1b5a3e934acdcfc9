/** Plots of a session, as data: drawn as SVG in the page and as paths in the PDF. */
import type { ExerciseFrame } from "../types.js";

/** A line of a plot; NaN breaks it. */
export interface Series {
  readonly name: string;
  readonly color: string;
  readonly dashed?: boolean;
  readonly points: readonly (readonly [number, number])[];
}

/** A plot. */
export interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /** Both axes have the same scale: a map. */
  readonly equal?: boolean;
  readonly series: readonly Series[];
  /** Level that must not be crossed. */
  readonly limit?: number;
}

const BLUE = "#2f6db3";
const ORANGE = "#c8641e";
const GREEN = "#3c8a4c";
const GREY = "#9a9a94";

/** The plots of a session; those of the reference are drawn in grey beneath. */
export function sessionPlots(frames: readonly ExerciseFrame[], reference: readonly ExerciseFrame[] = []): Plot[] {
  const against = (a: string, b: string, list: readonly ExerciseFrame[]) =>
    list.map(({ sensors }): [number, number] => [sensors[a] ?? Number.NaN, sensors[b] ?? Number.NaN]);
  const over = (name: string, list: readonly ExerciseFrame[]) =>
    list.map(({ time, sensors }): [number, number] => [time, sensors[name] ?? Number.NaN]);
  const withReference = (make: (list: readonly ExerciseFrame[]) => [number, number][]): Series[] =>
    reference.length === 0 ? [] : [{ name: "reference", color: GREY, dashed: true, points: make(reference) }];
  const levers = ["boom", "stick", "bucket", "slew", "travel"].filter((name) =>
    frames.some(({ inputs }) => Math.abs(inputs[name] ?? 0) > 0.05),
  );
  const colors = [BLUE, ORANGE, GREEN, "#8355a8", "#a8324a"];
  return [
    {
      title: "Edge of the bucket and machine from above",
      x: "x, m",
      y: "y, m",
      equal: true,
      series: [
        ...withReference((list) => against("tipX", "tipY", list)),
        { name: "edge", color: BLUE, points: against("tipX", "tipY", frames) },
        { name: "machine", color: ORANGE, points: against("x", "y", frames) },
      ],
    },
    {
      title: "Height of the edge",
      x: "time, s",
      y: "m",
      series: [
        ...withReference((list) => over("tipZ", list)),
        { name: "height", color: BLUE, points: over("tipZ", frames) },
      ],
      limit: 0,
    },
    {
      title: "Tip-over margin",
      x: "time, s",
      y: "1",
      limit: 0.1,
      series: [
        ...withReference((list) => over("margin", list)),
        { name: "margin", color: GREEN, points: over("margin", frames) },
      ],
    },
    {
      title: "Soil in the bucket",
      x: "time, s",
      y: "m³",
      series: [
        ...withReference((list) => over("bucket", list)),
        { name: "bucket", color: ORANGE, points: over("bucket", frames) },
      ],
    },
    {
      title: "Work of cylinders and motors",
      x: "time, s",
      y: "kJ",
      series: [
        ...withReference((list) => over("work", list)),
        { name: "work", color: BLUE, points: over("work", frames) },
      ],
    },
    {
      title: "Levers",
      x: "time, s",
      y: "−1 to 1",
      series: levers.map((name, k) => ({
        name,
        color: colors[k],
        points: frames.map(({ time, inputs }): [number, number] => [time, inputs[name]]),
      })),
    },
  ].filter(({ series }) => series.some(({ points }) => points.some(([, y]) => Math.abs(y) > 1e-3)));
}

/** Where a plot's values lie in a box of a size; y counts down, as in SVG. */
export interface PlotFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly xTicks: readonly { readonly at: number; readonly text: string }[];
  readonly yTicks: readonly { readonly at: number; readonly text: string }[];
  place(x: number, y: number): readonly [number, number];
}

/** Margins for labels, in the unit of the box. */
const MARGIN = { left: 44, right: 10, top: 26, bottom: 34 } as const;

/** Axes of a plot in a box. */
export function framePlot({ series, equal, limit }: Plot, boxWidth: number, boxHeight: number): PlotFrame {
  const points = series.flatMap((one) => one.points).filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const range = (values: readonly number[]): [number, number] => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
    if (!(high > low)) [low, high] = [Number.isFinite(low) ? low - 0.5 : 0, Number.isFinite(high) ? high + 0.5 : 1];
    return [low, high];
  };
  let [x0, x1] = range(points.map(([x]) => x));
  let [y0, y1] = range([...points.map(([, y]) => y), ...(limit === undefined ? [] : [limit])]);
  const pad = 0.06 * (y1 - y0);
  [y0, y1] = [y0 - pad, y1 + pad];
  const width = boxWidth - MARGIN.left - MARGIN.right;
  const height = boxHeight - MARGIN.top - MARGIN.bottom;
  if (equal === true) {
    const scale = Math.max((x1 - x0) / width, (y1 - y0) / height);
    const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
    [x0, x1, y0, y1] = [
      cx - (scale * width) / 2,
      cx + (scale * width) / 2,
      cy - (scale * height) / 2,
      cy + (scale * height) / 2,
    ];
  }
  const place = (x: number, y: number): [number, number] => [
    MARGIN.left + (width * (x - x0)) / (x1 - x0),
    MARGIN.top + height * (1 - (y - y0) / (y1 - y0)),
  ];
  return {
    ...{ left: MARGIN.left, top: MARGIN.top, width, height, place },
    xTicks: ticks(x0, x1, 6).map((value) => ({ at: place(value, y0)[0], text: label(value) })),
    yTicks: ticks(y0, y1, 5).map((value) => ({ at: place(x0, value)[1], text: label(value) })),
  };
}

/** Round numbers in a range, about so many. */
function ticks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / count;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * ten >= rough) ?? 10) * ten;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => (first + k) * step);
}

const label = (value: number) => String(Number(value.toPrecision(6))).replace("-", "−");

/** A line as the commands of an SVG path; points closer than half a unit to the one before are left out. */
export function pathOf({ points }: Series, frame: PlotFrame): string {
  let path = "";
  let [px, py] = [Number.NaN, Number.NaN];
  let pen = false;
  for (const [x, y] of points) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      pen = false;
      continue;
    }
    const [u, v] = frame.place(x, y);
    if (pen && Math.abs(u - px) < 0.5 && Math.abs(v - py) < 0.5) continue;
    path += `${pen ? "L" : "M"}${u.toFixed(1)} ${v.toFixed(1)}`;
    [px, py, pen] = [u, v, true];
  }
  return path;
}
