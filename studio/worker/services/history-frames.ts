/** Display frames of a run: the poses of all bodies as Float32 at equal steps, thinned when they fill their budget. */
import type { Data } from "stiction";
import { POSE_SIZE } from "../frame.js";

/** Memory is taken in pieces of about this size, so that a short run takes little. */
const PIECE = 1 << 20;
/** Frames are kept at least, however many bodies there are. */
const FEWEST = 64;

export class FrameStore {
  readonly width: number;
  private readonly capacity: number;
  private readonly perPiece: number;
  private readonly pieces: Float32Array[] = [];
  private steps = new Float64Array(256);
  private times = new Float64Array(256);
  private stride: number;
  count = 0;

  /** `stride`: steps from frame to frame at first; it doubles whenever `budget` (bytes) is used up. */
  constructor(bodies: number, stride: number, budget: number) {
    this.width = POSE_SIZE * bodies;
    this.stride = stride;
    this.capacity = Math.max(FEWEST, Math.floor(budget / (4 * this.width)));
    this.perPiece = Math.max(1, Math.min(this.capacity, Math.floor(PIECE / (4 * this.width))));
  }

  get bytes(): number {
    return 4 * this.width * this.perPiece * this.pieces.length + 16 * this.steps.length;
  }

  get firstStep(): number {
    return this.count > 0 ? this.steps[0] : 0;
  }

  get firstTime(): number {
    return this.count > 0 ? this.times[0] : 0;
  }

  /** Keeps the present poses when a frame is due at this step. */
  add(data: Data, step: number): void {
    if (step % this.stride !== 0 || (this.count > 0 && step <= this.steps[this.count - 1])) return;
    if (this.count === this.capacity) {
      this.thin();
      if (step % this.stride !== 0) return;
    }
    const { bodyPos, bodyQuat, bodyState, clock } = data;
    const poses = this.place(this.count);
    const at = this.offset(this.count);
    for (let b = 0; b < bodyState.length; b++) {
      const o = at + POSE_SIZE * b;
      for (let i = 0; i < 3; i++) poses[o + i] = bodyPos[3 * b + i];
      for (let i = 0; i < 4; i++) poses[o + 3 + i] = bodyQuat[4 * b + i];
      poses[o + 7] = bodyState[b];
    }
    if (this.count === this.steps.length) this.grow();
    this.steps[this.count] = step;
    this.times[this.count] = clock[0];
    this.count++;
  }

  /** The frame nearest to a step, copied; null when there is none. */
  nearest(step: number): { step: number; time: number; poses: Float32Array } | null {
    if (this.count === 0) return null;
    let k = this.after(step);
    if (k === this.count || (k > 0 && step - this.steps[k - 1] <= this.steps[k] - step)) k--;
    const at = this.offset(k);
    return { step: this.steps[k], time: this.times[k], poses: this.place(k).slice(at, at + this.width) };
  }

  /** Forgets the frames after a step. */
  cut(step: number): void {
    this.count = this.after(step);
  }

  /** Index of the first frame after `step`. */
  private after(step: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.steps[middle] <= step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Drops every second frame; the memory is used again. */
  private thin(): void {
    this.stride *= 2;
    let kept = 0;
    for (let k = 0; k < this.count; k++) {
      if (this.steps[k] % this.stride !== 0) continue;
      const from = this.offset(k);
      this.place(kept).set(this.place(k).subarray(from, from + this.width), this.offset(kept));
      this.steps[kept] = this.steps[k];
      this.times[kept] = this.times[k];
      kept++;
    }
    this.count = kept;
  }

  private place(index: number): Float32Array {
    const piece = Math.floor(index / this.perPiece);
    this.pieces[piece] ??= new Float32Array(this.perPiece * this.width);
    return this.pieces[piece];
  }

  private offset(index: number): number {
    return (index % this.perPiece) * this.width;
  }

  private grow(): void {
    const { steps, times } = this;
    this.steps = new Float64Array(2 * steps.length);
    this.times = new Float64Array(2 * times.length);
    this.steps.set(steps);
    this.times.set(times);
  }
}
