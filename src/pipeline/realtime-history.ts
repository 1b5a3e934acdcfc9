import type { Data } from "../data/data.js";
import { restore, snapshot } from "../data/snapshot.js";
import type { Model } from "../model/model.js";

/** Numbers per body and frame: position and orientation. */
const POSE = 7;

/** A change of an input: before step `frame` was made, `input[slot]` became `value`. */
interface InputChange {
  readonly frame: number;
  readonly slot: number;
  readonly value: number;
}

/**
 * What a run keeps of its past: poses of every frame to show it, a snapshot every so many frames to go on from there,
 * and what was put in from outside in between, so that the way from a snapshot to any frame is the same to the bit. Old
 * frames are overwritten.
 */
export class History {
  readonly capacity: number;
  readonly every: number;
  private readonly bodies: number;
  private readonly poses: Float64Array;
  private readonly frames: Float64Array;
  private readonly checkpoints: (Uint8Array | null)[];
  private readonly checkpointFrames: Float64Array;
  private changes: InputChange[] = [];

  /** `capacity` frames, a snapshot every `every` of them. */
  constructor(bodies: number, capacity: number, every: number) {
    this.capacity = capacity;
    this.every = every;
    this.bodies = bodies;
    this.poses = new Float64Array(POSE * bodies * capacity);
    this.frames = new Float64Array(capacity).fill(-1);
    const kept = Math.ceil(capacity / every) + 1;
    this.checkpoints = Array.from({ length: kept }, () => null);
    this.checkpointFrames = new Float64Array(kept).fill(-1);
  }

  /** Keeps the state as frame `f`. A snapshot is made where one is due; nothing else is allocated. */
  keep(data: Data, f: number): void {
    const at = f % this.capacity;
    this.frames[at] = f;
    const o = POSE * this.bodies * at;
    for (let b = 0; b < this.bodies; b++) {
      for (let c = 0; c < 3; c++) this.poses[o + POSE * b + c] = data.bodyPos[3 * b + c];
      for (let c = 0; c < 4; c++) this.poses[o + POSE * b + 3 + c] = data.bodyQuat[4 * b + c];
    }
    if (f % this.every !== 0) return;
    const slot = (f / this.every) % this.checkpoints.length;
    this.checkpoints[slot] = snapshot(data);
    this.checkpointFrames[slot] = f;
    const oldest = f - this.capacity - this.every;
    if (this.changes.length > 0 && this.changes[0].frame < oldest)
      this.changes = this.changes.filter(({ frame }) => frame >= oldest);
  }

  /** Notes what was put in before the step from frame `f` on. */
  keepInput(f: number, slot: number, value: number): void {
    this.changes.push({ frame: f, slot, value });
  }

  /** Poses of frame `f`, 7 numbers per body; null where they are no longer known. */
  posesOf(f: number): Float64Array | null {
    const at = f % this.capacity;
    if (!(f >= 0) || this.frames[at] !== f) return null;
    const size = POSE * this.bodies;
    return this.poses.subarray(size * at, size * (at + 1));
  }

  /** The oldest frame that can be gone on from; −1: none. */
  get oldest(): number {
    let least = Number.POSITIVE_INFINITY;
    for (const f of this.checkpointFrames) if (f >= 0 && f < least) least = f;
    return least === Number.POSITIVE_INFINITY ? -1 : least;
  }

  /** Puts back the last snapshot at or before frame `f`; returns its frame, −1 where there is none. */
  putBack(model: Model, data: Data, f: number): number {
    let best = -1;
    for (let k = 0; k < this.checkpoints.length; k++) {
      const frame = this.checkpointFrames[k];
      if (frame <= f && frame >= 0 && (best < 0 || frame > this.checkpointFrames[best])) best = k;
    }
    if (best < 0) return -1;
    restore(model, data, this.checkpoints[best] as Uint8Array);
    return this.checkpointFrames[best];
  }

  /** Puts in again what was put in before the step from frame `f` on. */
  applyInputs(data: Data, f: number): void {
    for (let k = 0; k < this.changes.length; k++) {
      const change = this.changes[k];
      if (change.frame === f) data.input[change.slot] = change.value;
    }
  }

  /** Forgets all after frame `f`: the run takes another way from there. */
  forgetAfter(f: number): void {
    for (let k = 0; k < this.frames.length; k++) if (this.frames[k] > f) this.frames[k] = -1;
    for (let k = 0; k < this.checkpointFrames.length; k++) {
      if (this.checkpointFrames[k] <= f) continue;
      this.checkpointFrames[k] = -1;
      this.checkpoints[k] = null;
    }
    this.changes = this.changes.filter(({ frame }) => frame < f);
  }
}
