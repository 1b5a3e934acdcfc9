import { TimeBase, StepTimes as WholeTimes } from "stiction";

/**
 * Real time for a simulation that may be too slow for it. Each tick makes the steps that are due, but never longer than
 * its budget; the rest is dropped and reported, so that a slow scene slows down and messages are still answered.
 */
export interface Tick {
  /** Steps made. */
  readonly steps: number;
  /** True when the budget ran out before all due steps were made. */
  readonly behind: boolean;
}

/** Longest pause between ticks that is caught up, s: after a longer one (a laptop that slept) time is not caught up. */
const LONGEST_GAP = 0.1;

/** The clock is read about this often while stepping, ms. Browsers round it to 0.005 ms (isolated) or 0.1 ms. */
const BATCH_TIME = 0.5;

const MAX_BATCH = 4096;

/** Shortest time that makes a sample of the time per step, ms. */
const SAMPLE_TIME = 0.1;

export class Pacer {
  private readonly clock: () => number;
  private readonly times: StepTimes;
  private last = 0;
  /** Which step is due, and how many were made since it began to count. */
  private base: { readonly time: TimeBase; readonly h: number } | null = null;
  private made = 0;
  private deadline = Number.POSITIVE_INFINITY;
  private batch = 1;
  private sampleSteps = 0;
  private sampleTime = 0;
  /** Time spent in steps since the start, ms. */
  busy = 0;
  /** Times of all steps since `clear`, s, and how many took longer than real time allows. */
  readonly whole = new WholeTimes();

  /** `clock` in ms; `times` collects the time per step. */
  constructor(clock: () => number, times: StepTimes) {
    this.clock = clock;
    this.times = times;
  }

  /** Counts real time from now on. */
  start(): void {
    this.last = this.clock();
    this.base = null;
  }

  /**
   * Makes the steps of `h` seconds due at real time × `speed`. `advance(n)` makes up to n steps and returns how many
   * it made; fewer end the tick.
   */
  tick(h: number, speed: number, budget: number, advance: (count: number) => number): Tick {
    const time = this.baseFor(h, speed);
    const now = this.clock();
    const gap = (now - this.last) / 1000;
    if (gap > LONGEST_GAP) time.skip(gap - LONGEST_GAP);
    this.last = now;
    this.deadline = h / speed;
    const due = time.target(now / 1000) - this.made;
    const made = this.run(due, now + budget, advance);
    this.made += made.steps;
    // what could not be made is given up: the scene slows down
    time.drop(due - made.steps);
    return { steps: made.steps, behind: made.steps < due && !made.refused };
  }

  /** The time base for steps of `h` s at real time × `speed`. */
  private baseFor(h: number, speed: number): TimeBase {
    if (this.base?.h !== h) {
      this.base = { time: new TimeBase(h, this.last / 1000, speed), h };
      this.made = 0;
    }
    if (this.base.time.scale !== speed) this.base.time.setScale(speed, this.last / 1000);
    return this.base.time;
  }

  /** Makes up to `count` steps until `deadline` (ms) passes. */
  run(count: number, deadline: number, advance: (count: number) => number): { steps: number; refused: boolean } {
    let steps = 0;
    while (steps < count) {
      const wanted = Math.min(this.batch, count - steps);
      const before = this.clock();
      const made = advance(wanted);
      const after = this.clock();
      steps += made;
      if (made > 0) this.account(made, after - before);
      if (made < wanted) return { steps, refused: true };
      if (after >= deadline) break;
    }
    return { steps, refused: false };
  }

  private account(steps: number, elapsed: number): void {
    this.busy += elapsed;
    if (steps === this.batch) {
      const fitting = elapsed > 0 ? Math.floor((steps * BATCH_TIME) / elapsed) : 2 * steps;
      this.batch = Math.max(1, Math.min(fitting, 2 * steps, MAX_BATCH));
    }
    // the clock is coarse: short batches are merged until their time is measurable
    this.sampleSteps += steps;
    this.sampleTime += elapsed;
    if (this.sampleTime < SAMPLE_TIME) return;
    const mean = this.sampleTime / this.sampleSteps;
    this.times.add(mean);
    for (let k = 0; k < this.sampleSteps; k++) this.whole.add(mean / 1000, this.deadline);
    this.sampleSteps = 0;
    this.sampleTime = 0;
  }
}

/** The last times per step, and their percentiles. */
export class StepTimes {
  private readonly ring = new Float64Array(512);
  private count = 0;

  clear(): void {
    this.count = 0;
  }

  /** Time per step, ms: of one step, or the mean of a batch too short to measure singly. */
  add(time: number): void {
    this.ring[this.count++ % this.ring.length] = time;
  }

  /** The given quantiles (0 … 1), ms; NaN before the first sample. */
  quantiles(...at: number[]): number[] {
    const known = this.ring.slice(0, Math.min(this.count, this.ring.length)).sort();
    return at.map((q) => known[Math.min(known.length - 1, Math.floor(q * known.length))] ?? Number.NaN);
  }
}

/** Simulated over real time in a window that slides. */
export class FactorMeter {
  private readonly marks: { wall: number; simulated: number }[] = [];

  clear(): void {
    this.marks.length = 0;
  }

  /** Notes a moment (ms, s) and returns the factor over about the last second; NaN until there is half of one. */
  mark(wall: number, simulated: number): number {
    this.marks.push({ wall, simulated });
    while (this.marks.length > 2 && wall - this.marks[1].wall >= 1000) this.marks.shift();
    const first = this.marks[0];
    const elapsed = (wall - first.wall) / 1000;
    return elapsed >= 0.5 ? (simulated - first.simulated) / elapsed : Number.NaN;
  }
}
