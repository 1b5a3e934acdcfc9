import { BLOCK, clearMatrix, factorMatrix, SIZE } from "../../solvers/body-cholesky.js";
import {
  CONE_SIZE,
  CONE_VALUE_SIZE,
  type DirectSystem,
  PLACE,
  PLACE_SIZE,
  VALUE,
  VALUE_SIZE,
} from "./direct-system.js";

/**
 * Impulses, penalties and gradient for the current change of velocities, in the active clusters. With `sticking` the
 * cones of patches that did not slip are not clipped.
 */
export function evaluate(system: DirectSystem, sticking: boolean): void {
  const { value, place, jacobian: j, change, gradient, mass, soft, live, clusterOf } = system;
  for (let n = 0; n < system.nodes; n++) {
    if (live[clusterOf[n]] === 0) continue;
    const g = 6 * n;
    const m = 7 * n;
    const x = change[g];
    const y = change[g + 1];
    const z = change[g + 2];
    gradient[g] = mass[m + 1] * x + mass[m + 4] * y + mass[m + 5] * z;
    gradient[g + 1] = mass[m + 4] * x + mass[m + 2] * y + mass[m + 6] * z;
    gradient[g + 2] = mass[m + 5] * x + mass[m + 6] * y + mass[m + 3] * z;
    for (let c = 3; c < 6; c++) gradient[g + c] = mass[m] * change[g + c];
  }
  for (let r = 0; r < system.rows; r++) {
    const c = place[PLACE_SIZE * r + PLACE.cluster];
    if (c < 0 || live[c] === 0) continue;
    const o = VALUE_SIZE * r;
    const rho = value[o + VALUE.penalty];
    const wanted = value[o + VALUE.base] - rho * (value[o + VALUE.speed] + rowSpeed(change, j, place, r));
    value[o + VALUE.wanted] = wanted;
    if (soft[r] === 2) {
      // part of a cone: clipped together with the other rows of the cone
      value[o + VALUE.impulse] = wanted;
      continue;
    }
    const lower = value[o + VALUE.lower];
    const upper = value[o + VALUE.upper];
    const inside = wanted > lower && wanted < upper;
    value[o + VALUE.impulse] = inside ? wanted : wanted <= lower ? lower : upper;
    value[o + VALUE.weight] = inside ? rho : 0;
    value[o + VALUE.side] = inside ? 0 : wanted <= lower ? -1 : 1;
  }
  clipCones(system, sticking);
  for (let r = 0; r < system.rows; r++) {
    const c = place[PLACE_SIZE * r + PLACE.cluster];
    if (c < 0 || live[c] === 0) continue;
    const o = VALUE_SIZE * r;
    const acts = value[o + VALUE.impulse] - value[o + VALUE.applied];
    if (acts !== 0) addRow(gradient, j, place, r, -acts);
  }
}

/** J x of row r. */
export function rowSpeed(x: Float64Array, j: Float64Array, place: Int32Array, r: number): number {
  let sum = 0;
  const a = place[PLACE_SIZE * r + PLACE.nodeA];
  const b = place[PLACE_SIZE * r + PLACE.nodeB];
  const o = 12 * r;
  if (a >= 0) {
    const n = 6 * a;
    sum +=
      j[o] * x[n] +
      j[o + 1] * x[n + 1] +
      j[o + 2] * x[n + 2] +
      j[o + 3] * x[n + 3] +
      j[o + 4] * x[n + 4] +
      j[o + 5] * x[n + 5];
  }
  if (b >= 0) {
    const n = 6 * b;
    sum +=
      j[o + 6] * x[n] +
      j[o + 7] * x[n + 1] +
      j[o + 8] * x[n + 2] +
      j[o + 9] * x[n + 3] +
      j[o + 10] * x[n + 4] +
      j[o + 11] * x[n + 5];
  }
  return sum;
}

/** x += s Jᵀ of row r. */
function addRow(x: Float64Array, j: Float64Array, place: Int32Array, r: number, s: number): void {
  const a = place[PLACE_SIZE * r + PLACE.nodeA];
  const b = place[PLACE_SIZE * r + PLACE.nodeB];
  if (a >= 0) for (let c = 0; c < 6; c++) x[6 * a + c] += s * j[12 * r + c];
  if (b >= 0) for (let c = 0; c < 6; c++) x[6 * b + c] += s * j[12 * r + 6 + c];
}

/**
 * Friction: an impulse beyond the bound is clipped to the ball; the penalty across the direction of the impulse shrinks
 * in proportion.
 */
function clipCones(system: DirectSystem, sticking: boolean): void {
  const { cone, coneValue, value, place, live } = system;
  for (let c = 0; c < system.cones; c++) {
    const own = place[PLACE_SIZE * cone[CONE_SIZE * c] + PLACE.cluster];
    if (own < 0 || live[own] === 0) continue;
    const o = VALUE_SIZE * cone[CONE_SIZE * c];
    const v = CONE_VALUE_SIZE * c;
    const i0 = o + VALUE.impulse;
    const i1 = i0 + VALUE_SIZE;
    const i2 = i1 + VALUE_SIZE;
    const size = Math.sqrt(value[i0] * value[i0] + value[i1] * value[i1] + value[i2] * value[i2]);
    const bound = coneValue[v + 1];
    if (system.pyramid) {
      clipEach(value, o, bound, coneValue, v);
      continue;
    }
    const slips = size > bound && !(sticking && coneValue[v + 6] === 0);
    const scale = slips ? bound / size : 1;
    for (let t = 0; t < 3; t++) {
      const at = o + VALUE_SIZE * t;
      coneValue[v + 2 + t] = slips ? value[at + VALUE.impulse] / size : 0;
      value[at + VALUE.impulse] *= scale;
      value[at + VALUE.weight] = scale * value[at + VALUE.penalty];
    }
    coneValue[v + 5] = slips ? scale * value[o + VALUE.penalty] : 0;
    coneValue[v + 7] = slips ? 1 : 0;
  }
}

/** The pyramid instead of the cone: each row is clipped to the bound by itself. */
function clipEach(value: Float64Array, o: number, bound: number, coneValue: Float64Array, v: number): void {
  coneValue[v + 5] = 0;
  coneValue[v + 7] = 0;
  for (let t = 0; t < 3; t++) {
    const at = o + VALUE_SIZE * t;
    const wanted = value[at + VALUE.impulse];
    const inside = wanted > -bound && wanted < bound;
    value[at + VALUE.impulse] = inside ? wanted : wanted < 0 ? -bound : bound;
    value[at + VALUE.weight] = inside ? value[at + VALUE.penalty] : 0;
    if (!inside) coneValue[v + 7] = 1;
  }
}

/**
 * Finds the active clusters whose matrix does not match the current penalties; all of them where there is no matrix.
 * Returns whether there are any. Writes: stale.
 */
export function findStale(system: DirectSystem): boolean {
  const { value, place, live, stale, touched } = system;
  const none = !system.factored || system.factoredRows !== system.rows;
  stale.fill(none ? 1 : 0, 0, system.clusters);
  if (none) return true;
  let any = false;
  for (let c = 0; c < system.clusters; c++) {
    if (live[c] === 0 || touched[c] === 0) continue;
    stale[c] = 1;
    any = true;
  }
  for (let r = 0; r < system.rows; r++) {
    const o = VALUE_SIZE * r;
    const c = place[PLACE_SIZE * r + PLACE.cluster];
    if (c < 0 || live[c] === 0 || value[o + VALUE.weight] === value[o + VALUE.factored]) continue;
    stale[c] = 1;
    any = true;
  }
  return any;
}

export function rememberSides(system: DirectSystem): void {
  const { value } = system;
  for (let r = 0; r < system.rows; r++) {
    value[VALUE_SIZE * r + VALUE.sideBefore] = value[VALUE_SIZE * r + VALUE.side];
  }
}

/** Finds clusters whose rows differ from those in the current matrix or at the start of the step. Writes: unlike. */
export function compareSides(system: DirectSystem): void {
  const { value, unlike } = system;
  unlike.fill(0, 0, system.clusters);
  for (let r = 0; r < system.rows; r++) {
    const o = VALUE_SIZE * r;
    if (value[o + VALUE.weight] === value[o + VALUE.factored] && value[o + VALUE.side] === value[o + VALUE.sideBefore])
      continue;
    const c = system.place[PLACE_SIZE * r + PLACE.cluster];
    if (c >= 0) unlike[c] = 1;
  }
}

const slipRow = new Float64Array(12);

/** Assembles and factors H = M + Σ weight JᵀJ of the clusters in `stale`. */
export function assemble(system: DirectSystem): void {
  const { matrix, graph, value, mass, cone, coneValue, jacobian: j, place, stale, clusterOf } = system;
  clearMatrix(matrix, graph, clusterOf, stale);
  const { diagonal } = matrix;
  for (let n = 0; n < system.nodes; n++) {
    if (stale[clusterOf[n]] === 0) continue;
    const d = BLOCK * n;
    const m = 7 * n;
    diagonal[d] = mass[m + 1];
    diagonal[d + 6] = mass[m + 4];
    diagonal[d + 7] = mass[m + 2];
    diagonal[d + 12] = mass[m + 5];
    diagonal[d + 13] = mass[m + 6];
    diagonal[d + 14] = mass[m + 3];
    diagonal[d + 21] = diagonal[d + 28] = diagonal[d + 35] = mass[m];
  }
  for (let r = 0; r < system.rows; r++) {
    const c = place[PLACE_SIZE * r + PLACE.cluster];
    if (c < 0 || stale[c] === 0) continue;
    const o = VALUE_SIZE * r;
    const weight = value[o + VALUE.weight];
    value[o + VALUE.factored] = weight;
    if (weight === 0) continue;
    scale[0] = weight;
    addOuter(system, r, j, 12 * r);
  }
  for (let c = 0; c < system.cones; c++) {
    const v = CONE_VALUE_SIZE * c;
    const r = cone[CONE_SIZE * c];
    const own = place[PLACE_SIZE * r + PLACE.cluster];
    if (coneValue[v + 5] === 0 || own < 0 || stale[own] === 0) continue;
    for (let x = 0; x < 12; x++) {
      slipRow[x] =
        coneValue[v + 2] * j[12 * r + x] +
        coneValue[v + 3] * j[12 * r + 12 + x] +
        coneValue[v + 4] * j[12 * r + 24 + x];
    }
    scale[0] = -coneValue[v + 5];
    addOuter(system, r, slipRow, 0);
  }
  factorMatrix(matrix, graph, clusterOf, stale);
  for (let c = 0; c < system.clusters; c++) if (stale[c] === 1) system.touched[c] = 0;
  system.factored = true;
  system.factoredRows = system.rows;
}

/** Weight of the current row; in an array because calls box doubles. */
const scale = new Float64Array(1);

/** Adds weight JᵀJ of a row: lower triangles of the diagonal blocks, and the block between its bodies. */
function addOuter(system: DirectSystem, r: number, j: Float64Array, o: number): void {
  const { matrix, place } = system;
  const a = place[PLACE_SIZE * r + PLACE.nodeA];
  const b = place[PLACE_SIZE * r + PLACE.nodeB];
  if (a >= 0) addSquare(matrix.diagonal, BLOCK * a, j, o);
  if (b >= 0) addSquare(matrix.diagonal, BLOCK * b, j, o + 6);
  if (a < 0 || b < 0) return;
  const block = BLOCK * place[PLACE_SIZE * r + PLACE.block];
  addProduct(matrix.blocks, block, j, a < b ? o : o + 6, a < b ? o + 6 : o);
}

/**
 * Lower triangle of w x xᵀ, with x six numbers of j. Rows often contain zeros: those of a ball joint along two of three
 * axes.
 */
function addSquare(m: Float64Array, d: number, j: Float64Array, s: number): void {
  const w = scale[0];
  const x0 = j[s + 0];
  const x1 = j[s + 1];
  const x2 = j[s + 2];
  const x3 = j[s + 3];
  const x4 = j[s + 4];
  const x5 = j[s + 5];
  if (x0 !== 0) {
    const w0 = w * x0;
    m[d + 0] += w0 * x0;
  }
  if (x1 !== 0) {
    const w1 = w * x1;
    m[d + 6] += w1 * x0;
    m[d + 7] += w1 * x1;
  }
  if (x2 !== 0) {
    const w2 = w * x2;
    m[d + 12] += w2 * x0;
    m[d + 13] += w2 * x1;
    m[d + 14] += w2 * x2;
  }
  if (x3 !== 0) {
    const w3 = w * x3;
    m[d + 18] += w3 * x0;
    m[d + 19] += w3 * x1;
    m[d + 20] += w3 * x2;
    m[d + 21] += w3 * x3;
  }
  if (x4 !== 0) {
    const w4 = w * x4;
    m[d + 24] += w4 * x0;
    m[d + 25] += w4 * x1;
    m[d + 26] += w4 * x2;
    m[d + 27] += w4 * x3;
    m[d + 28] += w4 * x4;
  }
  if (x5 !== 0) {
    const w5 = w * x5;
    m[d + 30] += w5 * x0;
    m[d + 31] += w5 * x1;
    m[d + 32] += w5 * x2;
    m[d + 33] += w5 * x3;
    m[d + 34] += w5 * x4;
    m[d + 35] += w5 * x5;
  }
}

/** w x yᵀ, with x and y six numbers of j each. */
function addProduct(m: Float64Array, d: number, j: Float64Array, row: number, column: number): void {
  const w = scale[0];
  const y0 = j[column + 0];
  const y1 = j[column + 1];
  const y2 = j[column + 2];
  const y3 = j[column + 3];
  const y4 = j[column + 4];
  const y5 = j[column + 5];
  for (let x = 0; x < SIZE; x++) {
    const s = w * j[row + x];
    if (s === 0) continue;
    const at = d + SIZE * x;
    m[at] += s * y0;
    m[at + 1] += s * y1;
    m[at + 2] += s * y2;
    m[at + 3] += s * y3;
    m[at + 4] += s * y4;
    m[at + 5] += s * y5;
  }
}
