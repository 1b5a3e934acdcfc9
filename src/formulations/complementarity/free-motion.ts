import { ROW as KIND } from "../../solvers/complementarity/problem.js";
import type { ComplementarityState } from "./complementarity-state.js";

/** Rows that are violated by less than this part of the largest constant are not, 1. */
const ROUND_OFF = 1e-13;

/**
 * Where nothing is in the way, nothing pushes. Problems of corners may have several solutions, with and without
 * impulses (spec of [Williams2014], 15.5: a square that falls past a corner may as well land on the line that its side
 * lies on), and which one a solver finds is its own affair. So the one without is tried first: slacks of corners and
 * slip speeds for z = 0 of all impulses, in the order of the rows, which is that of the running maxima. Returns whether
 * it is a solution. Reads: rows, matrix, vector of the reduced form. Writes: z.
 */
export function movesFreely({ rows, matrix, vector, z }: ComplementarityState): boolean {
  const n = rows.count;
  let scale = 0;
  for (let r = 0; r < n; r++) {
    if (rows.kind[r] !== KIND.complementary && rows.kind[r] !== KIND.cone) return false;
    scale = Math.max(scale, Math.abs(vector[r]));
    z[r] = 0;
  }
  const slack = ROUND_OFF * scale;
  // rows without an impulse, and a slack of their own in them
  for (let r = 0; r < n; r++) {
    if (!(matrix[r * n + r] > 0) || hasImpulse(rows.right, r)) continue;
    const w = product(matrix, vector, z, r, n);
    if (w < 0) z[r] = -w / matrix[r * n + r];
  }
  // slip speeds: rows of friction are open with them
  for (let e = 0; e < rows.entries; e++) {
    const r = rows.entryAt[2 * e];
    const s = rows.entryAt[2 * e + 1];
    if (matrix[s * n + s] !== 0 || !hasImpulse(rows.right, r) || !(rows.entryValue[e] > 0)) continue;
    const w = product(matrix, vector, z, r, n);
    if (w < 0) z[s] -= w / rows.entryValue[e];
  }
  for (let k = 0; k < rows.cones; k++) if (product(matrix, vector, z, rows.coneStart[k], n) < -slack) return false;
  for (let r = 0; r < n; r++) {
    // an open contact may slide as it likes
    if (rows.kind[r] === KIND.cone) continue;
    const w = product(matrix, vector, z, r, n);
    if (w < -slack || (z[r] > 0 && w > slack)) return false;
  }
  return true;
}

/** Whether the unknown of row r pushes anything. */
function hasImpulse(right: Float64Array, r: number): boolean {
  for (let c = 12 * r; c < 12 * r + 12; c++) if (right[c] !== 0) return true;
  return false;
}

/** A z + b of row r. */
function product(matrix: Float64Array, vector: Float64Array, z: Float64Array, r: number, n: number): number {
  let sum = vector[r];
  for (let s = 0; s < n; s++) sum += matrix[r * n + s] * z[s];
  return sum;
}
