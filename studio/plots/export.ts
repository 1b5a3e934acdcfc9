/** Plots as files. */

import { significant, unitText } from "../format.js";
import { escaped } from "../markup.js";
import { ticks } from "../time/scale.js";
import type { PlotData } from "./plot-data.js";
import { shortName, unitsOf } from "./series-name.js";

/** Every number in full: a reader gets the same bits. NaN is an empty cell. */
export function csvOf(data: PlotData): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const head = [`${data.xName} (${data.xUnit})`, ...data.series.map(({ name, unit }) => `${name} (${unit})`)];
  const number = (value: number) => (Number.isNaN(value) ? "" : Object.is(value, -0) ? "-0" : String(value));
  const lines = [head.map(cell).join(",")];
  for (let k = 0; k < data.x.length; k++)
    lines.push([data.x[k], ...data.series.map(({ values }) => values[k])].map(number).join(","));
  return `${lines.join("\n")}\n`;
}

export interface SvgStyle {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly line: string;
  readonly text: string;
  readonly faint: string;
  readonly colors: readonly string[];
  readonly dashes: readonly (readonly number[])[];
  readonly log: boolean;
  readonly logX: boolean;
  /** Limits of x; null for all. */
  readonly x: readonly [number, number] | null;
}

/**
 * A picture of lines, scalable, with axes, units and legend; points of a line closer than a tenth of a pixel are left
 * out.
 */
export function svgOf(data: PlotData, style: SvgStyle): string {
  const { width, height, title } = style;
  const units = unitsOf(data.series);
  const frame = { left: 58, right: width - (units.length > 1 ? 58 : 14), top: 46, bottom: height - 34 };
  const known = style.logX ? data.x.filter((x) => x > 0) : data.x;
  const along = (x: number) => (style.logX ? Math.log10(x) : x);
  const limits = style.x ?? span([known]);
  const xs = [along(limits[0]), along(limits[1])] as const;
  const inside = (k: number) => data.x[k] >= limits[0] && data.x[k] <= limits[1];
  const scale = (value: number) => (style.log ? Math.log10(value) : value);
  const ys = units.map((unit) =>
    span(
      data.series
        .filter((series) => series.unit === unit)
        .map(({ values }) =>
          Float64Array.from(
            values.filter((_, k) => inside(k)),
            scale,
          ),
        ),
      0.05,
    ),
  );
  const px = (x: number) => frame.left + ((along(x) - xs[0]) / (xs[1] - xs[0])) * (frame.right - frame.left);
  const py = (y: number, [low, high]: readonly [number, number]) =>
    frame.bottom - ((y - low) / (high - low)) * (frame.bottom - frame.top);
  const parts: string[] = [];
  const text = (x: number, y: number, anchor: string, content: string, fill = style.faint, size = 10) =>
    parts.push(
      `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-size="${size}" fill="${fill}">${escaped(content)}</text>`,
    );
  const rule = (x1: number, y1: number, x2: number, y2: number) =>
    parts.push(
      `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${style.line}"/>`,
    );
  for (const tick of between(xs, 6)) {
    const x = style.logX ? 10 ** tick : tick;
    rule(px(x), frame.top, px(x), frame.bottom);
    text(px(x), frame.bottom + 13, "middle", withoutZeros(significant(x, 4)));
  }
  text(
    (frame.left + frame.right) / 2,
    height - 6,
    "middle",
    `${shortName(data.xName)} (${unitText(data.xUnit) || "1"})`,
  );
  units.forEach((unit, u) => {
    const [at, anchor] = u === 0 ? [frame.left - 5, "end"] : [frame.right + 5, "start"];
    for (const y of between(ys[u], 5)) {
      if (u === 0) rule(frame.left, py(y, ys[u]), frame.right, py(y, ys[u]));
      text(at, py(y, ys[u]) + 3.5, anchor, significant(style.log ? 10 ** y : y, 3));
    }
    text(at, frame.top - 6, anchor, unitText(unit) || "1");
  });
  text(frame.left, 16, "start", title, style.text, 13);
  let legend = frame.left;
  data.series.forEach(({ name, unit, values }, k) => {
    const range = ys[units.indexOf(unit)];
    const d = path(data.x.length, (i) => [px(data.x[i]), inside(i) ? py(scale(values[i]), range) : Number.NaN]);
    const dash = style.dashes[k]?.length ? ` stroke-dasharray="${style.dashes[k].join(" ")}"` : "";
    const color = style.colors[k % style.colors.length];
    parts.push(`<path d="${d}" fill="none" stroke="${color}" stroke-width="1.5" stroke-linejoin="round"${dash}/>`);
    parts.push(`<line x1="${legend}" x2="${legend + 12}" y1="28" y2="28" stroke="${color}" stroke-width="2"${dash}/>`);
    text(legend + 16, 31.5, "start", shortName(name), style.text, 11);
    legend += 34 + 6 * shortName(name).length;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter, system-ui, sans-serif"><title>${escaped(title)}</title><rect width="${width}" height="${height}" fill="${style.background}"/>${parts.join("")}</svg>\n`;
}

/** Smallest and largest finite number, with a margin; never empty. */
export function span(lists: readonly ArrayLike<number>[], margin = 0): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists) {
    for (let k = 0; k < list.length; k++) {
      const value = list[k];
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return [0, 1];
  const pad = high > low ? margin * (high - low) : Math.abs(low) * 0.1 || 1;
  return [low - pad, high + pad];
}

/** Round numbers between two limits. */
function between([low, high]: readonly [number, number], count: number): number[] {
  const [first, second = 1] = ticks(high - low, count).slice(0, 2);
  const step = second - first;
  const from = Math.ceil(low / step - 1e-9);
  const to = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, k) => Number(((from + k) * step).toPrecision(12)));
}

/** A path through points; it breaks where one is not a number. */
function path(count: number, point: (k: number) => readonly [number, number]): string {
  let d = "";
  let pen = false;
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  for (let k = 0; k < count; k++) {
    const [x, y] = point(k);
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      pen = false;
      continue;
    }
    if (pen && k < count - 1 && Math.abs(x - lastX) < 0.1 && Math.abs(y - lastY) < 0.1) continue;
    d += `${pen ? "L" : "M"}${round(x)} ${round(y)}`;
    pen = true;
    lastX = x;
    lastY = y;
  }
  return d;
}

/** 0.500 → 0.5, 2.000 → 2, but 1000 stays. */
function withoutZeros(text: string): string {
  return text.replace(/([.,]\d*?)0+$/, "$1").replace(/[.,]$/, "");
}

function round(value: number): string {
  return String(Math.round(100 * value) / 100);
}
