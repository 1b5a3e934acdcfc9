/**
 * When pictures are drawn: when something has changed, and only then; the last one of a still scene in full quality.
 */
import type { Quality } from "./quality.js";

export interface PictureSteps {
  /** Takes what has come since the last picture; returns whether there was anything. */
  take(): boolean;
  /** Moves the camera; returns whether it is on its way. */
  turn(now: number): boolean;
  /** Whether further frames may come while nothing runs. */
  awaits(): boolean;
  /** Draws at a level of quality; `still`: nothing moves. */
  draw(level: number, still: boolean): void;
  /** The level of the picture on the screen. */
  level(): number;
}

export class PictureLoop {
  private readonly quality: Quality;
  private readonly steps: PictureSteps;
  private request = 0;
  /**
   * Whether the request is for a picture; else it only waits for the end of one, so that idle time does not count as
   * its cost.
   */
  private due = false;
  private running = false;
  /** Whether a picture is due. */
  dirty = false;
  /** Whether the scene has not been drawn yet: its first picture is a quick one. */
  fresh = true;

  constructor(quality: Quality, steps: PictureSteps) {
    this.quality = quality;
    this.steps = steps;
  }

  get settled(): boolean {
    return !this.dirty && this.request === 0;
  }

  /** Whether the simulation runs. */
  get runs(): boolean {
    return this.running;
  }

  /** While running, every picture of the screen looks for a new frame. */
  setRunning(running: boolean): void {
    this.running = running;
    this.schedule();
  }

  /** Asks for a new picture. */
  invalidate(): void {
    this.dirty = true;
    this.schedule();
  }

  dispose(): void {
    cancelAnimationFrame(this.request);
  }

  private schedule(due = true): void {
    this.due ||= due;
    this.request ||= requestAnimationFrame(() => {
      this.request = 0;
      this.refresh();
    });
  }

  private refresh(): void {
    const { quality, steps, running, due } = this;
    this.due = false;
    if (!quality.ready(performance.now())) {
      if (due || quality.drawing) this.schedule(due);
      return;
    }
    if (steps.take()) this.dirty = true;
    const turning = steps.turn(performance.now());
    const moving = running || turning;
    if (turning) this.dirty = true;
    const level = moving || this.fresh ? quality.level : quality.still;
    if (this.dirty) steps.draw(level, !moving && !this.fresh);
    // what stands still is drawn again as well as the machine can
    if (!moving && steps.level() > quality.still) this.invalidate();
    if (moving || steps.awaits()) this.schedule();
    else if (quality.drawing) this.schedule(false);
  }
}
