/** A plot as SVG: lines, points or bars of error, with legend, for light and dark. */

export interface PlotLine {
  readonly label: string;
  /** Indices of colour and dashes. */
  readonly color: number;
  readonly dash: number;
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Points instead of a line, or a line with points. */
  readonly marks?: "only" | "also";
  /** Ends of a bar at each point, such as an interval of confidence. */
  readonly low?: readonly number[];
  readonly high?: readonly number[];
}

export interface Plot {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly lines: readonly PlotLine[];
  /** Logarithmic axes; what is not positive is left out. */
  readonly xScale?: "linear" | "log";
  readonly yScale?: "linear" | "log";
  /** Names at x = 0, 1, 2, … instead of numbers. */
  readonly categories?: readonly string[];
}

const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 72;
const RIGHT = 16;
const TOP = 34;
const BOTTOM = 46;
const ROW = 18;
/** Most entries of a legend; more would be longer than the plot. */
const MAX_LEGEND = 48;
/** A line that spans this many times more than the median line does not set the scale. */
const RUNAWAY = 50;

const DASHES = ["", "7 4", "2 3", "9 3 2 3", "12 5", "4 2 1 2"];

/** Colours that colour-blind readers can distinguish, on light and dark backgrounds. */
const LIGHT = ["#0b63ae", "#c65d00", "#009463", "#8a1f6b", "#3f3b00", "#9480a0", "#b3261b", "#3a7d8c"];
const DARK = ["#5ab1f5", "#ff9a3d", "#3fbf8b", "#d08ad8", "#f6ee5a", "#d5f2dc", "#ff7a6b", "#7fd4e0"];
export const COLORS = LIGHT.length;

/** Colours as variables: `.plot` on its own and inside a page. */
export const PLOT_STYLE = [
  ".plot{--ink:#14181a;--soft:#5c666c;--grid:#d2d9d5;--paper:#fff;font:12px system-ui,sans-serif}",
  ".plot text{fill:var(--soft)}.plot .name{fill:var(--ink);font-weight:600;font-size:13px}",
  ".plot .grid{stroke:var(--grid)}.plot .paper{fill:var(--paper)}.plot .line{fill:none;stroke-width:1.75;stroke-linejoin:round}.plot .mark{fill:none;stroke-width:6;stroke-linecap:round}",
  LIGHT.map((color, k) => `.plot .c${k}{stroke:${color}}`).join(""),
  "@media(prefers-color-scheme:dark){.plot{--ink:#e9ecee;--soft:#aeb6bc;--grid:#2a3035;--paper:#16191c}",
  `${DARK.map((color, k) => `.plot .c${k}{stroke:${color}}`).join("")}}`,
].join("\n");

/** Characters that XML 1.0 does not allow, lone surrogates included. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text inside XML. Characters that XML does not allow are left out. */
export function escapeXml(text: string): string {
  return text
    .replace(FORBIDDEN, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Draws a plot; `id` makes the ids of several plots on a page unique. A separate file contains the style. */
export function plotSvg(plot: Plot, id: string, standalone: boolean): string {
  const legend = legendLayout(plot.lines.length > 1 ? plot.lines.map(({ label }) => label) : []);
  const height = HEIGHT + legend.height;
  const lines = plot.lines.map((line) => scaled(plot, line));
  const { range: ys, outside } = verticalRange(lines);
  const xs = horizontalRange(plot, lines);
  const X = (t: number) => LEFT + ((t - xs[0]) / (xs[1] - xs[0])) * (WIDTH - LEFT - RIGHT);
  const Y = (v: number) => HEIGHT - BOTTOM - ((v - ys[0]) / (ys[1] - ys[0])) * (HEIGHT - TOP - BOTTOM);
  const out: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="${id}-t ${id}-d">`,
    `<title id="${id}-t">${escapeXml(plot.title)}</title>`,
    `<desc id="${id}-d">${escapeXml(description(plot))}</desc>`,
  ];
  if (standalone) out.push(`<style>${PLOT_STYLE}</style>`);
  out.push(
    `<rect class="paper" width="${WIDTH}" height="${height}"/>`,
    `<clipPath id="${id}-c"><rect x="${LEFT}" y="${TOP}" width="${WIDTH - LEFT - RIGHT}" height="${HEIGHT - TOP - BOTTOM}"/></clipPath>`,
    `<text class="name" x="${LEFT}" y="20">${escapeXml(plot.yTitle)}</text>`,
  );
  if (outside > 0) {
    const what = outside === 1 ? "1 line leaves" : `${outside} lines leave`;
    out.push(`<text x="${WIDTH - RIGHT}" y="20" text-anchor="end">${what} the picture</text>`);
  }
  for (const { value, text } of plot.yScale === "log" ? decades(ys[0], ys[1]) : ticks(ys[0], ys[1], 6)) {
    const y = round(Y(value));
    out.push(
      `<path class="grid" d="M${LEFT} ${y}H${WIDTH - RIGHT}"/>`,
      `<text x="${LEFT - 8}" y="${round(y + 4)}" text-anchor="end">${text}</text>`,
    );
  }
  for (const { value, text } of xTicks(plot, xs)) {
    const x = round(X(value));
    out.push(
      `<path class="grid" d="M${x} ${TOP}V${HEIGHT - BOTTOM}"/>`,
      `<text x="${x}" y="${HEIGHT - BOTTOM + 17}" text-anchor="middle">${escapeXml(text)}</text>`,
    );
  }
  out.push(
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escapeXml(plot.xTitle)}</text>`,
    `<g clip-path="url(#${id}-c)">`,
    ...lines.map((line) => shapesOf(line, X, Y)),
    "</g>",
    ...legendOf(lines, legend),
    "</svg>",
  );
  return out.join("\n");
}

/** A line in the units of the axes: logarithms where the axis has them. */
function scaled({ xScale, yScale }: Plot, line: PlotLine): PlotLine {
  const log = (values: readonly number[]) => values.map((v) => (v > 0 ? Math.log10(v) : Number.NaN));
  const y = (values: readonly number[]) => (yScale === "log" ? log(values) : values);
  const { low, high } = line;
  return {
    ...line,
    x: xScale === "log" ? log(line.x) : line.x,
    y: y(line.y),
    ...(low && high ? { low: y(low), high: y(high) } : {}),
  };
}

function horizontalRange({ categories }: Plot, lines: readonly PlotLine[]): [number, number] {
  if (categories !== undefined) return [-0.5, categories.length - 0.5];
  const marked = lines.some(({ marks }) => marks !== undefined);
  const [low, high] = rangeOf(lines.flatMap(({ x }) => x));
  const pad = marked ? 0.04 * (high - low) : 0;
  return [low - pad, high + pad];
}

function xTicks({ categories, xScale }: Plot, [low, high]: readonly [number, number]) {
  if (categories === undefined) return xScale === "log" ? decades(low, high) : ticks(low, high, 8);
  // names that would run into each other are thinned
  const every = Math.ceil(
    (categories.length * Math.max(...categories.map((text) => text.length)) * 7) / (WIDTH - LEFT - RIGHT),
  );
  return categories.flatMap((text, value) => (value % every === 0 ? [{ value, text: text.slice(0, 24) }] : []));
}

/** Powers of ten inside [low, high], given as logarithms; where there are few also 2 and 5 of each. */
function decades(low: number, high: number): { value: number; text: string }[] {
  const out: { value: number; text: string }[] = [];
  const factors = high - low < 2.5 ? [1, 2, 5] : [1];
  const every = Math.max(1, Math.ceil((high - low) / 8));
  for (let k = Math.floor(low); k <= high; k++) {
    if (k % every !== 0) continue;
    for (const factor of factors) {
      const value = k + Math.log10(factor);
      if (value >= low - 1e-9 && value <= high + 1e-9) out.push({ value, text: String(Number(`${factor}e${k}`)) });
    }
  }
  return out;
}

/** The line with its points and bars. */
function shapesOf(line: PlotLine, X: (t: number) => number, Y: (v: number) => number): string {
  const parts: string[] = [];
  const { low, high } = line;
  if (low !== undefined && high !== undefined) {
    const bars = line.x.map((t, i) => {
      if (!Number.isFinite(low[i]) || !Number.isFinite(high[i])) return "";
      const x = X(t);
      const [a, b] = [round(Y(low[i])), round(Y(high[i]))];
      return `M${round(x)} ${a}V${b}M${round(x - 4)} ${a}h8M${round(x - 4)} ${b}h8`;
    });
    parts.push(`<path class="line c${line.color % COLORS}" d="${bars.join("")}"/>`);
  }
  if (line.marks !== "only") parts.push(pathOf(line, X, Y));
  if (line.marks !== undefined) {
    // zero length with a round cap is a disc
    const discs = line.x.map((t, i) => (Number.isFinite(line.y[i]) ? `M${round(X(t))} ${round(Y(line.y[i]))}h0` : ""));
    parts.push(
      `<path class="mark c${line.color % COLORS}" d="${discs.join("")}"><title>${escapeXml(line.label)}</title></path>`,
    );
  }
  return parts.join("");
}

function description({ lines }: Plot): string {
  const ends = lines
    .slice(0, MAX_LEGEND)
    .map(({ label, y }) => `${label} ends at ${y.length > 0 ? Number(y[y.length - 1].toPrecision(6)) : "nothing"}`);
  return `${lines.length} ${lines.length === 1 ? "line" : "lines"}. ${ends.join("; ")}.`;
}

const stroke = ({ color, dash }: PlotLine) => {
  const dashes = DASHES[dash % DASHES.length];
  return `class="line c${color % COLORS}"${dashes === "" ? "" : ` stroke-dasharray="${dashes}"`}`;
};

/** A value that is not finite breaks the line. */
function pathOf(line: PlotLine, X: (t: number) => number, Y: (v: number) => number): string {
  let d = "";
  let pen = false;
  line.x.forEach((t, i) => {
    const v = line.y[i];
    if (!Number.isFinite(v)) {
      pen = false;
      return;
    }
    // far outside the picture, coordinates are bounded for SVG readers with single precision
    d += `${pen ? "L" : "M"}${round(X(t))} ${round(Math.min(1e5, Math.max(-1e5, Y(v))))}`;
    pen = true;
  });
  return `<path ${stroke(line)} d="${d}"><title>${escapeXml(line.label)}</title></path>`;
}

const round = (x: number) => Math.round(x * 100) / 100;

interface Legend {
  readonly columns: number;
  readonly width: number;
  readonly height: number;
  readonly shown: number;
}

function legendLayout(labels: readonly string[]): Legend {
  const shown = Math.min(labels.length, MAX_LEGEND);
  // 7 px is more than a letter takes on average in the system's faces at 12 px
  const widest = 52 + 7 * Math.max(4, ...labels.slice(0, shown).map((label) => [...label].length));
  const room = WIDTH - LEFT - RIGHT;
  const columns = Math.max(1, Math.min(4, Math.floor(room / widest)));
  const rows = Math.ceil(shown / columns) + (shown < labels.length ? 1 : 0);
  return { columns, width: room / columns, height: labels.length === 0 ? 0 : ROW * rows + 10, shown };
}

function legendOf(lines: readonly PlotLine[], { columns, width, shown }: Legend): string[] {
  const rows = Math.ceil(shown / columns);
  const out = lines.slice(0, shown).map((line, i) => {
    const x = round(LEFT + Math.floor(i / rows) * width);
    const y = HEIGHT + 8 + ROW * (i % rows);
    const sample =
      line.marks === "only"
        ? `<path class="mark c${line.color % COLORS}" d="M${x + 17} ${y}h0"/>`
        : `<path ${stroke(line)} d="M${x} ${y}h34"/>`;
    return `${sample}<text x="${x + 42}" y="${y + 4}">${escapeXml(line.label)}</text>`;
  });
  if (shown < lines.length)
    out.push(`<text x="${LEFT}" y="${HEIGHT + 12 + ROW * rows}">… and ${lines.length - shown} more</text>`);
  return out;
}

function rangeOf(values: readonly number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const v of values) {
    if (!Number.isFinite(v)) continue;
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  if (low > high) return [0, 1];
  // a line that only differs by round-off is drawn flat
  const least = 1e-9 * Math.max(Math.abs(low), Math.abs(high)) || 1;
  return high - low < least ? [low - least, high + least] : [low, high];
}

/** The range of all lines; diverging lines do not compress the rest. Lines at rest do not count for the median. */
export function verticalRange(lines: readonly PlotLine[]): { range: [number, number]; outside: number } {
  const ranges = lines.map(({ y, low, high }) => rangeOf([...y, ...(low ?? []), ...(high ?? [])]));
  const spans = ranges
    .filter(([low, high]) => high - low > 1e-6 * Math.max(Math.abs(low), Math.abs(high)))
    .map(([low, high]) => high - low)
    .sort((a, b) => a - b);
  const usual = spans[Math.floor(spans.length / 2)] ?? Number.POSITIVE_INFINITY;
  const kept = ranges.filter(([low, high]) => high - low <= RUNAWAY * usual);
  const [low, high] = rangeOf(kept.flat());
  const pad = 0.05 * (high - low);
  return { range: [low - pad, high + pad], outside: ranges.length - kept.length };
}

/** Round numbers inside [low, high], about `count` of them, with enough digits to distinguish them. */
export function ticks(low: number, high: number, count: number): { value: number; text: string }[] {
  const raw = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10);
  /** Place of the last digit that differs: 2 for hundredths. */
  const place = -Math.floor(Math.log10(step) + 1e-9);
  const size = Math.max(Math.abs(low), Math.abs(high));
  const plain = size < 1e6 && place <= (size < 1e-3 ? 5 : 9);
  const text = (value: number) => {
    if (plain) return value.toFixed(Math.max(0, place));
    const digits = Math.floor(Math.log10(Math.abs(value)) + 1e-9) + place;
    return value.toExponential(Math.min(15, Math.max(0, digits))).replace("e+", "e");
  };
  const out: { value: number; text: string }[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
    out.push({ value: k * step, text: k === 0 ? "0" : text(k * step) });
  }
  return out;
}
