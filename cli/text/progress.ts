import { formatFactor, formatNumber, formatSeconds } from "./numbers.js";
import { style } from "./style.js";

/** A bar or log lines appear only in runs longer than this, ms. */
const PATIENCE = 400;
/** Interval of redrawing the bar, or of log lines without a terminal, ms. */
const REDRAW = 100;
const LOG_EVERY = 5000;
const BAR = 24;

export interface Progress {
  /** `done` of `total` steps, at simulated time `time` (s). */
  update(done: number, total: number, time: number): void;
  /** Removes the bar. */
  end(): void;
}

/** One line on stderr: a bar on a terminal, otherwise log lines at intervals. */
export function createProgress(quiet: boolean): Progress {
  const line = createLine(quiet);
  return {
    update: (done, total, time) => line.show(done / total, (seconds) => progressText(done, total, time, seconds)),
    end: line.end,
  };
}

/** The same for work before the first step: given its share, it shows the line and removes it at the end. */
export function createTaskProgress(name: string, quiet: boolean): (done: number) => void {
  let line: Line | undefined;
  return (done) => {
    line ??= createLine(quiet);
    if (done < 1) {
      line.show(done, (seconds) => `${name} ${percent(done)}${remaining(done, seconds)}`);
      return;
    }
    line.end();
    line = undefined;
  };
}

/** A line for work in stages whose length is not known beforehand. */
export function createStageProgress(): { show(share: number, text: string): void; end(): void } {
  const line = createLine(false);
  return { show: (share, text) => line.show(share, () => text), end: line.end };
}

interface Line {
  /** `text` is called with the seconds since the beginning when the line is drawn. */
  show(share: number, text: (seconds: number) => string): void;
  end(): void;
}

function createLine(quiet: boolean): Line {
  if (quiet) return { show() {}, end() {} };
  const stream = process.stderr;
  const terminal = stream.isTTY === true;
  const begin = performance.now();
  let last = begin;
  let drawn = false;
  return {
    show(share, write) {
      const now = performance.now();
      const wait = terminal ? REDRAW : LOG_EVERY;
      if (now - begin < PATIENCE || now - last < wait) return;
      last = now;
      const text = write((now - begin) / 1000);
      if (!terminal) {
        stream.write(`${text}\n`);
        return;
      }
      drawn = true;
      stream.write(`\r${shorten(`${bar(share)} ${text}`, stream.columns)}\u001b[K`);
    },
    end() {
      if (drawn) stream.write("\r\u001b[K");
      drawn = false;
    },
  };
}

/** `42 %  4.2 s  89× real time  1.3 s left` */
export function progressText(done: number, total: number, time: number, seconds: number): string {
  const share = total > 0 ? done / total : 1;
  const at = `t = ${formatNumber(Number(time.toFixed(3)))} s`;
  return `${percent(share)}  ${at}  ${formatFactor(time / seconds)} real time${remaining(share, seconds)}`;
}

const percent = (share: number) => `${String(Math.floor(100 * share)).padStart(3)} %`;

function remaining(share: number, seconds: number): string {
  const left = share > 0 ? (seconds * (1 - share)) / share : Number.POSITIVE_INFINITY;
  return Number.isFinite(left) ? `  ${formatSeconds(left)} left` : "";
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, share) * BAR);
  const { dim } = style(process.stderr);
  return "━".repeat(full) + dim("─".repeat(BAR - full));
}

/** A line longer than the terminal would wrap and could not be erased; escape sequences have no width. */
function shorten(text: string, columns: number | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the terminal's escape sequences
  const plain = text.replace(/\u001b\[[0-9;]*m/g, "");
  return columns !== undefined && [...plain].length >= columns ? [...plain].slice(0, columns - 1).join("") : text;
}
