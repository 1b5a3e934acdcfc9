import type { FrameReader } from "../worker/channel.js";
import { type Frame, HEAD } from "../worker/frame.js";

/** The frames of the simulation, or one that is held up instead: a look into the past, or a recording. */
export class HeldFrames implements FrameReader {
  private readonly live: FrameReader;
  private held: Frame | null = null;
  private fresh = false;

  constructor(live: FrameReader) {
    this.live = live;
  }

  latest(): Frame | null {
    if (!this.held) return this.live.latest();
    if (!this.fresh) return null;
    this.fresh = false;
    return this.held;
  }

  /** Shows these poses (8 numbers per body) until `release`. */
  hold(poses: Float32Array, step: number, time: number): void {
    const head = new Float64Array(4);
    head[HEAD.time] = time;
    head[HEAD.steps] = step;
    this.held = { head, poses };
    this.fresh = true;
  }

  release(): void {
    this.held = null;
  }
}
