/**
 * The path of a camera through its key frames: cubic curves in time with a continuous velocity. The velocity at a key
 * frame is that of the parabola through it and its neighbours, so that a camera that moves evenly keeps its speed
 * however unevenly its key frames lie; the path begins and ends with the velocity of its first and last piece.
 */
import type { Vector3 } from "three";
import type { DrawnKeyFrame } from "../worker/protocol.js";

export class CameraPath {
  readonly keys: readonly DrawnKeyFrame[];
  private readonly eyes: Curve;
  private readonly targets: Curve;

  /** Key frames in the order of time, at least one. */
  constructor(keys: readonly DrawnKeyFrame[]) {
    this.keys = keys;
    const times = keys.map(({ time }) => time);
    this.eyes = new Curve(
      times,
      keys.map(({ eye }) => eye),
    );
    this.targets = new Curve(
      times,
      keys.map(({ target }) => target),
    );
  }

  /** Times of the first and the last key frame, s. */
  get begin(): number {
    return this.keys[0].time;
  }

  get end(): number {
    return this.keys[this.keys.length - 1].time;
  }

  /** Eye and target at a time (s); before the first key frame and after the last one the camera stands still. */
  at(time: number, eye: Vector3, target: Vector3): void {
    this.eyes.at(time, eye);
    this.targets.at(time, target);
  }
}

class Curve {
  private readonly times: readonly number[];
  private readonly points: readonly (readonly number[])[];
  /** Per key frame and component, m/s. */
  private readonly velocities: readonly (readonly number[])[];

  constructor(times: readonly number[], points: readonly (readonly number[])[]) {
    this.times = times;
    this.points = points;
    this.velocities = points.map((point, k) => point.map((_, i) => this.velocity(k, i)));
  }

  at(time: number, out: Vector3): void {
    const { times, points, velocities } = this;
    const last = times.length - 1;
    if (last === 0 || time <= times[0]) {
      out.fromArray(points[0] as number[]);
      return;
    }
    if (time >= times[last]) {
      out.fromArray(points[last] as number[]);
      return;
    }
    const k = times.findIndex((t) => t > time) - 1;
    const h = times[k + 1] - times[k];
    const s = (time - times[k]) / h;
    // the cubic Hermite basis
    const [a, b] = [(1 + 2 * s) * (1 - s) ** 2, s * s * (3 - 2 * s)];
    const [c, d] = [h * s * (1 - s) ** 2, h * s * s * (s - 1)];
    const at = (i: number) => a * points[k][i] + b * points[k + 1][i] + c * velocities[k][i] + d * velocities[k + 1][i];
    out.set(at(0), at(1), at(2));
  }

  private velocity(k: number, i: number): number {
    const { times, points } = this;
    const last = times.length - 1;
    const slope = (j: number) => (points[j + 1][i] - points[j][i]) / (times[j + 1] - times[j]);
    if (last === 0) return 0;
    if (k === 0) return slope(0);
    if (k === last) return slope(last - 1);
    const [before, after] = [times[k] - times[k - 1], times[k + 1] - times[k]];
    return (after * slope(k - 1) + before * slope(k)) / (before + after);
  }
}
