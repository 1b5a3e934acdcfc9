import { COUNTER } from "../data/fields.js";
import { TimeBase } from "./realtime-base.js";
import { History } from "./realtime-history.js";
import { StepTimes } from "./realtime-times.js";
import type { Simulation } from "./recompile.js";
import { step } from "./step.js";

/**
 * What is done when steps take longer than real time allows:
 *
 * - `catch-up`: at most `budget` per tick is computed, and what is missing is made up for when there is time;
 * - `slow-down`: the same, but missing time is given up, and simulated time runs slower than real time;
 * - `drop-frames`: all that is due is computed, however long it takes, and pictures in between are left out.
 */
export const REAL_TIME_POLICIES = ["catch-up", "slow-down", "drop-frames"] as const;
/** One of `REAL_TIME_POLICIES`. */
export type RealTimePolicy = (typeof REAL_TIME_POLICIES)[number];

/** How a run keeps up with real time. Times in s. */
export interface RealTimeOptions {
  /** Seconds of a clock that never goes back; the library has none of its own. */
  readonly clock: () => number;
  readonly policy?: RealTimePolicy;
  /** Simulated over real time: 0.25 is slow motion. */
  readonly scale?: number;
  /** Longest time of a tick, s; `drop-frames` has none. */
  readonly budget?: number;
  /** Lag beyond which time is given up whatever the policy, s: a computer that slept does not catch up for hours. */
  readonly longestLag?: number;
  /** Frames that are kept, and how many lie between two snapshots. 0: none, and there is no way back. */
  readonly history?: number;
  readonly checkpointEvery?: number;
  /** Makes a step and returns its status bits; `step` of the library by default. */
  readonly advance?: () => number;
  /** Last frame that is computed. */
  readonly end?: number;
  /** Asked before every step that is due: false waits, as for a controller in lock-step. */
  readonly mayStep?: () => boolean;
}

/** What a tick did. */
export interface RealTimeTick {
  /** Steps that it made. */
  readonly steps: number;
  /** The frame to show: the one that is due, or the last that there is. */
  readonly frame: number;
  /** Whether steps that were due are missing. */
  readonly behind: boolean;
}

/** Account of a run in real time. Times in s. */
export interface RealTimeReport {
  readonly policy: RealTimePolicy;
  readonly steps: number;
  readonly timestep: number;
  /** Time per step: median, 95th and 99th percentile, largest, mean. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  readonly mean: number;
  /** Steps that took longer than the real time that they stand for. */
  readonly overruns: number;
  /** Largest lag of a finished step behind the time at which it was due; time that was given up. */
  readonly largestLag: number;
  readonly lostTime: number;
  /** Pictures that were left out: frames that were due, computed and never shown. */
  readonly droppedFrames: number;
}

/**
 * Runs a simulation in real time. The caller ticks as often as it likes, from a timer or for each picture; a tick finds
 * the frame that is due, makes the steps that are missing, and says which frame to show. Going back shows frames that
 * are kept and makes no step; `resumeAt` goes on from one of them, to the same bits if nothing else is put in.
 * [Luaces2013] §5.2.1.
 */
export class RealTimeRunner {
  readonly simulation: Simulation;
  readonly times = new StepTimes();
  readonly history: History | null;
  readonly policy: RealTimePolicy;
  private readonly clock: () => number;
  private readonly advance: () => number;
  private readonly mayStep: () => boolean;
  private readonly budget: number;
  private readonly longestLag: number;
  private readonly end: number;
  private readonly base: TimeBase;
  private readonly h: number;
  /** Scale before a pause. */
  private resting: number | null = null;
  private shown = 0;
  private newest = 0;
  private largestLag = 0;
  private lostTime = 0;
  private droppedFrames = 0;
  /** Status bits of all steps. */
  status = 0;

  constructor(simulation: Simulation, options: RealTimeOptions) {
    const { model, data } = simulation;
    this.simulation = simulation;
    this.clock = options.clock;
    this.policy = options.policy ?? "catch-up";
    this.budget = this.policy === "drop-frames" ? Number.POSITIVE_INFINITY : (options.budget ?? 0.012);
    this.longestLag = options.longestLag ?? 1;
    this.h = model.options.timestep;
    this.end = options.end ?? Number.POSITIVE_INFINITY;
    this.advance = options.advance ?? (() => step(model, data));
    this.mayStep = options.mayStep ?? (() => true);
    this.base = new TimeBase(this.h, this.clock(), options.scale ?? 1);
    const capacity = options.history ?? 0;
    this.history = capacity > 0 ? new History(model.nb, capacity, options.checkpointEvery ?? 50) : null;
    this.history?.keep(data, 0);
  }

  /** Last frame that was computed, and the one that was last due or shown. */
  get lastFrame(): number {
    return this.newest;
  }
  get frame(): number {
    return this.shown;
  }
  get scale(): number {
    return this.base.scale;
  }
  /** Time of the clock at which the next frame is due, s; infinite while time stands still. */
  get nextDue(): number {
    return this.base.dueTime(this.newest + 1);
  }
  get paused(): boolean {
    return this.resting !== null;
  }

  /** Simulated over real time from now on: below 1 slow motion, negative backwards. */
  setScale(scale: number): void {
    if (this.resting !== null) this.resting = scale;
    else this.base.setScale(scale, this.clock());
  }

  pause(): void {
    if (this.resting !== null) return;
    this.resting = this.base.scale;
    this.base.setScale(0, this.clock());
  }

  resume(): void {
    if (this.resting === null) return;
    this.base.setScale(this.resting, this.clock());
    this.resting = null;
  }

  /** Puts a value into `data.input` and remembers it, so that the way to here can be gone again. */
  setInput(slot: number, value: number): void {
    this.simulation.data.input[slot] = value;
    this.history?.keepInput(this.newest, slot, value);
  }

  /** Makes the steps that are due. */
  tick(): RealTimeTick {
    const start = this.clock();
    let target = Math.min(this.end, this.base.target(start));
    const lag = (target - this.newest) * this.h;
    if (lag > this.longestLag) {
      const kept = this.newest + Math.floor(this.longestLag / this.h);
      this.lostTime += (target - kept) * this.h;
      this.base.drop(target - kept);
      target = kept;
    }
    const first = this.newest;
    const steps = this.makeSteps(target, start + this.budget);
    const behind = this.newest < target && steps < target - first;
    if (behind && this.policy === "slow-down") {
      const lost = Math.max(0, Math.min(this.end, this.base.target(this.clock())) - this.newest);
      this.lostTime += lost * this.h;
      this.base.drop(lost);
    }
    if (this.policy === "drop-frames") this.droppedFrames += Math.max(0, steps - 1);
    this.shown = Math.min(target, this.newest);
    return { steps, frame: this.shown, behind };
  }

  private makeSteps(target: number, deadline: number): number {
    const { data } = this.simulation;
    const allowed = this.h / Math.max(1e-9, Math.abs(this.base.scale));
    let steps = 0;
    let before = this.clock();
    while (this.newest < target && data.counter[COUNTER.stop] === 0 && this.mayStep()) {
      this.status |= this.advance();
      const after = this.clock();
      this.newest++;
      steps++;
      this.times.add(after - before, allowed);
      const late = after - this.base.dueTime(this.newest);
      if (late > this.largestLag) this.largestLag = late;
      this.history?.keep(data, this.newest);
      before = this.history === null ? after : this.clock();
      if (before >= deadline) break;
    }
    return steps;
  }

  /**
   * Goes on from frame `f`, which is kept: the snapshot before it is put back, and the steps from there are made again
   * with what was put in then. What came later is forgotten. Returns false where `f` is no longer known.
   */
  resumeAt(f: number): boolean {
    const { model, data } = this.simulation;
    if (this.history === null || f > this.newest || f < 0) return false;
    let frame = this.history.putBack(model, data, f);
    if (frame < 0) return false;
    for (; frame < f; frame++) {
      this.history.applyInputs(data, frame);
      this.advance();
    }
    this.history.forgetAfter(f);
    this.newest = f;
    this.shown = f;
    this.base.rebase(f, this.clock());
    return true;
  }

  report(): RealTimeReport {
    const { times } = this;
    return {
      policy: this.policy,
      steps: times.count,
      timestep: this.h,
      p50: times.percentile(0.5),
      p95: times.percentile(0.95),
      p99: times.percentile(0.99),
      max: times.max,
      mean: times.mean,
      overruns: times.overruns,
      largestLag: this.largestLag,
      lostTime: this.lostTime,
      droppedFrames: this.droppedFrames,
    };
  }
}
