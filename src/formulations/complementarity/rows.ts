import { ensureCapacityF64, ensureCapacityI32 } from "../../math/capacity.js";
import { BODY_TYPE, type Model } from "../../model/model.js";
import { ROW as KIND } from "../../solvers/complementarity/problem.js";

/**
 * Rows of a step's problem, w = L ν⁺ + B z + c. Each has an unknown z of its own, an impulse (N s) where its column R
 * is not zero, a slack or a slip speed (m/s) where it is. L and R act on two bodies: [ω_A; v_A; ω_B; v_B], 12 numbers.
 */
export interface Rows {
  count: number;
  body: Int32Array;
  left: Float64Array;
  right: Float64Array;
  constant: Float64Array;
  kind: Uint8Array;
  lower: Float64Array;
  upper: Float64Array;
  /** Entries of B: row and column, and value. */
  entries: number;
  entryAt: Int32Array;
  entryValue: Float64Array;
  /** Blocks of rows with Coulomb's cone: first row, rows, μ. */
  cones: number;
  coneStart: Int32Array;
  coneSize: Int32Array;
  coneMu: Float64Array;
  /** Contact whose impulse, normal or of friction, the row is; −1: none; −2 − j: row j of the joints. */
  source: Int32Array;
}

export function createRows(): Rows {
  return {
    count: 0,
    body: new Int32Array(0),
    left: new Float64Array(0),
    right: new Float64Array(0),
    constant: new Float64Array(0),
    kind: new Uint8Array(0),
    lower: new Float64Array(0),
    upper: new Float64Array(0),
    entries: 0,
    entryAt: new Int32Array(0),
    entryValue: new Float64Array(0),
    cones: 0,
    coneStart: new Int32Array(0),
    coneSize: new Int32Array(0),
    coneMu: new Float64Array(0),
    source: new Int32Array(0),
  };
}

export function clearRows(rows: Rows): void {
  rows.count = rows.entries = rows.cones = 0;
}

/** A new row of a kind on two bodies, all zero. Returns its number. */
export function openRow(rows: Rows, kind: number, a: number, b: number): number {
  const r = rows.count++;
  const n = rows.count;
  rows.body = ensureCapacityI32(rows.body, 2 * n);
  rows.left = ensureCapacityF64(rows.left, 12 * n);
  rows.right = ensureCapacityF64(rows.right, 12 * n);
  rows.constant = ensureCapacityF64(rows.constant, n);
  rows.lower = ensureCapacityF64(rows.lower, n);
  rows.upper = ensureCapacityF64(rows.upper, n);
  rows.source = ensureCapacityI32(rows.source, n);
  if (rows.kind.length < n) {
    const larger = new Uint8Array(2 * n);
    larger.set(rows.kind);
    rows.kind = larger;
  }
  rows.body[2 * r] = a;
  rows.body[2 * r + 1] = b;
  rows.left.fill(0, 12 * r, 12 * r + 12);
  rows.right.fill(0, 12 * r, 12 * r + 12);
  rows.constant[r] = 0;
  rows.kind[r] = kind;
  rows.lower[r] = 0;
  rows.upper[r] = Number.POSITIVE_INFINITY;
  rows.source[r] = -1;
  return r;
}

/** B[row][column] = value. */
export function addEntry(rows: Rows, row: number, column: number, value: number): void {
  const e = rows.entries++;
  rows.entryAt = ensureCapacityI32(rows.entryAt, 2 * rows.entries);
  rows.entryValue = ensureCapacityF64(rows.entryValue, rows.entries);
  rows.entryAt[2 * e] = row;
  rows.entryAt[2 * e + 1] = column;
  rows.entryValue[e] = value;
}

/** Rows from `start` are a friction cone; returns its index, for `coneMu`. */
export function addCone(rows: Rows, start: number, size: number): number {
  const k = rows.cones++;
  rows.coneStart = ensureCapacityI32(rows.coneStart, rows.cones);
  rows.coneSize = ensureCapacityI32(rows.coneSize, rows.cones);
  rows.coneMu = ensureCapacityF64(rows.coneMu, rows.cones);
  rows.coneStart[k] = start;
  rows.coneSize[k] = size;
  for (let i = 0; i < size; i++) rows.kind[start + i] = KIND.cone;
  return k;
}

/** R M⁻¹ Rᵀ of row r: what an impulse of it does along itself, 1/kg or 1/(kg m²). */
export function admittance(
  model: Model,
  { rows, invInertia: i }: { readonly rows: Rows; readonly invInertia: Float64Array },
  r: number,
): number {
  let sum = 0;
  for (let side = 0; side < 2; side++) {
    const body = rows.body[2 * r + side];
    if (model.bodyType[body] !== BODY_TYPE.dynamic) continue;
    const o = 12 * r + 6 * side;
    const b = 6 * body;
    const x = rows.right[o];
    const y = rows.right[o + 1];
    const z = rows.right[o + 2];
    sum += x * (i[b] * x + i[b + 3] * y + i[b + 4] * z);
    sum += y * (i[b + 3] * x + i[b + 1] * y + i[b + 5] * z);
    sum += z * (i[b + 4] * x + i[b + 5] * y + i[b + 2] * z);
    for (let c = 0; c < 3; c++) sum += model.bodyInvMass[3 * body + c] * rows.right[o + 3 + c] * rows.right[o + 3 + c];
  }
  return sum;
}
