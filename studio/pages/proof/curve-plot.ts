/** A measured curve over its closed form, and the difference beneath; both share time and cursor. */
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import { SAMPLE } from "../../../proof/sample.js";
import { DECIMAL_MARK, significant, unitText } from "../../format.js";
import { token } from "../../theme.js";
import type { CurveEntry } from "../../worker/proof-protocol.js";
import { scaleFor } from "./numbers.js";
import type { CurveData } from "./state.js";

const FONT = "10px 'Inter Variable', system-ui, sans-serif";
/** Shortest time between two pictures, ms. */
const INTERVAL = 120;

export interface Cursor {
  /** s */
  readonly time: number;
  readonly measured: number | null;
  readonly exact: number;
}

export class CurvePlot {
  private readonly curve: CurveEntry;
  private readonly value: uPlot;
  private readonly off: uPlot;
  private readonly sizes: ResizeObserver;
  private readonly factor: number;
  private readonly exactTime: number[] = [];
  private readonly exactValue: number[] = [];
  private data: CurveData | null = null;
  private timer = 0;
  private last = 0;

  constructor(
    hosts: { value: HTMLElement; off: HTMLElement },
    curve: CurveEntry,
    onCursor: (at: Cursor | null) => void,
  ) {
    this.curve = curve;
    const { exact } = curve;
    this.factor = scaleFor(curve.limit, curve.unit).factor;
    for (let k = 0; k < exact.length; k += SAMPLE.size) {
      this.exactTime.push(exact[k + SAMPLE.time]);
      this.exactValue.push(exact[k + SAMPLE.exact]);
    }
    const key = uPlot.sync(`proof ${curve.quantity}`).key;
    const cursor = (plot: uPlot) => onCursor(this.at(plot.cursor.idx ?? null, plot));
    this.value = new uPlot(this.options(hosts.value, key, cursor), this.values(), hosts.value);
    this.off = new uPlot(this.differenceOptions(hosts.off, key), this.differences(), hosts.off);
    this.sizes = new ResizeObserver(() => {
      this.value.setSize({ width: hosts.value.clientWidth, height: hosts.value.clientHeight });
      this.off.setSize({ width: hosts.off.clientWidth, height: hosts.off.clientHeight });
    });
    this.sizes.observe(hosts.value);
  }

  /** Draws the data so far, or a little later if the last picture is too recent. */
  update(data: CurveData | null): void {
    this.data = data;
    const wait = this.last + INTERVAL - performance.now();
    this.timer ||= window.setTimeout(() => this.draw(), Math.max(0, wait));
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.sizes.disconnect();
    this.value.destroy();
    this.off.destroy();
  }

  private draw(): void {
    this.timer = 0;
    this.last = performance.now();
    this.value.setData(this.values());
    this.off.setData(this.differences());
  }

  /**
   * The closed form alone over its own times, then both over the times of measurements, which are joined in one column
   * of times.
   */
  private values(): uPlot.AlignedData {
    const { time = [], measured = [], exact = [] } = this.data ?? {};
    const end = time.at(-1) ?? -1;
    const rest = this.exactTime.findIndex((t) => t > end);
    const ahead = rest < 0 ? this.exactTime.length : rest;
    const later = this.exactTime.length - ahead;
    return [
      [...time, ...this.exactTime.slice(ahead)],
      [...exact, ...this.exactValue.slice(ahead)],
      [...measured, ...new Array<null>(later).fill(null)],
    ];
  }

  private differences(): uPlot.AlignedData {
    const { time = [], measured = [], exact = [] } = this.data ?? {};
    return [time, measured.map((value, k) => this.factor * (value - exact[k]))];
  }

  private at(index: number | null, plot: uPlot): Cursor | null {
    if (index === null) return null;
    const [time, exact, measured] = plot.data;
    return { time: time[index], exact: exact[index] as number, measured: (measured[index] ?? null) as number | null };
  }

  private options(host: HTMLElement, key: string, cursor: (plot: uPlot) => void): uPlot.Options {
    return {
      ...this.common(host, key),
      axes: [
        { ...axis(), size: 6, values: () => [] },
        { ...axis(), size: 62, gap: 6, space: 20, values: ticks },
      ],
      series: [
        {},
        { stroke: token("text-1"), width: 1.25, dash: [4, 3], points: { show: false }, pxAlign: 0 },
        { stroke: token("s1"), width: 1.75, points: { show: false }, pxAlign: 0 },
      ],
      hooks: {
        drawClear: [(plot) => this.drawSlips(plot)],
        draw: [(plot) => this.drawPlayhead(plot)],
        setCursor: [cursor],
      },
    };
  }

  private differenceOptions(host: HTMLElement, key: string): uPlot.Options {
    return {
      ...this.common(host, key),
      scales: { x: this.xScale(), y: { range: (_, min, max) => evenly(min, max) } },
      axes: [
        { ...axis(), size: 20, gap: 4, values: (_, splits) => seconds(splits) },
        { ...axis(), size: 62, gap: 6, space: 14, values: ticks },
      ],
      series: [{}, { stroke: token("s2"), width: 1.25, points: { show: false }, pxAlign: 0 }],
      hooks: { drawClear: [(plot) => this.drawSlips(plot)], draw: [(plot) => this.drawPlayhead(plot)] },
    };
  }

  private common(host: HTMLElement, key: string) {
    return {
      width: host.clientWidth,
      height: host.clientHeight,
      legend: { show: false },
      padding: [6, 12, 0, 0] as uPlot.Padding,
      scales: { x: this.xScale() },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 5 }, sync: { key } },
    } satisfies Partial<uPlot.Options>;
  }

  private xScale(): uPlot.Scale {
    return { time: false, range: [0, this.curve.duration] };
  }

  /** Times in which the closed form slides, as bands. */
  private drawSlips(plot: uPlot): void {
    const { slips } = this.curve;
    if (!slips) return;
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.globalAlpha = 0.16;
    ctx.fillStyle = token("s2");
    for (let k = 0; k + 1 < slips.length; k += 2) {
      const [from, to] = [plot.valToPos(slips[k], "x", true), plot.valToPos(slips[k + 1], "x", true)];
      ctx.fillRect(from, bbox.top, Math.max(1, to - from), bbox.height);
    }
    ctx.restore();
  }

  private drawPlayhead(plot: uPlot): void {
    const now = this.data?.time.at(-1);
    if (now === undefined || now >= this.curve.duration * (1 - 1e-9)) return;
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.fillStyle = token("accent-text");
    ctx.fillRect(Math.round(plot.valToPos(now, "x", true)), bbox.top, Math.max(1, uPlot.pxRatio), bbox.height);
    ctx.restore();
  }
}

function axis() {
  const grid = { stroke: token("line"), width: 1 };
  return { stroke: token("text-3"), font: FONT, grid, ticks: { show: false } };
}

/** Tick texts short enough for the axis, 1e−12 included. */
function ticks(_: uPlot, splits: number[]): string[] {
  const step = splits.length > 1 ? Math.abs(splits[1] - splits[0]) : 1;
  return splits.map((value) => (Math.abs(value) < step / 1e3 ? "0" : significant(value, digitsOf(value, step))));
}

function digitsOf(value: number, step: number): number {
  return Math.max(
    1,
    Math.min(6, 1 + Math.floor(Math.log10(Math.abs(value)) + 1e-9) - Math.floor(Math.log10(step) + 1e-9)),
  );
}

function seconds(splits: number[]): string[] {
  return splits.map(
    (t, k) =>
      `${String(Number(t.toFixed(6))).replace(".", DECIMAL_MARK)}${k === splits.length - 1 ? ` ${unitText("s")}` : ""}`,
  );
}

/** A range that has zero in its middle. */
function evenly(min: number | null, max: number | null): [number, number] {
  const most = Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0)) || 1;
  return [-1.15 * most, 1.15 * most];
}
