/** The little vector algebra that scenes, observers and adapters need. */
import type { Quaternion, Vector } from "./scene.js";

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (s: number, a: Vector): Vector => [s * a[0], s * a[1], s * a[2]];
export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function unit(a: Vector): Vector {
  return scaled(1 / Math.hypot(...a), a);
}

/** Some unit vector across a unit vector. */
export function across(axis: Vector): Vector {
  return unit(cross(axis, Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
}

/** Product of rotations: first b, then a. */
export function times(a: Quaternion, b: Quaternion): Quaternion {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

export const inverse = ([x, y, z, w]: Quaternion): Quaternion => [-x, -y, -z, w];

/** Turn by an angle about an axis of any length. */
export function turn(axis: Vector, angle: number): Quaternion {
  const [x, y, z] = scaled(Math.sin(angle / 2), unit(axis));
  return [x, y, z, Math.cos(angle / 2)];
}

/** The shortest turn that brings one unit vector to another. */
export function turnBetween(from: Vector, to: Vector): Quaternion {
  const d = dot(from, to);
  if (d < -1 + 1e-12) return turn(across(from), Math.PI);
  const [x, y, z] = cross(from, to);
  const size = Math.hypot(x, y, z, 1 + d);
  return [x / size, y / size, z / size, (1 + d) / size];
}

export function rotated(q: Quaternion, v: Vector): Vector {
  const u: Vector = [q[0], q[1], q[2]];
  const t = scaled(2, cross(u, v));
  return add(add(v, scaled(q[3], t)), cross(u, t));
}

/** Numbers in [0, 1) that are the same in every run (Numerical Recipes' linear congruence). */
export function randomNumbers(seed = 12345): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
