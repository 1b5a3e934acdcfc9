/** What a terminal shows while a study runs: a bar, the last rows, and the means so far. */
import type { Design, Row } from "stiction/studies";
import { formatCount, formatNumber, formatSeconds } from "../text/numbers.js";
import { style } from "../text/style.js";
import { clean, formatTable } from "../text/table.js";
import type { RunningStatistics } from "./running-statistics.js";

/** Rows that are shown. */
const SHOWN = 6;
/** Metrics that are shown; more do not fit. */
const METRICS = 5;
/** ms */
const REDRAW = 200;
const LOG_EVERY = 5000;
const BAR = 24;

export interface LiveTable {
  update(rows: readonly Row[], statistics: RunningStatistics, done: number): void;
  end(): void;
}

/** On a terminal a table that is drawn over itself, elsewhere a line now and then, on stderr. */
export function createLiveTable(
  design: Design,
  metricNames: readonly string[],
  resumed: number,
  quiet: boolean,
): LiveTable {
  const stream = process.stderr;
  const terminal = stream.isTTY === true;
  const begin = performance.now();
  const { dim, red } = style(stream);
  let last = begin;
  let lines = 0;
  const recent: Row[] = [];
  const erase = () => {
    if (lines > 0) stream.write(`\u001b[${lines}A\u001b[J`);
    lines = 0;
  };
  return {
    update(rows, statistics, done) {
      recent.push(...rows.slice(-SHOWN));
      recent.splice(0, recent.length - SHOWN);
      const now = performance.now();
      if (quiet || now - last < (terminal ? REDRAW : LOG_EVERY)) return;
      last = now;
      const seconds = (now - begin) / 1000;
      const text = progressLine(done, resumed, design.count, seconds, statistics.failed);
      if (!terminal) {
        stream.write(`${text}\n`);
        return;
      }
      erase();
      const names = metricNames.slice(0, METRICS);
      const table = formatTable(
        ["run", ...design.names, "state", ...names].map((title) => ({ title, align: "right" as const })),
        [
          ...recent.map((row) => [
            formatCount(row.row),
            ...row.values.map(valueText),
            row.state === "failed" ? red("failed") : row.state,
            ...names.map((_, k) => valueText(row.metrics[k] ?? null)),
          ]),
          [
            "mean",
            ...design.names.map(() => ""),
            "",
            ...names.map((_, k) => valueText(statistics.means[k]?.mean ?? null)),
          ],
        ],
        { indent: 2, titleStyle: dim },
      );
      const width = stream.columns ?? 80;
      const full = Math.round((done / design.count) * BAR);
      const all = [`${"━".repeat(full)}${dim("─".repeat(BAR - full))} ${text}`, ...table];
      stream.write(`${all.map((line) => cut(line, width)).join("\n")}\n`);
      lines = all.length;
    },
    end: erase,
  };
}

/** `42 %  420 of 1,000 runs  83/s  7.0 s left` */
function progressLine(done: number, resumed: number, count: number, seconds: number, failed: number): string {
  const rate = (done - resumed) / seconds;
  const left = rate > 0 ? `  ${formatSeconds((count - done) / rate)} left` : "";
  const bad = failed > 0 ? `  ${formatCount(failed)} failed` : "";
  const pace = rate >= 1 ? formatCount(Math.round(rate)) : formatNumber(Number(rate.toPrecision(2)));
  return `${Math.floor((100 * done) / count)} %  ${formatCount(done)} of ${formatCount(count)} runs  ${pace}/s${left}${bad}`;
}

/** A value in at most five digits. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return formatNumber(Number(value.toPrecision(5)));
  return clean(typeof value === "string" ? value : JSON.stringify(value));
}

/** A line that does not wrap; escape sequences have no width. */
function cut(line: string, width: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the terminal's escape sequences
  const plain = line.replace(/\u001b\[[0-9;]*m/g, "");
  return [...plain].length < width ? line : [...plain].slice(0, width - 1).join("");
}
