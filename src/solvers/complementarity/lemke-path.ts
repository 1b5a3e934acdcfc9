import { afford } from "./effort.js";
import { exchange } from "./eliminate.js";
import type { StandardProblem } from "./standard.js";
import { SOLVE_STATUS, type SolveStatus } from "./status.js";
import { type ComplementarityWorkspace, workF64, workI32 } from "./workspace.js";

/**
 * Smallest pivot, relative to the largest entry of the entering column; the matrix is scaled, so entries are about 1.
 */
const PIVOT = 1e-10;
/** Smallest absolute pivot: the round-off that remains of an entry that should be zero. */
const PIVOT_ABSOLUTE = 1e-12;
/** Ratios closer than this, relative to the largest constant, are ties, which the lexicographic rule breaks. */
const TIE = 1e-13;
/** Pivots after which the table is recomputed from its basis, as a multiple of n + 16. */
const FRESH = 2;
/** Relative difference below which two entries of the inverse basis are equal. */
const EQUAL = 1e-11;

/**
 * One path of Lemke's method on a table x_B = c + T y that expresses the basic variables in terms of the others.
 *
 *   w = A z + b + d z₀,   d the covering vector
 *
 * z₀ enters first, then always the complement of the variable that left, until z₀ leaves.
 *
 * Variables: w_i is i, z_i is n + i, z₀ is 2 n. Ties of the ratio test are broken lexicographically by the rows of the
 * inverse basis, which is equivalent to adding (ε, ε², …) to b: the path cannot return to a basis, so it ends
 * [CottlePangStone1992, §4.9].
 *
 * The path may begin in any complementary basis: `start` lists the z that are basic. Then d is chosen such that all
 * constants rise together, so that a basis near the solution gives a short path. The result is only the basis; z is
 * computed from it with a new factorization.
 *
 * `cover` is the covering vector in the coordinates of the starting basis, all entries > 0; `start[i]` is 1 if z_i is
 * basic at the start; `largestPivot` breaks ties by the size of the pivot instead of lexicographically. Returns the
 * status and adds to the pivots of the statistics; the work array "lemke.basic" is 1 for each z_i that is basic at the
 * end.
 */
export function followLemke(
  lcp: StandardProblem,
  start: Int32Array,
  cover: Float64Array,
  maxPivots: number,
  largestPivot: boolean,
  work: ComplementarityWorkspace,
): SolveStatus {
  const n = lcp.n;
  const { statistics } = work;
  const columns = n + 2;
  const table = workF64(work, "lemke.table", n * columns);
  const rowVariable = workI32(work, "lemke.row", n);
  const columnVariable = workI32(work, "lemke.column", n + 1);
  const place = workI32(work, "lemke.place", 2 * n + 1);
  const order = workI32(work, "lemke.order", n);
  const raw = workF64(work, "lemke.raw", n);
  const wanted = workI32(work, "lemke.wanted", 2 * n + 1);
  const basic = workI32(work, "lemke.basic", n);
  basic.fill(0, 0, n);

  // Start: the z of the starting basis enter, then z₀ with the column `cover`.
  raw.fill(0, 0, n);
  fillTable(lcp, raw, table, rowVariable, columnVariable, place);
  wanted.fill(0, 0, 2 * n + 1);
  for (let i = 0; i < n; i++) wanted[start[i] === 1 ? n + i : i] = 1;
  if (!enterBasis(n, wanted, table, rowVariable, columnVariable, place, work)) return SOLVE_STATUS.singular;
  const last = columns - 1;
  let lowest = 0;
  let row = -1;
  for (let i = 0; i < n; i++) {
    order[i] = rowVariable[i];
    table[i * columns + n] = cover[i];
    const ratio = table[i * columns + last] / cover[i];
    // Of equal ratios take the last: it is lexicographically the smallest under (ε, ε², …).
    if (ratio <= lowest && table[i * columns + last] < 0) {
      lowest = ratio;
      row = i;
    }
  }
  if (row < 0) return finish(n, rowVariable, basic, SOLVE_STATUS.solved);
  rawCover(lcp, rowVariable, cover, raw);

  if (!afford(work, n, columns, 1)) return finish(n, rowVariable, basic, SOLVE_STATUS.iterations);

  // z₀ enters and the worst row leaves. From here on, the complement of the variable that left enters.
  let entering = complement(rowVariable[row], n);
  pivot(n, table, row, n, rowVariable, columnVariable, place);
  statistics.pivots++;
  let pivots = 1;
  let since = 1;
  while (pivots < maxPivots && afford(work, n, columns, 1)) {
    const column = place[entering];
    row = leavingRow(n, table, column, rowVariable, place, order, largestPivot);
    if (row < 0) return finish(n, rowVariable, basic, SOLVE_STATUS.ray);
    const leaving = rowVariable[row];
    pivot(n, table, row, column, rowVariable, columnVariable, place);
    pivots++;
    statistics.pivots++;
    since++;
    if (leaving === 2 * n) return finish(n, rowVariable, basic, SOLVE_STATUS.solved);
    entering = complement(leaving, n);

    // Round-off accumulates in the table, so it is periodically recomputed from the basis.
    if (since >= FRESH * (n + 16)) {
      since = 0;
      wanted.fill(0, 0, 2 * n + 1);
      for (let i = 0; i < n; i++) wanted[rowVariable[i]] = 1;
      fillTable(lcp, raw, table, rowVariable, columnVariable, place);
      if (!enterBasis(n, wanted, table, rowVariable, columnVariable, place, work)) return SOLVE_STATUS.singular;
    }
  }
  return finish(n, rowVariable, basic, SOLVE_STATUS.iterations);
}

function complement(variable: number, n: number): number {
  return variable < n ? variable + n : variable - n;
}

function finish(n: number, rowVariable: Int32Array, basic: Int32Array, status: SolveStatus): SolveStatus {
  for (let i = 0; i < n; i++) {
    const v = rowVariable[i];
    if (v >= n && v < 2 * n) basic[v - n] = 1;
  }
  return status;
}

/** w = A z + d z₀ + b: columns of z, of z₀, and the constants. `place` is the row or column of each variable. */
function fillTable(
  lcp: StandardProblem,
  d: Float64Array,
  table: Float64Array,
  rowVariable: Int32Array,
  columnVariable: Int32Array,
  place: Int32Array,
): void {
  const { n, matrix, vector } = lcp;
  const columns = n + 2;
  for (let i = 0; i < n; i++) {
    const o = i * columns;
    for (let j = 0; j < n; j++) table[o + j] = matrix[i * n + j];
    table[o + n] = d[i];
    table[o + n + 1] = vector[i];
    rowVariable[i] = i;
    columnVariable[i] = n + i;
    place[i] = i;
    place[n + i] = i;
  }
  columnVariable[n] = 2 * n;
  place[2 * n] = n;
}

function pivot(
  n: number,
  table: Float64Array,
  row: number,
  column: number,
  rowVariable: Int32Array,
  columnVariable: Int32Array,
  place: Int32Array,
): void {
  exchange(n, n + 2, table, row, column);
  const out = rowVariable[row];
  const into = columnVariable[column];
  rowVariable[row] = into;
  columnVariable[column] = out;
  place[into] = row;
  place[out] = column;
}

/**
 * Pivots until the wanted variables are basic, largest pivot first; returns false if that basis is singular, or the
 * budget has run out.
 */
function enterBasis(
  n: number,
  wanted: Int32Array,
  table: Float64Array,
  rowVariable: Int32Array,
  columnVariable: Int32Array,
  place: Int32Array,
  work: ComplementarityWorkspace,
): boolean {
  const columns = n + 2;
  for (let j = 0; j <= n; j++) {
    if (wanted[columnVariable[j]] === 0) continue;
    let row = -1;
    let best = PIVOT_ABSOLUTE;
    for (let i = 0; i < n; i++) {
      if (wanted[rowVariable[i]] === 1) continue;
      const a = Math.abs(table[i * columns + j]);
      if (a > best) {
        best = a;
        row = i;
      }
    }
    if (row < 0 || !afford(work, n, columns, 1)) return false;
    pivot(n, table, row, j, rowVariable, columnVariable, place);
  }
  return true;
}

/**
 * d in w = A z + b + d z₀ such that the column of z₀ in the starting basis is `cover`: both basic z and basic w rise by
 * it.
 */
function rawCover(lcp: StandardProblem, rowVariable: Int32Array, cover: Float64Array, raw: Float64Array): void {
  const { n, matrix } = lcp;
  raw.fill(0, 0, n);
  for (let r = 0; r < n; r++) {
    const v = rowVariable[r];
    if (v < n) raw[v] += cover[r];
    else for (let i = 0; i < n; i++) raw[i] -= matrix[i * n + v - n] * cover[r];
  }
}

/** Row whose variable reaches zero first as the entering variable rises; −1 if none does. */
function leavingRow(
  n: number,
  table: Float64Array,
  column: number,
  rowVariable: Int32Array,
  place: Int32Array,
  order: Int32Array,
  largestPivot: boolean,
): number {
  const columns = n + 2;
  const last = n + 1;
  let largest = 0;
  let scale = 0;
  for (let i = 0; i < n; i++) {
    const a = Math.abs(table[i * columns + column]);
    if (a > largest) largest = a;
    const c = Math.abs(table[i * columns + last]);
    if (c > scale) scale = c;
  }
  const tiny = Math.max(PIVOT * largest, PIVOT_ABSOLUTE);
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const a = table[i * columns + column];
    if (a >= -tiny) continue;
    const c = table[i * columns + last];
    const ratio = (c > 0 ? c : 0) / -a;
    if (ratio < least) least = ratio;
  }
  if (least === Number.POSITIVE_INFINITY) return -1;
  let best = -1;
  for (let i = 0; i < n; i++) {
    const a = table[i * columns + column];
    if (a >= -tiny) continue;
    const c = table[i * columns + last];
    if ((c > 0 ? c : 0) - least * -a > TIE * scale) continue;
    // If z₀ is among the ties, it leaves and ends the path.
    if (rowVariable[i] === 2 * n) return i;
    if (best < 0) best = i;
    else if (
      largestPivot
        ? a < table[best * columns + column]
        : comesBefore(n, table, column, i, best, rowVariable, place, order)
    )
      best = i;
  }
  return best;
}

/**
 * Whether row `i` has the lexicographically smaller ratio: its row of the inverse basis divided by its entry of the
 * entering column.
 */
function comesBefore(
  n: number,
  table: Float64Array,
  column: number,
  i: number,
  k: number,
  rowVariable: Int32Array,
  place: Int32Array,
  order: Int32Array,
): boolean {
  const columns = n + 2;
  const a = -table[i * columns + column];
  const b = -table[k * columns + column];
  for (let e = 0; e < n; e++) {
    const variable = order[e];
    const at = place[variable];
    const basic = at < n && rowVariable[at] === variable;
    const x = basic ? (at === i ? 1 : 0) : -table[i * columns + at];
    const y = basic ? (at === k ? 1 : 0) : -table[k * columns + at];
    const difference = x / a - y / b;
    if (Math.abs(difference) > EQUAL * (Math.abs(x / a) + Math.abs(y / b))) return difference < 0;
  }
  return false;
}

/** z from the table at the end of a path, for a basis that a new factorization finds singular. */
export function tableSolution(lcp: StandardProblem, work: ComplementarityWorkspace): void {
  const { n, z } = lcp;
  const table = workF64(work, "lemke.table", n * (n + 2));
  const rowVariable = workI32(work, "lemke.row", n);
  for (let i = 0; i < n; i++) z[i] = 0;
  for (let r = 0; r < n; r++) {
    const v = rowVariable[r];
    if (v >= n && v < 2 * n) z[v - n] = Math.max(0, table[r * (n + 2) + n + 1]);
  }
}
