import { LOAD, LOAD_SIZE, type LoadTable, openLoadIn } from "../../collision/loads.js";
import { COLLISION_FIELDS } from "../../collision/system.js";
import { type Data, itemFields } from "../../data/data.js";
import { rotateInto } from "../../math/quat.js";
import type { Model } from "../../model/model.js";
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

/**
 * Adds the last result, the force of element e on the other body, and its opposite on the owner. Writes: wrench,
 * acting.
 */
export function addElementForce(data: Data, state: RimState, i: number, e: number, wrench: Float64Array): void {
  const { bodyPos } = data;
  const { acting, body, next } = state;
  const { result } = state.work;
  const p = ROW.size * i + ROW.point + 3 * (e >> 1);
  const at = LOAD_SIZE * i;
  for (let side = 0; side < 2; side++) {
    const b = body[2 * i + side];
    const o = 6 * b;
    const sign = side === (e & 1) ? -1 : 1;
    const x = next[p] - bodyPos[3 * b];
    const y = next[p + 1] - bodyPos[3 * b + 1];
    const z = next[p + 2] - bodyPos[3 * b + 2];
    const tx = sign * (y * result[2] - z * result[1]);
    const ty = sign * (z * result[0] - x * result[2]);
    const tz = sign * (x * result[1] - y * result[0]);
    wrench[o] += tx;
    wrench[o + 1] += ty;
    wrench[o + 2] += tz;
    for (let c = 0; c < 3; c++) wrench[o + 3 + c] += sign * result[c];
    const turn = at + (side === 0 ? LOAD.turnA : LOAD.turnB);
    acting[turn] += tx;
    acting[turn + 1] += ty;
    acting[turn + 2] += tz;
    if (side === 1) for (let c = 0; c < 3; c++) acting[at + LOAD.impulse + c] += sign * result[c];
  }
  acting[at + LOAD.normal] += normalForce(state, i, e);
}

/** The part of the last result, of element e of segment i, along its normal, N. */
function normalForce({ next, work: { result } }: RimState, i: number, e: number): number {
  const n = ROW.size * i + ROW.normal + 3 * (e & 1);
  return result[0] * next[n] + result[1] * next[n + 1] + result[2] * next[n + 2];
}

/** What the segments of the last evaluation do in a time, s. Reads: acting. Writes: table. */
export function addRimLoads(_model: Model, data: Data, time: number, table: LoadTable): void {
  const { acting, count, nextKey } = data.systems.rim;
  for (let i = 0; i < count; i++) {
    const row = openLoadIn(data, table, nextKey[4 * i], nextKey[4 * i + 1]);
    if (row < 0) return;
    for (let k = 0; k < LOAD_SIZE; k++) table.loadWrench[LOAD_SIZE * row + k] += time * acting[LOAD_SIZE * i + k];
  }
}

/** Elastic energy of the segments of the last step, Σ ½ K ℓ δ², J. Reads: rows, pairs. Writes: out. */
export function addRimEnergy(model: Model, data: Data, out: Float64Array, at: number): void {
  const { count, length, next, pair } = data.systems.rim;
  for (let i = 0; i < count; i++) {
    const { coefficients } = model.systems.rim.pairs[pair[i]] as RimPair;
    for (let e = 0; e < 4; e++) {
      const stiffness = coefficients[COEFFICIENT.stiffness] * bearing(next, ROW.size * i, e & 1) * length[i];
      const depth = next[ROW.size * i + ROW.element + ELEMENT.size * e + ELEMENT.depth];
      out[at] += 0.5 * stiffness * depth * depth;
    }
  }
}

/** Notes the last result, of element e, in the row of segment i, for sensors. Writes: next. */
export function noteForce(state: RimState, i: number, e: number): void {
  const { next, work } = state;
  const o = ROW.size * i;
  const sign = (e & 1) === 0 ? 1 : -1;
  for (let c = 0; c < 3; c++) next[o + ROW.force + c] += sign * work.result[RESULT.force + c];
  next[o + ROW.load] += normalForce(state, i, e);
}
