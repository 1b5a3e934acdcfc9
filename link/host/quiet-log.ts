/** How bad a line of the log is. */
export type LogLevel = "info" | "warning";

/** A line of the log. */
export type LinkLog = (level: LogLevel, line: string) => void;

/** Lines of one kind per interval, and its length, s. */
const BURST = 5;
const INTERVAL = 1;
/** Kinds that are counted apart; further ones share one count. */
const MAX_KINDS = 64;

/**
 * A log that a flood cannot fill: of each kind of line a few per second are written, the rest are counted, and the
 * number is written with the next line of that kind. Memory is bounded.
 */
export class QuietLog {
  private readonly write: LinkLog;
  private readonly clock: () => number;
  private readonly kinds = new Map<string, { since: number; written: number; left: number }>();

  constructor(write: LinkLog, clock: () => number) {
    this.write = write;
    this.clock = clock;
  }

  info(line: string): void {
    this.write("info", line);
  }

  /** A warning; `kind` is what it is counted by. */
  warn(kind: string, line: string): void {
    const now = this.clock();
    const key = this.kinds.has(kind) || this.kinds.size < MAX_KINDS ? kind : "";
    let count = this.kinds.get(key);
    if (count === undefined) this.kinds.set(key, (count = { since: now, written: 0, left: 0 }));
    if (now - count.since >= INTERVAL) {
      count.since = now;
      count.written = 0;
    }
    if (count.written >= BURST) {
      count.left++;
      return;
    }
    count.written++;
    this.write("warning", count.left > 0 ? `${line} (and ${count.left} more of this kind)` : line);
    count.left = 0;
  }
}
