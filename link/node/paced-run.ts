import {
  COUNTER,
  prefersRealTime,
  type RealTimePolicy,
  type RealTimeReport,
  RealTimeRunner,
  step,
  warmUp,
} from "stiction";
import type { LinkHost } from "../host/host.js";

/** How a linked simulation runs. */
export interface PacedRunOptions {
  /** Seconds of a clock that never goes back; the one of the host. */
  readonly clock: () => number;
  /** Simulated over real time; 0: no pacing, as fast as controllers in lock-step ask. */
  readonly speed?: number;
  readonly policy?: RealTimePolicy;
  /** Steps after which it ends. */
  readonly steps?: number;
  /** No step before the first controller is connected. */
  readonly waitForController?: boolean;
  /** Called before and after every step, beside what the host does. */
  beforeStep?(): void;
  afterStep?(): void;
}

/** Longest sleep, ms, so that silent peers are found; a step that is due within the other one is waited for actively. */
const LONGEST_SLEEP = 20;
const SPIN = 2;

/**
 * Steps a simulation at the pace of the clock, and no step before every controller in lock-step has asked for it. Runs on
 * timers and on `wake`, which a transport calls when a message came; between them the process is free.
 */
export class PacedRun {
  readonly runner: RealTimeRunner;
  private readonly host: LinkHost;
  private readonly options: PacedRunOptions;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private turn: ReturnType<typeof setImmediate> | null = null;
  private started = false;
  private ended: "end" | "event" | "stopped" | null = null;
  private readonly resolvers: ((why: "end" | "event" | "stopped") => void)[] = [];

  constructor(host: LinkHost, options: PacedRunOptions) {
    this.host = host;
    this.options = options;
    const { clock, speed = 1, policy = "catch-up" } = options;
    this.started = options.waitForController !== true;
    if (speed !== 0 && prefersRealTime(host.simulation.model)) warmUp(host.simulation, { clock });
    this.runner = new RealTimeRunner(host.simulation, {
      clock,
      policy,
      scale: speed === 0 ? 1 : speed,
      budget: 0.02,
      mayStep: () => this.ended === null && this.started && host.mayStep(),
      end: options.steps ?? Number.POSITIVE_INFINITY,
      advance: () => this.advance(),
    });
    if (!this.started) this.runner.pause();
  }

  /** Runs until the last step, an event of the scene, or `stop`. */
  run(): Promise<"end" | "event" | "stopped"> {
    this.wake();
    return new Promise((resolve) => {
      if (this.ended !== null) resolve(this.ended);
      else this.resolvers.push(resolve);
    });
  }

  /**
   * Something came: looks whether a step can be made, once for all messages that wait. A flood of them must not keep timers
   * and signals from their turn.
   */
  wake(): void {
    if (this.ended !== null || this.turn !== null) return;
    this.clearTimers();
    this.turn = setImmediate(() => this.look());
  }

  private look(): void {
    this.turn = null;
    if (this.ended !== null) return;
    this.host.sweep();
    if (!this.started && this.host.connected.some(({ hello }) => hello.role === "controller")) {
      this.started = true;
      this.runner.resume();
    }
    if (this.options.speed === 0) this.stepFreely();
    else this.runner.tick();
    const { data } = this.host.simulation;
    if (data.counter[COUNTER.stop] !== 0) this.finish("event");
    else if (this.host.step >= (this.options.steps ?? Number.POSITIVE_INFINITY)) this.finish("end");
    else this.schedule();
  }

  stop(): void {
    this.finish("stopped");
  }

  report(): RealTimeReport {
    return this.runner.report();
  }

  /** Without pacing: steps for a while, then others get their turn. */
  private stepFreely(): void {
    const { clock, steps = Number.POSITIVE_INFINITY } = this.options;
    const until = clock() + 0.02;
    while (this.started && this.host.step < steps && this.host.mayStep()) {
      const before = clock();
      this.advance();
      this.runner.times.add(clock() - before);
      if (clock() > until || this.host.simulation.data.counter[COUNTER.stop] !== 0) break;
    }
  }

  private advance(): number {
    const { model, data } = this.host.simulation;
    this.host.beforeStep();
    this.options.beforeStep?.();
    const status = step(model, data);
    this.host.afterStep();
    this.options.afterStep?.();
    return status;
  }

  private schedule(): void {
    this.clearTimers();
    const wait = this.started && this.host.mayStep() ? this.untilDue() : LONGEST_SLEEP;
    if (wait <= SPIN) this.turn = setImmediate(() => this.look());
    else this.timer = setTimeout(() => this.look(), Math.min(LONGEST_SLEEP, wait - SPIN));
  }

  /** Time until a step is due, ms. */
  private untilDue(): number {
    return this.options.speed === 0 ? 0 : 1000 * (this.runner.nextDue - this.options.clock());
  }

  private clearTimers(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.turn !== null) clearImmediate(this.turn);
    this.timer = null;
    this.turn = null;
  }

  private finish(why: "end" | "event" | "stopped"): void {
    if (this.ended !== null) return;
    this.ended = why;
    this.clearTimers();
    this.host.end(why === "end" ? "the run is over" : why === "event" ? "an event ended the run" : "the server ends");
    for (const resolve of this.resolvers.splice(0)) resolve(why);
  }
}
