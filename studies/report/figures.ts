/** The plots of a study: effects, scatter, maps, indices, orders of convergence. */
import { fitOrder, type Order } from "../analysis/convergence.js";
import { mainEffect } from "../analysis/effects.js";
import { type SobolIndex, sobolIndices } from "../analysis/sobol-indices.js";
import { designOf } from "../design/design.js";
import type { HeatMap } from "../plots/heat-map.js";
import type { Plot, PlotLine } from "../plots/line-plot.js";
import { combinations, type ResultTable, titleOf } from "./result-table.js";

/** Points of a scatter plot; more only make it slow. */
const MAX_POINTS = 2000;
/** Metrics and factors that are plotted against each other. */
const MAX_METRICS = 12;
const MAX_FACTORS = 8;
const MAX_LEVELS = 40;

const text = (value: unknown) =>
  typeof value === "number"
    ? String(Number(value.toPrecision(4)))
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

const isNumeric = (values: readonly unknown[]) => values.every((value) => typeof value === "number");

/** Mean of each metric by each factor, with its 95 % interval, over the runs themselves where a factor is random. */
export function effectPlots(table: ResultTable): Plot[] {
  return table.metrics.slice(0, MAX_METRICS).flatMap((metric) =>
    table.factors.slice(0, MAX_FACTORS).flatMap((factor): Plot[] => {
      const levels = mainEffect(factor.values, metric.values, factor.random);
      if (levels.length < 2 || levels.length > MAX_LEVELS) return [];
      const numeric = factor.random || isNumeric(levels.map(({ value }) => value));
      const order = numeric ? [...levels].sort((a, b) => Number(a.value) - Number(b.value)) : levels;
      const mean: PlotLine = {
        label: "mean, 95 % interval",
        color: 0,
        dash: 0,
        marks: "also",
        x: order.map(({ value }, i) => (numeric ? Number(value) : i)),
        y: order.map(({ summary }) => summary.mean),
        low: order.map(({ summary }) => summary.interval[0]),
        high: order.map(({ summary }) => summary.interval[1]),
      };
      const every = Math.max(1, Math.ceil(factor.values.length / MAX_POINTS));
      const shown = factor.values.flatMap((value, i) =>
        i % every === 0 && metric.values[i] !== null ? [[Number(value), metric.values[i] as number] as const] : [],
      );
      const runs: PlotLine = {
        label: "runs",
        color: 5,
        dash: 0,
        marks: "only",
        x: shown.map(([x]) => x),
        y: shown.map(([, y]) => y),
      };
      return [
        {
          title: `${metric.name} by ${factor.name}`,
          xTitle: titleOf(factor),
          yTitle: titleOf(metric),
          lines: factor.random ? [runs, mean] : [mean],
          ...(numeric ? {} : { categories: order.map(({ value }) => text(value)) }),
        },
      ];
    }),
  );
}

/** Mean of each metric over the first two factors that are lists. */
export function heatMaps(table: ResultTable): HeatMap[] {
  const [a, b] = table.factors.filter(({ random }) => !random);
  if (a === undefined || b === undefined) return [];
  const xs = levelsOf(a.values);
  const ys = levelsOf(b.values);
  if (xs.length < 2 || ys.length < 2 || xs.length > MAX_LEVELS || ys.length > MAX_LEVELS) return [];
  return table.metrics.slice(0, MAX_METRICS).map((metric) => {
    const sum = ys.map(() => xs.map(() => 0));
    const count = ys.map(() => xs.map(() => 0));
    metric.values.forEach((value, i) => {
      if (value === null) return;
      const x = xs.indexOf(text(a.values[i]));
      const y = ys.indexOf(text(b.values[i]));
      sum[y][x] += value;
      count[y][x]++;
    });
    return {
      title: titleOf(metric),
      xTitle: titleOf(a),
      yTitle: titleOf(b),
      x: xs,
      y: ys,
      values: sum.map((row, j) => row.map((value, i) => value / count[j][i])),
    };
  });
}

const levelsOf = (values: readonly unknown[]) => [...new Set(values.map(text))];

/** Sobol's indices of each metric in one combination of the lists. */
export interface IndexTable {
  readonly metric: string;
  /** The combination: `mu = 0.2`; empty if there is one only. */
  readonly where: string;
  readonly rows: readonly { readonly factor: string; readonly index: SobolIndex }[];
}

/** Indices where the design is for them. Repetitions are averaged. */
export function indexTables(table: ResultTable): IndexTable[] {
  const { study } = table;
  if (study.design !== "saltelli") return [];
  const random = table.factors.filter((factor) => factor.random);
  const listed = table.factors.filter((factor) => !factor.random);
  const { points } = designOf(study);
  const { of, values } = combinations(table);
  return values.flatMap((own, group) =>
    table.metrics.flatMap((metric) => {
      const sum = new Array<number>(points).fill(0);
      const count = new Array<number>(points).fill(0);
      table.row.forEach((row, i) => {
        const value = metric.values[i];
        if (of[i] !== group || value === null) return;
        const point = Math.floor(row / study.repetitions) % points;
        sum[point] += value;
        count[point]++;
      });
      const means = sum.map((value, k) => (count[k] > 0 ? value / count[k] : null));
      const indices = sobolIndices(means, random.length);
      if (indices === undefined) return [];
      const where = listed.map(({ name }, k) => `${name} = ${text(own[k])}`).join(", ");
      return [{ metric: metric.name, where, rows: random.map(({ name }, i) => ({ factor: name, index: indices[i] })) }];
    }),
  );
}

/** Error against a factor, and against the time that it took. */
export interface Precision {
  readonly error: Plot;
  readonly work: Plot;
  readonly orders: readonly { readonly label: string; readonly order: Order | undefined }[];
}

/** The orders of convergence that the study asks for: a line for each combination of the other lists. */
export function precisionPlots(table: ResultTable): Precision[] {
  return table.study.precision.flatMap(({ factor: name, metric: of, reference }): Precision[] => {
    const factor = table.factors.find((entry) => entry.name === name);
    const metric = table.metrics.find((entry) => entry.name === of);
    if (factor === undefined || metric === undefined) return [];
    const others = table.factors.filter((entry) => entry !== factor && !entry.random);
    const groups = new Map<string, { h: number; y: number; wall: number }[]>();
    metric.values.forEach((value, i) => {
      if (value === null) return;
      const key = others.map((entry) => `${entry.name} = ${text(entry.values[i])}`).join(", ") || metric.name;
      const list = groups.get(key) ?? [];
      groups.set(key, list);
      list.push({ h: Number(factor.values[i]), y: value, wall: table.wall[i] });
    });
    const series = [...groups].map(([label, list]) => {
      list.sort((a, b) => a.h - b.h);
      const right = reference ?? list[0].y;
      // the finest run is its own reference
      const used = reference === undefined ? list.slice(1) : list;
      return { label, points: used.map(({ h, y, wall }) => ({ h, wall, error: Math.abs(y - right) })) };
    });
    const lines = (x: "h" | "wall"): PlotLine[] =>
      series.map(({ label, points }, k) => ({
        label,
        color: k,
        dash: Math.floor(k / 8),
        marks: "also",
        x: points.map((point) => point[x]),
        y: points.map(({ error }) => error),
      }));
    const log = { xScale: "log", yScale: "log" } as const;
    const yTitle = `error of ${titleOf(metric)}`;
    return [
      {
        error: { title: `Error of ${of} by ${name}`, xTitle: titleOf(factor), yTitle, lines: lines("h"), ...log },
        work: {
          title: `Error of ${of} by time`,
          xTitle: "time of a run by the clock [s]",
          yTitle,
          lines: lines("wall"),
          ...log,
        },
        orders: series.map(({ label, points }) => ({
          label,
          order: fitOrder(
            points.map(({ h }) => h),
            points.map(({ error }) => error),
          ),
        })),
      },
    ];
  });
}
