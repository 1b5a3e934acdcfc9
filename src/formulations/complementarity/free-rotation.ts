import { symMulInto } from "../../math/mat3.js";
import { rotateInto, rotateInverseInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";

/** A body turns in parts of at most this angle, rad, and in at most so many. */
const TURN = 0.02;
const MOST_TURNS = 64;
/** Newton steps of one part, and the part of |Ω| below which a step is round-off. */
const NEWTON_STEPS = 12;
const ROUND_OFF = 1e-15;

/** Ω 3, Ω½ 3, I Ω½ 3, residual 3; quaternion 4; Newton's matrix 9. */
const WORK = { spin: 0, middle: 3, momentum: 6, rest: 9, quat: 12, matrix: 16, size: 25 } as const;
const work = new Float64Array(WORK.size);

/** Where the result of `rotateFreely` is in `out`: ω at the end in axes of the start, ω at the end, quaternion. */
export const FREE = { start: 0, end: 3, quat: 6, size: 10 } as const;

/**
 * Torque-free rotation over the time h from the orientation q and the angular velocity ω (world axes, rad/s), in parts
 * by the implicit midpoint rule on Euler's equations and the Cayley map of its midpoint:
 *
 *   I (Ω₁ − Ω₀) + h Ω½ × I Ω½ = 0,   Ω½ = (Ω₀ + Ω₁)/2,   R₁ = R₀ cay(h Ω½)
 *
 * The rule keeps quadratic invariants, so energy and |L|; with this map R₁ I Ω₁ = R₀ I Ω₀, so that L keeps its
 * direction too [SimoWong1991]: all three to round-off, whatever the step, and the motion to second order. Returns
 * false where Newton's method finds no midpoint; then Ω stays for that part, which keeps energy and |L| but not the
 * direction of L.
 */
export function rotateFreely(
  model: Model,
  b: number,
  quat: Float64Array,
  q: number,
  velocity: Float64Array,
  v: number,
  h: number,
  out: Float64Array,
  o: number,
): boolean {
  const { spin, middle, quat: turned } = WORK;
  rotateInverseInto(work, spin, quat, q, velocity, v);
  for (let c = 0; c < 4; c++) work[turned + c] = quat[q + c];
  const x = work[spin];
  const y = work[spin + 1];
  const z = work[spin + 2];
  const speed = Math.sqrt(x * x + y * y + z * z);
  const parts = Math.max(1, Math.min(MOST_TURNS, Math.ceil((h * speed) / TURN)));
  let found = true;
  for (let k = 0; k < parts; k++) {
    if (!findMiddle(model.bodyInertia, 6 * b, h / parts)) {
      for (let c = 0; c < 3; c++) work[middle + c] = work[spin + c];
      found = false;
    }
    for (let c = 0; c < 3; c++) work[spin + c] = 2 * work[middle + c] - work[spin + c];
    turnByMiddle(h / parts);
  }
  rotateInto(out, o + FREE.start, quat, q, work, spin);
  rotateInto(out, o + FREE.end, work, turned, work, spin);
  for (let c = 0; c < 4; c++) out[o + FREE.quat + c] = work[turned + c];
  return found;
}

/** Whether ω of a free body changes: not with three equal moments, about no axis. */
export function precesses(model: Model, b: number, v: Float64Array, o: number): boolean {
  if (model.planar || (v[o] === 0 && v[o + 1] === 0 && v[o + 2] === 0)) return false;
  const i = model.bodyInertia;
  const m = 6 * b;
  return !(i[m] === i[m + 1] && i[m + 1] === i[m + 2] && i[m + 3] === 0 && i[m + 4] === 0 && i[m + 5] === 0);
}

/** Ω½ from I (Ω½ − Ω₀) + h/2 Ω½ × I Ω½ = 0 by Newton's method from Ω₀. Reads: spin. Writes: middle. */
function findMiddle(inertia: Float64Array, i: number, h: number): boolean {
  const { spin, middle, momentum, rest, matrix: m } = WORK;
  for (let c = 0; c < 3; c++) work[middle + c] = work[spin + c];
  const size = Math.abs(work[spin]) + Math.abs(work[spin + 1]) + Math.abs(work[spin + 2]);
  for (let k = 0; k < NEWTON_STEPS; k++) {
    symMulInto(work, momentum, inertia, i, work, middle);
    symMulInto(work, rest, inertia, i, work, spin);
    const x = 0.5 * h * work[middle];
    const y = 0.5 * h * work[middle + 1];
    const z = 0.5 * h * work[middle + 2];
    const lx = work[momentum];
    const ly = work[momentum + 1];
    const lz = work[momentum + 2];
    work[rest] -= lx + y * lz - z * ly;
    work[rest + 1] -= ly + z * lx - x * lz;
    work[rest + 2] -= lz + x * ly - y * lx;
    // I + h/2 (Ω̂ I − (I Ω)^)
    const xx = inertia[i];
    const yy = inertia[i + 1];
    const zz = inertia[i + 2];
    const xy = inertia[i + 3];
    const xz = inertia[i + 4];
    const yz = inertia[i + 5];
    const g = 0.5 * h;
    work[m] = xx + y * xz - z * xy;
    work[m + 1] = xy + y * yz - z * yy + g * lz;
    work[m + 2] = xz + y * zz - z * yz - g * ly;
    work[m + 3] = xy + z * xx - x * xz - g * lz;
    work[m + 4] = yy + z * xy - x * yz;
    work[m + 5] = yz + z * xz - x * zz + g * lx;
    work[m + 6] = xz + x * xy - y * xx + g * ly;
    work[m + 7] = yz + x * yy - y * xy - g * lx;
    work[m + 8] = zz + x * yz - y * xz;
    if (!solve3()) return false;
    for (let c = 0; c < 3; c++) work[middle + c] += work[rest + c];
    const change = Math.abs(work[rest]) + Math.abs(work[rest + 1]) + Math.abs(work[rest + 2]);
    if (change <= ROUND_OFF * size) return true;
    // the last digit may go to and fro
    if (k === NEWTON_STEPS - 1) return change <= 100 * ROUND_OFF * size;
  }
  return false;
}

/** rest ← matrix⁻¹ rest by Cramer's rule. Returns false where the matrix is singular. */
function solve3(): boolean {
  const { rest: r, matrix: m } = WORK;
  const a = work[m + 4] * work[m + 8] - work[m + 5] * work[m + 7];
  const b = work[m + 5] * work[m + 6] - work[m + 3] * work[m + 8];
  const c = work[m + 3] * work[m + 7] - work[m + 4] * work[m + 6];
  const det = work[m] * a + work[m + 1] * b + work[m + 2] * c;
  if (!(Math.abs(det) > 0)) return false;
  const x = work[r];
  const y = work[r + 1];
  const z = work[r + 2];
  const d = work[m + 2] * work[m + 7] - work[m + 1] * work[m + 8];
  const e = work[m] * work[m + 8] - work[m + 2] * work[m + 6];
  const f = work[m + 1] * work[m + 6] - work[m] * work[m + 7];
  const g = work[m + 1] * work[m + 5] - work[m + 2] * work[m + 4];
  const k = work[m + 2] * work[m + 3] - work[m] * work[m + 5];
  const l = work[m] * work[m + 4] - work[m + 1] * work[m + 3];
  work[r] = (a * x + d * y + g * z) / det;
  work[r + 1] = (b * x + e * y + k * z) / det;
  work[r + 2] = (c * x + f * y + l * z) / det;
  return true;
}

/** q ← q ⊗ (h Ω½/2, 1), of unit length: the Cayley map. */
function turnByMiddle(h: number): void {
  const { middle, quat: q } = WORK;
  const x = 0.5 * h * work[middle];
  const y = 0.5 * h * work[middle + 1];
  const z = 0.5 * h * work[middle + 2];
  const qx = work[q];
  const qy = work[q + 1];
  const qz = work[q + 2];
  const qw = work[q + 3];
  work[q] = qx + qw * x + qy * z - qz * y;
  work[q + 1] = qy + qw * y + qz * x - qx * z;
  work[q + 2] = qz + qw * z + qx * y - qy * x;
  work[q + 3] = qw - qx * x - qy * y - qz * z;
  let norm = 0;
  for (let c = 0; c < 4; c++) norm += work[q + c] * work[q + c];
  const scale = 1 / Math.sqrt(norm);
  for (let c = 0; c < 4; c++) work[q + c] *= scale;
}
