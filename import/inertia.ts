import { minus, type Pose, plus, type Q4, rotate, times, type V3, ZERO } from "./pose.js";

/** Symmetric tensor [xx, yy, zz, xy, xz, yz]. */
export type Tensor = readonly [number, number, number, number, number, number];

/** Mass, centre and inertia about the centre, in the axes of one frame. */
export interface Inertia {
  readonly mass: number;
  readonly center: V3;
  readonly tensor: Tensor;
}

export const NO_TENSOR: Tensor = [0, 0, 0, 0, 0, 0];
export const NO_MASS: Inertia = { mass: 0, center: ZERO, tensor: NO_TENSOR };

/** R T Rᵀ. */
export function turnTensor(q: Q4, t: Tensor): Tensor {
  const x = rotate(q, [t[0], t[3], t[4]]);
  const y = rotate(q, [t[3], t[1], t[5]]);
  const z = rotate(q, [t[4], t[5], t[2]]);
  const a = rotate(q, [x[0], y[0], z[0]]);
  const b = rotate(q, [x[1], y[1], z[1]]);
  const c = rotate(q, [x[2], y[2], z[2]]);
  return [a[0], b[1], c[2], a[1], a[2], b[2]];
}

/** The same matter, seen from the frame around. */
export function moveInertia(pose: Pose, { mass, center, tensor }: Inertia): Inertia {
  return { mass, center: plus(pose.position, rotate(pose.turn, center)), tensor: turnTensor(pose.turn, tensor) };
}

/** All matter of one frame together, about its common centre (parallel axis theorem). */
export function sumInertia(parts: readonly Inertia[]): Inertia {
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  if (!(mass > 0)) return NO_MASS;
  const center = parts.reduce<V3>((sum, part) => plus(sum, times(part.center, part.mass / mass)), ZERO);
  const total = [0, 0, 0, 0, 0, 0];
  for (const { mass: m, center: c, tensor } of parts) {
    const d = minus(c, center);
    const far = pointTensor(m, d);
    for (let k = 0; k < 6; k++) total[k] += tensor[k] + far[k];
  }
  return { mass, center, tensor: total as unknown as Tensor };
}

/** m (|d|² 1 − d dᵀ). */
export function pointTensor(m: number, [x, y, z]: V3): Tensor {
  return [m * (y * y + z * z), m * (z * z + x * x), m * (x * x + y * y), -m * x * y, -m * x * z, -m * y * z];
}

/** Principal moments, from the smallest, and their axes as columns (Jacobi's rotations). */
export function principal(t: Tensor): { moments: V3; axes: readonly [V3, V3, V3] } {
  const a = [t[0], t[3], t[4], t[3], t[1], t[5], t[4], t[5], t[2]];
  const v = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let sweep = 0; sweep < 60; sweep++) {
    const off = Math.abs(a[1]) + Math.abs(a[2]) + Math.abs(a[5]);
    if (off <= 1e-30 + 1e-17 * (Math.abs(a[0]) + Math.abs(a[4]) + Math.abs(a[8]))) break;
    for (const [p, q] of [[0, 1], [0, 2], [1, 2]]) rotateOut(a, v, p, q); // biome-ignore format: pairs
  }
  const order = [0, 1, 2].sort((i, j) => a[4 * i] - a[4 * j]);
  const axis = (k: number): V3 => [v[order[k]], v[3 + order[k]], v[6 + order[k]]];
  return { moments: [a[4 * order[0]], a[4 * order[1]], a[4 * order[2]]], axes: [axis(0), axis(1), axis(2)] };
}

/** One rotation that makes the entry (p, q) of a symmetric matrix zero. */
function rotateOut(a: number[], v: number[], p: number, q: number): void {
  const off = a[3 * p + q];
  if (off === 0) return;
  const theta = (a[4 * q] - a[4 * p]) / (2 * off);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) {
    const [x, y] = [a[3 * k + p], a[3 * k + q]];
    a[3 * k + p] = c * x - s * y;
    a[3 * k + q] = s * x + c * y;
  }
  for (let k = 0; k < 3; k++) {
    const [x, y] = [a[3 * p + k], a[3 * q + k]];
    a[3 * p + k] = c * x - s * y;
    a[3 * q + k] = s * x + c * y;
    const [i, j] = [v[3 * k + p], v[3 * k + q]];
    v[3 * k + p] = c * i - s * j;
    v[3 * k + q] = s * i + c * j;
  }
}

/** Round-off that the triangle inequality of moments is allowed, as `compile` allows it. */
const SLACK = 1e-9;

/** The tensor itself, or a ball's with the same trace where no body can have it: a moment ≤ 0, or above the others' sum. */
export function validTensor(t: Tensor): { tensor: Tensor; changed: boolean } {
  const { moments: [a, b, c] } = principal(t); // biome-ignore format: one line
  const size = Math.abs(a) + Math.abs(b) + Math.abs(c);
  if (size === 0 || (a > 1e-13 * c && a + b >= c - SLACK * c)) return { tensor: t, changed: false };
  const mean = size / 3;
  return { tensor: [mean, mean, mean, 0, 0, 0], changed: true };
}
