import type { Data } from "../../data/data.js";
import { COEFFICIENT, ELEMENT } from "./element.js";
import { ROW } from "./rim-fields.js";
import type { RimPair } from "./rim-setup.js";
import type { RimState } from "./rim-state.js";

/** Coefficients of the segment at hand; v_S − v_O; force on O, f_n, δ̇. */
export const BY = new Float64Array(COEFFICIENT.size);
export const U = new Float64Array(3);
export const FORCE = new Float64Array(5);

/** Coefficients of segment i, but for the time; stiffness and damping as if indentations were cut already, see `keepCut`. Writes: BY. */
export function loadSegment(state: RimState, pair: RimPair, i: number): void {
  for (let k = 0; k < COEFFICIENT.size; k++) BY[k] = pair.coefficients[k];
  BY[COEFFICIENT.length] = state.length[i];
  BY[COEFFICIENT.cap] = state.cap[i];
  const scale = state.next[ROW.size * i + ROW.scale];
  BY[COEFFICIENT.stiffness] *= scale;
  // of no stiffness there is no damping anyway
  if (scale > 0) BY[COEFFICIENT.cap] *= scale;
  if (pair.bristleLength > 0) {
    const share = state.length[i] / pair.bristleLength;
    BY[COEFFICIENT.bristleStiffness] *= share;
    BY[COEFFICIENT.bristleDamping] *= share;
    BY[COEFFICIENT.viscosity] *= share;
  }
}

/** Cuts the indentation of the element `at` of segment i, whose force was that of the cut one, for good. Writes: next. */
export function keepCut({ next }: RimState, i: number, at: number): void {
  next[at + ELEMENT.depth] *= next[ROW.size * i + ROW.scale];
}

/** Whether elements of side `side` between bodies a and b bear load: `first` in the law is the body that stands first in the scene. */
export function bears({ normals }: RimPair, a: number, b: number, side: number): boolean {
  return normals[a < b ? side : 1 - side];
}

/**
 * v_S − v_O at the place `points[p …]`, with S body a for `side` 0 and body b for 1, by the velocities `v` of all bodies. Writes: U.
 */
export function relativeVelocity(
  { bodyPos }: Data,
  v: Float64Array,
  a: number,
  b: number,
  side: number,
  points: Float64Array,
  p: number,
): void {
  U[0] = U[1] = U[2] = 0;
  for (let k = 0; k < 2; k++) {
    const body = k === 0 ? a : b;
    const o = 6 * body;
    const sign = k === side ? 1 : -1;
    const x = points[p] - bodyPos[3 * body];
    const y = points[p + 1] - bodyPos[3 * body + 1];
    const z = points[p + 2] - bodyPos[3 * body + 2];
    U[0] += sign * (v[o + 3] + v[o + 1] * z - v[o + 2] * y);
    U[1] += sign * (v[o + 4] + v[o + 2] * x - v[o] * z);
    U[2] += sign * (v[o + 5] + v[o] * y - v[o + 1] * x);
  }
}

/** The same at the end of element e of segment i. Writes: U. */
export function elementVelocity(data: Data, v: Float64Array, { body, next }: RimState, i: number, e: number): void {
  relativeVelocity(data, v, body[2 * i], body[2 * i + 1], e & 1, next, ROW.size * i + ROW.point + 3 * (e >> 1));
}

/** FORCE on the other body of element e and its opposite on the owner, both at its end. Writes: wrench. */
export function push(data: Data, { body, next }: RimState, i: number, e: number, wrench: Float64Array): void {
  const { bodyPos } = data;
  const p = ROW.size * i + ROW.point + 3 * (e >> 1);
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    const o = 6 * b;
    const sign = side === (e & 1) ? -1 : 1;
    const x = next[p] - bodyPos[3 * b];
    const y = next[p + 1] - bodyPos[3 * b + 1];
    const z = next[p + 2] - bodyPos[3 * b + 2];
    wrench[o] += sign * (y * FORCE[2] - z * FORCE[1]);
    wrench[o + 1] += sign * (z * FORCE[0] - x * FORCE[2]);
    wrench[o + 2] += sign * (x * FORCE[1] - y * FORCE[0]);
    for (let c = 0; c < 3; c++) wrench[o + 3 + c] += sign * FORCE[c];
  }
}

/** Notes FORCE of element e in the row of segment i, for sensors. Writes: next. */
export function noteForce({ next }: RimState, i: number, e: number): void {
  const o = ROW.size * i;
  const n = o + ROW.normal + 3 * (e & 1);
  const sign = (e & 1) === 0 ? 1 : -1;
  for (let c = 0; c < 3; c++) next[o + ROW.force + c] += sign * FORCE[c];
  next[o + ROW.load] += FORCE[0] * next[n] + FORCE[1] * next[n + 1] + FORCE[2] * next[n + 2];
}
