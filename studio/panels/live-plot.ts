/** A plot of sensors over time that follows the simulation. */
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import { fixed, unitText } from "../format.js";
import type { History } from "../history.js";
import { texts } from "../texts.js";
import { token } from "../theme.js";
import type { EventNote } from "../worker/protocol.js";

export interface LiveSeries {
  readonly column: number;
  readonly unit: string;
  readonly color: string;
  readonly dash: number[];
}

export interface LivePlotOptions {
  readonly history: History;
  /** s */
  readonly duration: number;
  /** Names of the scene's event rules. */
  readonly rules: readonly string[];
  /** One or two different units. */
  readonly series: readonly LiveSeries[];
  /** Shortest time between two pictures, ms. */
  interval(): number;
  /** A picture has been drawn. */
  onDraw(): void;
  /** The cursor is on a row of the history, or has left (null). */
  onCursor(row: number | null): void;
}

const FONT = "10px 'Inter Variable', system-ui, sans-serif";
/** Labels of events at most, so that they stay readable. */
const MAX_LABELS = 12;

export class LivePlot {
  private readonly options: LivePlotOptions;
  private readonly plot: uPlot;
  private readonly sizes: ResizeObserver;
  private readonly units: string[];
  private events: readonly EventNote[] = [];
  private timer = 0;
  private last = Number.NEGATIVE_INFINITY;
  private zoom: { min: number; max: number } | null = null;

  constructor(host: HTMLElement, options: LivePlotOptions) {
    this.options = options;
    this.units = [...new Set(options.series.map(({ unit }) => unit))];
    this.plot = new uPlot(this.configure(host), this.data(), host);
    this.sizes = new ResizeObserver(() => this.plot.setSize({ width: host.clientWidth, height: host.clientHeight }));
    this.sizes.observe(host);
  }

  /** Draws what the history holds by now, or a little later when the last picture is too recent. */
  update(events: readonly EventNote[]): void {
    this.events = events;
    const wait = this.last + this.options.interval() - performance.now();
    this.timer ||= window.setTimeout(() => this.draw(), Math.max(0, wait));
  }

  private draw(): void {
    this.timer = 0;
    this.last = performance.now();
    this.plot.batch(() => {
      this.plot.setData(this.data(), false);
      this.plot.setScale("x", this.zoom ?? this.window());
    });
    this.options.onDraw();
  }

  /** Height of the scale that a series is drawn on; 0 when unknown. */
  span(series: number): number {
    const { min, max } = this.plot.scales[this.scaleOf(this.options.series[series]?.unit ?? "")] ?? {};
    return max == null || min == null ? 0 : max - min;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.sizes.disconnect();
    this.plot.destroy();
  }

  private data(): uPlot.AlignedData {
    const { history, series } = this.options;
    return [history.column(0), ...series.map(({ column }) => history.column(column + 1))] as uPlot.AlignedData;
  }

  /** The whole run; when it goes on beyond its duration, the last part of it. */
  private window(): { min: number; max: number } {
    const { history, duration } = this.options;
    const max = Math.max(duration, history.latest(0) || 0);
    return { min: max - duration, max };
  }

  private scaleOf(unit: string): string {
    return `y${this.units.indexOf(unit)}`;
  }

  private configure(host: HTMLElement): uPlot.Options {
    const grid = { stroke: token("line"), width: 1 };
    const axis = { stroke: token("text-3"), font: FONT, grid, ticks: { show: false } };
    const numbers = (_: uPlot, splits: number[]) => tickTexts(splits);
    return {
      width: host.clientWidth,
      height: host.clientHeight,
      legend: { show: false },
      padding: [8, this.units.length > 1 ? 4 : 24, 0, 4],
      cursor: {
        y: false,
        points: { size: 6, fill: (_, k) => this.options.series[k - 1].color },
        drag: { x: true, y: false, setScale: false },
        bind: { dblclick: () => this.onDoubleClick },
      },
      scales: { x: { time: false } },
      axes: [
        { ...axis, size: 22, gap: 4, values: (_, splits) => tickTexts(splits, texts.seconds) },
        ...this.units.map((unit, k) => ({
          ...axis,
          scale: this.scaleOf(unit),
          side: k === 0 ? (3 as const) : (1 as const),
          size: 56,
          gap: 6,
          grid: k === 0 ? grid : { show: false },
          label: unitText(unit),
          labelFont: FONT,
          labelSize: 16,
          values: numbers,
        })),
      ],
      series: [
        {},
        ...this.options.series.map(({ unit, color, dash }) => ({
          scale: this.scaleOf(unit),
          stroke: color,
          width: 1.5,
          pxAlign: 0,
          dash,
          points: { show: false },
        })),
      ],
      hooks: {
        setCursor: [(plot) => this.options.onCursor(plot.cursor.idx ?? null)],
        setSelect: [(plot) => this.zoomTo(plot.select)],
        draw: [(plot) => this.drawMarks(plot)],
      },
    };
  }

  private zoomTo({ left, width }: uPlot.Select): void {
    if (width < 4) return;
    this.zoom = { min: this.plot.posToVal(left, "x"), max: this.plot.posToVal(left + width, "x") };
    this.plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.plot.setScale("x", this.zoom);
  }

  private readonly onDoubleClick = (): null => {
    this.unzoom();
    return null;
  };

  private unzoom(): void {
    this.zoom = null;
    this.plot.setScale("x", this.window());
  }

  /** Events as ticks with their names, and the present time as the playhead. */
  private drawMarks(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const ratio = uPlot.pxRatio;
    const { min = 0, max = 0 } = plot.scales.x;
    const seen = (time: number) => time >= (min ?? 0) && time <= (max ?? 0);
    const line = (time: number, color: string) => {
      const x = Math.round(plot.valToPos(time, "x", true));
      ctx.fillStyle = color;
      ctx.fillRect(x, bbox.top, Math.max(1, Math.round(ratio)), bbox.height);
      return x;
    };
    ctx.save();
    ctx.font = FONT.replace("10px", `${10 * ratio}px`);
    ctx.textBaseline = "top";
    ctx.textAlign = "left";
    let free = 0; // where the next label may begin
    const events = this.events.filter(({ time }) => seen(time)).slice(-MAX_LABELS);
    for (const { code, who, time } of events) {
      const x = line(time, token("line-2"));
      const name = code === 1 ? this.options.rules[who] : undefined;
      ctx.fillStyle = token("text-3");
      if (!name || x < free) continue;
      ctx.fillText(name, x + 4 * ratio, bbox.top + 1);
      free = x + ctx.measureText(name).width + 8 * ratio;
    }
    const now = this.options.history.latest(0);
    if (seen(now)) line(now, token("accent-text"));
    ctx.restore();
  }
}

/** Tick labels with as many decimals as their distance needs; the last may carry the unit. */
function tickTexts(splits: readonly number[], unit = ""): string[] {
  const step = splits.length > 1 ? Math.abs(splits[1] - splits[0]) : 1;
  const decimals = Math.max(0, Math.min(12, -Math.floor(Math.log10(step) + 1e-9)));
  return splits.map((value, k) => fixed(value, decimals) + (unit && k === splits.length - 1 ? ` ${unit}` : ""));
}
