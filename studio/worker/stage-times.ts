/** Where the time of a step goes: means over windows of a second, while someone wants them. */
import { type Data, STAGES, startProfile } from "stiction";
import type { StageTime } from "./protocol.js";

/** Length of a window, ms. */
const WINDOW = 1000;

export class StageTimes {
  wanted = false;
  private data: Data | null = null;
  private since = 0;
  private last: readonly StageTime[] | null = null;

  /** Starts to measure a run that is not measured yet. */
  follow(data: Data, clock: () => number): void {
    if (!this.wanted || (data === this.data && data.profile)) return;
    this.data = data;
    this.since = clock();
    this.last = null;
    startProfile(data, clock);
  }

  /** Means of the last window that is complete; of the present one before that. Null: nothing was measured. */
  take(data: Data, now: number): readonly StageTime[] | null {
    const { profile } = data;
    if (!this.wanted) return null;
    if (!profile || data !== this.data || profile.calls[0] === 0) return this.last;
    const full = now - this.since >= WINDOW;
    if (this.last && !full) return this.last;
    const times = STAGES.map((name, k) => ({ name, time: profile.total[k] / Math.max(1, profile.calls[k]) }));
    if (!full) return times;
    this.last = times;
    this.since = now;
    profile.total.fill(0);
    profile.calls.fill(0);
    return times;
  }
}
