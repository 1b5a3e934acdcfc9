import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { rotateInto } from "../../math/quat.js";
import { COEFFICIENT, ELEMENT, RESULT } from "./element.js";
import { ROW } from "./rim-fields.js";
import type { RimPair } from "./rim-setup.js";
import type { RimState } from "./rim-state.js";

/**
 * Coefficients of segment i without the time; stiffness and damping as if indentations were cut already, see `keepCut`.
 */
export function loadSegment(state: RimState, pair: RimPair, i: number): void {
  const { by } = state.work;
  for (let k = 0; k < COEFFICIENT.size; k++) by[k] = pair.coefficients[k];
  by[COEFFICIENT.length] = state.length[i];
  by[COEFFICIENT.cap] = state.cap[i];
  const scale = state.next[ROW.size * i + ROW.scale];
  by[COEFFICIENT.stiffness] *= scale;
  // without stiffness there is no damping
  if (scale > 0) by[COEFFICIENT.cap] *= scale;
  if (pair.stiffBristles) {
    by[COEFFICIENT.bristleStiffness] = state.bristle[2 * i];
    by[COEFFICIENT.bristleDamping] = state.bristle[2 * i + 1];
  } else if (pair.bristleLength > 0) {
    const share = state.length[i] / pair.bristleLength;
    by[COEFFICIENT.bristleStiffness] *= share;
    by[COEFFICIENT.bristleDamping] *= share;
    by[COEFFICIENT.viscosity] *= share;
  }
}

/**
 * Cuts the indentation of the element `at` of segment i, whose force was that of the cut one, for good. Writes: next.
 */
export function keepCut({ next }: RimState, i: number, at: number): void {
  next[at + ELEMENT.depth] *= next[ROW.size * i + ROW.scale];
}

/**
 * The part of its load that an element of side `side` in row `o` bears; 0: none. The springs of the element have that
 * part of its length.
 */
export function bearing(rows: Float64Array, o: number, side: number): number {
  return rows[o + ROW.bearing + side];
}

/**
 * out ← v_S − v_O at the point `points[p …]`, S body a for `side` 0 and body b for 1, by the velocities `v` of all
 * bodies.
 */
export function relativeVelocity(
  { bodyPos }: Data,
  v: Float64Array,
  a: number,
  b: number,
  side: number,
  points: Float64Array,
  p: number,
  out: Float64Array,
): void {
  out[0] = out[1] = out[2] = 0;
  for (let k = 0; k < 2; k++) {
    const body = k === 0 ? a : b;
    const o = 6 * body;
    const sign = k === side ? 1 : -1;
    const x = points[p] - bodyPos[3 * body];
    const y = points[p + 1] - bodyPos[3 * body + 1];
    const z = points[p + 2] - bodyPos[3 * body + 2];
    out[0] += sign * (v[o + 3] + v[o + 1] * z - v[o + 2] * y);
    out[1] += sign * (v[o + 4] + v[o + 2] * x - v[o] * z);
    out[2] += sign * (v[o + 5] + v[o] * y - v[o + 1] * x);
  }
}

/**
 * The same at the end of element e of segment i; surfaces move with their belts, across the normal. Writes: relative
 * velocity of the workspace.
 */
export function elementVelocity(data: Data, v: Float64Array, state: RimState, i: number, e: number): void {
  const { body, next, work } = state;
  const p = ROW.size * i + ROW.point + 3 * (e >> 1);
  relativeVelocity(data, v, body[2 * i], body[2 * i + 1], e & 1, next, p, work.velocity);
  if (state.belt !== null) addBelts(data, state.belt, state, i, e);
}

function addBelts(data: Data, belt: Float64Array, { next, nextKey, work }: RimState, i: number, e: number): void {
  const { pose } = itemFields(data, "collision", COLLISION_FIELDS);
  const { velocity, turn } = work;
  const n = ROW.size * i + ROW.normal + 3 * (e & 1);
  for (let side = 0; side < 2; side++) {
    const s = nextKey[4 * i + side];
    rotateInto(turn, 0, pose, 7 * s + 3, belt, 3 * s);
    const along = turn[0] * next[n] + turn[1] * next[n + 1] + turn[2] * next[n + 2];
    const sign = side === (e & 1) ? 1 : -1;
    for (let k = 0; k < 3; k++) velocity[k] += sign * (turn[k] - along * next[n + k]);
  }
}

/** Adds the last result, the force of element e on the other body, and its opposite on the owner. Writes: wrench. */
export function addElementForce(data: Data, state: RimState, i: number, e: number, wrench: Float64Array): void {
  const { bodyPos } = data;
  const { body, next } = state;
  const { result } = state.work;
  const p = ROW.size * i + ROW.point + 3 * (e >> 1);
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    const o = 6 * b;
    const sign = side === (e & 1) ? -1 : 1;
    const x = next[p] - bodyPos[3 * b];
    const y = next[p + 1] - bodyPos[3 * b + 1];
    const z = next[p + 2] - bodyPos[3 * b + 2];
    wrench[o] += sign * (y * result[2] - z * result[1]);
    wrench[o + 1] += sign * (z * result[0] - x * result[2]);
    wrench[o + 2] += sign * (x * result[1] - y * result[0]);
    for (let c = 0; c < 3; c++) wrench[o + 3 + c] += sign * result[c];
  }
}

/** Notes the last result, of element e, in the row of segment i, for sensors. Writes: next. */
export function noteForce({ next, work: { result } }: RimState, i: number, e: number): void {
  const o = ROW.size * i;
  const n = o + ROW.normal + 3 * (e & 1);
  const sign = (e & 1) === 0 ? 1 : -1;
  for (let c = 0; c < 3; c++) next[o + ROW.force + c] += sign * result[RESULT.force + c];
  next[o + ROW.load] += result[0] * next[n] + result[1] * next[n + 1] + result[2] * next[n + 2];
}
