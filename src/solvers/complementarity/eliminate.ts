import { type ComplementarityProblem, ROW, rowKind } from "./problem.js";
import type { ReducedProblem } from "./reduced.js";
import { SOLVE_STATUS, type SolveStatus } from "./status.js";
import { type ComplementarityWorkspace, workF64, workI32 } from "./workspace.js";

/**
 * Pivots below this fraction of the largest entry of their row and column count as zero. Redundant rows leave round-off
 * of about 1e-16 times the condition of what was eliminated; 1e-11 leaves room for a condition of 1e5 and still takes
 * masses 1:1e6 apart after relative scaling. Larger drops rows that matter, smaller divides by round-off.
 */
const FREE_PIVOT = 1e-11;

/** Whether a row is free, also a box without bounds. */
function isFree(problem: ComplementarityProblem, i: number): boolean {
  const kind = rowKind(problem, i);
  if (kind === ROW.free) return true;
  return (
    kind === ROW.box &&
    (problem.lower as Float64Array)[i] === Number.NEGATIVE_INFINITY &&
    (problem.upper as Float64Array)[i] === Number.POSITIVE_INFINITY
  );
}

/**
 * Eliminates the free rows. Returns `solved`, or `singular` when some contradict others; those are left out, and the
 * rest can still be solved.
 */
export function eliminateFree(
  problem: ComplementarityProblem,
  work: ComplementarityWorkspace,
  out: ReducedProblem,
): SolveStatus {
  const n = problem.size;
  const table = workF64(work, "free.table", n * (n + 1));
  const rowVariable = workI32(work, "free.row", n);
  const columnVariable = workI32(work, "free.column", n);
  const free = workI32(work, "free.is", n);
  const size = workF64(work, "free.size", 2 * n + 1);
  out.matrix = workF64(work, "reduced.matrix", n * n);
  out.vector = workF64(work, "reduced.vector", n);
  out.kind = workI32(work, "reduced.kind", n);
  out.index = workI32(work, "reduced.index", n);

  let frees = 0;
  for (let i = 0; i < n; i++) {
    free[i] = isFree(problem, i) ? 1 : 0;
    frees += free[i];
  }
  out.eliminated = frees > 0;
  if (frees === 0) {
    for (let p = 0; p < n * n; p++) out.matrix[p] = problem.matrix[p];
    for (let i = 0; i < n; i++) {
      out.vector[i] = problem.vector[i];
      out.kind[i] = rowKind(problem, i);
      out.index[i] = i;
    }
    out.size = n;
    return SOLVE_STATUS.solved;
  }

  fillTable(problem, table, rowVariable, columnVariable, size);
  exchangeFree(n, table, rowVariable, columnVariable, free, size);

  // rows whose basic variable is a w, and columns whose variable is a z, are what is left
  return collect(problem, table, rowVariable, columnVariable, free, size, out, work);
}

/** Table of w = A z + b: n rows of n coefficients and the constant; w is variable i, z variable n + i. */
function fillTable(
  problem: ComplementarityProblem,
  table: Float64Array,
  rowVariable: Int32Array,
  columnVariable: Int32Array,
  size: Float64Array,
): void {
  const { size: n, matrix, vector } = problem;
  for (let i = 0; i < n; i++) {
    rowVariable[i] = i;
    columnVariable[i] = n + i;
    size[i] = 0;
    size[n + i] = 0;
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = matrix[i * n + j];
      table[i * (n + 1) + j] = a;
      if (Math.abs(a) > size[i]) size[i] = Math.abs(a);
    }
    table[i * (n + 1) + n] = vector[i];
  }
  // sizes of columns once rows are scaled to one
  for (let i = 0; i < n; i++) {
    if (size[i] === 0) size[i] = 1;
    for (let j = 0; j < n; j++) {
      const a = Math.abs(matrix[i * n + j]) / size[i];
      if (a > size[n + j]) size[n + j] = a;
    }
  }
  for (let j = 0; j < n; j++) if (size[n + j] === 0) size[n + j] = 1;
}

/** Brings as many free z into the basis, and w out of it, as the free block has rank. */
function exchangeFree(
  n: number,
  table: Float64Array,
  rowVariable: Int32Array,
  columnVariable: Int32Array,
  free: Int32Array,
  size: Float64Array,
): void {
  const stride = n + 1;
  for (;;) {
    // the largest so far stands in the array: a local one would be boxed every time it changes
    size[2 * n] = FREE_PIVOT;
    let row = -1;
    let column = -1;
    for (let i = 0; i < n; i++) {
      if (free[i] === 0 || rowVariable[i] >= n) continue;
      for (let j = 0; j < n; j++) {
        if (free[j] === 0 || columnVariable[j] < n) continue;
        const a = Math.abs(table[i * stride + j]) / (size[i] * size[n + j]);
        if (a > size[2 * n]) {
          size[2 * n] = a;
          row = i;
          column = j;
        }
      }
    }
    if (row < 0) return;
    exchange(n, n + 1, table, row, column);
    const v = rowVariable[row];
    rowVariable[row] = columnVariable[column];
    columnVariable[column] = v;
  }
}

/**
 * Exchanges the basic variable of `row` with the one of `column` in a table x_i = Σ_j t_ij y_j (+ constants, which are
 * columns like any other):
 *
 *   y_c = (x_r − Σ_{j≠c} t_rj y_j) / t_rc
 *
 * Reads and writes numbers in the table only, so that nothing is boxed.
 */
export function exchange(rows: number, columns: number, table: Float64Array, row: number, column: number): void {
  const r = row * columns;
  const inverse = 1 / table[r + column];
  for (let j = 0; j < columns; j++) table[r + j] *= -inverse;
  table[r + column] = inverse;
  for (let i = 0; i < rows; i++) {
    if (i === row) continue;
    const o = i * columns;
    const f = table[o + column];
    if (f === 0) continue;
    for (let j = 0; j < columns; j++) table[o + j] += f * table[r + j];
    table[o + column] = f * inverse;
  }
}

/** Gathers what is left; drops rows that vanish. */
function collect(
  problem: ComplementarityProblem,
  table: Float64Array,
  rowVariable: Int32Array,
  columnVariable: Int32Array,
  free: Int32Array,
  size: Float64Array,
  out: ReducedProblem,
  work: ComplementarityWorkspace,
): SolveStatus {
  const n = problem.size;
  const stride = n + 1;
  const rows = workI32(work, "free.rows", n);
  const columns = workI32(work, "free.columns", n);
  const spare = workI32(work, "free.spare", n);
  let count = 0;
  let spares = 0;
  for (let i = 0; i < n; i++) {
    if (free[i] === 0) {
      rows[count] = i;
      columns[count++] = i;
    } else if (columnVariable[i] >= n) spare[spares++] = i;
  }
  // free rows that could not be exchanged, each with one of the free columns that could not
  let left = 0;
  let status: SolveStatus = SOLVE_STATUS.solved;
  for (let i = 0; i < n; i++) {
    if (free[i] === 0 || rowVariable[i] >= n) continue;
    let largest = 0;
    for (let j = 0; j < n; j++) {
      if (columnVariable[j] < n) continue;
      largest = Math.max(largest, Math.abs(table[i * stride + j]) / (size[i] * size[n + j]));
    }
    const column = spare[left++];
    if (largest > FREE_PIVOT) {
      rows[count] = i;
      columns[count++] = column;
    } else if (Math.abs(table[i * stride + n]) > work.statistics.limit) status = SOLVE_STATUS.singular;
  }
  out.size = count;
  for (let a = 0; a < count; a++) {
    const o = rows[a] * stride;
    for (let c = 0; c < count; c++) out.matrix[a * count + c] = table[o + columns[c]];
    out.vector[a] = table[o + n];
    out.kind[a] = free[rows[a]] === 1 ? ROW.free : rowKind(problem, rows[a]);
    out.index[a] = columns[a];
  }
  return status;
}

/** Steps of refinement of the free variables; each gains the digits that the exchange lost. */
const REFINEMENTS = 2;

/** z of the problem as given from z of the reduced one; free rows are refined until w = 0 to round-off. */
export function recoverFree(
  problem: ComplementarityProblem,
  reduced: ReducedProblem,
  from: Float64Array,
  z: Float64Array,
  work: ComplementarityWorkspace,
): void {
  const n = problem.size;
  if (!reduced.eliminated) {
    for (let i = 0; i < n; i++) z[i] = from[i];
    return;
  }
  const table = workF64(work, "free.table", n * (n + 1));
  const rowVariable = workI32(work, "free.row", n);
  const columnVariable = workI32(work, "free.column", n);
  const w = workF64(work, "free.w", n);
  z.fill(0, 0, n);
  for (let a = 0; a < reduced.size; a++) z[reduced.index[a]] = from[a];
  for (let i = 0; i < n; i++) {
    if (rowVariable[i] < n) continue;
    const o = i * (n + 1);
    let sum = table[o + n];
    for (let j = 0; j < n; j++) if (columnVariable[j] >= n) sum += table[o + j] * z[columnVariable[j] - n];
    z[rowVariable[i] - n] = sum;
  }
  // the columns of w_f in the rows of z_f are A_ff⁻¹
  for (let pass = 0; pass < REFINEMENTS; pass++) {
    for (let i = 0; i < n; i++) {
      let sum = problem.vector[i];
      for (let j = 0; j < n; j++) sum += problem.matrix[i * n + j] * z[j];
      w[i] = sum;
    }
    for (let i = 0; i < n; i++) {
      if (rowVariable[i] < n) continue;
      let sum = 0;
      for (let j = 0; j < n; j++) {
        if (columnVariable[j] < n) sum -= table[i * (n + 1) + j] * w[columnVariable[j]];
      }
      z[rowVariable[i] - n] += sum;
    }
  }
}
