/**
 * Which frame real time asks for. A frame is one step of h seconds; with the scale s of simulated over real time,
 *
 *   target = f₀ + ⌊s (t − t₀)/h⌋
 *
 * where f₀ is the frame that was reached at t₀, when s was last changed: (5.1) of [Luaces2013] with the frame of that
 * change in place of the present one, which would count advances twice. Times are those of the caller's clock, s.
 */
export class TimeBase {
  private readonly h: number;
  private frame = 0;
  private since: number;
  private factor: number;

  constructor(timestep: number, now: number, scale = 1) {
    this.h = timestep;
    this.since = now;
    this.factor = scale;
  }

  get scale(): number {
    return this.factor;
  }

  /** The frame that is due at `now`; never negative. */
  target(now: number): number {
    return Math.max(0, this.frame + Math.floor((this.factor * (now - this.since)) / this.h + ROUND_OFF));
  }

  /** Real time at which frame `f` is due, s; infinite while time stands still. */
  dueTime(f: number): number {
    return this.factor === 0 ? Number.POSITIVE_INFINITY : this.since + ((f - this.frame) * this.h) / this.factor;
  }

  /** Another pace from now on; 0 stands still, negative goes back. The frame does not jump. */
  setScale(scale: number, now: number): void {
    this.rebase(this.target(now), now);
    this.factor = scale;
  }

  /** Real time that does not count, s. */
  skip(seconds: number): void {
    this.since += seconds;
  }

  /** Gives up `frames` that were due; what has passed of the next one counts. */
  drop(frames: number): void {
    this.frame -= frames;
  }

  /** Counts from frame `f` at `now` on. */
  rebase(f: number, now: number): void {
    this.frame = f;
    this.since = now;
  }
}

/** Part of a frame that sums of clock readings may lack. */
const ROUND_OFF = 1e-6;
