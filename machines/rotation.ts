import { elementary } from "stiction";
import type { Point } from "./machine-file.js";

/** A place: orientation as a quaternion [x, y, z, w], and position, m. */
export interface Place {
  readonly turn: readonly [number, number, number, number];
  readonly position: Point;
}

export const HERE: Place = { turn: [0, 0, 0, 1], position: [0, 0, 0] };

/** Rotation about an axis. */
export function about(axis: Point, angle: number): Place["turn"] {
  const length = Math.sqrt(dot(axis, axis));
  const s = elementary.sin(0.5 * angle) / length;
  return [s * axis[0], s * axis[1], s * axis[2], elementary.cos(0.5 * angle)];
}

/** One rotation after another: first `b`, then `a`. */
export function after(a: Place["turn"], b: Place["turn"]): Place["turn"] {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export function turned(turn: Place["turn"], v: Point): Point {
  const u: Point = [turn[0], turn[1], turn[2]];
  const t = scaled(cross(u, v), 2);
  return plus(plus(v, scaled(t, turn[3])), cross(u, t));
}

/** A point of a frame, seen from where the frame is. */
export function placed({ turn, position }: Place, point: Point): Point {
  return plus(position, turned(turn, point));
}

export const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a: Point, s: number): Point => [s * a[0], s * a[1], s * a[2]];
export const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
