/** The tables of a comparison, as text, for the terminal and for the report. */
import { formatCount, formatNumber, formatSeconds } from "../text/numbers.js";
import type { CellResult, CellRun, Spread } from "./run-cell.js";

interface TextColumn {
  readonly title: string;
  readonly number: boolean;
  /** Outcome of a cell: "ok", or a description. */
  readonly status?: true;
}

export interface TextTable {
  readonly title: string;
  readonly columns: readonly TextColumn[];
  readonly rows: readonly (readonly string[])[];
}

const NONE = "–";

/** A figure with four digits: enough to compare, short enough for a row. */
const figure = (x: number | null | undefined) =>
  x === null || x === undefined ? NONE : formatNumber(Number(x.toPrecision(4)));

const spread = ({ mean, max }: Spread) =>
  max === 0 ? NONE : `${figure(Number(mean.toPrecision(3)))} / ${figure(max)}`;

interface Figure {
  readonly title: string;
  text(run: CellRun): string;
}

const FIGURES: readonly Figure[] = [
  { title: "steps", text: ({ steps }) => formatCount(steps) },
  { title: "wall", text: ({ wallTime }) => formatSeconds(wallTime) },
  { title: "CPU", text: ({ cpuTime }) => formatSeconds(cpuTime) },
  { title: "step p50", text: ({ stepTime }) => (stepTime.p50 > 0 ? formatSeconds(stepTime.p50) : NONE) },
  { title: "rows mean / max", text: ({ problem }) => (problem === null ? NONE : spread(problem.rows)) },
  { title: "iterations", text: ({ problem }) => (problem === null ? NONE : spread(problem.iterations)) },
  { title: "pivots", text: ({ problem }) => (problem === null ? NONE : spread(problem.pivots)) },
  { title: "residual", text: ({ problem }) => figure(problem?.residual) },
  { title: "gap [m]", text: ({ problem }) => figure(problem?.gap) },
  { title: "energy [J]", text: ({ energy }) => figure(energy) },
];

/** Outcome of a cell in a few words. */
export function statusText({ state, error, run }: CellResult): string {
  if (state === "waiting") return "not run";
  if (run === undefined) return `failed: ${error?.[0] ?? "unknown reason"}`;
  const parts: string[] = [];
  if (run.stopped === "interrupted") parts.push("interrupted");
  if (run.stopped === "event") parts.push("stopped by an event");
  if (run.notConverged > 0)
    parts.push(`${formatCount(run.notConverged)} not converged, first step ${formatCount(run.firstNotConverged ?? 0)}`);
  parts.push(
    ...run.status.filter(({ name }) => name !== "notConverged").map(({ name, count }) => `${count} × ${name}`),
  );
  return parts.length === 0 ? "ok" : parts.join("; ");
}

/** Status and figures by cell; a column without any figure is left out. */
export function figureTable(
  axes: readonly string[],
  cells: readonly CellResult[],
  texts: readonly string[][],
): TextTable {
  const used = FIGURES.map(({ title, text }) => ({
    title,
    cells: cells.map(({ run }) => (run === undefined ? NONE : text(run))),
  })).filter((column) => column.cells.some((cell) => cell !== NONE));
  return {
    title: "Cells",
    columns: [
      ...axes.map((title) => ({ title, number: false })),
      ...used.map(({ title }) => ({ title, number: true })),
      { title: "status", number: false, status: true },
    ],
    rows: cells.map((cell, i) => [...texts[i], ...used.map((column) => column.cells[i]), statusText(cell)]),
  };
}

/** Names and units of all sensors, in the order in which cells have them. */
export function sensorsOf(cells: readonly CellResult[]): { name: string; unit: string }[] {
  const found = new Map<string, string>();
  for (const { series } of cells) {
    for (const [k, name] of series?.names.entries() ?? []) found.set(name, series?.units[k] ?? "");
  }
  return [...found].map(([name, unit]) => ({ name, unit }));
}

/** `body/ball/position.x [m]` */
export const withUnit = (name: string, unit: string) => (unit === "" || unit === "1" ? name : `${name} [${unit}]`);

/** Sensor values at the end; with a reference also the largest difference and that at the end. */
export function sensorTables(
  axes: readonly string[],
  cells: readonly CellResult[],
  texts: readonly string[][],
  limit: number,
): TextTable[] {
  const sensors = sensorsOf(cells).slice(0, limit);
  if (sensors.length === 0) return [];
  const table = (title: string, text: (cell: CellResult, name: string) => string): TextTable => ({
    title,
    columns: [
      ...axes.map((axis) => ({ title: axis, number: false })),
      ...sensors.map(({ name, unit }) => ({ title: withUnit(name, unit), number: true })),
    ],
    rows: cells.map((cell, i) => [...texts[i], ...sensors.map(({ name }) => text(cell, name))]),
  });
  const last = ({ series }: CellResult, name: string) => {
    const k = series?.names.indexOf(name) ?? -1;
    return series === undefined || k < 0 || series.time.length === 0 ? NONE : formatNumber(series.values[k].at(-1)!);
  };
  const tables = [table("Sensors at the end", last)];
  if (cells.every(({ reference }) => reference === undefined)) return tables;
  const isReference = (cell: CellResult) => cell.reference === cell.label;
  return [
    ...tables,
    table("Largest difference from the reference", (cell, name) =>
      isReference(cell) ? "reference" : figure(cell.differences?.[name]?.max),
    ),
    table("Difference from the reference at the end", (cell, name) =>
      isReference(cell) ? "reference" : figure(cell.differences?.[name]?.end),
    ),
  ];
}
