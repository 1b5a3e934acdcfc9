import { formatFactor, formatNumber, formatSeconds } from "./numbers.js";
import { style } from "./style.js";

/** A bar or log lines appear only in runs longer than this, ms. */
const PATIENCE = 400;
/** The bar is drawn anew this often, ms; without a terminal a line is written this often. */
const REDRAW = 100;
const LOG_EVERY = 5000;
const BAR = 24;

export interface Progress {
  /** `done` of `total` steps, at simulated time `time` (s). */
  update(done: number, total: number, time: number): void;
  /** Takes the bar away. */
  end(): void;
}

/** One line on stderr: a bar where that is a terminal, log lines now and then where not. */
export function createProgress(quiet: boolean): Progress {
  if (quiet) return { update() {}, end() {} };
  const stream = process.stderr;
  const terminal = stream.isTTY === true;
  const begin = performance.now();
  let last = begin;
  let drawn = false;
  return {
    update(done, total, time) {
      const now = performance.now();
      const wait = terminal ? REDRAW : LOG_EVERY;
      if (now - begin < PATIENCE || now - last < wait) return;
      last = now;
      const seconds = (now - begin) / 1000;
      const text = progressText(done, total, time, seconds);
      if (!terminal) {
        stream.write(`${text}\n`);
        return;
      }
      drawn = true;
      stream.write(`\r${shorten(`${bar(done / total)} ${text}`, stream.columns)}\u001b[K`);
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
  const left = share > 0 ? (seconds * (1 - share)) / share : Number.POSITIVE_INFINITY;
  const percent = `${String(Math.floor(100 * share)).padStart(3)} %`;
  const remaining = Number.isFinite(left) ? `  ${formatSeconds(left)} left` : "";
  return `${percent}  t = ${formatNumber(Number(time.toFixed(3)))} s  ${formatFactor(time / seconds)} real time${remaining}`;
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, share) * BAR);
  const { dim } = style(process.stderr);
  return "━".repeat(full) + dim("─".repeat(BAR - full));
}

/** A line longer than the terminal would wrap and could not be taken back; escape sequences take no room. */
function shorten(text: string, columns: number | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the terminal's escape sequences
  const plain = text.replace(/\u001b\[[0-9;]*m/g, "");
  return columns !== undefined && [...plain].length >= columns ? [...plain].slice(0, columns - 1).join("") : text;
}
