/** Time from the sample of a lever to the first picture that shows its effect. Knows no page. */
const KEPT = 256;

export class LatencyMeter {
  private waiting: number[] = [];
  private readonly times: number[] = [];

  /** Levers were sampled at `stamp` (ms) and sent. */
  sent(stamp: number): void {
    this.waiting.push(stamp);
    if (this.waiting.length > KEPT) this.waiting.shift();
  }

  /** A picture at `now` (ms) shows the state after inputs of `stamp`, and so of all earlier ones. */
  seen(stamp: number, now: number): void {
    const later = this.waiting.filter((waits) => waits > stamp);
    for (const waits of this.waiting.slice(0, this.waiting.length - later.length)) this.times.push(now - waits);
    this.waiting = later;
    if (this.times.length > KEPT) this.times.splice(0, this.times.length - KEPT);
  }

  /** The run stands still: what waits is not measured. */
  pause(): void {
    this.waiting = [];
  }

  /** Forgets all that was measured. */
  clear(): void {
    this.waiting = [];
    this.times.length = 0;
  }

  get count(): number {
    return this.times.length;
  }

  /** ms; NaN before the first. */
  get median(): number {
    const sorted = [...this.times].sort((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? Number.NaN;
  }
}
