/** A picture of a plot that follows the simulation. Lines over x by uPlot; phase portraits on its axes by hand. */
import { unitsOf } from "./series-name.js";
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import { fixed, significant, unitText } from "../format.js";
import { nearest } from "../history.js";
import { onPlainCanvas } from "../plain-canvas.js";
import { texts } from "../texts/common.js";
import { token } from "../theme.js";
import { decimalsOf } from "../time/scale.js";
import type { EventNote } from "../worker/protocol.js";
import { span } from "./export.js";
import type { PlotData, PlotKind } from "./plot-data.js";
import type { Range } from "./plots.js";
import { spectrumPeaks } from "./spectrum.js";
import type { WindowName } from "./windows.js";

export interface ChartSeries {
  readonly unit: string;
  readonly color: string;
  readonly dash: number[];
}

export interface ChartOptions {
  readonly kind: PlotKind;
  /** Of a spectrum. */
  readonly spectrumWindow: WindowName;
  readonly log: boolean;
  /** Logarithmic axis of frequency. */
  readonly logX: boolean;
  /** One or two different units. */
  readonly series: readonly ChartSeries[];
  readonly xUnit: string;
  data(): PlotData;
  /** Limits of time when nothing is zoomed. */
  window(): Range;
  /** Where one is in time, s. */
  now(): number;
  /** Times of the run's rows, s, for the place of `now` in a phase portrait. */
  times(): Float64Array;
  events(): readonly EventNote[];
  /** Shortest time between two pictures, ms. */
  interval(): number;
  onDraw(): void;
  /** The cursor is at this x, or has left (null). */
  onCursor(x: number | null): void;
  /** Limits of x were chosen, or all is wanted (null). */
  onZoom(range: Range | null): void;
}

/** Peaks of a series that get a mark. */
const LABELLED_PEAKS = 3;
const FONT = "10px 'Inter Variable', system-ui, sans-serif";

export class Chart {
  readonly plot: uPlot;
  private readonly options: ChartOptions;
  private readonly sizes: ResizeObserver;
  private readonly units: string[];
  private current: PlotData;
  private timer = 0;
  private last = Number.NEGATIVE_INFINITY;
  private zoomX: Range | null = null;
  private zoomY: readonly Range[] | null = null;
  private following = false;

  constructor(host: HTMLElement, options: ChartOptions) {
    this.options = options;
    this.units = unitsOf(options.series);
    this.current = options.data();
    this.plot = onPlainCanvas(() => new uPlot(this.configure(host), this.aligned(), host));
    this.sizes = new ResizeObserver(() => this.plot.setSize({ width: host.clientWidth, height: host.clientHeight }));
    this.sizes.observe(host);
  }

  /** Draws the present data, or a little later when the last picture is too recent. */
  update(): void {
    const wait = this.last + this.options.interval() - performance.now();
    this.timer ||= window.setTimeout(() => this.draw(), Math.max(0, wait));
  }

  /** Limits of x; null for all. */
  setZoom(range: Range | null): void {
    this.zoomX = range;
    if (!range) this.zoomY = null;
    this.update();
  }

  /** Puts the cursor to an x without telling anyone. */
  setCursor(x: number | null): void {
    if (this.following) return;
    const left = x === null ? -10 : this.plot.valToPos(x, "x");
    this.plot.setCursor({ left, top: x === null ? -10 : 0 }, false);
  }

  /** Height of the scale that a series is drawn on; 0 when unknown. */
  span(series: number): number {
    const { min, max } = this.plot.scales[this.scaleOf(this.options.series[series]?.unit ?? "")] ?? {};
    return max == null || min == null ? 0 : max - min;
  }

  /** Limits of x on the picture. */
  get limits(): readonly [number, number] {
    const { min, max } = this.plot.scales.x;
    return [min ?? 0, max ?? 1];
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.sizes.disconnect();
    this.plot.destroy();
  }

  private get isTime(): boolean {
    return this.options.kind === "time" || this.options.kind === "difference";
  }

  private get isLogX(): boolean {
    return this.options.logX && this.options.kind === "spectrum";
  }

  private draw(): void {
    this.timer = 0;
    this.last = performance.now();
    this.current = this.options.data();
    this.plot.batch(() => {
      this.plot.setData(this.aligned(), false);
      this.plot.setScale("x", this.zoomX ?? this.window());
      for (const [k, range] of (this.zoomY ?? []).entries()) this.plot.setScale(`y${k}`, range);
    });
    this.options.onDraw();
  }

  private window(): Range {
    if (this.isTime) return this.options.window();
    if (this.isLogX) return { min: this.current.x[1] ?? 1, max: this.current.x.at(-1) ?? 10 };
    const [min, max] = span([this.current.x], this.options.kind === "phase" ? 0.05 : 0);
    return { min, max };
  }

  /** Data for uPlot. A phase portrait gives limits only, since its x need not ascend. */
  private aligned(): uPlot.AlignedData {
    const { x, series } = this.current;
    if (this.options.kind === "phase") {
      const [low, high] = span([x], 0.05);
      return [[low, high], ...series.map(({ values }) => span([values], 0.05))] as uPlot.AlignedData;
    }
    const shown = series.map(({ values }) => {
      // one value that is not a number would leave the scale without limits
      if (!this.options.log)
        return values.every(Number.isFinite)
          ? values
          : Array.from(values, (value) => (Number.isFinite(value) ? value : null));
      return Array.from(values, (value) => (value > 0 ? value : null)); // zero has no place on this scale
    });
    // the mean has no place on a logarithmic axis of frequency
    const from = this.isLogX ? 1 : 0;
    return [x, ...shown].map((values) => values.slice(from)) as uPlot.AlignedData;
  }

  private scaleOf(unit: string): string {
    return `y${Math.max(0, this.units.indexOf(unit))}`;
  }

  private configure(host: HTMLElement): uPlot.Options {
    const { log, series, kind, xUnit } = this.options;
    const grid = { stroke: token("line"), width: 1 };
    const axis = { stroke: token("text-3"), font: FONT, grid, ticks: { show: false } };
    const y = { ...(log ? { distr: 3 as const, log: 10 as const } : { range: roundLimits }), auto: true };
    const hidden = kind === "phase" ? { paths: () => null } : {};
    return {
      width: host.clientWidth,
      height: host.clientHeight,
      legend: { show: false },
      padding: [6, this.isLogX ? 24 : this.units.length > 1 ? 2 : 12, 0, 0],
      cursor: {
        y: kind === "phase",
        points: { show: kind !== "phase", size: 5, fill: (_, k) => series[k - 1].color },
        drag: { x: true, y: false, setScale: false },
        bind: {
          dblclick: () => () => {
            this.zoomY = null;
            this.options.onZoom(null);
            return null;
          },
          // with Shift both directions are zoomed
          mousedown: (plot, _target, handler) => (event: MouseEvent) => {
            if (plot.cursor.drag) plot.cursor.drag.y = event.shiftKey || kind === "phase";
            handler(event);
            return null;
          },
        },
      },
      scales: {
        x: { time: false, ...(this.isLogX ? { distr: 3 as const, log: 10 as const } : {}) },
        ...Object.fromEntries((this.units.length > 0 ? this.units : [""]).map((_, k) => [`y${k}`, y])),
      },
      axes: [
        {
          ...axis,
          size: 20,
          gap: 3,
          ...(this.isLogX
            ? { splits: (_plot: uPlot, _axis: number, min: number, max: number) => decades(min, max) }
            : {}),
          values: (_, splits) => (this.isLogX ? decadeTexts(splits, xUnit) : tickTexts(splits, xUnit)),
        },
        ...this.units.map((_, k) => ({
          ...axis,
          scale: `y${k}`,
          side: k === 0 ? (3 as const) : (1 as const),
          size: (plot: uPlot, values: string[] | null) => axisWidth(plot, values),
          gap: 5,
          grid: k === 0 ? grid : { show: false },
          ...(log ? { splits: (_plot: uPlot, _axis: number, min: number, max: number) => powers(min, max) } : {}),
          values: (_plot: uPlot, splits: number[]) => (log ? powerTexts(splits) : tickTexts(splits)),
        })),
      ],
      series: [
        {},
        ...series.map(({ unit, color, dash }) => ({
          scale: this.scaleOf(unit),
          stroke: color,
          width: 1.5,
          pxAlign: 0,
          dash,
          points: { show: false },
          ...hidden,
        })),
      ],
      hooks: {
        setCursor: [(plot) => this.tellCursor(plot)],
        setSelect: [(plot) => this.zoomTo(plot)],
        draw: [(plot) => this.drawMarks(plot)],
      },
    } as uPlot.Options;
  }

  private tellCursor(plot: uPlot): void {
    const { left = -1 } = plot.cursor;
    this.following = true;
    this.options.onCursor(left < 0 ? null : plot.posToVal(left, "x"));
    this.following = false;
  }

  private zoomTo(plot: uPlot): void {
    const { left, top, width, height } = plot.select;
    if (width < 4) return;
    const both = plot.cursor.drag?.y === true && height >= 4;
    const range = { min: plot.posToVal(left, "x"), max: plot.posToVal(left + width, "x") };
    this.zoomY = both
      ? this.units.map((_, k) => ({ min: plot.posToVal(top + height, `y${k}`), max: plot.posToVal(top, `y${k}`) }))
      : null;
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.options.onZoom(range);
    this.update();
  }

  /** Events as ticks, the curve of a phase portrait, and where one is: playhead or dot. */
  private drawMarks(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const now = this.options.now();
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    if (this.options.kind === "phase") this.drawPhase(plot, now);
    if (this.options.kind === "spectrum") this.drawPeaks(plot);
    if (this.isTime) {
      const line = (time: number, color: string) => {
        ctx.fillStyle = color;
        const x = Math.round(plot.valToPos(time, "x", true));
        ctx.fillRect(x, bbox.top, Math.max(1, Math.round(uPlot.pxRatio)), bbox.height);
      };
      for (const { code, time } of this.options.events()) if (code === 1) line(time, token("line-2"));
      line(now, token("accent-text"));
    }
    ctx.restore();
  }

  /** A dot on the highest peaks, with the frequency where there is room beside it. */
  private drawPeaks(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const ratio = uPlot.pxRatio;
    const { x, series } = this.current;
    const taken: number[] = [];
    ctx.font = `${10 * ratio}px 'Inter Variable', system-ui, sans-serif`;
    series.forEach(({ values, unit }, k) => {
      for (const { frequency, amplitude } of spectrumPeaks(x, values, this.options.spectrumWindow, LABELLED_PEAKS)) {
        const at = plot.valToPos(frequency, "x", true);
        const height = plot.valToPos(amplitude, this.scaleOf(unit), true);
        if (at < bbox.left || at > bbox.left + bbox.width) continue;
        ctx.fillStyle = this.options.series[k].color;
        ctx.beginPath();
        ctx.arc(at, height, 2.5 * ratio, 0, 2 * Math.PI);
        ctx.fill();
        if (taken.some((other) => Math.abs(other - at) < 52 * ratio)) continue;
        taken.push(at);
        const left = at > bbox.left + bbox.width - 60 * ratio;
        ctx.fillStyle = token("text-2");
        ctx.textAlign = left ? "right" : "left";
        const y = Math.max(height, bbox.top + 8 * ratio);
        ctx.fillText(`${significant(frequency, 3)} Hz`, at + (left ? -5 : 5) * ratio, y + 3 * ratio);
      }
    });
  }

  private drawPhase(plot: uPlot, now: number): void {
    const { ctx } = plot;
    const { x, series } = this.current;
    const row = nearest(this.options.times(), now);
    series.forEach(({ values, unit }, k) => {
      const { color, dash } = this.options.series[k];
      const px = (i: number) => plot.valToPos(x[i], "x", true);
      const py = (i: number) => plot.valToPos(values[i], this.scaleOf(unit), true);
      ctx.strokeStyle = color;
      ctx.fillStyle = color;
      ctx.lineWidth = 1.5 * uPlot.pxRatio;
      ctx.lineJoin = "round";
      ctx.setLineDash(dash.map((length) => length * uPlot.pxRatio));
      ctx.beginPath();
      let pen = false;
      for (let i = 0; i < values.length; i++) {
        if (Number.isNaN(values[i]) || Number.isNaN(x[i])) pen = false;
        else if (pen) ctx.lineTo(px(i), py(i));
        else {
          ctx.moveTo(px(i), py(i));
          pen = true;
        }
      }
      ctx.stroke();
      if (row < 0 || Number.isNaN(values[row])) return;
      ctx.setLineDash([]);
      ctx.beginPath();
      ctx.arc(px(row), py(row), 4 * uPlot.pxRatio, 0, 2 * Math.PI);
      ctx.fillStyle = token("accent-text");
      ctx.fill();
    });
  }
}

/** Room for the longest label of an axis. */
/** Limits of a linear scale; values that are all zero lie in its middle, not at the bottom of a hundred. */
function roundLimits(_plot: uPlot, min: number | null, max: number | null): uPlot.Range.MinMax {
  if (min === null || max === null) return [null, null];
  return min === 0 && max === 0 ? [-1, 1] : uPlot.rangeNum(min, max, 0.1, true);
}

function axisWidth(_plot: uPlot, values: string[] | null): number {
  const longest = Math.max(2, ...(values ?? []).map((text) => text?.length ?? 0));
  return 12 + 5.6 * longest;
}

/** Tick labels with as many decimals as their distance needs; the last carries the unit. */
function tickTexts(splits: readonly number[], unit?: string): string[] {
  const step = splits.length > 1 ? Math.abs(splits[1] - splits[0]) : 1;
  const decimals = decimalsOf(step);
  const small = decimals > 5 || step >= 1e5;
  const shown = unit === "s" ? texts.seconds : unitText(unit ?? "");
  return splits.map((value, k) => {
    const text = small ? significant(value, 2) : fixed(value, decimals);
    return text + (shown && k === splits.length - 1 ? ` ${shown}` : "");
  });
}

/** Powers of ten between two limits, or 1, 2 and 5 times them where there are few. */
function decades(min: number, max: number): number[] {
  const whole = powers(min, max);
  if (whole.length > 2) return whole;
  const low = Math.floor(Math.log10(min));
  const high = Math.ceil(Math.log10(max));
  return Array.from(
    { length: 3 * (high - low + 1) },
    (_, k) => [1, 2, 5][k % 3] * 10 ** (low + Math.floor(k / 3)),
  ).filter((value) => value >= min && value <= max);
}

function decadeTexts(splits: readonly number[], unit: string): string[] {
  const last = splits.length - 1;
  return splits.map((value, k) => significant(value, 1) + (k === last ? ` ${unitText(unit)}` : ""));
}

/** At most six powers of ten between two limits. */
function powers(min: number, max: number): number[] {
  const low = Math.ceil(Math.log10(min) - 1e-9);
  const high = Math.floor(Math.log10(max) + 1e-9);
  const every = Math.max(1, Math.ceil((high - low + 1) / 6));
  return Array.from({ length: Math.max(0, Math.floor((high - low) / every) + 1) }, (_, k) => 10 ** (low + k * every));
}

/** Powers of ten only. */
function powerTexts(splits: readonly (number | null)[]): string[] {
  return splits.map((value) => {
    if (value === null || !(value > 0)) return "";
    const power = Math.log10(value);
    return Math.abs(power - Math.round(power)) < 1e-6 ? `1e${Math.round(power)}`.replace("-", "−") : "";
  });
}
